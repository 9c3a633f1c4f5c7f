import { languageOf } from '../../../text/scripts.ts';
import type { NarratedBlock } from '../block.ts';
import { type TextRange, trimRange } from '../text/ranges.ts';
import { segmenterOf, sentencesFrom } from '../text/sentences.ts';
import { locateBetween, locateSource } from '../text/spokenText.ts';
import type { Utterance, UtteranceSource } from './utterance.ts';

/** Sentences follow the text closely and cache well; paragraphs keep the tone of a voice steady. */
export type Granularity = 'sentence' | 'paragraph';

/** A position up to which a reading is planned. */
interface PlanPlace {
  /** Index of the next utterance. */
  readonly index: number;
  /** Number of the next block. */
  readonly paragraph: number;
}

/** Maximum UTF-8 bytes of one utterance: less than the 1024 that the contract recommends (section 8). */
const maximumBytes = 1000;
/** Shorter sentences, in bytes, are spoken together with the next one. */
export const shortSentence = 40;
/** Maximum bytes of sentences of a paragraph that are spoken together. */
const fullParagraph = 900;
/** The first utterance is short, so that playback starts soon; the second arrives while the first is playing. */
const first: ClauseSizes = { least: 40, wanted: 120, stillGood: 160, tooLong: 300 };
const second: ClauseSizes = { least: 80, wanted: 300, stillGood: 300, tooLong: Number.POSITIVE_INFINITY };

/** With this many characters after it, a cut within a sentence no longer moves. */
const enoughBehind = 64;

/** Whether an utterance that ends within a sentence would still end there if more text followed. */
export function staysWithinSentence({ index, bytes }: Utterance, behind: string): boolean {
  if (index > 0) return behind.length >= enoughBehind;
  // With a space added, a comma at the end counts as the end of a clause, too.
  return clauseEnds(`${behind} `).every(
    (at) => bytes + Buffer.byteLength(behind.slice(0, at)) > first.wanted,
  );
}

/** The utterances of blocks in order. Lazy: a text of any length starts at once. */
export function planUtterances(blocks: Iterable<NarratedBlock>, granularity: Granularity): UtteranceSource {
  const utterances = utterancesOf(blocks, granularity);
  return { next: () => utterances.next().value };
}

/** The same, from any position of a reading on. */
export function* utterancesOf(
  blocks: Iterable<NarratedBlock>,
  granularity: Granularity,
  place: PlanPlace = { index: 0, paragraph: 0 },
): Generator<Utterance, undefined> {
  let { index, paragraph } = place;
  let start = 0;
  let end = 0;
  for (const block of blocks) {
    let isFirst = true;
    for (const spoken of cutBlock(block.text, granularity, index)) {
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
        bytes: Buffer.byteLength(text),
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
function* cutBlock(text: string, granularity: Granularity, index: number): Generator<TextRange> {
  let given = index;
  let waiting: TextRange | undefined;
  for (const sentence of sentencesFrom(text)) {
    for (const piece of cutToFit(text, sentence)) {
      let rest: TextRange | undefined = piece;
      while (rest) {
        if (waiting && areOne(text, waiting, rest, given, granularity)) {
          waiting = { start: waiting.start, end: rest.end };
          break;
        }
        if (waiting && isPronounceable(textOf(text, waiting))) {
          yield waiting;
          given += 1;
        }
        const sizes = clauseSizes(given, granularity);
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
  granularity: Granularity,
): boolean {
  if (index === 0) return false;
  const bytes = bytesOf(text, { start: left.start, end: right.end });
  if (granularity === 'sentence') return bytesOf(text, left) < shortSentence && bytes <= maximumBytes;
  return bytes <= (index === 1 ? second.wanted : fullParagraph);
}

function clauseSizes(index: number, granularity: Granularity): ClauseSizes | undefined {
  if (index === 0) return first;
  return index === 1 && granularity === 'paragraph' ? second : undefined;
}

function textOf(text: string, { start, end }: TextRange): string {
  return text.slice(start, end);
}

/** Size in UTF-8, as the relay counts it. */
function bytesOf(text: string, range: TextRange): number {
  return Buffer.byteLength(textOf(text, range));
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

/** Target size of a part, in bytes: two parts of similar size sound better than a long one and a stub. */
const wantedBytes = maximumBytes * (3 / 4);

/** Characters to look at beyond the limit, so that a word that crosses it is seen whole. */
const lookAhead = 64;

function isPronounceable(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** Splits a long sentence in two parts, the first one short; undefined if that would not help. */
function cutAtClause(
  text: string,
  sentence: TextRange,
  { least, wanted, stillGood, tooLong }: ClauseSizes,
): readonly [TextRange, TextRange] | undefined {
  const content = textOf(text, sentence);
  const total = Buffer.byteLength(content);
  if (total <= wanted) return undefined;
  const fits = (at: number, most: number) => {
    const before = Buffer.byteLength(content.slice(0, at));
    return before >= least && before <= most && total - before >= least;
  };
  const good = clauseEnds(content).filter((at) => fits(at, stillGood));
  const cut =
    good.findLast((at) => fits(at, wanted)) ??
    good[0] ??
    (total >= tooLong ? wordStarts(content).findLast((at) => fits(at, wanted)) : undefined);
  return cut === undefined ? undefined : splitRange(text, sentence, sentence.start + cut);
}

/**
 * Splits a range into pieces within the limit. Where a piece ends depends on the text before and around that offset,
 * not on the total length: a response is cut while its sentence is still streaming.
 */
function* cutToFit(text: string, range: TextRange): Generator<TextRange> {
  let rest = range;
  let total = bytesOf(text, rest);
  while (total > maximumBytes) {
    const window = text.slice(rest.start, Math.min(rest.end, rest.start + maximumBytes + lookAhead));
    const cut = rest.start + placeToCut(window);
    const [piece, remainder] = splitRange(text, rest, cut);
    // Skip a single character that is over the limit, such as an emoji of hundreds of parts.
    if (bytesOf(text, piece) <= maximumBytes) yield piece;
    total -= bytesOf(text, { start: rest.start, end: remainder.start });
    rest = remainder;
  }
  if (rest.end > rest.start) yield rest;
}

function splitRange(text: string, { start, end }: TextRange, cut: number): [TextRange, TextRange] {
  return [trimRange(text, { start, end: cut }), trimRange(text, { start: cut, end })];
}

/** The offset nearest to the wanted size where a clause ends, or else a word, or else a character. */
function placeToCut(content: string): number {
  const nearest = (places: readonly number[], leastBytes: number) =>
    places
      .map((at) => ({ at, bytes: Buffer.byteLength(content.slice(0, at)) }))
      .filter(({ at, bytes }) => at > 0 && bytes >= leastBytes && bytes <= maximumBytes)
      .toSorted((one, other) => Math.abs(one.bytes - wantedBytes) - Math.abs(other.bytes - wantedBytes))[0]
      ?.at;
  return (
    nearest(clauseEnds(content), wantedBytes / 2) ??
    nearest(wordStarts(content), wantedBytes / 2) ??
    nearest(graphemeStarts(content), 0) ??
    graphemeStarts(content)[1] ??
    content.length
  );
}

/** The ends of all clauses of a text that another clause follows. */
function clauseEnds(content: string): number[] {
  return Array.from(content.matchAll(clauseEnd), (match) => match.index + match[0].length);
}

function wordStarts(content: string): number[] {
  return Array.from(segmenterOf('word').segment(content))
    .filter(({ isWordLike }) => isWordLike)
    .map(({ index }) => index);
}

function graphemeStarts(content: string): number[] {
  return Array.from(segmenterOf('grapheme').segment(content), ({ index }) => index);
}
