import {
  columnsOf,
  type IndentStyle,
  indentOf,
  reindent,
} from '../../../platform/diffPreview/indentation.ts';

export function withLineEnd(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}

/** Replaces the whole file with code, and keeps whether the file ends with a line break. */
export function placeAsWhole(text: string, code: string): string {
  return text === '' || text.endsWith('\n') ? withLineEnd(code) : code.replace(/\n+$/, '');
}

export function placeAtEnd(text: string, code: string): string {
  return `${withLineEnd(text)}\n${withLineEnd(code)}`;
}

/** The file with code in place of the text that is selected at an offset; without a selection, at the cursor. */
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

/** The text around inserted code: before it on its line, what it replaces, and after it on its line. */
interface Place {
  readonly before: string;
  readonly selected: string;
  /** Undefined if it doesn't matter. */
  readonly after?: string;
}

/** Code as it is inserted at a place, with the indentation of the text there. */
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

/** A range of lines, counted from 0, both ends included. */
interface LineSpan {
  readonly first: number;
  readonly last: number;
}

/** A line that only closes a block: there are many equal ones, so the indentation tells which one matches. */
export const closing = /^(?:[)\]}>;,]+|end|fi|done|esac|<\/[\w:-]+>[;,)]*)$/;

/**
 * The range of a text that a code block replaces: from the only match of its first line to its last line. Undefined if
 * there is any doubt.
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

/** The index of a line that occurs exactly once. */
function findOnly(lines: readonly string[], wanted: string): number | undefined {
  const isIt = (line: string) => line.trim() === wanted.trim();
  const place = lines.findIndex(isIt);
  return place !== -1 && place === lines.findLastIndex(isIt) ? place : undefined;
}
