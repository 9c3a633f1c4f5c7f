import type { EspeakWorker } from '@echogarden/espeak-ng-emscripten';

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

/**
 * Samples from -1 to 1 at `sampleRate`, on straight lines between those of 16 bits. Faster speech is higher, too: its
 * length alone counts.
 */
function resample(source: Int16Array, sourceRate: number, speed: number): Float32Array {
  const step = (sourceRate * speed) / sampleRate;
  return new Float32Array(Math.round(source.length / step)).map((_, index) => {
    const first = Math.floor(index * step);
    const from = source[first] ?? 0;
    const to = source[first + 1] ?? from;
    return (from + (index * step - first) * (to - from)) / 32_768;
  });
}

/**
 * Speaks a text, really: mono, -1 to 1, at `sampleRate`. The synthesiser's breath is random, so that the same text
 * gives other samples, and at times a few more or less, when it is spoken again.
 */
export async function speak(text: string, variant: string, speed: number) {
  const synthesiser = await loadSynthesiser();
  const language = languageOf(text);
  const voice = `${language}+${variant}`;
  if (synthesiser.set_voice(voice) !== 0) throw new Error(`The synthesiser has no voice ${voice}.`);
  const source: number[] = [];
  synthesiser.synthesize(escapeForSynthesiser(text), (stretch) => {
    for (const sample of stretch) source.push(sample);
    return false;
  });
  return { samples: resample(Int16Array.from(source), synthesiser.samplerate, speed), language };
}
