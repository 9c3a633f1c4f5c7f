import type { Utterance } from '../narration/plan/utterance.ts';

/** An utterance, and when it sounds within the whole. */
export interface TimedUtterance {
  readonly utterance: Pick<Utterance, 'text' | 'heading'>;
  readonly startSeconds: number;
  readonly endSeconds: number;
}

export interface Chapter {
  readonly title: string;
  readonly startSeconds: number;
  /** Where the next one starts, or the sound is over. */
  readonly endSeconds: number;
}

/** A table of contents counts its chapters in one byte. */
const mostChapters = 255;
const longestTitle = 200;

/**
 * A chapter for each heading; the deepest ones are left out where there are too many. What comes before the first
 * heading is a chapter with the title of the whole. Without headings there are none. What sounds for no time is left
 * out; beside that, how many there are, and their titles, don't depend on the times.
 */
export function createChapters(title: string, timed: readonly TimedUtterance[]): readonly Chapter[] {
  const begins = chooseHeadings(timed);
  const first = begins[0];
  if (!first) return [];
  const all = [
    ...(first === timed[0] ? [] : [{ title, startSeconds: 0 }]),
    ...begins.map(({ utterance, startSeconds }) => ({ title: utterance.heading?.title ?? '', startSeconds })),
  ];
  const endSeconds = timed.at(-1)?.endSeconds ?? 0;
  const starts = all.filter(
    ({ startSeconds }, index) => startSeconds < (all[index + 1]?.startSeconds ?? endSeconds),
  );
  return starts.map((start, index) => ({
    title: cleanTitle(start.title),
    startSeconds: index === 0 ? 0 : start.startSeconds,
    endSeconds: starts[index + 1]?.startSeconds ?? endSeconds,
  }));
}

function chooseHeadings(timed: readonly TimedUtterance[]): readonly TimedUtterance[] {
  // One less, since the beginning may need a chapter of its own.
  const most = mostChapters - 1;
  const headings = timed.filter(({ utterance }) => utterance.heading);
  for (let depth = 6; depth > 1 && headings.length > most; depth -= 1) {
    const higher = headings.filter(({ utterance }) => (utterance.heading?.depth ?? 1) < depth);
    if (higher.length > 0) headings.splice(0, headings.length, ...higher);
  }
  return headings.slice(0, most);
}

/** One line without characters that are not seen, and not longer than a player shows. */
export function cleanTitle(title: string): string {
  const line = title.replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ').trim();
  return [...line].slice(0, longestTitle).join('');
}
