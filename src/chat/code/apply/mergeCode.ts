import { type IndentStyle, isWritten } from '../../../platform/diffPreview/indentation.ts';
import { alignCode, isMarker } from './alignCode.ts';
import { isImport } from './imports.ts';
import { type Declaration, flatten, readOutline } from './outline.ts';
import { placeAsWhole } from './placeCode.ts';
import { type LineEdit, openBrackets } from './placement.ts';

/** A file with a code block merged into it. */
export interface Merge {
  readonly text: string;
  /** Whether the file has lines that the code replaces or repeats, so that the code is for this very file. */
  readonly isFound: boolean;
}

export interface MergeTask {
  readonly style: IndentStyle;
  /** The line of the cursor in the file, which decides between two similar places. */
  readonly cursor?: number | undefined;
}

/**
 * Merges code into a file. Its declarations and the lines that it shares with the file tell where it goes. Both texts
 * have line feeds only. Undefined if there is any doubt: nothing is guessed.
 */
export function mergeCode(text: string, code: string, { style, cursor }: MergeTask): Merge | undefined {
  const trimmed = code.replace(/^(?:[ \t]*\n)+/, '').trimEnd();
  if (trimmed === '') return undefined;
  if (text.trim() === '') return { text: `${trimmed}\n`, isFound: false };
  const lines = text.split('\n');
  const codeLines = trimmed.split('\n');
  const declared = readOutline(lines, style.tabSize);
  if (!codeLines.some(isMarker) && isWhole(lines, codeLines, declared)) {
    const whole = placeAsWhole(text, trimmed);
    return { text: whole, isFound: whole === text || declared.length > 0 };
  }
  const named = Map.groupBy(flatten(declared), ({ name }) => name);
  return finish(text, alignCode({ lines, declared, named, style, cursor }, codeLines));
}

function finish(text: string, edits: readonly LineEdit[] | undefined): Merge | undefined {
  if (!edits) return undefined;
  const lines = text.split('\n');
  const ordered = edits.toSorted((one, other) => one.first - other.first);
  const parts: (readonly string[])[] = [];
  let done = 0;
  for (const edit of ordered) {
    if (edit.first < done) return undefined;
    parts.push(lines.slice(done, edit.first), edit.lines);
    done = edit.end;
  }
  const result = [...parts, lines.slice(done)].flat();
  if (openBrackets(result) !== openBrackets(lines)) return undefined;
  const merged = result.join('\n');
  // Many files import from the same module.
  const isReplaced = ({ first, end }: LineEdit) => end > first && !isImport(lines[first] ?? '');
  return { text: merged, isFound: merged === text || edits.some(isReplaced) };
}

/**
 * Whether code is a whole new version of a file: it begins as the file does, and has all its declarations and all lines
 * outside of them.
 */
function isWhole(
  lines: readonly string[],
  code: readonly string[],
  declared: readonly Declaration[],
): boolean {
  const has = new Set(code.map((line) => line.trim()));
  const inside = new Set(
    declared.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, at) => first + at)),
  );
  for (const { header } of declared) inside.delete(header);
  const wanted = lines.flatMap((line, at) => (isWritten(line) && !inside.has(at) ? line.trim() : []));
  const begins = code[0]?.trim() === lines.find(isWritten)?.trim();
  return begins && wanted.length > 1 && wanted.every((line) => has.has(line));
}
