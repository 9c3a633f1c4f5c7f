import { columnsOf, indentOf } from '../../../platform/diffPreview/indentation.ts';

/** Lines of a text, both counted from 0 and both meant. */
export interface LineSpan {
  readonly first: number;
  readonly last: number;
}

/** A line that only closes what another one opened: there are many of it, and the distance tells which is meant. */
const closing = /^(?:[)\]}>;,]+|end|fi|done|esac|<\/[\w:-]+>[;,)]*)$/;

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
