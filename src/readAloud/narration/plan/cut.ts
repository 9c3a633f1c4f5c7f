import { type TextRange, trimRange } from '../text/ranges.ts';
import { segmenterOf } from '../text/segmenters.ts';

/** Where a sentence may be cut so that its first part comes soon. In bytes. */
export interface ClauseSizes {
  /** What less is not worth a request of its own, before or behind the cut. */
  readonly least: number;
  /** The last clause that ends up to here; where none does, the first one up to `stillGood`. */
  readonly wanted: number;
  readonly stillGood: number;
  /** From so many bytes on, a sentence without a clause in time is cut at a word. */
  readonly tooLong: number;
}

/** A comma and its like with what closes behind it. "1,000", "10:30" and "--flag" are no places to breathe. */
const clauseEnd = /(?:[,;:–—،؛](?=\s)|[，；：、]|——|…)["'”’»）)\]」』]*(?![，；：、—…])/g;

/** Of the limit: less, since two of about the same size sound better than a long one and a stump. */
const wantedShare = 3 / 4;

/** Characters that are looked at beyond the limit, so that what begins before it is seen whole. */
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

/** Both halves of a pair count two; a lone half is never said. */
function bytesOfUnit(unit: number): number {
  if (unit < 0x80) return 1;
  return unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 2 : 3;
}

/** A long sentence in two, the first of which is short; undefined where that would do no good. */
export function cutAtClause(
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

/** Whether a sentence of which a first part of so many bytes was cut off stays so, whatever follows what is behind it. */
export function staysCut(firstBytes: number, behind: string, { wanted }: ClauseSizes): boolean {
  // The space says that a comma at the end may be one to breathe at.
  return clauseEnds(`${behind} `).every((at) => firstBytes + countBytes(behind.slice(0, at)) > wanted);
}

/**
 * Pieces of which none is over the limit. Where one ends depends on what stands before and around that place, not on
 * how long the whole is: a response is cut while its sentence is still being written.
 */
export function* cutToFit(text: string, range: TextRange, maximumBytes: number): Generator<TextRange> {
  let rest = range;
  let total = countBytes(text.slice(rest.start, rest.end));
  while (total > maximumBytes) {
    const window = text.slice(rest.start, Math.min(rest.end, rest.start + maximumBytes + lookAhead));
    const cut = rest.start + placeToCut(window, maximumBytes * wantedShare, maximumBytes);
    const [piece, remainder] = splitRange(text, rest, cut);
    // One emoji of more bytes than may be sent is left out: nobody could say it, whole or in parts.
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
    placeInGrapheme(content, bytes, maximumBytes)
  );
}

/** The first character has more bytes than may be sent. A letter with hundreds of accents is cut: the limit wins. */
function placeInGrapheme(content: string, bytes: readonly number[], maximumBytes: number): number {
  const [first = ''] = Array.from(segmenterOf('grapheme').segment(content), ({ segment }) => segment);
  if (!isPronounceable(first)) return first.length;
  const most = bytes.findLastIndex((before, at) => before <= maximumBytes && !isLowSurrogate(content, at));
  return Math.max(1, most);
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
    bytes += bytesOfUnit(text.charCodeAt(at));
    offsets.push(bytes);
  }
  return offsets;
}
