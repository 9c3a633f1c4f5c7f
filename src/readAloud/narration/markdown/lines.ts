import { endsCode, openingMark } from '../../../text/codeFence.ts';

/** What one line of Markdown is at the top level of a document, by the rules that decide where blocks end. */

/** Blocks of HTML that go on over blank lines, by how they start, and what ends each. */
const longHtml: readonly (readonly [start: RegExp, end: RegExp])[] = [
  [/^ {0,3}<(?:script|pre|style|textarea)(?:[ \t>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^ {0,3}<!--/, /-->/],
  [/^ {0,3}<\?/, /\?>/],
  [/^ {0,3}<!\[CDATA\[/, /\]\]>/],
  [/^ {0,3}<![A-Za-z]/, />/],
];

const blockTags = [
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl',
  'dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main',
  'menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead',
  'title|tr|track|ul',
].join('|');
const shortHtml = new RegExp(`^ {0,3}</?(?:${blockTags})(?:[ \\t>]|/>|$)`, 'i');
/** A line of one tag alone begins HTML as well, but not in a paragraph. */
const loneTag = /^ {0,3}<\/?[a-z][\w-]*(?:[ \t][^<>]*)?>[ \t]*$/i;

const thematicBreak = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const underline = /^ {0,3}(?:=+|-+)[ \t]*$/;
const tableRule = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
const footnoteStart = /^ {0,3}\[\^[^\]\s]+\]:[ \t]*/;
const headingStart = /^ {0,3}#{1,6}(?:[ \t]|$)/;
const itemStart =
  /^(?<indent> {0,3})(?<marker>[-+*]|(?<number>\d{1,9})[.)])(?:(?<space>[ \t]+)(?<content>\S)?|$)/;

/** Follows the lines of a document and knows what is open at its top level. */
export interface LineState {
  /** Whether a line that follows can begin a chunk, being read in the same way without all that stood before it. */
  canCutBefore(line: string): boolean;
  /** Whether the line begins an item of an open list, where little else than the list would be parted. */
  isItemOfOpenList(line: string): boolean;
  /** Whether the line goes on with a quote below an empty line of it. */
  isAfterGapOfQuote(line: string): boolean;
  /** Takes the next line in. */
  take(line: string): void;
  /** Whether the next line would be code or HTML, whatever is in it. */
  isInVerbatim(): boolean;
  /** Whether the next line would be code of a fence, or its end. */
  isInFence(): boolean;
  /** What the last line was in a table at the top level: the line under its head, or a row below that. */
  tablePart(): 'none' | 'rule' | 'row';
}

export function createLineState(): LineState {
  let openFence: string | undefined;
  let htmlEnd: RegExp | 'blank' | undefined;
  /** Where the text of the open item of a top-level list begins. */
  let itemOffset: number | undefined;
  /** A fence within that item, which ends with it. */
  let itemFence: string | undefined;
  let isEmptyItem = false;
  let isAfterBlank = true;
  let isInParagraph = false;
  let isInIndentedCode = false;
  /** Also in lines that go on with a quote's paragraph without a mark. */
  let isInQuote = false;
  /** The line was a block of its own, or the end of one: whatever follows begins anew. */
  let isAfterEnd = false;
  /** What stands at the top level is text and nothing else, so that a line under it makes it a heading. */
  let paragraph: 'none' | 'plain' | 'other' = 'none';
  /** The line above, where it could be the head of a table. */
  let tableHead: string | undefined;
  let table: 'none' | 'rule' | 'row' = 'none';

  function endItem(): void {
    itemOffset = undefined;
    itemFence = undefined;
  }

  function takeText(line: string): void {
    if (takeTable(line)) return;
    const isUnderline = paragraph === 'plain' && underline.test(line);
    takeLine(line);
    const isTop = isInParagraph && itemOffset === undefined && !isInQuote;
    tableHead = isTop && line.includes('|') && !/^ {0,3}\[/.test(line) ? line : undefined;
    if (!isTop) paragraph = 'none';
    else if (paragraph === 'none') paragraph = /^ {0,3}\[/.test(line) ? 'other' : 'plain';
    else if (tableRule.test(line) && !isUnderline) paragraph = 'other';
    if (isUnderline) endParagraph();
  }

  function endParagraph(): void {
    isAfterEnd = true;
    isInParagraph = false;
    paragraph = 'none';
    tableHead = undefined;
  }

  /** Whether the line belongs to a table at the top level, and isn't its head. */
  function takeTable(line: string): boolean {
    if (table === 'none') {
      if (tableHead === undefined || !/[|:]/.test(line) || !tableRule.test(line)) return false;
      if (countCells(line) !== countCells(tableHead)) return false;
      table = 'rule';
      return true;
    }
    if (indentOf(line) < 4 && !startsBlock(line)) {
      table = 'row';
      return true;
    }
    endTable();
    return false;
  }

  function endTable(): void {
    if (table === 'none') return;
    table = 'none';
    isInParagraph = false;
    paragraph = 'none';
    tableHead = undefined;
  }

  function takeLine(line: string): void {
    const indent = indentOf(line);
    const wasInParagraph = isInParagraph;
    const wasEmptyItem = isEmptyItem;
    isInParagraph = true;
    isEmptyItem = false;
    if (itemOffset !== undefined && indent >= itemOffset) {
      takeInItem(line.trimStart());
      return;
    }
    // Only a paragraph goes on in lines that stand further left.
    if (itemFence !== undefined) endItem();
    isInIndentedCode = indent > 3 && !wasInParagraph;
    if (isInIndentedCode) isInParagraph = false;
    if (indent > 3) return;
    if (takeVerbatimStart(line, wasInParagraph) || thematicBreak.test(line) || headingStart.test(line)) {
      isAfterEnd = openFence === undefined && htmlEnd === undefined;
      endItem();
      isInParagraph = false;
      isInQuote = false;
      return;
    }
    const item = itemStart.exec(line)?.groups;
    const isItem =
      item !== undefined &&
      (!wasInParagraph ||
        isInQuote ||
        itemOffset !== undefined ||
        (item['content'] !== undefined && (item['number'] === undefined || item['number'] === '1')));
    const footnote = footnoteStart.exec(line);
    if (isItem) takeItemStart(line, offsetOfContent(item), item['content'] === undefined);
    else if (footnote) takeItemStart(line, 4, footnote[0].length === line.length);
    else if (/^ {0,3}>/.test(line)) {
      endItem();
      isInQuote = true;
      isInParagraph = !/^[ \t>]*$/.test(line);
    } else if (isAfterBlank || wasEmptyItem || !wasInParagraph) endItem();
  }

  function takeItemStart(line: string, offset: number, isEmpty: boolean): void {
    endItem();
    itemOffset = offset;
    isInQuote = false;
    isEmptyItem = isEmpty;
    isInParagraph = !isEmpty;
    takeInItem(line.slice(offset).trimStart());
  }

  function takeInItem(content: string): void {
    const mark = openingMark(content);
    if (mark !== undefined || itemFence !== undefined) isInParagraph = false;
    if (itemFence === undefined) itemFence = mark;
    else if (mark?.startsWith(itemFence)) itemFence = undefined;
  }

  function takeVerbatimStart(line: string, wasInParagraph: boolean): boolean {
    const mark = openingMark(line);
    if (mark !== undefined) {
      openFence = mark;
      return true;
    }
    if (!/^ {0,3}</.test(line)) return false;
    const long = longHtml.find(([start]) => start.test(line));
    if (long) {
      htmlEnd = long[1].test(line.trimStart().slice(2)) ? undefined : long[1];
      return true;
    }
    if (!shortHtml.test(line) && (wasInParagraph || !loneTag.test(line))) return false;
    htmlEnd = 'blank';
    return true;
  }

  function takeBlank(): void {
    endTable();
    paragraph = 'none';
    tableHead = undefined;
    isInParagraph = false;
    isInQuote = false;
    // Nothing goes on with an item that begins with a blank line, but its list does.
    if (isEmptyItem) itemOffset = Number.POSITIVE_INFINITY;
    isEmptyItem = false;
  }

  return {
    isItemOfOpenList: (line) =>
      openFence === undefined &&
      htmlEnd === undefined &&
      itemOffset !== undefined &&
      /^(?:[-+*]|[2-9][.)]|[1-9]\d{1,8}[.)])[ \t]+\S/.test(line),
    isAfterGapOfQuote: (line) => isInQuote && !isInParagraph && /^>[ \t]?[^\s>]/.test(line),
    isInFence: () => openFence !== undefined,
    tablePart: () => table,
    isInVerbatim: () => openFence !== undefined || htmlEnd !== undefined,
    canCutBefore(line) {
      if (openFence !== undefined || htmlEnd !== undefined) return false;
      // Below indented code, the parser takes fewer things for a list.
      if (!(isAfterBlank || isAfterEnd) || isInIndentedCode) return false;
      // A number below a list would begin to count anew.
      return /^\S/.test(line) && !(itemOffset !== undefined && /^\d/.test(line));
    },
    take(line) {
      const isBlank = isBlankLine(line);
      isAfterEnd = false;
      if (openFence !== undefined) {
        if (!endsCode(line, openFence)) return;
        openFence = undefined;
        isAfterEnd = true;
      } else if (htmlEnd !== undefined) {
        if (htmlEnd === 'blank' ? isBlank : htmlEnd.test(line)) htmlEnd = undefined;
      } else if (isBlank) {
        takeBlank();
      } else {
        takeText(line);
      }
      isAfterBlank = isBlank;
    },
  };
}

/** Whether a line ends a table above it. */
function startsBlock(line: string): boolean {
  return (
    /^ {0,3}(?:>|[-+*](?:[ \t]|$)|\d{1,9}[.)](?:[ \t]|$)|<)/.test(line) ||
    openingMark(line) !== undefined ||
    thematicBreak.test(line) ||
    headingStart.test(line)
  );
}

/** The cells of a row of a table, by the bars between them. */
function countCells(row: string): number {
  const inside = row
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return (inside.match(/(?<!\\)\|/g)?.length ?? 0) + 1;
}

/** Only spaces and tabs: other white space is text. */
export function isBlankLine(line: string): boolean {
  return /^[ \t]*$/.test(line);
}

function indentOf(line: string): number {
  let columns = 0;
  for (const character of line) {
    if (character === ' ') columns += 1;
    else if (character === '\t') columns += 4 - (columns % 4);
    else break;
  }
  return columns;
}

function offsetOfContent(item: Readonly<Record<string, string | undefined>>): number {
  const { indent = '', marker = '', space = '', content } = item;
  const width = indent.length + marker.length;
  const spaces = content === undefined || space.length > 4 || space.includes('\t') ? 1 : space.length;
  return width + spaces;
}
