import { linesFrom, type TextRange, trimRange } from './ranges.ts';

/** Longest piece given to the segmenter at once: its time grows with the square of the length. */
const windowLength = 2000;
/** Shorter sentences ("Hi.", "好。") are spoken together with a neighbor. */
const minimumLength = 8;

/** What may precede an abbreviation. */
const wordStart = String.raw`(?:^|[\s(\[（“"'‘«/])`;

/** Abbreviations that hardly ever end a sentence. */
const abbreviations = new RegExp(
  `${wordStart}(?:${[
    'Mr|Mrs|Ms|Mx|Messrs|Mme|Mlle|Dr|Drs|Prof|St|Mt|Rev|Hon|Gen|Col|Maj|Capt|Cmdr|Lt|Sgt|Gov|Sen|Rep|Pres',
    'vs|cf|viz|ca|approx|resp|incl|excl|esp|eg|ie',
    'bzw|vgl|evtl|ggf|inkl|exkl|sog|Hr|Frau|Dipl',
  ].join('|')})\\.$`,
);

/** "e.g.", "z. B.", "U.S.", "J. R. R."; but "I." ends a sentence, and "5 p.m." before a capital does too. */
const dotted = new RegExp(`${wordStart}(?:\\p{L}\\.\\s?)*\\p{L}\\.$`, 'u');
const neverDotted = new RegExp(`${wordStart}(?:I|[aApP]\\.\\s?[mM])\\.$`);

/** Abbreviations before a number: "No. 5" continues the sentence, "No. Never." doesn't. */
const beforeNumber = new RegExp(
  `${wordStart}(?:${[
    '[Nn]os?|[Nn]r|[Ff]igs?|[Ee]qs?|[Ss]ecs?|[Cc]h|[Vv]ols?|[Aa]rt|[Pp]p?|[Pp]t|[Tt]ab|[Ll]l?|Abs|Abb|Bd|Kap',
    'Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec',
  ].join('|')})\\.$`,
);

const listMarker = /^[(（]?\d{1,3}[.)）]$/;
const openingMarks = /[“‘「『《〈【〖（〔［｛([{«„‚]+\s*$/;

/**
 * The sentences of one paragraph in order, as ranges of the text without surrounding white space. Together they contain
 * everything that is not white space. Lazy: the first sentence of a long paragraph costs no more than that of a short
 * one.
 */
export function* sentencesFrom(text: string, start = 0, end = text.length): Generator<TextRange> {
  const paragraph = trimRange(text, { start, end });
  const segments = moveOpeningMarks(text, segment(text, paragraph));
  for (const sentence of joinShort(text, joinAbbreviations(text, paragraph.end, segments))) {
    const trimmed = trimRange(text, sentence);
    if (trimmed.end > trimmed.start) yield trimmed;
  }
}

/** The sentences of a paragraph as the segmenter finds them, without gaps. Line ends count as spaces. */
function* segment(text: string, paragraph: TextRange): Generator<TextRange> {
  let at = paragraph.start;
  while (at < paragraph.end) {
    const stop = Math.min(paragraph.end, at + windowLength);
    const window = text.slice(at, stop).replace(/[\r\n\u0085\u2028\u2029]/g, ' ');
    const segments = Array.from(segmenterOf('sentence').segment(window));
    if (stop === paragraph.end) {
      for (const { index, segment } of segments)
        yield { start: at + index, end: at + index + segment.length };
      return;
    }
    // The last sentence may continue after the window: segment it again from its start.
    const last = segments.length > 1 ? segments.pop() : undefined;
    const next = at + (last?.index ?? placeToBreak(window));
    for (const { index, segment } of segments) {
      yield { start: at + index, end: Math.min(next, at + index + segment.length) };
    }
    at = next;
  }
}

/** Where to break a window in which no sentence ends: after its last word, or at least between characters. */
function placeToBreak(window: string): number {
  const space = window.lastIndexOf(' ');
  if (space > 0) return space + 1;
  const lastCharacter = segmenterOf('grapheme')
    .segment(window)
    .containing(window.length - 1);
  return lastCharacter && lastCharacter.index > 0 ? lastCharacter.index : window.length;
}

/** Moves opening quotes and brackets without a space before them from the end of a sentence to the next one. */
function* moveOpeningMarks(text: string, segments: Iterable<TextRange>): Generator<TextRange> {
  let previous: TextRange | undefined;
  for (const { start, end } of segments) {
    const cut = previous && endBeforeOpeningMarks(text, previous);
    if (previous && cut !== undefined) yield { start: previous.start, end: cut };
    previous = { start: cut ?? start, end };
  }
  if (previous) yield previous;
}

function endBeforeOpeningMarks(text: string, { start, end }: TextRange): number {
  const content = text.slice(start, end);
  const marks = openingMarks.exec(content);
  // In „German quotes“ the same sign closes.
  return marks && marks.index > 0 && !content.includes('„') ? start + marks.index : end;
}

function* joinAbbreviations(
  text: string,
  paragraphEnd: number,
  segments: Iterable<TextRange>,
): Generator<TextRange> {
  let joined: TextRange | undefined;
  let isFirst = true;
  for (const { start, end } of segments) {
    const isMarker = isFirst && listMarker.test(text.slice(start, end).trim());
    isFirst = false;
    joined = { start: joined?.start ?? start, end };
    const isEndless = end - joined.start > windowLength;
    if (!isEndless && (isMarker || goesOn(text, start, end, paragraphEnd))) continue;
    yield joined;
    joined = undefined;
  }
  if (joined) yield joined;
}

/** Whether the full stop at the end of a segment does not end the sentence. */
function goesOn(text: string, start: number, end: number, paragraphEnd: number): boolean {
  const tail = text.slice(Math.max(start, end - 32), end).trim();
  if (abbreviations.test(tail)) return true;
  if (dotted.test(tail)) return !neverDotted.test(tail);
  return beforeNumber.test(tail) && /^\s*\d/.test(text.slice(end, Math.min(paragraphEnd, end + 8)));
}

/** Joins a short sentence with the next one; the last of a paragraph, with the previous one. */
function* joinShort(text: string, segments: Iterable<TextRange>): Generator<TextRange> {
  let complete: TextRange | undefined;
  let short: TextRange | undefined;
  for (const { start, end } of segments) {
    const joined = { start: short?.start ?? start, end };
    if (isShort(text, joined)) {
      short = joined;
      continue;
    }
    if (complete) yield complete;
    complete = joined;
    short = undefined;
  }
  if (short) complete = { start: complete?.start ?? short.start, end: short.end };
  if (complete) yield complete;
}

function isShort(text: string, { start, end }: TextRange): boolean {
  const content = text.slice(start, end).trim();
  return content.length < 2 * minimumLength && Array.from(content).length < minimumLength;
}

const segmenters = new Map<Intl.SegmenterOptions['granularity'], Intl.Segmenter>();

/**
 * The segmenter of this granularity. Each costs milliseconds to make, so it is made on first use. The language only
 * matters for Greek question marks; a fixed one gives the same cuts on every machine.
 */
export function segmenterOf(granularity: 'sentence' | 'word' | 'grapheme'): Intl.Segmenter {
  const known = segmenters.get(granularity) ?? new Intl.Segmenter('en', { granularity });
  segmenters.set(granularity, known);
  return known;
}

/** A heading or a table row: always a line of its own. */
const standsAlone = /^\s{0,3}#{1,6}\s|^\s*\|/;

/** The start of a list item. */
export const bullet = /^\s*[-*+•‣◦▪●○]\s/;
export const numbered =
  /^\s*(?:\(?\d{1,3}[.)]\s|[（(]\d{1,3}[）)]|\d{1,3}[、．]|[一二三四五六七八九十]{1,3}、|[①-⑳])/;
/** Only these begin a list within a paragraph: a line wrapped before "14." is not a list. */
const firstNumbered = /^\s*(?:\(?1[.)]\s|[（(]1[）)]|1[、．]|一、|①)/;

/**
 * The blocks of a plain text in order, each without surrounding white space: a paragraph with all its wrapped lines, a
 * list item, a heading, a line of only signs. Lazy.
 */
export function* blocksFrom(text: string, start = 0, end = text.length): Generator<TextRange> {
  let block: TextRange | undefined;
  let isList = false;
  for (const line of linesFrom(text, { start, end })) {
    const content = text.slice(line.start, line.end);
    const isItem: boolean = bullet.test(content) || (isList ? numbered : firstNumbered).test(content);
    const isAlone = standsAlone.test(content) || !/[\p{L}\p{N}]/u.test(content);
    if (block && (isItem || isAlone)) {
      yield block;
      block = undefined;
    }
    if (isAlone) {
      const alone = trimRange(text, line);
      if (alone.end > alone.start) yield alone;
      else isList = false;
    } else if (block) {
      block = { start: block.start, end: trimRange(text, line).end };
    } else {
      block = trimRange(text, line);
      isList = isItem || numbered.test(content);
    }
  }
  if (block) yield block;
}

/** Where reading starts without a selection: at the cursor's paragraph, or the next one, or else the last. */
export function paragraphAt(text: string, offset: number): number {
  let start = 0;
  for (const block of blocksFrom(text)) {
    start = block.start;
    if (offset <= block.end) break;
  }
  return start;
}
