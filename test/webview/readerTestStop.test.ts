import { deepStrictEqual } from 'node:assert/strict';
import type {
  ReaderHostMessage,
  ReaderWebviewMessage,
  SoundFindings,
} from '../../src/protocol/readerProtocol.ts';
import type { SpeechSource } from '../../src/readAloud/speech/speechSource.ts';
import {
  createPageSounds,
  createSamplePlayer,
  createSoundTest,
  createTrials,
} from '../../src/readAloud/view/trials.ts';
import { audio, reading } from './readerFacts.ts';
import { openReaderPage, type ReaderPage } from './readerPage.ts';
import { makeMp3 } from './readerSounds.ts';

/** The host's two players of single sounds, and the page that plays them. */
describe('a sound for testing', () => {
  let view: ReaderPage;
  let posted: ReaderHostMessage[];
  let found: SoundFindings[];
  let short: Uint8Array;
  let long: Uint8Array;
  let bytes: Uint8Array;

  before(async () => {
    [short, long] = await Promise.all([makeMp3(800, 0.4), makeMp3(800, 20)]);
  });
  beforeEach(async () => {
    view = await openReaderPage();
    posted = [];
    found = [];
    bytes = long;
    view.onMessage = (intent: ReaderWebviewMessage) => {
      if (intent.type === 'soundTested') sounds.tested(intent.testId, intent.findings);
      if (intent.type === 'stop') trials.end();
    };
    await view.unlock();
  });
  afterEach(() => view.close());

  const speech: SpeechSource = {
    get: async () => ({ bytes, format: 'mp3' }),
    isKept: () => false,
    forget() {},
    renew() {},
  };
  const post = (fact: ReaderHostMessage) => {
    posted.push(fact);
    void view.send(fact);
  };
  const sounds = createPageSounds(post);
  const trials = createTrials(() => {});
  const common = {
    createSpeech: () => speech,
    post,
    trials,
    sounds,
    reveal: async () => {},
    pause: () => void view.send({ type: 'pause', readingId: 'r' }),
    describe: String,
  };

  function createSamples(words?: string) {
    return createSamplePlayer({
      ...common,
      describeFindings(findings) {
        found.push(findings);
        return words;
      },
    });
  }

  const createTest = () => createSoundTest({ ...common, t: (text) => text });

  function play(samples: ReturnType<typeof createSamples>, signal = new AbortController().signal) {
    return samples({ model: 'm', voice: 'v', text: 'Hello.' }, { signal, onPlaying() {} });
  }

  const isHeard = 'document.querySelector("audio").currentTime > 0.3';
  const isSilent = '!document.querySelector("audio").hasAttribute("src")';
  const shownChecks = () => posted.filter((fact) => fact.type === 'soundChecks' && fact.checks?.length);

  it('stops when the preview of a voice ends, and the reading continues where it was', async () => {
    const [first, second] = await Promise.all([1200, 1600].map((hertz) => makeMp3(hertz, 0.5)));
    await view.send(...reading('r', audio('r', 0, first), audio('r', 1, second)));
    await view.hearUntil('time > 0.2');
    const stop = new AbortController();
    const played = play(createSamples(), stop.signal);
    await view.state('paused', 0);
    await view.hearOn();
    await view.until(
      `document.querySelector('audio').currentTime > 0 && ${isHeard} && heardHertz.at(-1) === 800`,
    );
    stop.abort();
    await played;
    await view.intent(({ type }) => type === 'soundTested');
    await view.silence(200);
    await view.send({ type: 'resume', readingId: 'r' });
    await view.state('finished', 1);
    deepStrictEqual([await view.heardPitches(), found], [[1200, 800, 1200, 1600], []]);
  });

  it('stops when the sound test is closed, and nothing is shown', async () => {
    const test = createTest();
    void test.start();
    await view.until(isHeard);
    test.close();
    await view.until(isSilent);
    deepStrictEqual(Object.keys(await view.intent(({ type }) => type === 'soundTested')), ['type', 'testId']);
    deepStrictEqual(shownChecks(), []);
  });

  it('stops by a key, even without a reading', async () => {
    const played = play(createSamples());
    await view.until(isHeard);
    await view.press('Escape');
    await played;
    await view.until(isSilent);
    deepStrictEqual(found, []);
  });

  it('that has to give way to a reading shows nothing, and leaves no caller waiting', async () => {
    const test = createTest();
    void test.start();
    await view.until(isHeard);
    await view.send(...reading('r', audio('r', 0, short)));
    await view.state('finished', 0);
    await view.until('document.querySelector(".sound-checks") === null');
    deepStrictEqual(shownChecks(), []);
    const played = play(createSamples());
    await view.until(isHeard);
    await view.send(...reading('s', audio('s', 0, short)));
    await played;
    deepStrictEqual(found, []);
  });

  it('gives way to the preview of the next voice, which is not stopped with it', async () => {
    const samples = createSamples();
    const stop = new AbortController();
    const first = play(samples, stop.signal);
    await view.until(isHeard);
    bytes = short;
    const second = play(samples);
    await first;
    stop.abort();
    await second;
    deepStrictEqual(
      found.map(({ error, isGestureMissing }) => [error, isGestureMissing]),
      [[undefined, false]],
    );
  });

  it('that can’t be heard says why', async () => {
    bytes = Buffer.from('{"error":"no voice"}');
    deepStrictEqual([await play(createSamples('No sound.')), found.length], ['No sound.', 1]);
  });
});
