import { languageOf } from '../../../text/scripts.ts';
import type { NarratedBlock } from '../block.ts';
import { type TextRange, trimRange } from '../text/ranges.ts';
import { segmenterOf, sentencesFrom } from '../text/sentences.ts';
import { locateBetween, locateSource } from '../text/spokenText.ts';
import type { Utterance, UtteranceSource } from './utterance.ts';

export interface PlanOptions {
  /** Maximum UTF-8 bytes of one utterance, 16 or more: less than the 1024 that the contract recommends (section 8). */
  readonly maximumBytes?: number;
  /** Sentences follow the text closely and cache well; paragraphs keep the tone of a voice steady. */
  readonly granularity: 'sentence' | 'paragraph';
}

/** A position up to which a reading is planned. */
interface PlanPlace {
  /** Index of the next utterance. */
  readonly index: number;
  /** Number of the next block. */
  readonly paragraph: number;
}

const defaultMaximumBytes = 1000;
/** Shorter sentences, in bytes, are spoken together with the next one. */
const shortSentence = 40;
/** Maximum bytes of sentences of a paragraph that are spoken together. */
const fullParagraph = 900;
/** The first utterance is short, so that playback starts soon; the second arrives while the first is playing. */
const first: ClauseSizes = { least: 40, wanted: 120, stillGood: 160, tooLong: 300 };
const second: ClauseSizes = { least: 80, wanted: 300, stillGood: 300, tooLong: Number.POSITIVE_INFINITY };

/** With this many characters after it, a cut within a sentence no longer moves. */
const enoughBehind = 64;
/** With a lower limit, cutting a long sentence to fit also affects its first part. */
const freeOfLimit = 3 * first.stillGood;

/** Whether an utterance that ends within a sentence would still end there if more text followed. */
export function staysWithinSentence(
  { index, bytes }: Utterance,
  behind: string,
  { maximumBytes = defaultMaximumBytes }: PlanOptions,
): boolean {
  return index === 0 && maximumBytes >= freeOfLimit
    ? staysCut(bytes, behind, first)
    : behind.length >= enoughBehind;
}

/** The utterances of blocks in order. Lazy: a text of any length starts at once. */
export function planUtterances(blocks: Iterable<NarratedBlock>, options: PlanOptions): UtteranceSource {
  const utterances = utterancesOf(blocks, options);
  return {
    next() {
      const { done, value } = utterances.next();
      return done ? undefined : value;
    },
  };
}

/** The same, from any position of a reading on. */
export function* utterancesOf(
  blocks: Iterable<NarratedBlock>,
  options: PlanOptions,
  place: PlanPlace = { index: 0, paragraph: 0 },
): Generator<Utterance, undefined> {
  let { index, paragraph } = place;
  let start = 0;
  let end = 0;
  for (const block of blocks) {
    let isFirst = true;
    for (const spoken of cutBlock(block.text, options, index)) {
      const text = textOf(block.text, spoken);
      const source = locateSource(block, spoken) ?? locateBetween(block, spoken) ?? { start: end, end };
      // A word may stand for an earlier range, such as a column name; the highlight never moves back.
      start = Math.max(start, source.start);
      end = Math.max(start, source.end);
      yield {
        index,
        start,
        end,
        text,
        bytes: countBytes(text),
        paragraph,
        kind: block.kind,
        ...(isFirst && block.kind === 'heading' && { heading: headingOf(block) }),
        language: languageOf(text),
      };
      isFirst = false;
      index += 1;
    }
    if (!isFirst) paragraph += 1;
  }
  return undefined;
}

/** The heading of a block. The full stop that makes a voice pause is not part of the title. */
function headingOf({ text, spans, depth = 1 }: NarratedBlock) {
  const end = spans.at(-1)?.spokenEnd ?? text.length;
  const isPause = /^[.。]$/.test(text.slice(end));
  return { depth, title: isPause ? text.slice(0, end) : text };
}

/** The parts of a block's text, one request each. `index` is the index of the first one. */
function* cutBlock(text: string, options: PlanOptions, index: number): Generator<TextRange> {
  const { maximumBytes = defaultMaximumBytes } = options;
  let given = index;
  let waiting: TextRange | undefined;
  for (const sentence of sentencesFrom(text)) {
    for (const piece of cutToFit(text, sentence, maximumBytes)) {
      let rest: TextRange | undefined = piece;
      while (rest) {
        if (waiting && areOne(text, waiting, rest, given, options)) {
          waiting = { start: waiting.start, end: rest.end };
          break;
        }
        if (waiting && isPronounceable(textOf(text, waiting))) {
          yield waiting;
          given += 1;
        }
        const sizes = clauseSizes(given, options);
        [waiting, rest] = (sizes && cutAtClause(text, rest, sizes)) ?? [rest];
      }
    }
  }
  if (waiting && isPronounceable(textOf(text, waiting))) yield waiting;
}

/** Whether two consecutive parts are sent as one request, which would have this index. */
function areOne(
  text: string,
  left: TextRange,
  right: TextRange,
  index: number,
  options: PlanOptions,
): boolean {
  const { maximumBytes = defaultMaximumBytes, granularity } = options;
  if (index === 0) return false;
  const bytes = countBytes(textOf(text, { start: left.start, end: right.end }));
  if (bytes > maximumBytes) return false;
  if (granularity === 'sentence') return countBytes(textOf(text, left)) < shortSentence;
  return bytes <= (index === 1 ? second.wanted : fullParagraph);
}

function clauseSizes(index: number, { granularity }: PlanOptions): ClauseSizes | undefined {
  if (index === 0) return first;
  return index === 1 && granularity === 'paragraph' ? second : undefined;
}

function textOf(text: string, { start, end }: TextRange): string {
  return text.slice(start, end);
}

/** Where a sentence may be cut so that its first part arrives soon. In bytes. */
interface ClauseSizes {
  /** Minimum size of a part before or after the cut: less is not worth a separate request. */
  readonly least: number;
  /** Cut at the last clause that ends before this size; if none does, at the first one before `stillGood`. */
  readonly wanted: number;
  readonly stillGood: number;
  /** From this size on, a sentence without such a clause is cut at a word. */
  readonly tooLong: number;
}

/** A comma or similar, with closing marks after it. "1,000", "10:30" and "--flag" do not end a clause. */
const clauseEnd = /(?:[,;:–—،؛](?=\s)|[，；：、]|——|…)["'”’»）)\]」』]*(?![，；：、—…])/g;

/** Target share of the limit: two parts of similar size sound better than a long one and a stub. */
const wantedShare = 3 / 4;

/** Characters to look at beyond the limit, so that a word that crosses it is seen whole. */
const lookAhead = 64;

export function isPronounceable(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** Bytes of a text in UTF-8, as the relay counts them. */
export function countBytes(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at += 1) bytes += bytesOfUnit(text.charCodeAt(at));
  return bytes;
}

/** Each half of a surrogate pair counts two; a lone half is never spoken. */
function bytesOfUnit(unit: number): number {
  if (unit < 0x80) return 1;
  return unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 2 : 3;
}

/** Splits a long sentence in two parts, the first one short; undefined if that would not help. */
function cutAtClause(
  text: string,
  sentence: TextRange,
  { least, wanted, stillGood, tooLong }: ClauseSizes,
): readonly [TextRange, TextRange] | undefined {
  const content = text.slice(sentence.start, sentence.end);
  const bytes = byteOffsets(content);
  const total = bytes.at(-1) ?? 0;
  if (total <= wanted) return undefined;
  const fits = (at: number, most: number) => {
    const before = bytes[at] ?? 0;
    return before >= least && before <= most && total - before >= least;
  };
  const good = clauseEnds(content).filter((at) => fits(at, stillGood));
  const cut =
    good.findLast((at) => fits(at, wanted)) ??
    good[0] ??
    (total >= tooLong ? wordStarts(content).findLast((at) => fits(at, wanted)) : undefined);
  return cut === undefined ? undefined : splitRange(text, sentence, sentence.start + cut);
}

/** Whether a sentence stays cut after a first part of this many bytes, whatever text follows `behind`. */
function staysCut(firstBytes: number, behind: string, { wanted }: ClauseSizes): boolean {
  // With a space added, a comma at the end counts as the end of a clause, too.
  return clauseEnds(`${behind} `).every((at) => firstBytes + countBytes(behind.slice(0, at)) > wanted);
}

/**
 * Splits a range into pieces within the limit. Where a piece ends depends on the text before and around that offset,
 * not on the total length: a response is cut while its sentence is still streaming.
 */
function* cutToFit(text: string, range: TextRange, maximumBytes: number): Generator<TextRange> {
  let rest = range;
  let total = countBytes(text.slice(rest.start, rest.end));
  while (total > maximumBytes) {
    const window = text.slice(rest.start, Math.min(rest.end, rest.start + maximumBytes + lookAhead));
    const cut = rest.start + placeToCut(window, maximumBytes * wantedShare, maximumBytes);
    const [piece, remainder] = splitRange(text, rest, cut);
    // Skip a single emoji that is over the limit: it can't be spoken, whole or in parts.
    if (
      piece.end - piece.start <= maximumBytes &&
      countBytes(text.slice(piece.start, piece.end)) <= maximumBytes
    )
      yield piece;
    total -= countBytes(text.slice(rest.start, remainder.start));
    rest = remainder;
  }
  if (rest.end > rest.start) yield rest;
}

function splitRange(text: string, { start, end }: TextRange, cut: number): [TextRange, TextRange] {
  return [trimRange(text, { start, end: cut }), trimRange(text, { start: cut, end })];
}

/** The offset nearest to the target where a clause ends, or else a word, or else a character. */
function placeToCut(content: string, targetBytes: number, maximumBytes: number): number {
  const bytes = byteOffsets(content);
  const nearest = (places: readonly number[], leastBytes: number) => {
    const distance = (at: number) => Math.abs((bytes[at] ?? 0) - targetBytes);
    return places
      .filter((at) => at > 0 && (bytes[at] ?? 0) >= leastBytes && (bytes[at] ?? 0) <= maximumBytes)
      .reduce<number | undefined>(
        (best, at) => (best === undefined || distance(at) < distance(best) ? at : best),
        undefined,
      );
  };
  return (
    nearest(clauseEnds(content), targetBytes / 2) ??
    nearest(wordStarts(content), targetBytes / 2) ??
    nearest(graphemeStarts(content), 0) ??
    placeInGrapheme(content, bytes, maximumBytes)
  );
}

/** For a first character that is over the limit, such as a letter with hundreds of accents: it is cut. */
function placeInGrapheme(content: string, bytes: readonly number[], maximumBytes: number): number {
  const [first = ''] = Array.from(segmenterOf('grapheme').segment(content), ({ segment }) => segment);
  if (!isPronounceable(first)) return first.length;
  const most = bytes.findLastIndex((before, at) => before <= maximumBytes && !isLowSurrogate(content, at));
  return Math.max(1, most);
}

/** The ends of all clauses of a text that another clause follows. */
export function clauseEnds(content: string): number[] {
  return Array.from(content.matchAll(clauseEnd), (match) => match.index + match[0].length);
}

export function wordStarts(content: string): number[] {
  return Array.from(segmenterOf('word').segment(content))
    .filter(({ isWordLike }) => isWordLike)
    .map(({ index }) => index);
}

export function graphemeStarts(content: string): number[] {
  return Array.from(segmenterOf('grapheme').segment(content), ({ index }) => index);
}

function isLowSurrogate(content: string, at: number): boolean {
  const unit = content.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** For every offset of a text (and its end) the UTF-8 bytes before it. */
function byteOffsets(text: string): number[] {
  const offsets = [0];
  let bytes = 0;
  for (let at = 0; at < text.length; at += 1) {
    bytes += bytesOfUnit(text.charCodeAt(at));
    offsets.push(bytes);
  }
  return offsets;
}
