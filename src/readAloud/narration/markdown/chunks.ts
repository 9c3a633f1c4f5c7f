import type { Nodes, Root } from 'mdast';
import type { TextRange } from '../text/ranges.ts';
import { closedBlocks, thoughtsFrom } from './closedBlocks.ts';
import { hideUnsaid, type ParsedChunk, parseChunk, rangeOf } from './parseForNarration.ts';

/** Some top-level blocks of a document, as they are within the whole. */
export interface Chunk extends TextRange {
  /** What was parsed, which may go on behind the end. */
  readonly text: string;
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
  /** And any other block then at the end of a line, but for code, tables and HTML: the rest would be something else. */
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

  function parse(range: TextRange): Chunk {
    const text = hideUnsaid(source.slice(range.start, range.end), dialect);
    return { ...range, text, parsed: parseChunk(text) };
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
    const open = root && last && takeOpen(root, last, length >= lengths.long);
    if (open) {
      const next = startOfLine(source, at + rangeOf(open).start);
      yield { ...chunk, end: next };
      at = next;
    } else if (last && mayGrow(last, chunk.text, source.charAt(end))) {
      length = length < lengths.longest ? Math.min(lengths.longest, length * growth) : length * 2;
      continue;
    } else {
      yield chunk;
      at = end;
    }
    length = lengths.others;
  }

  function mayGrow(last: Nodes, text: string, next: string): boolean {
    const isFenced = last.type === 'code' && /[`~]/.test(text.charAt(rangeOf(last).start));
    // What is indented would be taken for code.
    const isCut = /[ \t]/.test(next) ? length >= 2 * lengths.longest : length >= lengths.longest;
    return !isCut || isFenced || last.type === 'html' || last.type === 'table';
  }
}

/** Takes the last block out of a tree, or of a long list or quote its last part, unless that is all there is. */
function takeOpen({ children }: Root, last: Nodes, isLong: boolean): Nodes | undefined {
  if (children.length > 1) return children.pop();
  const parts: Nodes[] = isLong && (last.type === 'list' || last.type === 'blockquote') ? last.children : [];
  return parts.length > 1 ? parts.pop() : undefined;
}

function endOfWeight(source: string, start: number, most: number): number {
  const lineEnd = /\r\n?|\n|$/g;
  lineEnd.lastIndex = start;
  let at = start;
  for (let weight = 0; weight < most && at < source.length; weight += weightOfLine) {
    const found = lineEnd.exec(source);
    const next = found?.[0] ? lineEnd.lastIndex : source.length;
    weight += next - at;
    at = next;
  }
  return at;
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
