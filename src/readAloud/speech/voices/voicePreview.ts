import type { Voice } from './seedVoices.ts';
import { primaryLanguage, speaks } from './voices.ts';

/** A sentence in a voice: short, because it costs money, and always the same, so that it is paid for only once. */
export interface VoiceSample {
  readonly model: string;
  readonly voice: string;
  readonly text: string;
}

/**
 * Plays a sample, from the cache if possible. Resolves at its end, or with one line on why it can't be played. After
 * `signal` is aborted, the sound has stopped, and the result of the promise is ignored.
 */
export type PlaySample = (
  sample: VoiceSample,
  options: { readonly signal: AbortSignal; readonly onPlaying: () => void },
) => Promise<string | undefined>;

export interface VoicePreviewState {
  /** The voice that is loading or playing. */
  readonly voice?: string;
  readonly isLoading: boolean;
  /** Why the last sample could not be played, until the next one is requested. */
  readonly failure?: { readonly voice: string; readonly words: string };
}

const idle: VoicePreviewState = { isLoading: false };

/** Plays one sample at a time. */
export function createVoicePreview(playSample: PlaySample, onChange: () => void) {
  let state = idle;
  let playing: AbortController | undefined;

  function show(next: VoicePreviewState): void {
    state = next;
    onChange();
  }

  async function play(sample: VoiceSample): Promise<void> {
    const own = new AbortController();
    playing = own;
    const { voice } = sample;
    show({ voice, isLoading: true });
    const words = await playSample(sample, {
      signal: own.signal,
      onPlaying: () => {
        if (playing === own) show({ voice, isLoading: false });
      },
    });
    if (playing !== own) return;
    playing = undefined;
    show(words === undefined ? idle : { isLoading: false, failure: { voice, words } });
  }

  function stop(): void {
    if (!playing) return;
    playing.abort();
    playing = undefined;
    show(idle);
  }

  return {
    get state() {
      return state;
    },
    /** Plays a sample, and stops any other. */
    toggle(sample: VoiceSample) {
      const isItself = state.voice === sample.voice;
      stop();
      if (!isItself) void play(sample);
    },
    stop,
  };
}

const sentences: Readonly<Record<string, string>> = {
  zh: '你好，我来为你朗读。',
  yue: '你好，我嚟為你朗讀。',
  en: 'Hello, I will read to you.',
  ja: 'こんにちは。私が読み上げます。',
  ko: '안녕하세요. 제가 읽어 드리겠습니다.',
  ru: 'Здравствуйте, я буду вам читать.',
  de: 'Hallo, ich lese Ihnen vor.',
  fr: 'Bonjour, je vais vous faire la lecture.',
  es: 'Hola, voy a leer para usted.',
  pt: 'Olá, vou ler para você.',
  id: 'Halo, saya akan membacakan untuk Anda.',
};

/**
 * The sample text of a voice: in the language it is selected for, else in the person's language if it speaks that, else
 * in its own first one. An unknown voice uses the person's language.
 */
export function sampleText(
  voice: Pick<Voice, 'languages'>,
  forLanguage: string | undefined,
  displayLanguage: string,
): string {
  const own = primaryLanguage(displayLanguage);
  const tags = [forLanguage, ...(speaks(voice, own) ? [own] : []), ...voice.languages.map(primaryLanguage)];
  const found = tags.find((tag) => tag !== undefined && Object.hasOwn(sentences, tag)) ?? 'en';
  return sentences[found] ?? '';
}
