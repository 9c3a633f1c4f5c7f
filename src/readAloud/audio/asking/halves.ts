import { segmenterOf } from '../../text/segmenters.ts';
import { sentencesFrom } from '../../text/sentences.ts';

/** Where a text may be parted that is one sentence, best first: behind a clause, behind a word. */
const breaks = [/[,;:–—]+\s+|[，；：、—]+\s*/gu, /\s+/gu] as const;

const sayable = /[\p{L}\p{N}]/u;
/** A few words, or as many ideographs: what is refused at this length is refused for another reason. */
const fewestBytes = 24;

/**
 * Parts a text in two of about the same length, which give the text again when they are joined. Undefined where it
 * has only a few words.
 */
export function halveText(text: string): readonly [string, string] | undefined {
  if (Buffer.byteLength(text) < 2 * fewestBytes) return undefined;
  const place = findPlace(text);
  return place === undefined ? undefined : [text.slice(0, place), text.slice(place)];
}

function findPlace(text: string): number | undefined {
  const sentences = Array.from(sentencesFrom(text), ({ start }) => start);
  for (const places of [sentences, ...breaks.map((pattern) => findBreaks(text, pattern))]) {
    // Near the middle, or a half may be as much too long as the whole was.
    const place = closest(text, places, text.length / 4);
    if (place !== undefined) return place;
  }
  for (const granularity of ['word', 'grapheme'] as const) {
    const places = Array.from(segmenterOf(granularity).segment(text), ({ index }) => index);
    const place = closest(text, places, text.length / 4) ?? closest(text, places, text.length / 2);
    if (place !== undefined) return place;
  }
  return undefined;
}

function findBreaks(text: string, pattern: RegExp): readonly number[] {
  return Array.from(text.matchAll(pattern), ({ index, 0: found }) => index + found.length);
}

/** The place that is nearest to the middle, at most so far from it, with something to be said on both sides. */
function closest(text: string, places: readonly number[], atMost: number): number | undefined {
  const middle = text.length / 2;
  const distance = (place: number) => Math.abs(place - middle);
  return places
    .filter((place) => distance(place) <= atMost)
    .filter((place) => sayable.test(text.slice(0, place)) && sayable.test(text.slice(place)))
    .reduce<number | undefined>(
      (best, place) => (best === undefined || distance(place) < distance(best) ? place : best),
      undefined,
    );
}
