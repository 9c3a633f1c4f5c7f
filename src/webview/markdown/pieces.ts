import type {
  Definition,
  FootnoteDefinition,
  Heading,
  List,
  ListItem,
  RootContent,
  Table,
  TableRow,
} from 'mdast';
import { openingMark } from '../../text/codeFence.ts';

/**
 * A unit that is shown, frozen and replaced as a whole: a top-level block, an item of a top-level list, or a row of a
 * top-level table.
 */
export interface Piece {
  /** Two pieces with the same key look the same, as long as the same labels are defined. */
  key: string;
  /** Only pieces of the same kind can be patched into each other, within their list or table. */
  kind: string;
  node: RootContent | ListItem | TableRow;
  /** The list or table that contains the piece. */
  owner?: { node: List | Table; isFirst: boolean };
  /** Offset of the line where the piece starts. */
  start: number;
}

/**
 * The top-level blocks as pieces, in order. With `continues`, the first block is the rest of an earlier list or table.
 */
export function splitIntoPieces(nodes: readonly RootContent[], source: string, continues: boolean): Piece[] {
  return nodes.flatMap((node, nodeIndex): Piece[] => {
    if (node.type !== 'list' && node.type !== 'table') {
      const { type: kind } = node;
      return [{ key: `${kind} ${keyOf(node, source)}`, kind, node, start: lineStartOf(node) }];
    }
    const ownerKind =
      node.type === 'table' ? `table ${node.align?.join()}` : `list ${node.ordered} ${node.start}`;
    return node.children.map((child, index) => {
      const isFirst = index === 0 && !(continues && nodeIndex === 0);
      const kind = isFirst ? ownerKind : child.type;
      return {
        key: `${kind} ${keyOf(child, source)}`,
        kind,
        node: child,
        owner: { node, isFirst },
        start: lineStartOf(child),
      };
    });
  });
}

/** Offset of the text after a piece. The header of a table includes the delimiter row below it. */
export function offsetAfter(piece: Piece, source: string): number {
  const offset = source.indexOf('\n', piece.node.position?.end.offset) + 1;
  const isTableHead = piece.owner?.node.type === 'table' && piece.owner.node.children[0] === piece.node;
  return isTableHead ? source.indexOf('\n', offset) + 1 : offset;
}

/**
 * Number of pieces that no further text can change. A line counts only once its line break has arrived: until then,
 * `<div` may become `<divider>`, and `1` may become `1. next item`.
 */
export function countClosedPieces(
  nodes: readonly RootContent[],
  pieces: readonly Piece[],
  source: string,
): number {
  const lastLine = source.split('\n').length;
  const firstOpen = nodes.findLastIndex((node, index) => {
    const previous = nodes[index - 1];
    return previous !== undefined && isClosedBy(previous, node, source, lastLine);
  });
  const openNode = nodes[Math.max(firstOpen, 0)];
  if (!openNode) return 0;
  const firstPieceOfOpenNode = pieces.findIndex((piece) => (piece.owner?.node ?? piece.node) === openNode);
  return firstPieceOfOpenNode + countClosedParts(openNode, lastLine);
}

/*
 * In the first line of a block right below a paragraph, or below indented code, the parser accepts fewer things
 * as the start of a list, of HTML or of code, even inside a quote. There the start of a block is not a place to cut:
 * without the block before it, its first line would be parsed differently.
 */
const containers: readonly string[] = ['blockquote', 'list', 'footnoteDefinition'];
const startOfContainer = /^\s*(?:>|[-+*]|\d{1,9}(?:[.)]|$)|\[(?:\^|$))/;
const plainStartOfContainer =
  /^\s*(?:>|[-+*]|\d{1,9}[.)]|\[\^[^\]]+\]:)[ \t]{0,3}(?!$|[\s<>]|[-+*](?:\s|$)|\d{1,9}(?:[.)]|$)|\[\^)/;

/** Whether `previous` is finished for good, given that the parser has found `next` to start after it. */
function isClosedBy(previous: RootContent, next: RootContent, source: string, lastLine: number): boolean {
  if (previous.type === 'heading' || previous.type === 'thematicBreak') return true;
  // A formula ends at its closing mark or at a blank line, and nothing continues it after that.
  if (previous.type === 'math') return true;
  if (previous.type === 'code') {
    return isFenced(previous, source) || !startOfContainer.test(firstLineOf(next, source));
  }
  const nextStart = startLineOf(next);
  const isAfterBlankLine = nextStart - endLineOf(previous) > 1;
  if (nextStart >= lastLine) {
    // The first line of `next` is still streaming: only a blank line ends the block before it. A list continues
    // after blank lines if this line turns out to be an item, as `1` or `* * *` still can.
    const couldBeItem = next.type === 'thematicBreak' || /^\s*\d{1,9}[.)]?$/.test(firstLineOf(next, source));
    return isAfterBlankLine && !(previous.type === 'list' && couldBeItem);
  }
  if (isAfterBlankLine) return true;
  // A line may be the header of a table, depending on the line below it. Until that line is complete, the parser
  // may take either line for something else.
  if (nextStart + 1 >= lastLine) return false;
  if (next.type === 'code') return isFenced(next, source);
  if (containers.includes(next.type)) return plainStartOfContainer.test(firstLineOf(next, source));
  // Right below an empty item, without a blank line, the parser takes `[ ]` for a task checkbox.
  if (previous.type === 'list') return false;
  // Lines after a definition may all turn out to be its title.
  return !(previous.type === 'definition' && (next.type === 'paragraph' || next.type === 'heading'));
}

function isFenced(node: RootContent, source: string): boolean {
  return openingMark(firstLineOf(node, source)) !== undefined;
}

function firstLineOf(node: RootContent, source: string): string {
  const start = lineStartOf(node);
  const end = source.indexOf('\n', start);
  return source.slice(start, end === -1 ? undefined : end);
}

/** Number of items or rows at the start of the first open block that no further text can change. */
function countClosedParts(node: RootContent, lastLine: number): number {
  if (node.type === 'list') {
    return Math.max(
      node.children.findLastIndex((item) => startLineOf(item) < lastLine),
      0,
    );
  }
  if (node.type === 'table' && startLineOf(node) + 1 < lastLine) {
    return node.children.findLastIndex((row) => endLineOf(row) < lastLine) + 1;
  }
  return 0;
}

type Positioned = RootContent | ListItem | TableRow;

function startLineOf(node: Positioned): number {
  return node.position?.start.line ?? 0;
}

function endLineOf(node: Positioned): number {
  return node.position?.end.line ?? 0;
}

function lineStartOf(node: Positioned): number {
  const start = node.position?.start;
  return start ? (start.offset ?? 0) - (start.column - 1) : 0;
}

/** Everything that determines how a piece looks: its text, and its heading levels, which depend on earlier headings. */
function keyOf(node: Positioned, source: string): string {
  const levels = headingsIn([node]).map(({ data }) => data?.level);
  return `${levels.join()} ${source.slice(lineStartOf(node), node.position?.end.offset)}`;
}

declare module 'mdast' {
  interface HeadingData {
    /** The level of the element; nested headings never skip a level. */
    level?: number;
  }
}

/** The view's own headings use the levels above this. */
export const firstHeadingLevel = 3;
const lastHeadingLevel = 6;

type Block = RootContent | ListItem | TableRow | List | Table;

export interface Labels {
  readonly definitions: readonly Definition[];
  readonly footnotes: readonly FootnoteDefinition[];
}

/**
 * Assigns heading levels so that a person who navigates by headings never encounters a gap, whatever levels a model
 * skips. `before` is the level of the previous heading.
 */
export function levelHeadings(nodes: readonly Block[], before: number): void {
  let level = before;
  for (const heading of headingsIn(nodes)) {
    level = Math.min(heading.depth + firstHeadingLevel - 1, level + 1, lastHeadingLevel);
    heading.data = { level };
  }
}

/** All headings in the blocks, in order. */
export function headingsIn(nodes: readonly Block[]): Heading[] {
  return blocksIn(nodes).filter((node) => node.type === 'heading');
}

/** The definitions and footnotes in the blocks. */
export function labelsIn(nodes: readonly Block[]): Labels {
  const blocks = blocksIn(nodes);
  return {
    definitions: blocks.filter((node) => node.type === 'definition'),
    footnotes: blocks.filter((node) => node.type === 'footnoteDefinition'),
  };
}

/** The blocks with those in lists, quotes and footnotes, in order. */
function blocksIn(nodes: readonly Block[]): Block[] {
  return nodes.flatMap((node) => {
    const isContainer = node.type === 'listItem' || containers.includes(node.type);
    return isContainer && 'children' in node ? [node, ...blocksIn(node.children as Block[])] : [node];
  });
}
