import { columnsOf, type IndentStyle, indentOf } from '../../../platform/diffPreview/indentation.ts';
import { addImports, importEnd, isImport } from './imports.ts';
import { isMarker, mergeAroundMarkers } from './markers.ts';
import { type Declaration, endOfBlock, flatten, readOutline } from './outline.ts';
import { closing, placeAsWhole } from './placeCode.ts';
import {
  type CodeUnit,
  findTarget,
  indentLike,
  keywordOf,
  type LineEdit,
  type MergePlace,
  openBrackets,
  replaceWith,
} from './placement.ts';

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
export function mergeCode(text: string, code: string, task: MergeTask): Merge | undefined {
  const { style } = task;
  const { tabSize } = style;
  const trimmed = code.replace(/^(?:[ \t]*\n)+/, '').trimEnd();
  if (trimmed === '') return undefined;
  if (text.trim() === '') return { text: `${trimmed}\n`, isFound: false };
  const lines = text.split('\n');
  const codeLines = fitSteps(trimmed.split('\n'), lines, style);
  const declared = readOutline(lines, tabSize);
  const place: MergePlace = { lines, declared, style, cursor: task.cursor };
  if (codeLines.some(isMarker)) return finish(text, codeLines, mergeAroundMarkers(place, codeLines));
  const merged = finish(text, codeLines, mergeDeclarations(place, codeLines));
  if (merged) return merged;
  if (isWhole(lines, codeLines, declared)) {
    const whole = placeAsWhole(text, trimmed);
    return { text: whole, isFound: whole === text };
  }
  return finish(text, codeLines, mergeSpan(place, codeLines));
}

function finish(
  text: string,
  codeLines: readonly string[],
  edits: readonly LineEdit[] | undefined,
): Merge | undefined {
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
  const isBalanced = openBrackets(codeLines.filter((line) => !isMarker(line))) === 0;
  if (isBalanced && openBrackets(result) !== openBrackets(lines)) return undefined;
  const merged = result.join('\n');
  // Many files import from the same module.
  const isReplaced = ({ first, end }: LineEdit) => end > first && !isImport(lines[first] ?? '');
  return { text: merged, isFound: merged === text || edits.some(isReplaced) };
}

/** Converts code that is consistently indented with spaces to the file's indentation size. */
function fitSteps(
  code: readonly string[],
  lines: readonly string[],
  { tabSize }: IndentStyle,
): readonly string[] {
  const [own, wanted] = [stepOf(code), stepOf(lines) ?? tabSize];
  if (own === undefined || own === wanted) return code;
  const isPlain = code.every((line) => /^\s*\*/.test(line) || indentOf(line).length % own === 0);
  if (!isPlain || code.some((line) => line.startsWith('\t'))) return code;
  return code.map((line) => {
    const indent = indentOf(line);
    const steps = Math.floor(indent.length / own);
    return ' '.repeat(steps * wanted + (indent.length % own)) + line.slice(indent.length);
  });
}

/** The indentation size: the greatest common divisor of all indentations. */
function stepOf(lines: readonly string[]): number | undefined {
  let step = 0;
  for (const line of lines) {
    const indent = indentOf(line);
    if (indent.includes('\t') || line.trim() === '' || /^\s+\*/.test(line)) continue;
    let [one, other] = [indent.length, step];
    while (other > 0) [one, other] = [other, one % other];
    step = one;
  }
  return step > 1 ? step : undefined;
}

const isWritten = (line: string) => line.trim() !== '';

/** Whether code is a whole new version of a file: it has all its declarations, and all lines outside of them. */
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
  return wanted.length > 1 && wanted.every((line) => has.has(line));
}

function mergeDeclarations(place: MergePlace, code: readonly string[]): LineEdit[] | undefined {
  const { lines, style } = place;
  const units = readOutline(code, style.tabSize).map(
    (unit): CodeUnit => ({ ...unit, lines: code.slice(unit.first, unit.last + 1) }),
  );
  if (units.length === 0) return undefined;
  const imports: string[][] = [];
  const known = new Set(lines.map((line) => line.trim()));
  for (let at = 0; at < code.length; at += 1) {
    const unit = units.find(({ first }) => first === at);
    if (unit) at = unit.last;
    if (unit || !isWritten(code[at] ?? '')) continue;
    const end = importEnd(code, at, style.tabSize);
    if (end !== undefined) {
      imports.push(code.slice(at, end + 1));
      at = end;
      continue;
    }
    const last = Math.max(at, endOfBlock({ lines: code, tabSize: style.tabSize }, at));
    // Lines outside of declarations must already be in the file: new ones have no clear place.
    if (!code.slice(at, last + 1).every((line) => !isWritten(line) || known.has(line.trim())))
      return undefined;
    at = last;
  }
  const targets = units.map((unit) => findTarget(unit, code, place));
  if (targets.includes('unclear')) return undefined;
  const found = targets as readonly (Declaration | undefined)[];
  const edits = addImports(lines, imports, style.tabSize);
  if (!edits) return undefined;
  for (const [at, unit] of units.entries()) {
    const target = found[at];
    const edit = target ? replaceWith(unit, target, place) : insertBeside(at, units, found, place);
    if (!edit) return undefined;
    edits.push(edit);
  }
  return edits;
}

function insertBeside(
  at: number,
  units: readonly CodeUnit[],
  targets: readonly (Declaration | undefined)[],
  { lines, declared, style }: MergePlace,
): LineEdit | undefined {
  const unit = units[at];
  if (!unit) return undefined;
  const before = targets.slice(0, at).findLast((target) => target !== undefined);
  const next = targets.slice(at + 1).find((target) => target !== undefined);
  const gap = (from: CodeUnit | undefined, to: CodeUnit | undefined) =>
    from && to ? Array.from({ length: to.first - from.last - 1 }, () => '') : [''];
  const insertBehind = (line: number, beside = ''): LineEdit => ({
    first: line + 1,
    end: line + 1,
    lines: [...gap(units[at - 1], unit), ...indentLike(unit.lines, beside, style)],
  });
  if (before) return insertBehind(before.last, lines[before.header]);
  if (next) {
    const written = indentLike(unit.lines, lines[next.header] ?? '', style);
    return { first: next.first, end: next.first, lines: [...written, ...gap(unit, units[at + 1])] };
  }
  const last = declared.at(-1);
  const header = unit.lines[unit.header - unit.first] ?? '';
  // A method alone does not tell which class it belongs to.
  if (!last || keywordOf(header) === '' || /\((?:self|cls)\b/.test(header)) return undefined;
  if (indentOf(lines[last.header] ?? '') !== '') return undefined;
  return insertBehind(last.last);
}

/** Replaces the lines from the only match of the code's first line to that of its last line. */
function mergeSpan({ lines, declared, style }: MergePlace, code: readonly string[]): LineEdit[] | undefined {
  const columns = (line = '') => columnsOf(indentOf(line), style.tabSize);
  const written = code.filter(isWritten);
  const [firstLine = '', lastLine = ''] = [written[0], written.at(-1)];
  const first = findOnly(lines, firstLine);
  const depth = columns(lines[first]) + columns(lastLine) - columns(firstLine);
  const last = closing.test(lastLine.trim())
    ? lines.findIndex((line, at) => at > first && line.trim() === lastLine.trim() && columns(line) === depth)
    : findOnly(lines, lastLine);
  if (first === -1 || last <= first) return undefined;
  const names = new Set(flatten(readOutline(code, style.tabSize)).map(({ name }) => name));
  const isLost = flatten(declared).some(
    ({ name, header }) => header >= first && header <= last && !names.has(name),
  );
  if (isLost) return undefined;
  return [{ first, end: last + 1, lines: indentLike(code, lines[first] ?? '', style) }];
}

/** The index of a line that occurs exactly once; -1 otherwise. */
function findOnly(lines: readonly string[], wanted: string): number {
  const isIt = (line: string) => line.trim() === wanted.trim();
  const place = lines.findIndex(isIt);
  return place === lines.findLastIndex(isIt) ? place : -1;
}
