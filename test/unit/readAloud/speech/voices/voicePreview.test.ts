import { deepStrictEqual, match } from 'node:assert/strict';
import {
  createVoicePreview,
  sampleText,
  type VoicePreviewState,
  type VoiceSample,
} from '../../../../../src/readAloud/speech/voices/voicePreview.ts';
import { knownVoices } from '../../../../../src/readAloud/speech/voices/voices.ts';
import { settle } from '../../playback/testPage.ts';

interface Played {
  readonly sample: VoiceSample;
  readonly signal: AbortSignal;
  readonly onPlaying: () => void;
  /** Ends the playback, with a message if it failed. */
  readonly end: (words?: string) => void;
}

/** A preview whose player the test controls. */
function createStage() {
  const played: Played[] = [];
  const shown: VoicePreviewState[] = [];
  const preview = createVoicePreview(
    (sample, { signal, onPlaying }) => {
      const { promise, resolve } = Promise.withResolvers<string | undefined>();
      played.push({ sample, signal, onPlaying, end: resolve });
      return promise;
    },
    () => shown.push(preview.state),
  );
  const at = (place: number): Played => {
    const found = played[place];
    if (!found) throw new Error(`Nothing was played at ${place}`);
    return found;
  };
  return { preview, played, shown, at };
}

const sample = (voice: string): VoiceSample => ({ model: 'seed-tts-2.0', voice, text: 'Hello' });

describe('the preview of voices', () => {
  it('fetches, plays, and ends', async () => {
    const { preview, shown, at } = createStage();
    preview.toggle(sample('a'));
    at(0).onPlaying();
    at(0).end();
    await settle();
    deepStrictEqual(shown, [
      { voice: 'a', isLoading: true },
      { voice: 'a', isLoading: false },
      { isLoading: false },
    ]);
    deepStrictEqual(at(0).sample, sample('a'));
  });

  it('stops a voice that is pressed again, and plays it again the third time', async () => {
    const { preview, played, at } = createStage();
    preview.toggle(sample('a'));
    preview.toggle(sample('a'));
    deepStrictEqual([at(0).signal.aborted, preview.state, played.length], [true, { isLoading: false }, 1]);
    preview.toggle(sample('a'));
    // Late events of the first playback are not mistaken for those of the new one.
    at(0).onPlaying();
    at(0).end('It was aborted.');
    await settle();
    deepStrictEqual([preview.state, played.length], [{ voice: 'a', isLoading: true }, 2]);
  });

  it('stops one voice for another, and is silent after a stop, however often', async () => {
    const { preview, shown, at } = createStage();
    preview.stop();
    preview.toggle(sample('a'));
    preview.toggle(sample('b'));
    at(0).end();
    await settle();
    preview.stop();
    preview.stop();
    deepStrictEqual([at(0).signal.aborted, at(1).signal.aborted], [true, true]);
    const silent = { isLoading: false };
    deepStrictEqual(shown, [
      { voice: 'a', isLoading: true },
      silent,
      { voice: 'b', isLoading: true },
      silent,
    ]);
  });

  it('shows why a voice can’t be heard until the next one is requested', async () => {
    const { preview, at } = createStage();
    preview.toggle(sample('a'));
    at(0).end('There is no such voice.');
    await settle();
    const failure = { voice: 'a', words: 'There is no such voice.' };
    deepStrictEqual(preview.state, { isLoading: false, failure });
    preview.toggle(sample('a'));
    deepStrictEqual(preview.state, { voice: 'a', isLoading: true });
  });
});

const scripts: Readonly<Record<string, RegExp>> = {
  zh: /^\p{Script=Han}/u,
  ja: /^\p{Script=Hiragana}/u,
  ko: /^\p{Script=Hangul}/u,
  ru: /^\p{Script=Cyrillic}/u,
  en: /^Hello/,
};

/** The languages of a voice, the one it is chosen for, the display language, and the language of the sample. */
const samples: [
  languages: readonly string[],
  chosenFor: string | undefined,
  display: string,
  text: string,
][] = [
  [[], undefined, 'en', 'en'],
  [[], undefined, 'zh-cn', 'zh'],
  [[], 'ru', 'zh-cn', 'ru'],
  [['zh', 'en-US'], undefined, 'en', 'en'],
  [['zh', 'en-US'], undefined, 'ko', 'zh'],
  [['en-AU'], 'ja', 'zh-tw', 'ja'],
  [['tlh'], undefined, 'tlh', 'en'],
];

describe('the sample text of a voice', () => {
  for (const [languages, chosenFor, display, expected] of samples) {
    const whose = languages.join('+') || 'any language';
    it(`is ${expected} for ${whose}, chosen for ${chosenFor ?? 'all'}, shown in ${display}`, () =>
      match(sampleText({ languages }, chosenFor, display), scripts[expected] ?? /never/));
  }

  it('is short and not empty for every voice', () => {
    const texts = ['seed-tts-1.0', 'seed-tts-2.0'].flatMap((model) =>
      knownVoices(model).map((voice) => sampleText(voice, undefined, 'xx')),
    );
    deepStrictEqual(
      texts.filter((text) => text.length === 0 || Buffer.byteLength(text) > 80),
      [],
    );
  });
});
