import type { TextRange } from '../text/ranges.ts';
import { BlockFollower, beginsBlock, closedBlocks } from './closedBlocks.ts';
import { hideUnsaid, type ParsedChunk, parseChunk } from './parseForNarration.ts';

/** A few consecutive top-level blocks of a document. */
export interface Chunk extends TextRange {
  /** Undefined if the parser fails on the text. */
  readonly parsed: ParsedChunk | undefined;
}

/** Lengths in characters, plus a weight for each line. */
export interface ChunkLengths {
  /** The first chunk is short, so that narration can start at once. */
  readonly first: number;
  readonly others: number;
  /** A longer chunk is cut at the next item or heading. */
  readonly long: number;
  /** An even longer one is cut at any line end, except in code and tables, whose rest would parse as something else. */
  readonly longest: number;
}

const usualLengths: ChunkLengths = { first: 4_000, others: 6_000, long: 10_000, longest: 50_000 };
/** Weight of a line: the parser's time grows with the square of the number of single-line blocks. */
const weightOfLine = 60;
const beginsPart = /^(?:[-*+]|\d{1,9}[.)]|#{1,6})(?=[ \t]|$)/;
/** The delimiter row of a table. */
const underTableHead = /^[ \t>:-]*\|[ \t>|:-]*$/;

/**
 * A document in chunks, those before `from` left out. They end where the lines alone show that all blocks before are
 * closed: nothing is parsed twice.
 */
export function* chunksOf(source: string, from = 0, lengths = usualLengths): Generator<Chunk> {
  const front = endOfFrontMatter(source);
  let start = front + closedBlocks(source.slice(front, from)).closed;
  let wanted = lengths.first;
  let follower = new BlockFollower();
  let weight = 0;
  let isInTable = false;

  function takeTo(end: number): Chunk {
    const chunk = { start, end, parsed: parseChunk(hideUnsaid(source.slice(start, end)), start) };
    start = end;
    weight = 0;
    wanted = lengths.others;
    return chunk;
  }

  /** Whether the lines so far are a complete chunk, and this line may begin the next one. */
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

/** The end of a model's thinking, if this line begins with its tag; undefined for any other line. */
function endOfThoughts(source: string, at: number): number | undefined {
  const tag = /^ {0,3}<(think|thinking|reasoning)>/i.exec(source.slice(at, at + 20))?.[1];
  if (tag === undefined) return undefined;
  const close = new RegExp(`</${tag}>`, 'gi');
  close.lastIndex = at;
  return close.test(source) ? close.lastIndex : source.length;
}

/** Front matter in YAML or TOML. A line of dashes with prose below it is only a thematic break. */
const frontMatter =
  /^(---|\+\+\+)[ \t]*(?=\r?\n(?:["']?[\w$. -]+["']?\s*[:=]|#|- |\{|\1[ \t\r]*(?:\n|$)))[\s\S]*?\r?\n(?:\1|\.\.\.)[ \t]*(?:\r?\n|$)/;

function endOfFrontMatter(source: string): number {
  const start = source.startsWith('\uFEFF') ? 1 : 0;
  return start + (frontMatter.exec(source.slice(start, start + 64_000))?.[0].length ?? 0);
}
