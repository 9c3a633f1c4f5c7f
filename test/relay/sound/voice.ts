import type { EspeakWorker } from '@echogarden/espeak-ng-emscripten';
import { resampleUp, stretchTime } from './timeStretch.ts';

/** What both families of speech models deliver. */
export const sampleRate = 24_000;

type SpokenLanguage = 'en-us' | 'cmn';

let loading: Promise<EspeakWorker> | undefined;

/** The synthesiser, loaded on the first use and kept. */
function loadSynthesiser(): Promise<EspeakWorker> {
  loading ??= import('@echogarden/espeak-ng-emscripten').then(async ({ default: load }) => {
    const { eSpeakNGWorker } = await load();
    return new eSpeakNGWorker();
  });
  return loading;
}

/** Chinese when a good part of the letters are; its voice reads Latin words in English. */
function languageOf(text: string): SpokenLanguage {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  return han > 0 && han >= 0.2 * letters ? 'cmn' : 'en-us';
}

/** The synthesiser takes markup and `[[phonemes]]`; what people ask to hear is neither. */
function escapeForSynthesiser(text: string): string {
  return text
    .replaceAll(/\p{Cc}+/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('[[', '[ [');
}

/** From 16 bits to -1 to 1. */
function joinSamples(stretches: readonly Int16Array[]): Float32Array {
  const joined = new Float32Array(stretches.reduce((length, stretch) => length + stretch.length, 0));
  let offset = 0;
  for (const stretch of stretches) {
    joined.set(
      Float32Array.from(stretch, (sample) => sample / 32_768),
      offset,
    );
    offset += stretch.length;
  }
  return joined;
}

interface Speech {
  readonly samples: Float32Array;
  readonly language: SpokenLanguage;
}

/**
 * Speaks a text, really: mono, -1 to 1, at `sampleRate`. The synthesiser's breath is random, so that the same text
 * gives other samples, and at times a few more or less, when it is spoken again.
 */
export async function speak(text: string, variant: string, speed: number): Promise<Speech> {
  const synthesiser = await loadSynthesiser();
  const language = languageOf(text);
  const voice = `${language}+${variant}`;
  if (synthesiser.set_voice(voice) !== 0) {
    throw new Error(`The synthesiser has no voice ${voice}.`);
  }
  const stretches: Int16Array[] = [];
  synthesiser.synthesize(escapeForSynthesiser(text), (samples) => {
    stretches.push(samples);
    return false;
  });
  const source = joinSamples(stretches);
  return { samples: stretchTime(resampleUp(source, synthesiser.samplerate, sampleRate), speed), language };
}
