import type { Nodes, Root } from 'mdast';
import { endsCode, readFence } from '../../../text/codeFence.ts';
import type { TextRange } from '../text/ranges.ts';
import { closedBlocks, thoughtsFrom } from './closedBlocks.ts';
import { hideUnsaid, type ParsedChunk, parseChunk, rangeOf } from './parseForNarration.ts';

/** Some top-level blocks of a document, as they are within the whole. */
export interface Chunk extends TextRange {
  /** What was parsed, which may go on behind the end: as long as the source without what is left out. */
  readonly text: string;
  /** What needs no parser: lines in the middle of long code, rows of a long table. In order, none at the start. */
  readonly leftOut: readonly TextRange[];
  /** Undefined for what the parser chokes on. */
  readonly parsed: ParsedChunk | undefined;
}

/** In characters, each line weighing some more. */
export interface ChunkLengths {
  /** The first one is short, so that there is something to say at once. */
  readonly first: number;
  readonly others: number;
  /** A list or a quote that is longer is cut between its items. */
  readonly long: number;
  /** And any other block then at the end of a line. */
  readonly longest: number;
}

interface ChunkOptions {
  readonly dialect?: 'mdx';
  readonly lengths?: ChunkLengths;
  /** What is asked for begins here. */
  readonly from?: number;
}

const usualLengths: ChunkLengths = { first: 4_000, others: 6_000, long: 16_000, longest: 50_000 };
/** The parser's work grows with the square of the lines that are blocks of their own. */
const weightOfLine = 60;
/** More is tried where a block goes on behind what was parsed. */
const growth = 3;

/**
 * A document in chunks. As much as may be is parsed; the last block that was found could go on behind that, so that it
 * begins what is parsed next.
 */
export function* chunksOf(
  source: string,
  { dialect, lengths = usualLengths, from = 0 }: ChunkOptions = {},
): Generator<Chunk> {
  const front = endOfFrontMatter(source);
  let at = front + closedBlocks(source.slice(front, from)).closed;
  let length = lengths.first;
  const allThoughts = thoughtsFrom(source, at);
  let thoughts = nextThoughts();

  function nextThoughts(): TextRange {
    const none = { start: source.length, end: source.length };
    return allThoughts.next().value ?? none;
  }

  function parse(range: TextRange, leftOut: readonly TextRange[] = []): Chunk {
    let text = '';
    let start = range.start;
    for (const gap of [...leftOut, { start: range.end, end: range.end }]) {
      text += source.slice(start, gap.start);
      start = gap.end;
    }
    const shown = hideUnsaid(text, dialect);
    return { ...range, text: shown, leftOut, parsed: parseChunk(shown) };
  }

  while (at < source.length) {
    if (thoughts.start <= at) {
      at = Math.max(at, thoughts.end);
      thoughts = nextThoughts();
      continue;
    }
    const end = Math.min(thoughts.start, endOfWeight(source, at, length));
    const chunk = parse({ start: at, end });
    const root = end === thoughts.start ? undefined : chunk.parsed?.root;
    const last = root?.children.at(-1);
    const long = last && findLongBlock(source, at + rangeOf(last).start, last, from);
    const open = root && last && takeOpen(root, last, length >= lengths.long);
    if (long && long.end > end) {
      yield parse({ start: at, end: long.end }, long.leftOut);
      at = long.end;
    } else if (open) {
      const next = startOfLine(source, at + rangeOf(open).start);
      yield { ...chunk, end: next };
      at = next;
    } else if (last && mayGrow(last, source.charAt(end))) {
      length = length < lengths.longest ? Math.min(lengths.longest, length * growth) : length * 2;
      continue;
    } else {
      yield chunk;
      at = end;
    }
    length = lengths.others;
  }

  /** What is indented would be taken for code, and the rest of an element for text. */
  function mayGrow({ type }: Nodes, next: string): boolean {
    const isCut = /[ \t]/.test(next) ? length >= 2 * lengths.longest : length >= lengths.longest;
    return !isCut || type === 'html';
  }
}

/** A range of a chunk's text as a range of the source. */
export function locateInSource({ start: chunkStart, leftOut }: Chunk, { start, end }: TextRange): TextRange {
  let from = chunkStart + start;
  let to = chunkStart + end;
  for (const gap of leftOut) {
    const length = gap.end - gap.start;
    if (from >= gap.start) from += length;
    if (to > gap.start) to += length;
  }
  return { start: from, end: Math.max(from, to) };
}

/** Takes the last block out of a tree, or of a long list or quote its last part, unless that is all there is. */
function takeOpen({ children }: Root, last: Nodes, isLong: boolean): Nodes | undefined {
  if (children.length > 1) return children.pop();
  const parts: Nodes[] = isLong && (last.type === 'list' || last.type === 'blockquote') ? last.children : [];
  return parts.length > 1 ? parts.pop() : undefined;
}

/** A block that is known by its lines alone, and what of it the parser needn't see. */
interface LongBlock {
  readonly end: number;
  readonly leftOut: readonly TextRange[];
}

/** Fenced code, or a table, however long; undefined for any other block. */
function findLongBlock(source: string, start: number, { type }: Nodes, from: number): LongBlock | undefined {
  const first = startOfLine(source, start);
  if (type === 'table') return findTable(source, first, from);
  const { end, next } = lineAt(source, first);
  const fence = type === 'code' ? readFence(source.slice(first, end)) : undefined;
  // Deeper, it is code itself.
  return fence && fence.indent < 4 ? findCode(source, next, fence.mark) : undefined;
}

/** Of code only the lines are counted or read, which takes no parser: the first and the last show where it stands. */
const maximumCode = 2_000;

function findCode(source: string, start: number, mark: string): LongBlock {
  /** Behind the first line that isn't empty, and before the last. */
  let inside: { readonly start: number; end: number } | undefined;
  let at = start;
  while (at < source.length) {
    const { end, next } = lineAt(source, at);
    const isEnd = endsCode(source.slice(at, end), mark);
    if (!isEnd && end > at) {
      if (inside) inside.end = at;
      else inside = { start: next, end: next };
    }
    at = next;
    if (isEnd) break;
  }
  return { end: at, leftOut: inside && inside.end - inside.start > maximumCode ? [inside] : [] };
}

/** More rows of a table than anyone hears. */
const maximumRows = 40;
/** What could end a table without a blank line. */
const couldBeBlock =
  /^(?: {0,3}(?:[>#`~<]|(?:[*+-]|\d+[.)])(?:\s|$)|([*_-])(?:[ \t]*\1){2,}\s*$)| {4}|\t|\s*$)/;

/** Rows from `from` on are kept: no others are asked for. */
function findTable(source: string, start: number, from: number): LongBlock {
  const leftOut: TextRange[] = [];
  let kept = 0;
  // Behind the names of the columns and the rule below them.
  let at = lineAt(source, lineAt(source, start).next).next;
  while (at < source.length) {
    const { end, next } = lineAt(source, at);
    if (couldBeBlock.test(source.slice(at, end))) break;
    const last = leftOut.at(-1);
    if (end > from && kept < maximumRows) kept += 1;
    else if (last?.end === at) leftOut[leftOut.length - 1] = { start: last.start, end: next };
    else leftOut.push({ start: at, end: next });
    at = next;
  }
  return { end: at, leftOut };
}

function endOfWeight(source: string, start: number, most: number): number {
  let at = start;
  for (let weight = 0; weight < most && at < source.length; ) {
    const { next } = lineAt(source, at);
    weight += next - at + weightOfLine;
    at = next;
  }
  return at;
}

/** Where a line ends, and where the next one begins. */
function lineAt(source: string, start: number): { readonly end: number; readonly next: number } {
  const lineEnd = /\r\n?|\n/g;
  lineEnd.lastIndex = start;
  const found = lineEnd.exec(source);
  return { end: found?.index ?? source.length, next: found ? lineEnd.lastIndex : source.length };
}

function startOfLine(source: string, at: number): number {
  let start = at;
  while (start > 0 && !/[\r\n]/.test(source.charAt(start - 1))) start -= 1;
  return start;
}

/** YAML or TOML at the very start. A line of dashes with prose below it is only a line. */
function endOfFrontMatter(source: string): number {
  const start = source.startsWith('\uFEFF') ? 1 : 0;
  const head = source.slice(start, start + 64_000);
  const opening = /^(?<mark>---|\+\+\+)[ \t]*\r?\n(?<first>[^\r\n]*)/.exec(head)?.groups;
  const mark = opening?.['mark'];
  if (opening === undefined || mark === undefined) return start;
  const isData =
    mark === '---' ? /^(?:["']?[\w$. -]+["']?\s*:|#|- |\{|---\s*$)/ : /^(?:[\w"'. -]+=|#|\[|\+\+\+\s*$)/;
  if (!isData.test(opening['first'] ?? '')) return start;
  const close = (
    mark === '---' ? /\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/ : /\r?\n\+\+\+[ \t]*(?:\r?\n|$)/
  ).exec(head);
  return close ? start + close.index + close[0].length : start;
}
