import type { BlockKind, NarratedBlock, WordsLanguage } from '../block.ts';
import { createNarrator, type Narrator } from '../narrator.ts';
import type { TextRange } from '../text/ranges.ts';
import { blockLanguageOf } from '../wordsLanguage.ts';
import { inSource, type Reading } from './narrateInline.ts';

/** Where a block stands, and what is said in front of it. */
export interface BlockContext {
  readonly reading: Reading;
  /** What a paragraph is here. */
  readonly kind: BlockKind;
  /** "quote:", a number: said by the first block that has something to say, and taken out then. */
  readonly leads: Lead[];
}

export type Lead = (narrator: Narrator) => void;

/** The language of words of ours in a range of the chunk. */
export function languageIn(reading: Reading, range: TextRange): WordsLanguage {
  const { start, end } = inSource(reading, range);
  return reading.options.wordsLanguage ?? blockLanguageOf(reading.source.slice(start, end), reading.language);
}

/** Begins a block made of a range of the chunk. */
export function startBlock(
  { reading, leads }: BlockContext,
  range: TextRange,
  language = languageIn(reading, range),
): Narrator {
  const narrator = createNarrator(reading.source, reading.part, language);
  for (const lead of leads) lead(narrator);
  return narrator;
}

/** Yields a block that has something to say. */
export function* endBlock(
  { leads }: BlockContext,
  block: NarratedBlock | undefined,
): Generator<NarratedBlock> {
  if (!block) return;
  leads.length = 0;
  yield block;
}
