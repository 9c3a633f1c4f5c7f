/** How much of a Markdown text that is still being written says already what it will say in the end. */
export interface SettledText {
  /** Without what could still become a mark: the speech of it is looked at. */
  readonly text: string;
  /** Before this, every block is closed. */
  readonly closed: number;
  /** From here on, a mark that is still open could change everything. */
  readonly limit: number;
}

const fence = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?<mark>`{3,}(?=[^`\n]*$)|~{3,})/;
const longHtml: readonly (readonly [start: RegExp, end: RegExp])[] = [
  [/^ {0,3}<(?:script|pre|style|textarea)\b/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^ {0,3}<!--/, /-->/],
  [/^ {0,3}<\?/, /\?>/],
];
/** A line that has shown what it is: no item of a list above that is not yet to be seen as one, nothing indented. */
const shown = /^(?:[^\s+*\d<[|=-]|\*\*[^\s*]|(?:[+*-]|\d+[.)])[ \t]+\S)/;
/** What is said otherwise as a whole once it is closed: pages, tables, definitions. */
const wholeBlock = /^[ \t>]*(?:<[a-z/!?]|\||\[[^\]\n]*\]:|\[\^)/i;
/** Only where the text begins with what may be a front matter, which vanishes when it is closed. */
const frontMatter = /^(?<mark>---|\+\+\+)[ \t]*\r?\n(?=["'\w#[{+-])/;

/**
 * A tag at the end whose name may become any other, and with it end the sentence or not, or whose attributes are words
 * until it is closed. `i<n;` is no tag, and a blank line ends what looks like one.
 */
const unfinishedTag = /^<(?:!-?|\/?(?:[a-z][\w-]*(?![^\s/])(?:[^>\n]|\n(?![ \t\r]*\n))*)?)$/i;

/** `isStart` is whether the text begins where the whole does. */
export function settledText(whole: string, isStart: boolean): SettledText {
  const text = withoutUnfinishedEnd(whole);
  const front = isStart ? frontMatter.exec(text)?.groups?.['mark'] : undefined;
  if (
    front !== undefined &&
    !new RegExp(`\\n(?:${front === '---' ? '---|\\.\\.\\.' : '\\+\\+\\+'})[ \\t]*\\r?\\n`).test(text)
  ) {
    return { text, closed: 0, limit: 0 };
  }
  const { closed, verbatim } = lastClosed(text);
  if (verbatim !== undefined) return { text, closed, limit: verbatim };
  const open = text.slice(closed);
  const limit = wholeBlock.test(open) ? closed : closed + firstOpenMark(open);
  return { text, closed, limit: Math.min(limit, startOfTable(text)) };
}

function withoutUnfinishedEnd(text: string): string {
  const start = text.lastIndexOf('<');
  const known = start >= 0 && unfinishedTag.test(text.slice(start)) ? text.slice(0, start) : text;
  // Of a link, its address is not said.
  const addressed = known.replace(/\]\([^()\s]*$/, '');
  // A line without a letter may become a rule, an item, a line under a heading.
  const lastLine = addressed.slice(addressed.lastIndexOf('\n') + 1);
  return /[\p{L}\p{N}]\P{N}|\p{L}/u.test(lastLine) || fence.test(lastLine)
    ? addressed
    : addressed.slice(0, addressed.length - lastLine.length);
}

/** Where the last block begins that is still open, and where code or a long element does that is not closed. */
function lastClosed(text: string): { readonly closed: number; readonly verbatim: number | undefined } {
  let closed = 0;
  let at = 0;
  let isAfterBlank = false;
  let open: { readonly end: RegExp; readonly start: number; readonly isIndented: boolean } | undefined;
  for (const line of text.split(/(?<=\n)/)) {
    const content = line.replace(/\r?\n$/, '');
    const isDedented = open?.isIndented === true && /^[^\s>]/.test(content);
    if (isDedented) open = undefined;
    if (open) {
      if (open.end.test(content)) open = undefined;
    } else {
      const mark = fence.exec(content)?.groups?.['mark'];
      const html = longHtml.find(([start]) => start.test(content));
      if (isAfterBlank && (shown.test(content) || /^(?:`{3,}|~{3,}|<[a-z!?/]|\||#)/i.test(content)))
        closed = at;
      if (mark !== undefined) {
        open = {
          end: new RegExp(`^[ \\t>]*${mark}[${mark.charAt(0)}]*[ \\t]*$`),
          start: at,
          isIndented: !/^ {0,3}[`~]/.test(content),
        };
      } else if (html && !html[1].test(content.replace(/^ {0,3}<!?-?-?/, ''))) {
        open = { end: html[1], start: at, isIndented: false };
      }
    }
    isAfterBlank = content.trim() === '' && open === undefined;
    at += line.length;
  }
  return { closed, verbatim: open?.start };
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
