import { type TextRange, trimRange } from './ranges.ts';

/** A heading or a table row: one line, whatever stands above and below it. */
const standsAlone = /^\s{0,3}#{1,6}\s|^\s*\|/;

/** What an item begins with. */
export const bullet = /^\s*[-*+•‣◦▪●○]\s/;
export const numbered =
  /^\s*(?:\(?\d{1,3}[.)]\s|[（(]\d{1,3}[）)]|\d{1,3}[、．]|[一二三四五六七八九十]{1,3}、|[①-⑳])/;
/** Only these begin a list in the middle of a paragraph: a line that is wrapped before "14." is no list. */
const firstNumbered = /^\s*(?:\(?1[.)]\s|[（(]1[）)]|1[、．]|一、|①)/;

/**
 * The blocks of a plain text in order, each without white space around it: a paragraph over all its wrapped
 * lines, a list item, a heading, a line of mere signs. Lazy: what is not asked for is not looked at.
 */
export function* blocksFrom(text: string, start = 0, end = text.length): Generator<TextRange> {
  let block: TextRange | undefined;
  let isList = false;
  for (const line of linesFrom(text, start, end)) {
    const content = text.slice(line.start, line.end);
    const isItem: boolean = bullet.test(content) || (isList ? numbered : firstNumbered).test(content);
    const isAlone = standsAlone.test(content) || !/[\p{L}\p{N}]/u.test(content);
    if (block && (isItem || isAlone)) {
      yield block;
      block = undefined;
    }
    if (isAlone) {
      const alone = trimRange(text, line);
      if (alone.end > alone.start) yield alone;
      else isList = false;
    } else if (block) {
      block = { start: block.start, end: trimRange(text, line).end };
    } else {
      block = trimRange(text, line);
      isList = isItem || numbered.test(content);
    }
  }
  if (block) yield block;
}

/** Where reading starts when nothing is selected: at the cursor's paragraph, or the next, or else the last. */
export function paragraphAt(text: string, offset: number): number {
  let start = 0;
  for (const block of blocksFrom(text)) {
    start = block.start;
    if (offset <= block.end) break;
  }
  return start;
}

function* linesFrom(text: string, start: number, end: number): Generator<TextRange> {
  const lineEnd = /\r\n?|[\n\u2028\u2029]/g;
  let at = start;
  while (at < end) {
    lineEnd.lastIndex = at;
    const found = lineEnd.exec(text);
    const stop = found === null ? end : Math.min(end, found.index);
    yield { start: at, end: stop };
    at = found === null ? end : found.index + found[0].length;
  }
}
