import { deepStrictEqual } from 'node:assert/strict';
import type { SpeechSource, SpokenAudio } from '../../../../src/readAloud/speech/speechSource.ts';
import { createVoicePreview } from '../../../../src/readAloud/speech/voices/voicePreview.ts';
import {
  createPageSounds,
  createSamplePlayer,
  createSoundTest,
  createTrials,
  type Trials,
} from '../../../../src/readAloud/view/trials.ts';
import { RelayError } from '../../../../src/relay/errors/relayError.ts';
import { settle } from '../playback/testPage.ts';

const audio: SpokenAudio = { bytes: new Uint8Array(3), format: 'mp3' };

/** The host's side of single sounds, before a relay that responds when it is told to and a page that only listens. */
describe('a sound that is tried out', () => {
  let posted: string[];
  let answers: ((audio: SpokenAudio) => void)[];
  let aborted: number;
  let reveal: Promise<void>;
  let trials: Trials;
  let test: ReturnType<typeof createSoundTest>;
  let preview: ReturnType<typeof createVoicePreview>;

  beforeEach(() => {
    posted = [];
    answers = [];
    aborted = 0;
    reveal = Promise.resolve();
    const speech: SpeechSource = {
      get: (_, { signal }) =>
        new Promise((resolve, reject) => {
          answers.push(resolve);
          signal.addEventListener('abort', () => {
            aborted += 1;
            reject(new RelayError('cancelled'));
          });
        }),
      isKept: () => false,
      forget() {},
      renew() {},
    };
    const sounds = createPageSounds(({ type }) => void posted.push(type));
    trials = createTrials(() => {});
    const common = { createSpeech: () => speech, trials, sounds, reveal: () => reveal, pause() {} };
    test = createSoundTest({
      ...common,
      t: (text) => text,
      post: (fact) => {
        if (fact.type !== 'soundChecks') return;
        posted.push(fact.isRunning ? 'testing' : fact.checks ? 'found' : 'hidden');
      },
      describe: String,
    });
    const samples = createSamplePlayer({ ...common, describe: String, describeFindings: () => undefined });
    preview = createVoicePreview(samples, () => {});
  });

  const begins: Readonly<Record<string, () => void>> = {
    'the test of the sound': () => void test.start(),
    'a voice': () => preview.toggle({ model: 'm', voice: 'v', text: 'Hello.' }),
  };
  for (const [name, begin] of Object.entries(begins)) {
    const isTest = name !== 'a voice';

    it(`is never heard where it ends while it is fetched: ${name}`, async () => {
      begin();
      await settle();
      trials.end();
      answers[0]?.(audio);
      await settle();
      deepStrictEqual([aborted, posted], [1, isTest ? ['hidden', 'testing', 'hidden'] : []]);
      deepStrictEqual(preview.state, { isLoading: false });
    });

    it(`is silent at once where it ends while it is heard: ${name}`, async () => {
      begin();
      await settle();
      answers[0]?.(audio);
      await settle();
      trials.end();
      await settle();
      const shown = isTest
        ? ['hidden', 'testing', 'testSound', 'stopTest', 'hidden']
        : ['testSound', 'stopTest'];
      deepStrictEqual([posted, preview.state], [shown, { isLoading: false }]);
    });
  }

  it('asks for nothing, and shows nothing, where it ends before the view is there', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    reveal = promise;
    void test.start();
    await settle();
    trials.end();
    resolve();
    await settle();
    deepStrictEqual([answers.length, posted], [0, ['hidden', 'hidden']]);
  });

  it('gives way to the next one while it is fetched', async () => {
    void test.start();
    await settle();
    preview.toggle({ model: 'm', voice: 'v', text: 'Hello.' });
    await settle();
    answers[0]?.(audio);
    answers[1]?.(audio);
    await settle();
    deepStrictEqual([aborted, posted], [1, ['hidden', 'testing', 'hidden', 'testSound']]);
    deepStrictEqual(preview.state, { voice: 'v', isLoading: false });
  });
});
