import { closedBlocks, fenceMarkOf } from '../markdown/closedBlocks.ts';

/** How much of a Markdown text that is still being written says already what it will say in the end. */
export interface SettledText {
  /** Without what could still become a mark: the speech of it is looked at. */
  readonly text: string;
  /** Before this, every block is closed. */
  readonly closed: number;
  /** From here on, a mark that is still open could change everything. */
  readonly limit: number;
  /** Nothing adds to the last block. */
  readonly isEnded: boolean;
}

/** What is said otherwise as a whole once it is closed: pages, tables, definitions. */
const wholeBlock = /^[ \t>]*(?:<[a-z/!?]|\||\[[^\]\n]*\]:|\[\^)/i;
/** Only where the text begins with what may be a front matter, which vanishes when it is closed. */
const frontMatter = /^(?<mark>---|\+\+\+)[ \t]*\r?\n(?=["'\w#[{+-])/;

/**
 * A tag at the end whose name may become any other, and with it end the sentence or not, or whose attributes are words
 * until it is closed. `i<n;` is no tag, and a blank line ends what looks like one.
 */
const unfinishedTag = /^<(?:!-?|\/?(?:[a-z][\w-]*(?![^\s/])(?:[^>\n]|\n(?![ \t\r]*\n))*)?)$/i;

/** The mark of an item right below another one, whatever it will say. */
const nextItem =
  /(?:^|\n)(?<indent>[ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]+\S[^\n]*\n\k<indent>(?:[-*+]|\d{1,9}[.)])[ \t]$/;

/** A blank line ends a paragraph, the end of its line a heading. */
const endOfBlock = /(?:^|\n)(?:[ \t]*| {0,3}#{1,6}[ \t][^\n]*)\r?\n[ \t]*$/;

/** `isStart` is whether the text begins where the whole does. */
export function settledText(whole: string, isStart: boolean): SettledText {
  const text = withoutUnfinishedEnd(whole);
  const front = isStart ? frontMatter.exec(text)?.groups?.['mark'] : undefined;
  if (
    front !== undefined &&
    !new RegExp(`\\n(?:${front === '---' ? '---|\\.\\.\\.' : '\\+\\+\\+'})[ \\t]*\\r?\\n`).test(text)
  ) {
    return { text, closed: 0, limit: 0, isEnded: false };
  }
  const { closed, verbatim } = closedBlocks(text);
  const isEnded = endOfBlock.test(text);
  if (verbatim !== undefined) return { text, closed, limit: verbatim, isEnded: false };
  const open = text.slice(closed);
  const limit = wholeBlock.test(open) ? closed : closed + firstOpenMark(open);
  return { text, closed, limit: Math.min(limit, startOfTable(text)), isEnded };
}

function withoutUnfinishedEnd(text: string): string {
  const start = text.lastIndexOf('<');
  const known = start >= 0 && unfinishedTag.test(text.slice(start)) ? text.slice(0, start) : text;
  // Of a link, its address is not said.
  const addressed = known.replace(/\]\([^()\s]*$/, '');
  if (nextItem.test(addressed)) return `${addressed}x`;
  // A line without a letter may become a rule, an item, a line under a heading.
  const lastLine = addressed.slice(addressed.lastIndexOf('\n') + 1);
  return /[\p{L}\p{N}]\P{N}|\p{L}/u.test(lastLine) || fenceMarkOf(lastLine) !== undefined
    ? addressed
    : addressed.slice(0, addressed.length - lastLine.length);
}

/** Where the first mark stands that is not closed: emphasis, code, a link, a formula, a comment. */
function firstOpenMark(text: string): number {
  const open: { readonly mark: string; readonly at: number }[] = [];
  const marks = /\\[([\])]|\\[^\n]|`+|\$\$?|<!--|!?\[|\](?:\((?:[^()\n\\]|\\.|\([^()\n]*\))*\)?)?|\*+|_+|~~/g;
  for (let found = marks.exec(text); found; found = marks.exec(text)) {
    const [mark] = found;
    const { index } = found;
    const before = text.charAt(index - 1);
    const after = text.charAt(marks.lastIndex);
    if (mark.startsWith('`') || mark.startsWith('$') || mark === '<!--' || mark === '\\(' || mark === '\\[') {
      if (mark === '$' && (/[\w$]/.test(before) || !/[^\s\d]/.test(after))) continue;
      const close = mark === '<!--' ? '-->' : mark.startsWith('\\') ? (mark === '\\(' ? '\\)' : '\\]') : mark;
      const end = endOfClosing(text, marks.lastIndex, close);
      if (end === undefined) {
        open.push({ mark, at: index });
        break;
      }
      marks.lastIndex = end;
    } else if (mark.endsWith('[')) open.push({ mark: '[', at: index });
    else if (mark.startsWith(']')) {
      const last = open.findLastIndex((other) => other.mark === '[');
      // A link whose address is being written, or may yet follow.
      const isOpen = (mark.startsWith('](') && !mark.endsWith(')')) || marks.lastIndex === text.length;
      if (last >= 0 && !isOpen) open.splice(last);
    } else if (/^[*_~]/.test(mark)) {
      const isWithin = mark.startsWith('_') && /\w/.test(before) && /\w/.test(after);
      const last = open.findLastIndex((other) => other.mark === mark);
      if (isWithin) continue;
      // At the end it may become another mark.
      if (/\S/.test(before) && last >= 0 && after !== '') open.splice(last);
      else if (/\S/.test(after) || after === '') open.push({ mark, at: index });
    }
  }
  return open[0]?.at ?? text.length;
}

/** Behind a run of exactly this mark. */
function endOfClosing(text: string, from: number, close: string): number | undefined {
  for (let at = text.indexOf(close, from); at >= 0; at = text.indexOf(close, at + 1)) {
    const end = at + close.length;
    const isRun =
      /^[`$]/.test(close) &&
      (text.charAt(end) === close.charAt(0) || text.charAt(at - 1) === close.charAt(0));
    if (!isRun) return end;
  }
  return undefined;
}

/** Lines with bars are a paragraph until the line below the first one makes them a table: then all is said otherwise. */
function startOfTable(text: string): number {
  let start = text.length;
  let count = 0;
  while (start > 0) {
    const lineStart = text.lastIndexOf('\n', start - 2) + 1;
    if (!/^[\s>]*\|/.test(text.slice(lineStart, start))) break;
    start = lineStart;
    count += 1;
  }
  return count > 2 ? text.length : start;
}
