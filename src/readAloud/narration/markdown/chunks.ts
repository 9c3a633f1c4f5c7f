import type { TextRange } from '../text/ranges.ts';
import { BlockFollower, beginsBlock, closedBlocks } from './closedBlocks.ts';
import { hideUnsaid, type ParsedChunk, parseChunk } from './parseForNarration.ts';

/** Some top-level blocks of a document, as they are within the whole. */
export interface Chunk extends TextRange {
  /** What was parsed. */
  readonly text: string;
  /** Undefined for what the parser chokes on. */
  readonly parsed: ParsedChunk | undefined;
}

/** In characters, each line weighing some more. */
interface ChunkLengths {
  /** The first one is short, so that there is something to say at once. */
  readonly first: number;
  readonly others: number;
  /** What is longer is cut at the next item or heading. */
  readonly long: number;
  /** And any other block then at the end of a line, but for code and tables: the rest would be something else. */
  readonly longest: number;
}

export interface ChunkOptions {
  readonly dialect?: 'mdx';
  readonly lengths?: ChunkLengths;
  /** What is asked for begins here. */
  readonly from?: number;
}

const usualLengths: ChunkLengths = { first: 4_000, others: 6_000, long: 10_000, longest: 50_000 };
/** The parser's work grows with the square of the lines that are blocks of their own. */
const weightOfLine = 60;
const beginsPart = /^(?:[-*+]|\d{1,9}[.)]|#{1,6})(?=[ \t]|$)/;
/** Below the names of a table's columns. */
const underTableHead = /^[ \t>:-]*\|[ \t>|:-]*$/;

/**
 * A document in chunks. They end where a look at the lines says that all blocks before are closed: nothing is parsed
 * twice.
 */
export function* chunksOf(
  source: string,
  { dialect, lengths = usualLengths, from = 0 }: ChunkOptions = {},
): Generator<Chunk> {
  const front = endOfFrontMatter(source);
  let start = front + closedBlocks(source.slice(front, from)).closed;
  let wanted = lengths.first;
  let follower = new BlockFollower();
  let weight = 0;
  let isInTable = false;

  function takeTo(end: number): Chunk {
    const text = hideUnsaid(source.slice(start, end), dialect);
    const chunk = { start, end, text, parsed: parseChunk(text) };
    start = end;
    weight = 0;
    wanted = lengths.others;
    return chunk;
  }

  /** Whether what was read so far is a chunk, and this line begins the next one. */
  function mayEndBefore(line: string): boolean {
    if (follower.start !== undefined) return false;
    if (follower.isAfterBlank && beginsBlock.test(line)) return weight >= wanted;
    if (beginsPart.test(line)) return weight >= lengths.long;
    // A chunk that starts with an indented line would be parsed as code.
    return !isInTable && weight >= lengths.longest * (/^[ \t]/.test(line) ? 2 : 1);
  }

  for (let at = start; at < source.length; ) {
    const end = source.indexOf('\n', at) + 1 || source.length;
    const line = source.slice(at, end).replace(/\r?\n$/, '');
    const thoughtsEnd = follower.start === undefined ? endOfThoughts(source, at) : undefined;
    if (at > start && (thoughtsEnd !== undefined || mayEndBefore(line))) yield takeTo(at);
    if (thoughtsEnd !== undefined) {
      start = thoughtsEnd;
      at = thoughtsEnd;
      follower = new BlockFollower();
      continue;
    }
    follower.take(line, at);
    isInTable = line.trim() !== '' && (isInTable || underTableHead.test(line));
    weight += end - at + weightOfLine;
    at = end;
  }
  if (start < source.length) yield takeTo(source.length);
}

/** Where a model's thoughts end whose tag begins a line; undefined for any other line. */
function endOfThoughts(source: string, at: number): number | undefined {
  const tag = /^ {0,3}<(think|thinking|reasoning)>/i.exec(source.slice(at, at + 20))?.[1];
  if (tag === undefined) return undefined;
  const close = new RegExp(`</${tag}>`, 'gi');
  close.lastIndex = at;
  return close.test(source) ? close.lastIndex : source.length;
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
