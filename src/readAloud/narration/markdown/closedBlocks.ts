import { endsCode, readFence } from '../../../text/codeFence.ts';
import type { TextRange } from '../text/ranges.ts';

const containers = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*/;
const quotes = /^[ \t>]*/;
const longHtml: readonly (readonly [start: RegExp, end: RegExp])[] = [
  [/^ {0,3}<(?:script|pre|style|textarea)\b/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^ {0,3}<(?:think|thinking|reasoning)>/i, /<\/(?:think|thinking|reasoning)>/i],
  [/^ {0,3}<!--/, /-->/],
  [/^ {0,3}<\?/, /\?>/],
];
/** A line that has shown what it is: no item of a list above that is not yet to be seen as one, nothing indented. */
const shown = /^(?:[^\s+*\d<[|=-]|\*\*[^\s*]|(?:[+*-]|\d+[.)])[ \t]+\S)/;

/** The mark of a line that opens code, in a list or a quote too. */
export function fenceMarkOf(line: string): string | undefined {
  return readFence(line.replace(containers, ''))?.mark;
}

/** Follows the lines of a text, and knows where code or an element began that only its own mark ends. */
class VerbatimFollower {
  #open: { readonly start: number; readonly isIndented: boolean; isEnd(line: string): boolean } | undefined;

  get start(): number | undefined {
    return this.#open?.start;
  }

  /** Takes the line at an offset, without its end. */
  take(line: string, at: number): void {
    if (this.#open?.isIndented && /^[^\s>]/.test(line)) this.#open = undefined;
    if (this.#open) {
      if (this.#open.isEnd(line)) this.#open = undefined;
      return;
    }
    const mark = fenceMarkOf(line);
    if (mark !== undefined) {
      const isIndented = !/^ {0,3}[`~]/.test(line);
      const isEnd = (other: string) => endsCode(isIndented ? other.replace(quotes, '') : other, mark);
      this.#open = { start: at, isIndented, isEnd };
      return;
    }
    const end = longHtml.find(([start]) => start.test(line))?.[1];
    if (end && !end.test(line.replace(/^ {0,3}<!?-?-?/, ''))) {
      this.#open = { start: at, isIndented: false, isEnd: (other) => end.test(other) };
    }
  }
}

/** The lines of a part of a text without their ends, and where they begin. */
function* linesIn(
  text: string,
  { start, end }: TextRange,
): Generator<{ readonly line: string; readonly at: number }> {
  let at = start;
  for (const line of text.slice(start, end).split(/(?<=\n)/)) {
    yield { line: line.replace(/\r?\n$/, ''), at };
    at += line.length;
  }
}

/**
 * By a look at its lines alone: before which place all blocks of a text are surely closed, and where code or a long
 * element begins that is still open.
 */
export function closedBlocks(text: string): {
  readonly closed: number;
  readonly verbatim: number | undefined;
} {
  const follower = new VerbatimFollower();
  let closed = 0;
  let isAfterBlank = false;
  for (const { line, at } of linesIn(text, { start: 0, end: text.length })) {
    if (isAfterBlank && (shown.test(line) || /^(?:`{3,}|~{3,}|<[a-z!?/]|\||#)/i.test(line))) closed = at;
    follower.take(line, at);
    isAfterBlank = line.trim() === '' && follower.start === undefined;
  }
  return { closed, verbatim: follower.start };
}

const thoughts = /^ {0,3}<(?<tag>think|thinking|reasoning)>/im;

/** A model's thoughts behind a place where a block begins: each from the line that begins with their tag on. */
export function* thoughtsFrom(source: string, from: number): Generator<TextRange> {
  const follower = new VerbatimFollower();
  let at = from;
  for (let found = thoughts.exec(source.slice(at)); found; found = thoughts.exec(source.slice(at))) {
    const start = at + found.index;
    for (const { line } of linesIn(source, { start: at, end: start })) follower.take(line, at);
    if (follower.start !== undefined) {
      const lineEnd = source.indexOf('\n', start);
      at = lineEnd < 0 ? source.length : lineEnd + 1;
      follower.take(source.slice(start, at).trimEnd(), start);
      continue;
    }
    const close = new RegExp(`</${found.groups?.['tag']}>`, 'gi');
    close.lastIndex = start;
    at = close.test(source) ? close.lastIndex : source.length;
    yield { start, end: at };
  }
}
