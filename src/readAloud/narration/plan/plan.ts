import { languageOf } from '../../../text/scripts.ts';
import type { NarratedBlock } from '../block.ts';
import type { TextRange } from '../text/ranges.ts';
import { sentencesFrom } from '../text/sentences.ts';
import { locateBetween, locateSource } from '../text/spokenText.ts';
import { type ClauseSizes, countBytes, cutAtClause, cutToFit, isPronounceable, staysCut } from './cut.ts';
import type { Utterance, UtteranceSource } from './utterance.ts';

export interface PlanOptions {
  /** Most UTF-8 bytes of one utterance, 16 or more: less than the 1024 that the contract recommends (section 8). */
  readonly maximumBytes?: number;
  /** Sentences follow the text closely and are kept well; paragraphs keep the tone of a voice steady. */
  readonly granularity: 'sentence' | 'paragraph';
}

/** How far a reading is planned. */
export interface PlanPlace {
  /** Index of the next utterance. */
  readonly index: number;
  /** Number of the next block. */
  readonly paragraph: number;
}

export const defaultMaximumBytes = 1000;
/** Sentences of fewer bytes are said together with the next one. */
const shortSentence = 40;
/** Most bytes of the sentences of a paragraph that are said together. */
const fullParagraph = 900;
/** The first utterance is short, so that there is sound soon; the second is there before the first was heard. */
const first: ClauseSizes = { least: 40, wanted: 120, stillGood: 160, tooLong: 300 };
const second: ClauseSizes = { least: 80, wanted: 300, stillGood: 300, tooLong: Number.POSITIVE_INFINITY };

/** So many characters behind a cut within a sentence say that it stays where it is. */
const enoughBehind = 64;
/** Under a lower limit, how a long sentence is cut decides over its first part as well. */
const freeOfLimit = 3 * first.stillGood;

/** Whether an utterance that ends within a sentence would end there if what is behind it were longer. */
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

/** The same from any place of a reading on. */
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
      // A word may be said for an earlier place, such as a column's name; the mark never goes back.
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

/** The full stop that makes a voice pause is no part of the title. */
function headingOf({ text, spans, depth = 1 }: NarratedBlock) {
  const end = spans.at(-1)?.spokenEnd ?? text.length;
  const isPause = /^[.。]$/.test(text.slice(end));
  return { depth, title: isPause ? text.slice(0, end) : text };
}

/** The parts of a block's text that are one request each. `index` is that of the first one. */
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

/** Whether two parts that follow one another are one request, which would have this index. */
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
