import { sampleRate } from './voice.ts';

/**
 * Two tones above the voice that number what is spoken, so that a recording of what was played tells which sentences
 * it holds, in what order. They keep their pitch when speech is played faster with its pitch kept.
 */
const steps = 16;
const [low, high] = [5000, 7000] as const;
const stepHertz = 100;
/** So many numbers; then they begin again. */
export const markCount = steps * steps;

/** Frequencies of a number, 0 to `markCount - 1`. */
function hertzOf(number: number): readonly [number, number] {
  const place = number % markCount;
  return [low + stepHertz * Math.floor(place / steps), high + stepHertz * (place % steps)];
}

/** Adds the tones of a number all along, each as loud as `level`, 0 to 1. */
export function markSpeech(samples: Float32Array, number: number, level: number): Float32Array {
  const tones = hertzOf(number).map((hertz) => (2 * Math.PI * hertz) / sampleRate);
  return samples.map((sample, at) =>
    tones.reduce((sum, angle) => sum + level * Math.sin(angle * at), sample * (1 - 2 * level)),
  );
}

/**
 * The number that a stretch of a recording (at the relay's sample rate) is marked with; undefined where its tones
 * are not louder than `least`, as in silence, or are not clear, as where one sentence follows another.
 */
export function readMark(samples: Float32Array, least: number): number | undefined {
  const [one, two] = [low, high].map((base) => {
    const levels = Array.from({ length: steps }, (_, step) => levelAt(samples, base + step * stepHertz));
    const [best = 0, second = 0] = levels.toSorted((a, b) => b - a);
    return best >= least && best >= 2 * second ? levels.indexOf(best) : undefined;
  });
  return one === undefined || two === undefined ? undefined : one * steps + two;
}

/** How loud one frequency is in samples under a Hann window, 0 to 1 (Goertzel's way). */
function levelAt(samples: Float32Array, hertz: number): number {
  const coefficient = 2 * Math.cos((2 * Math.PI * hertz) / sampleRate);
  let [before, last] = [0, 0];
  for (const [at, sample] of samples.entries()) {
    const weight = 1 - Math.cos((2 * Math.PI * at) / samples.length);
    [before, last] = [last, sample * weight + coefficient * last - before];
  }
  const power = before * before + last * last - coefficient * before * last;
  return (2 * Math.sqrt(Math.max(0, power))) / samples.length;
}
