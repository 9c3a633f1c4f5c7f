import { limitLineNesting, mayNestTooDeep } from '../../../text/markdown/nesting.ts';
import type { TextRange } from '../../text/ranges.ts';
import { hideFormula, hideFormulas, hideRestOfFormula, marks } from './formulas.ts';
import { createLineState, isBlankLine } from './lines.ts';
import { createLongBlocks } from './longBlocks.ts';

/** Some top-level blocks of a document, with what isn't read hidden. */
export interface Chunk extends TextRange {
  /** As long as the range without what is left out, character by character. */
  readonly text: string;
  /** What needs no parser: lines in the middle of long code, rows of a long table. In order, none at the start. */
  readonly leftOut: readonly TextRange[];
}

/** In characters, each line weighing some more. */
export interface ChunkLengths {
  /** The first one is short, so that there is something to say at once. */
  readonly first: number;
  readonly others: number;
  /** Where no place is safe for so long, an item of a list is. */
  readonly long: number;
  /** And then any line end is. */
  readonly longest: number;
}

const usualLengths: ChunkLengths = { first: 4_000, others: 6_000, long: 16_000, longest: 50_000 };

const reasoningStart = /^ {0,3}<(?<tag>think|thinking|reasoning)>/i;
const directive = /^ {0,3}(?::{3,}|::[a-z][\w-]*(?:[[{]|\s*$))/;
const displayFormula = /^[ \t>]*(?:\$\$|\\\[)/;

/**
 * A document in chunks that are read as they would be within the whole. Only places at which nothing is open are
 * taken for that, while there are any. `dialect` mdx has lines of JavaScript among the others; what is asked for
 * begins at `from`.
 */
export function* chunksOf(
  source: string,
  {
    dialect,
    lengths = usualLengths,
    from = 0,
  }: { readonly dialect?: 'mdx'; readonly lengths?: ChunkLengths; readonly from?: number } = {},
): Generator<Chunk> {
  const state = createLineState();
  const long = createLongBlocks(from);
  let start = endOfFrontMatter(source);
  let hidden: Hidden[] = [];
  let reasoning: RegExp | undefined;
  let formulaEnd: string | undefined;
  let isInScript = false;
  let wanted = lengths.first;
  let weight = 0;
  let at = start;
  const lineEnd = /\r\n?|\n/g;
  while (at < source.length) {
    lineEnd.lastIndex = at;
    const found = lineEnd.exec(source);
    const end = found?.index ?? source.length;
    const next = found ? end + found[0].length : end;
    const line = source.slice(at, end);
    const shown = hideInLine(line, at);
    if (at > start && canCut(shown)) {
      yield makeChunk(source, { start, end: at }, hidden, long.takeLeftOut());
      hidden = hidden.filter((part) => part.start >= at);
      start = at;
      weight = 0;
      wanted = lengths.others;
    }
    const wasInFence = state.isInFence();
    state.take(shown);
    weight += long.take(
      { start: at, end, next },
      wasInFence && state.isInFence() ? 'code' : state.tablePart(),
    );
    at = next;
  }
  if (start < source.length) {
    yield makeChunk(source, { start, end: source.length }, hidden, long.takeLeftOut());
  }

  function canCut(line: string): boolean {
    if (weight < wanted) return false;
    if (state.canCutBefore(line)) return true;
    if (weight >= lengths.long && (state.isItemOfOpenList(line) || state.isAfterGapOfQuote(line)))
      return true;
    // What is indented would be taken for code. The rows of a table are heard with the names of its columns.
    const longest = /^ {0,3}\S/.test(line) ? lengths.longest : 2 * lengths.longest;
    return weight >= longest && !state.isInVerbatim() && state.tablePart() === 'none';
  }

  /** The line as the parser shall see it. */
  function hideInLine(line: string, offset: number): string {
    if (reasoning === undefined && (state.isInVerbatim() || line === '')) return endOpen(line);
    const tag = reasoning === undefined ? reasoningStart.exec(line)?.groups?.['tag'] : undefined;
    if (tag !== undefined) reasoning = new RegExp(`</${tag}>`, 'i');
    if (reasoning !== undefined) {
      const close = reasoning.exec(line);
      const length = close ? close.index + close[0].length : line.length;
      if (close) reasoning = undefined;
      return replace(line, offset, ' '.repeat(length) + line.slice(length));
    }
    if (dialect === 'mdx') {
      isInScript = isInScript ? !isBlankLine(line) : /^(?:import|export)\s/.test(line);
      if (isInScript) return replace(line, offset, ' '.repeat(line.length));
    }
    if (formulaEnd === undefined && directive.test(line))
      return replace(line, offset, ' '.repeat(line.length));
    return hideDisplayFormula(line, offset);
  }

  function endOpen(line: string): string {
    formulaEnd = undefined;
    isInScript = false;
    return line;
  }

  /** A formula of several lines: it ends with its mark, or at a blank line, as in TeX itself. */
  function hideDisplayFormula(line: string, offset: number): string {
    if (isBlankLine(line)) return endOpen(line);
    const prefix = /^[ \t>]*/.exec(line)?.[0] ?? '';
    const body = line.slice(prefix.length);
    if (formulaEnd === undefined) {
      if (!displayFormula.test(line)) return line;
      const end = body.startsWith('$$') ? '$$' : '\\]';
      const rest = body.slice(2);
      if (rest.includes(end) || (rest.trim() !== '' && !/[\\^_={}+]/.test(rest))) return line;
      formulaEnd = end;
      return replace(line, offset, prefix + hideFormula(body));
    }
    const close = body.indexOf(formulaEnd);
    const length = close < 0 ? body.length : close + 2;
    if (close >= 0) formulaEnd = undefined;
    return replace(line, offset, prefix + hideRestOfFormula(body.slice(0, length)) + body.slice(length));
  }

  function replace(line: string, offset: number, shown: string): string {
    if (shown !== line) hidden.push({ start: offset, shown });
    return shown;
  }
}

/** A line that isn't shown to the parser as it is. */
interface Hidden {
  readonly start: number;
  readonly shown: string;
}

function makeChunk(
  source: string,
  { start, end }: TextRange,
  hidden: readonly Hidden[],
  leftOut: readonly TextRange[],
): Chunk {
  let text = '';
  let at = start;
  let nextHidden = 0;
  for (const gap of [...leftOut, { start: end, end }]) {
    for (let part = hidden[nextHidden]; part && part.start < gap.end; part = hidden[nextHidden]) {
      nextHidden += 1;
      if (part.start >= gap.start) continue;
      text += source.slice(at, part.start) + part.shown;
      at = part.start + part.shown.length;
    }
    text += source.slice(at, gap.start);
    at = gap.end;
  }
  return { start, end, text: hideWikiLinks(hideFormulas(limitNesting(text))), leftOut };
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

/** `[[page|text]]`: what is shown is the text, or else the page. */
function hideWikiLinks(text: string): string {
  if (!text.includes('[[')) return text;
  return text.replaceAll(
    /(?<![\\\w])(?<open>!?\[\[(?:[^[\]|\r\n`]{1,300}\|)?)(?<label>[^[\]|\r\n`]{1,300})\]\](?!\()/g,
    (_, open: string, label: string) => marks.silent.repeat(open.length) + label + marks.silent.repeat(2),
  );
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

function limitNesting(text: string): string {
  if (!mayNestTooDeep(text)) return text;
  return text
    .split('\n')
    .map((line) => limitLineNesting(line, marks.silent))
    .join('\n');
}
