import { fenceAround } from '../../../text/codeFence.ts';
import { ellipsize } from '../../../text/ellipsize.ts';
import { modelTexts } from './modelTexts.ts';

/** Limits of the result of one call. */
const mostLines = 1_000;
const mostCharacters = 50_000;
const longestShownLine = 300;

/** Encloses a text of the workspace, so that nothing in it can pass for its end. */
export function quoteData(heading: string, text: string, language = ''): string {
  const fence = fenceAround(text);
  return `${modelTexts.data(heading)}\n${fence}${language}\n${text.replace(/\n$/, '')}\n${fence}`;
}

/** Lines of a text, counted from 1, `last` included. */
interface LineRange {
  readonly text: string;
  readonly first: number;
  readonly last: number;
  readonly total: number;
  /** Whether more lines were requested than there was room for. */
  readonly isCut: boolean;
}

/** The lines of a text from one to another, within the limits. Undefined if the text has none of them. */
export function readLines(text: string, from = 1, to = Number.MAX_SAFE_INTEGER): LineRange | undefined {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
  const first = Math.max(1, from);
  const wanted = Math.min(Math.max(to, first), lines.length);
  if (first > lines.length) return undefined;
  const taken = takeFitting(lines.slice(first - 1, wanted), mostLines);
  // If the first line alone is too long, cut it, so that the model gets something.
  if (taken.length === 0) taken.push(ellipsize(lines[first - 1] ?? '', mostCharacters));
  const last = first + taken.length - 1;
  return { text: taken.join('\n'), first, last, total: lines.length, isCut: last < wanted };
}

/** A line of a list, shortened so that many lines fit. */
export function toListLine(line: string): string {
  return ellipsize(line.trim(), longestShownLine);
}

/** As many lines of a list as fit. */
export function fitList(lines: readonly string[], most: number): { text: string; isCut: boolean } {
  const taken = takeFitting(lines, most);
  return { text: taken.join('\n'), isCut: taken.length < lines.length };
}

function takeFitting(lines: readonly string[], most: number): string[] {
  const taken: string[] = [];
  let room = mostCharacters;
  for (const line of lines.slice(0, most)) {
    room -= line.length + 1;
    if (room < 0) break;
    taken.push(line);
  }
  return taken;
}
