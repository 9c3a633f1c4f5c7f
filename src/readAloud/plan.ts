import { blocksFrom } from './blocks.ts';
import { type TextRange, trimRange } from './ranges.ts';
import { segmenterOf } from './segmenters.ts';
import { sentencesFrom } from './sentences.ts';

/** One request to the relay and one mark in the editor: the document's range, and what is said for it. */
export interface Utterance extends TextRange {
  /** 0, 1, 2, … within one reading. */
  readonly index: number;
  /** Never over the limit of bytes, never without a letter or a digit. */
  readonly text: string;
}

export interface PlanOptions {
  /** The part of the text to read; all of it unless given. */
  readonly start?: number;
  readonly end?: number;
  /** Most UTF-8 bytes of one utterance: less than the 1024 that the contract recommends (section 8). */
  readonly maximumBytes?: number;
}

const defaultMaximumBytes = 1000;

/** The first utterance is short, so that there is sound soon. In bytes: where to cut, and from when on. */
const firstUtterance = { longEnough: 40, wanted: 120, stillGood: 160 };

/** A comma and its like with what closes behind it. "1,000", "10:30" and "--flag" are no places to breathe. */
const clauseEnd = /(?:[,;:–—](?=\s)|[，；：、]|——|…)["'”’»）)\]」』]*(?![，；：、—…])/g;

/** The utterances of a text in order. Lazy: a text of any length starts at once. */
export function* planUtterances(text: string, options: PlanOptions = {}): Generator<Utterance> {
  const { start = 0, end = text.length, maximumBytes = defaultMaximumBytes } = options;
  let index = 0;
  for (const sentence of sentencesFrom(text, start, end)) {
    for (const range of index === 0 ? cutFirst(text, sentence) : [sentence]) {
      for (const piece of cutToFit(text, range, maximumBytes)) {
        const spoken = spokenText(text, piece);
        if (!isPronounceable(spoken)) continue;
        yield { index, ...piece, text: spoken };
        index += 1;
      }
    }
  }
}

/** Where reading starts when nothing is selected: at the cursor's paragraph, or the next, or else the last. */
export function paragraphAt(text: string, offset: number): number {
  let start = 0;
  for (const block of blocksFrom(text)) {
    start = block.start;
    if (offset <= block.end) break;
  }
  return start;
}

/** Bytes of a text in UTF-8, as the relay counts them. */
export function countBytes(text: string): number {
  return byteOffsets(text).at(-1) ?? 0;
}

/** What is sent for a range: line ends and indents are single spaces, and none where Chinese lines were wrapped. */
function spokenText(text: string, { start, end }: TextRange): string {
  const wide = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303F\uFF00-\uFFEF]`;
  return text
    .slice(start, end)
    .replace(/[\u00AD\u200B\u2060\uFEFF\p{Cs}]/gu, '')
    .replace(new RegExp(String.raw`(?<=${wide})\s*[\r\n]\s*(?=${wide})`, 'gu'), '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

function isPronounceable(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** A long first sentence is cut at a clause, if one ends at a good place and a fair part of it remains. */
function cutFirst(text: string, sentence: TextRange): TextRange[] {
  const content = text.slice(sentence.start, sentence.end);
  const bytes = byteOffsets(content);
  const total = bytes.at(-1) ?? 0;
  if (total <= firstUtterance.wanted) return [sentence];
  const good = clauseEnds(content).filter((at) => {
    const before = bytes[at] ?? 0;
    return (
      before >= firstUtterance.longEnough &&
      before <= firstUtterance.stillGood &&
      total - before >= firstUtterance.longEnough
    );
  });
  const cut = good.findLast((at) => (bytes[at] ?? 0) <= firstUtterance.wanted) ?? good[0];
  return cut === undefined ? [sentence] : splitRange(text, sentence, sentence.start + cut);
}

/** Pieces of about the same size, none over the limit: three of 700 bytes sound better than two and a stump. */
function* cutToFit(text: string, range: TextRange, maximumBytes: number): Generator<TextRange> {
  let rest = range;
  for (;;) {
    const total = countBytes(spokenText(text, rest));
    if (total <= maximumBytes) {
      yield rest;
      return;
    }
    const target = total / Math.ceil(total / maximumBytes);
    const cut = rest.start + placeToCut(text.slice(rest.start, rest.end), target, maximumBytes);
    const [piece, remainder] = splitRange(text, rest, cut);
    yield piece;
    rest = remainder;
  }
}

function splitRange(text: string, { start, end }: TextRange, cut: number): [TextRange, TextRange] {
  return [trimRange(text, { start, end: cut }), trimRange(text, { start: cut, end })];
}

/** The place nearest to the target where a clause ends, or else a word, or else a character. */
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
    // One character of more bytes than may be sent, such as a letter with hundreds of accents: the limit wins.
    Math.max(
      1,
      bytes.findLastIndex((before, at) => before <= maximumBytes && !isLowSurrogate(content, at)),
    )
  );
}

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

function isLowSurrogate(content: string, at: number): boolean {
  const unit = content.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** For every offset of a text (and its end) the UTF-8 bytes before it. */
function byteOffsets(text: string): number[] {
  const offsets = [0];
  let bytes = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    // Both halves of a pair count two; a lone half never gets here, as `spokenText` leaves it out.
    const isHalf = unit >= 0xd800 && unit <= 0xdfff;
    bytes += unit < 0x80 ? 1 : unit < 0x800 || isHalf ? 2 : 3;
    offsets.push(bytes);
  }
  return offsets;
}
