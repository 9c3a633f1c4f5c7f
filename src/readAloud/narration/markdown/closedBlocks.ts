import type { Nodes } from 'mdast';
import { endsCode, readFence } from '../../../text/codeFence.ts';
import { hideUnsaid, type ParsedChunk, parseChunk } from './parseForNarration.ts';

const containers = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*/;
const quotes = /^[ \t>]*/;
const longHtml: readonly (readonly [start: RegExp, end: RegExp])[] = [
  [/^ {0,3}<(?:script|pre|style|textarea)\b/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^ {0,3}<(?:think|thinking|reasoning)>/i, /<\/(?:think|thinking|reasoning)>/i],
  [/^ {0,3}<!--/, /-->/],
  [/^ {0,3}<\?/, /\?>/],
];
/** A line that begins a new block after a blank line: not indented, and not a list item. */
export const beginsBlock = /^(?:[^\s+*\d<[|=-]|\*\*[^\s*]|<[a-z!?/]|\|)/i;

/** The fence of a line that opens a code block, also in a list or a quote. */
function fenceMarkOf(line: string): string | undefined {
  return readFence(line.replace(containers, ''))?.mark;
}

/** Follows the lines of a text, and knows where an open code block or element began that only its end mark closes. */
export class BlockFollower {
  #open: { readonly start: number; readonly isIndented: boolean; isEnd(line: string): boolean } | undefined;
  /** Whether the last line was blank, and outside such a block. */
  isAfterBlank = false;

  get start(): number | undefined {
    return this.#open?.start;
  }

  /** Takes the line at an offset, without its line end. */
  take(line: string, at: number): void {
    this.#note(line, at);
    this.isAfterBlank = line.trim() === '' && !this.#open;
  }

  #note(line: string, at: number): void {
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

/**
 * Judged by its lines alone: the offset before which all blocks of a text are closed for certain, the start of the last
 * run of lines without a blank line or code block in between, and the start of code or a long element that is still
 * open.
 */
export function closedBlocks(text: string): {
  readonly closed: number;
  readonly last: number;
  readonly verbatim: number | undefined;
} {
  const follower = new BlockFollower();
  let [at, closed, last] = [0, 0, 0];
  let isAfterCode = false;
  for (const whole of text.split(/(?<=\n)/)) {
    const line = whole.replace(/\r?\n$/, '');
    if (follower.isAfterBlank || isAfterCode) last = at;
    if (follower.isAfterBlank && beginsBlock.test(line)) closed = at;
    const wasOpen = follower.start !== undefined;
    follower.take(line, at);
    isAfterCode = wasOpen && follower.start === undefined;
    at += whole.length;
  }
  return { closed, last, verbatim: follower.start };
}

/** The part of a streaming Markdown text whose narration can no longer change. */
export interface SettledText {
  /** The text to narrate, without an end that could still become a mark. */
  readonly text: string;
  /** Before this offset, every block is closed. */
  readonly closed: number;
  /** From this offset on, a mark that is still open could change everything. */
  readonly limit: number;
  /** Whether the last block is complete. */
  readonly isEnded: boolean;
}

/** A line that begins a block whose narration changes as a whole once it is closed: HTML, tables, definitions. */
const wholeBlock = /^[ \t>]*(?:<[a-z/!?]|\||\[[^\]\n]*\]:|\[\^)/gim;
/** Front matter that is still open at the start of the text; it is dropped once it is closed. */
const openFrontMatter = /^(---|\+\+\+)[ \t]*\r?\n(?=["'\w#[{+-])(?![\s\S]*\n(?:\1|\.\.\.)[ \t]*\r?\n)/;

/**
 * An incomplete tag at the end: its name may still change, and with it whether it ends the sentence, and its attributes
 * are words until it is closed. `i<n;` is not a tag, and a blank line ends anything that looks like one.
 */
const unfinishedTag = /^<(?:!-?|\/?(?:[a-z][\w-]*(?![^\s/])(?:[^>\n]|\n(?![ \t\r]*\n))*)?)$/i;

/** The mark of an item right below another item, still without text. */
const nextItem =
  /(?:^|\n)(?<indent>[ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]+\S[^\n]*\n\k<indent>(?:[-*+]|\d{1,9}[.)])[ \t]$/;

/** A blank line, which ends a paragraph, or the end of a heading's line. */
const endOfBlock = /(?:^|\n)(?:[ \t]*| {0,3}#{1,6}[ \t][^\n]*)\r?\n[ \t]*$/;

/** `isStart`: whether this is the start of the whole text. */
export function settledText(whole: string, isStart: boolean): SettledText {
  const text = withoutUnfinishedEnd(whole);
  if (isStart && openFrontMatter.test(text)) return { text, closed: 0, limit: 0, isEnded: false };
  const { closed, last, verbatim } = closedBlocks(text);
  const isEnded = endOfBlock.test(text);
  if (verbatim !== undefined) return { text, closed, limit: verbatim, isEnded: false };
  const open = text.slice(closed);
  // Within a list, whole blocks that start before `last` are closed.
  const ahead =
    [...open.matchAll(wholeBlock)].find(({ index }) => index === 0 || closed + index >= last)?.index ??
    open.length;
  return { text, closed, limit: closed + Math.min(ahead, firstOpenMark(open)), isEnded };
}

function withoutUnfinishedEnd(text: string): string {
  const start = text.lastIndexOf('<');
  const known = start >= 0 && unfinishedTag.test(text.slice(start)) ? text.slice(0, start) : text;
  // Drop the start of a link's URL, which is not narrated.
  const addressed = known.replace(/\]\([^()\s]*$/, '');
  if (nextItem.test(addressed)) return `${addressed}x`;
  // A line without a letter may still become a thematic break, an item, or the underline of a heading.
  const lastLine = addressed.slice(addressed.lastIndexOf('\n') + 1);
  return /[\p{L}\p{N}]\P{N}|\p{L}/u.test(lastLine) || fenceMarkOf(lastLine) !== undefined
    ? addressed
    : addressed.slice(0, addressed.length - lastLine.length);
}

/** Marks that may begin emphasis, code, a link, a formula or a comment; and escapes, which do not. */
const mayOpen = /\\[([]|\\[^\n]|`|\*(?!\s)|(?<!\w)_(?!\s)|~~|\[|(?<![\w$])\$(?![\s\d])|<!--/g;

/** The offset of the first mark that the parser took for text because nothing closes it yet. */
function firstOpenMark(text: string): number {
  // A mark at the end may still become a different one.
  const shown = hideUnsaid(text.replace(/(?<![\]`*_~$])[\]`*_~$]+$/, ''));
  const parsed = parseChunk(shown);
  return parsed ? (firstMarkIn(parsed.root, shown, parsed) ?? text.length) : 0;
}

const holdsBlocks = /^(?:root|list|listItem|blockquote|footnoteDefinition)$/;

function firstMarkIn(node: Nodes, text: string, parsed: ParsedChunk): number | undefined {
  if (node.type === 'text') {
    const { start, end } = parsed.rangeOf(node);
    const found = Array.from(text.slice(start, end).matchAll(mayOpen)).find(
      ([mark]) => !/^\\[^([]/.test(mark),
    );
    return found && start + found.index;
  }
  const children = 'children' in node ? node.children : [];
  // No mark spans more than one block.
  for (const child of holdsBlocks.test(node.type) ? children.slice(-1) : children) {
    const at = firstMarkIn(child, text, parsed);
    if (at !== undefined) return at;
  }
  return undefined;
}
