import { deepStrictEqual } from 'node:assert/strict';
import type { SoundFindings } from '../../../../src/protocol/readerProtocol.ts';
import type { SpeechSource, SpokenAudio } from '../../../../src/readAloud/speech/speechSource.ts';
import { createVoicePreview } from '../../../../src/readAloud/speech/voices/voicePreview.ts';
import {
  createSamplePlayer,
  createSoundTest,
  createTrials,
  describeSoundChecks,
  type Trials,
} from '../../../../src/readAloud/view/trials.ts';
import { RelayError } from '../../../../src/relay/errors/relayError.ts';
import { languages } from '../../translations.ts';
import { settle } from '../playback/testPage.ts';

const audio: SpokenAudio = { bytes: new Uint8Array(3), format: 'mp3' };

/** The host's side of single sounds, with a relay that the test controls and a page that only listens. */
describe('a trial sound', () => {
  let posted: string[];
  let answers: ReturnType<typeof Promise.withResolvers<SpokenAudio>>[];
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
      get(_, { signal }) {
        const answer = Promise.withResolvers<SpokenAudio>();
        answers.push(answer);
        signal.addEventListener('abort', () => {
          aborted += 1;
          answer.reject(new RelayError('cancelled'));
        });
        return answer.promise;
      },
      isKept: () => false,
      forget() {},
      renew() {},
    };
    trials = createTrials(
      ({ type }) => void posted.push(type),
      (isRunning) => void posted.push(isRunning ? 'begins' : 'ends'),
    );
    const common = { createSpeech: () => speech, trials, reveal: () => reveal, pause() {} };
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

    it(`is never heard if it ends while it is fetched: ${name}`, async () => {
      begin();
      await settle();
      trials.end();
      answers[0]?.resolve(audio);
      await settle();
      const shown = isTest ? ['hidden', 'begins', 'testing', 'ends', 'hidden'] : ['begins', 'ends'];
      deepStrictEqual([aborted, posted], [1, shown]);
      deepStrictEqual(preview.state, { isLoading: false });
    });

    it(`stops at once if it ends while it plays: ${name}`, async () => {
      begin();
      await settle();
      answers[0]?.resolve(audio);
      await settle();
      trials.end();
      await settle();
      const shown = isTest
        ? ['hidden', 'begins', 'testing', 'testSound', 'stopTest', 'ends', 'hidden']
        : ['begins', 'testSound', 'stopTest', 'ends'];
      deepStrictEqual([posted, preview.state], [shown, { isLoading: false }]);
    });
  }

  it('requests and shows nothing if it ends before the view is there', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    reveal = promise;
    void test.start();
    await settle();
    trials.end();
    resolve();
    await settle();
    deepStrictEqual([answers.length, posted], [0, ['hidden', 'begins', 'ends', 'hidden']]);
  });

  it('is replaced by the next one while it is fetched', async () => {
    void test.start();
    await settle();
    preview.toggle({ model: 'm', voice: 'v', text: 'Hello.' });
    await settle();
    answers[0]?.resolve(audio);
    answers[1]?.resolve(audio);
    await settle();
    const shown = ['hidden', 'begins', 'testing', 'ends', 'begins', 'hidden', 'testSound'];
    deepStrictEqual([aborted, posted], [1, shown]);
    deepStrictEqual(preview.state, { voice: 'v', isLoading: false });
  });

  it('ends when the page has played it, not an earlier one', async () => {
    for (const voice of ['v', 'w']) {
      preview.toggle({ model: 'm', voice, text: 'Hello.' });
      await settle();
      answers.at(-1)?.resolve(audio);
      await settle();
    }
    const seen = [];
    for (const testId of ['sound-1', 'sound-2']) {
      trials.tested(testId, undefined);
      await settle();
      seen.push(preview.state);
    }
    deepStrictEqual(seen, [{ voice: 'w', isLoading: false }, { isLoading: false }]);
  });

  it('ends with the reason if the relay sends none', async () => {
    const error = new RelayError('insufficientBalance');
    void test.start();
    await settle();
    answers[0]?.reject(error);
    await settle();
    preview.toggle({ model: 'm', voice: 'v', text: 'Hello.' });
    await settle();
    answers[1]?.reject(error);
    await settle();
    deepStrictEqual(posted, ['hidden', 'begins', 'testing', 'ends', 'found', 'begins', 'ends']);
    deepStrictEqual(preview.state, { isLoading: false, failure: { voice: 'v', words: String(error) } });
  });
});

const good: SoundFindings = {
  decodedSeconds: 2.04,
  peak: 0.5,
  isGestureMissing: false,
  volume: 1,
  playedSeconds: 2,
};
const unheard = { isGestureMissing: true, playedSeconds: 0, error: 'NotAllowedError' };
const { decodedSeconds: _, peak: __, ...undecoded } = good;

/** The findings, and the checks that are not OK. */
const rows: Readonly<Record<string, readonly [SoundFindings, readonly string[]]>> = {
  'no problems': [good, []],
  'no sound in the bytes': [
    { ...undecoded, playedSeconds: 0, error: 'no decoder' },
    [
      'failed: VS Code can’t decode the audio.: Select another speech model or voice. Playback error: no decoder',
      'unknown: The audio contains speech.',
      'failed: The speech was not played.: no decoder',
    ],
  ],
  'a sound without a voice': [
    { ...good, peak: 0.001 },
    [
      'failed: The audio is silent.: The relay sent audio without speech. Select another speech model or voice.',
    ],
  ],
  'no volume': [
    { ...good, volume: 0 },
    ['failed: The volume is zero.: Turn up the volume with the slider in this view.'],
  ],
  'no click yet': [
    { ...good, ...unheard },
    [
      'failed: VS Code is waiting for a click.: VS Code allows sound in this view only after a click or key press. Click to listen.',
      'unknown: The speech was not played.: NotAllowedError',
    ],
  ],
  'a clock that stands still': [{ ...good, playedSeconds: 0.05 }, ['failed: The speech was not played.']],
};

describe('the sound test', () => {
  for (const [name, [findings, expected]] of Object.entries(rows)) {
    it(`finds ${name}`, () => {
      const checks = describeSoundChecks(
        { bytes: new Uint8Array(7), format: 'mp3' },
        findings,
        languages.english,
      );
      deepStrictEqual(checks[0], {
        status: 'ok',
        label: 'The relay sent speech.',
        detail: '7 bytes of mp3',
      });
      deepStrictEqual(
        checks
          .filter(({ status }) => status !== 'ok')
          .map(({ status, label, detail }) => [status, label, detail].filter(Boolean).join(': ')),
        expected,
      );
    });
  }
});
