import type { Utterance } from '../../../../src/readAloud/narration/plan/utterance.ts';
import {
  type CachedSpeech,
  createCachedSpeech,
  createSpeechWorkshop,
} from '../../../../src/readAloud/speech/cachedSpeech.ts';
import { createMp3Encoding } from '../../../../src/readAloud/speech/mp3.ts';
import { createSpeechCache } from '../../../../src/readAloud/speech/speechCache.ts';
import type { SpeechChoice } from '../../../../src/readAloud/speech/speechSource.ts';
import { silentLogger } from '../../../../src/relay/logger.ts';
import type { SpeechAudio, SpeechRequest } from '../../../../src/relay/speech/speech.ts';
import { createToneMp3, readLame } from './soundParts.ts';

export const familyA: SpeechChoice = {
  origin: 'https://relay.example',
  model: 'seed-tts-1.0',
  isFamilyB: false,
  voiceFor: (language) =>
    language === 'zh' ? 'zh_male_qingshuangnanda_mars_bigtts' : 'zh_female_cancan_mars_bigtts',
};

export function utteranceOf(text: string, index = 0): Utterance {
  return {
    index,
    text,
    start: 0,
    end: text.length,
    bytes: Buffer.byteLength(text),
    paragraph: 0,
    kind: 'paragraph',
    language: /\p{Script=Han}/u.test(text) ? 'zh' : 'en',
  };
}

/** A relay that the test answers for, by default with tones that last as long as the text would. */
export interface ScriptedRelay {
  readonly asked: SpeechRequest[];
  /** How many requests were given up by who asked. */
  aborted: number;
  answer: (request: SpeechRequest, signal: AbortSignal) => Promise<SpeechAudio> | SpeechAudio;
}

export function createScriptedRelay(): ScriptedRelay {
  return {
    asked: [],
    aborted: 0,
    answer: async ({ input }) => ({
      bytes: await createToneMp3({ seconds: 0.2 + input.length / 60 }),
      format: 'mp3',
    }),
  };
}

export interface SpeechParts {
  readonly warnings: string[];
  /** How long was waited before the relay was asked again, in milliseconds. */
  readonly waited: number[];
  readonly relay: ScriptedRelay;
  /** A reading, as any window's. */
  read(choice?: () => Promise<SpeechChoice>): CachedSpeech;
  /** Settles when nothing is written any more. */
  written(): Promise<void>;
}

/** The speech of a window whose cache is in a folder. */
export function createSpeechParts(folder: string, readWasm = readLame): SpeechParts {
  const warnings: string[] = [];
  const logger = { ...silentLogger, warn: (message: string) => void warnings.push(message) };
  const relay = createScriptedRelay();
  const cache = createSpeechCache({ folder, limitBytes: () => 1e8, logger });
  const waited: number[] = [];
  const wait = async (ms: number) => void waited.push(ms);
  const workshop = createSpeechWorkshop({ cache, encoding: createMp3Encoding({ readWasm }), logger, wait });
  return {
    warnings,
    waited,
    relay,
    written: cache.written,
    read: (choice = async () => familyA) =>
      createCachedSpeech({
        workshop,
        choice,
        speak: async (request, { signal }) => {
          relay.asked.push(request);
          signal?.addEventListener('abort', () => {
            relay.aborted += 1;
          });
          return relay.answer(request, signal ?? new AbortController().signal);
        },
      }),
  };
}

/** A promise that the test settles. */
export function createGate<Value>() {
  let open = (_value: Value): void => {};
  let fail = (_error: Error): void => {};
  const promise = new Promise<Value>((resolve, reject) => {
    open = resolve;
    fail = reject;
  });
  return { promise, open, fail };
}
