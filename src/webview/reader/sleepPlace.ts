import type { SentenceView, SleepAfter } from '../readerProtocol.ts';

/** The first sentence that is not heard any more when the reading goes to sleep, where that is known. */
export function findSleepPlace(
  sleepAfter: SleepAfter,
  sentences: readonly SentenceView[],
  from: number,
): number | undefined {
  if (sleepAfter === 'sentence') return from + 1;
  if (sleepAfter !== 'paragraph') return undefined;
  const paragraph = sentences[from]?.paragraph;
  return sentences.slice(from).find((sentence) => sentence.paragraph !== paragraph)?.index;
}
