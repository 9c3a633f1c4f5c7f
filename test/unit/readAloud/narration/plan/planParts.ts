import type { BlockKind, NarratedBlock } from '../../../../../src/readAloud/narration/block.ts';
import type { Utterance, UtteranceSource } from '../../../../../src/readAloud/narration/plan/utterance.ts';
import { blocksFrom } from '../../../../../src/readAloud/narration/text/sentences.ts';
import { createSpokenText } from '../../../../../src/readAloud/narration/text/spokenText.ts';

/** A block that says a part of a text as it stands there. */
export function blockOf(
  text: string,
  start = 0,
  end = text.length,
  kind: BlockKind = 'paragraph',
): NarratedBlock {
  const spoken = createSpokenText(text);
  spoken.copy({ start, end });
  return { ...spoken.build(), kind };
}

/** The blocks of a plain text, word for word. */
export function* blocksOf(text: string): Generator<NarratedBlock> {
  for (const { start, end } of blocksFrom(text)) yield blockOf(text, start, end);
}

/** All that a source has to give without waiting. */
export function takeAll(source: UtteranceSource): Utterance[] {
  const utterances: Utterance[] = [];
  for (;;) {
    const utterance = source.next();
    if (utterance === undefined || utterance === 'later') return utterances;
    utterances.push(utterance);
  }
}

/** What can be heard or seen of a text. */
export function signsOf(text: string): string {
  return text.replace(/[\s\u00ad\u200b]/gu, '');
}

/** A sentence of so many bytes. */
export function sized(bytes: number): string {
  return `A${' word'.repeat(Math.floor((bytes - 4) / 5))}`.padEnd(bytes - 1, 's').concat('.');
}
