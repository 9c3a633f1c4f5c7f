import {
  columnsOf,
  type IndentStyle,
  indentOf,
  reindent,
} from '../../../platform/diffPreview/indentation.ts';

export function withLineEnd(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}

/** Code as the whole of a file, whose last line ends as it did. */
export function placeAsWhole(text: string, code: string): string {
  return text === '' || text.endsWith('\n') ? withLineEnd(code) : code.replace(/\n+$/, '');
}

export function placeAtEnd(text: string, code: string): string {
  return `${withLineEnd(text)}\n${withLineEnd(code)}`;
}

/** The file with code in place of a text that is selected at an offset, or where the cursor is. */
export function placeAt(
  text: string,
  code: string,
  offset: number,
  selected: string,
  style: IndentStyle,
): string {
  const before = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  const rest = text.slice(offset + selected.length);
  const after = rest.split('\n', 1)[0] ?? '';
  return text.slice(0, offset) + fitCode(code, { before, selected, after }, style) + rest;
}

/** What stands where code is put: the text before it on its line, what it replaces, and the text behind it on its line. */
interface Place {
  readonly before: string;
  readonly selected: string;
  /** Absent where it doesn't matter. */
  readonly after?: string;
}

/** Code as it is put at a place, indented as what was there. */
export function fitCode(code: string, { before, selected, after }: Place, style: IndentStyle): string {
  // At the end of a line with text, code starts on a new line.
  if (selected === '' && after?.trim() === '' && before.trim() !== '')
    return `\n${reindent(code, indentOf(before), style).trimEnd()}`;
  const isLineStart = before.trim() === '';
  const base = isLineStart && before === '' ? indentOf(selected) : indentOf(before);
  const fitted = reindent(code, base, style);
  // The line already has the indentation before the code.
  const text = before !== '' && fitted.startsWith(base) ? fitted.slice(base.length) : fitted;
  return selected.endsWith('\n') && !text.endsWith('\n') ? `${text}\n` : text;
}

/** Lines of a text, both counted from 0 and both meant. */
interface LineSpan {
  readonly first: number;
  readonly last: number;
}

/** A line that only closes what another one opened: there are many of it, and the distance tells which is meant. */
export const closing = /^(?:[)\]}>;,]+|end|fi|done|esac|<\/[\w:-]+>[;,)]*)$/;

/**
 * Where in a text a block of code has its place: from the one line that its first line is found at to its last line.
 * Undefined where that isn't beyond doubt.
 */
export function findSpan(text: string, code: string, tabSize: number): LineSpan | undefined {
  const lines = text.split('\n');
  const codeLines = code.split('\n').filter((line) => line.trim() !== '');
  const [firstLine] = codeLines;
  const lastLine = codeLines.at(-1);
  if (firstLine === undefined || lastLine === undefined || codeLines.length < 2) return undefined;
  const first = findOnly(lines, firstLine);
  if (first === undefined) return undefined;
  const last = closing.test(lastLine.trim()) ? findClosing() : findOnly(lines, lastLine);
  return last !== undefined && last > first ? { first, last } : undefined;

  function findClosing(): number | undefined {
    const columns = (line = '') => columnsOf(indentOf(line), tabSize);
    const wanted = columns(lines[first ?? 0]) + columns(lastLine) - columns(firstLine);
    const place = lines.findIndex(
      (line, at) => at > (first ?? 0) && line.trim() === lastLine?.trim() && columns(line) === wanted,
    );
    return place === -1 ? undefined : place;
  }
}

/** The place of a line that is there exactly once. */
function findOnly(lines: readonly string[], wanted: string): number | undefined {
  const isIt = (line: string) => line.trim() === wanted.trim();
  const place = lines.findIndex(isIt);
  return place !== -1 && place === lines.findLastIndex(isIt) ? place : undefined;
}
