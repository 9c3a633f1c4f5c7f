import { deepStrictEqual, ok } from 'node:assert/strict';
import {
  type Audio,
  audio,
  audioEnd,
  begin,
  jump,
  makeSentences,
  reading,
  toldStates,
} from './readerFacts.ts';
import { openReaderPage, type ReaderPage } from './readerPage.ts';
import { makeMp3, makeWav, spoil } from './readerSounds.ts';

/** One tone for each sentence, far enough apart to be distinguished. */
const pitches = [400, 800, 1200, 1600, 2000];
const toneSeconds = 0.3;

describe('the reader’s playback', () => {
  let mp3: Uint8Array[];
  let view: ReaderPage;

  before(async () => {
    mp3 = await Promise.all(pitches.map((hertz) => makeMp3(hertz, toneSeconds)));
  });
  beforeEach(async () => {
    view = await openReaderPage();
  });
  afterEach(() => view.close());

  function piece(readingId: string, index: number): Audio {
    return audio(readingId, index, mp3[index] ?? new Uint8Array());
  }

  const wav = (readingId: string, index: number, hertz: number) =>
    audio(readingId, index, makeWav(hertz, toneSeconds), 'wav');
  const inAudio = (field: 'currentTime' | 'paused') =>
    view.inspect(`document.querySelector('audio').${field}`);

  async function isHeard(pieces: readonly Audio[], expected: readonly number[]): Promise<void> {
    await view.unlock();
    await view.send(...reading('r', ...pieces));
    deepStrictEqual(await view.heardToEnd(pieces.length - 1), expected);
  }

  async function heardWhole(expected: readonly number[]): Promise<void> {
    deepStrictEqual(await view.heardToEnd(expected.length - 1), expected);
    const durations = (await view.heard()).map(({ milliseconds }) => milliseconds);
    ok(Math.min(...durations) >= 280, `each tone is heard whole: ${durations}`);
  }

  it('is blocked until one click, and then nothing is lost', async () => {
    await view.send(begin('r', 3), piece('r', 0), piece('r', 1));
    await view.state('blocked', 0);
    deepStrictEqual(await inAudio('currentTime'), 0);
    await view.send(piece('r', 2), audioEnd('r'));
    await view.click('.listen vscode-button');
    await heardWhole([400, 800, 1200]);
    deepStrictEqual(
      toldStates(view.intents).join(),
      'loading 0,blocked 0,playing 0,playing 1,playing 2,finished 2',
    );
  });

  it('keeps its button under the pointer, whatever messages arrive before the click', async () => {
    const account = { heardSeconds: 0, leftSeconds: 60, totalBytes: 60, keptBytes: 0, unpaidBytes: 60 };
    // Like the host, sends the cost as soon as a reading starts.
    await view.send(
      begin('r', 2, { isWhole: false }),
      { type: 'account', readingId: 'r', account },
      piece('r', 0),
    );
    await view.state('blocked', 0);
    await view.inspect(`void (globalThis.listen = document.querySelector('.listen vscode-button'))`);
    const place = '(({ x, y }) => [x, y])(globalThis.listen.getBoundingClientRect())';
    const before = await view.inspect<[x: number, y: number]>(place);
    const [third] = makeSentences(['One more.']);
    const sentences = third ? [{ ...third, index: 2 }] : [];
    await view.send(
      piece('r', 1),
      { type: 'sentences', readingId: 'r', sentences, isWhole: true },
      { type: 'account', readingId: 'r', account: { ...account, leftSeconds: 90, totalBytes: 90 } },
      { type: 'notice', readingId: 'r', text: 'Less is fetched ahead.' },
      { type: 'queue', items: [{ id: 'one', title: 'one.md' }], sleepAfter: 'off' },
      piece('r', 2),
      audioEnd('r'),
    );
    await view.until(`document.querySelector('.queue') !== null`);
    deepStrictEqual(
      [await view.inspect('globalThis.listen.isConnected'), await view.inspect(place)],
      [true, before],
    );
    await view.page.mouse.click(before[0] + 20, before[1] + 10);
    deepStrictEqual(await view.heardToEnd(2), [400, 800, 1200]);
  });

  it('is not unlocked by Escape or a modifier, which browsers do not count', async () => {
    await view.press('Shift');
    await view.press('Escape');
    await view.send(begin('r', 1), piece('r', 0));
    await view.state('blocked', 0);
  });

  it('needs no second click for a second reading', async () => {
    await view.send(begin('one', 2), piece('one', 0));
    await view.state('blocked', 0);
    await view.click('.listen vscode-button');
    await view.state('playing', 0);
    // Opening a window uses up the click, so that only what it unlocked can let the sound go on.
    await view.inspect('void window.open("about:blank")?.close()');
    deepStrictEqual(await view.inspect('navigator.userActivation.isActive'), false);
    await view.send(...reading('two', wav('two', 0, 1600), piece('two', 1)));
    await view.state('finished', 1);
    const told = toldStates(view.intents).slice(-4);
    deepStrictEqual(told, ['loading 0', 'playing 0', 'playing 1', 'finished 1']);
    deepStrictEqual((await view.heardPitches()).slice(-2), [1600, 800]);
  });

  it('plays MP3 and WAV of one reading in order', async () => {
    await isHeard([piece('r', 0), wav('r', 1, 800), wav('r', 2, 1200), piece('r', 3)], pitches.slice(0, 4));
  });

  it('plays audio that is mislabeled as MP3', async () => {
    await isHeard([audio('r', 0, makeWav(400, toneSeconds), 'mp3'), piece('r', 1)], [400, 800]);
  });

  for (const [name, spoilt] of Object.entries({
    'no audio': () => Buffer.from(JSON.stringify({ error: 'no voice'.repeat(300) })),
    'frames that can not be decoded': () => spoil(mp3[1] ?? new Uint8Array()),
    nothing: () => new Uint8Array(),
  })) {
    it(`skips a sentence of ${name}, says so, and continues`, async () => {
      await isHeard([piece('r', 0), audio('r', 1, spoilt()), piece('r', 2)], [400, 1200]);
      const complaints = view.intents.filter(({ type }) => type === 'unplayable');
      deepStrictEqual(
        complaints.map((intent) => ({ ...intent, message: '' })),
        [{ type: 'unplayable', readingId: 'r', index: 1, isOutputFault: false, message: '' }],
      );
    });
  }

  it('waits for late audio and for a late end, and continues by itself, with every sentence complete', async () => {
    // After a wait, Chromium needs more audio than before to continue the same stream.
    const second = await makeMp3(800, 0.5);
    await view.unlock();
    await view.send(begin('r', 4), piece('r', 0));
    await view.state('loading', 1);
    await view.send(audio('r', 1, second));
    await view.state('loading', 2);
    await view.send(wav('r', 2, 1200));
    await view.state('loading', 3);
    await view.send(piece('r', 3));
    await view.state('loading', 4);
    await view.send(audioEnd('r'));
    await heardWhole([400, 800, 1200, 1600]);
  });

  it('pauses and resumes at the exact position', async () => {
    await view.unlock();
    await view.send(...reading('r', piece('r', 0), piece('r', 1)));
    await view.hearUntil('time > 0.1');
    await view.send({ type: 'pause', readingId: 'r' });
    await view.state('paused', 0);
    await view.hearOn();
    const pausedAt = await inAudio('currentTime');
    await view.silence(100);
    deepStrictEqual(await inAudio('currentTime'), pausedAt);
    await view.send({ type: 'resume', readingId: 'r' });
    deepStrictEqual(await view.heardToEnd(1), [400, 800]);
    const whole = (await view.heard())[0]?.milliseconds ?? 0;
    ok(whole >= 270 && whole <= 340, `the parts make one sentence: ${whole} ms`);
  });

  it('obeys the last of pause and resume, however they race with the start', async () => {
    await view.unlock();
    await view.hold();
    const pause = { type: 'pause', readingId: 'r' } as const;
    const resume = { type: 'resume', readingId: 'r' } as const;
    await view.send(begin('r', 2), piece('r', 0), resume, pause);
    await view.state('paused', 0);
    await view.send(resume, pause, resume);
    await view.state('playing', 0);
    await view.send(pause, resume, pause);
    await view.state('paused', 0);
    deepStrictEqual(await inAudio('paused'), true);
  });

  it('is silent at once when stopped, and drops late audio', async () => {
    await view.unlock();
    await view.hold();
    await view.send(begin('r', 2), piece('r', 0), piece('r', 1));
    await view.state('playing', 0);
    await view.send({ type: 'stop' }, piece('r', 1), jump('s', 1), piece('s', 1));
    await view.until('!document.querySelector("audio").hasAttribute("src")');
    deepStrictEqual(await view.inspect('document.querySelector(".welcome") !== null'), true);
    deepStrictEqual(toldStates(view.intents), ['loading 0', 'playing 0']);
  });

  it('starts and continues while the view is hidden', async () => {
    await view.unlock();
    await view.page.addStyleTag({ content: 'iframe { visibility: hidden }' });
    await isHeard([piece('r', 0), wav('r', 1, 800), piece('r', 2)], [400, 800, 1200]);
  });

  it('tells the host when a media key pauses and resumes', async () => {
    await view.unlock();
    await view.hold();
    await view.send(begin('r', 1), piece('r', 0));
    await view.state('playing', 0);
    await view.inspect('document.querySelector("audio").pause()');
    await view.intent(({ type }) => type === 'pause');
    await view.send({ type: 'pause', readingId: 'r' });
    await view.state('paused', 0);
    await view.inspect('void document.querySelector("audio").play()');
    await view.intent(({ type }) => type === 'resume');
  });
});

describe('the reader without MediaSource', () => {
  let view: ReaderPage;
  before(async () => {
    view = await openReaderPage({ before: 'delete globalThis.MediaSource;' });
  });
  after(async () => {
    await view.close();
  });

  it('plays sentence after sentence, after one click', async () => {
    const sounds = await Promise.all([400, 800, 1200].map((hertz) => makeMp3(hertz, toneSeconds)));
    const [first, second, third] = sounds.map((bytes, index) => audio('r', index, bytes));
    if (!first || !second || !third) throw new Error('No sounds.');
    await view.send(begin('r', 3), first, second);
    await view.state('blocked', 0);
    await view.click('.listen vscode-button');
    await view.state('loading', 2);
    await view.send(third, audioEnd('r'));
    deepStrictEqual(await view.heardToEnd(2), [400, 800, 1200]);
  });
});

describe('the reader plays on', () => {
  it('when the element itself fails in the middle of a stream', async () => {
    // Without a check beforehand, the broken frames get into the stream.
    const view = await openReaderPage({
      before: 'globalThis.OfflineAudioContext = class { decodeAudioData() { return Promise.resolve({}); } };',
    });
    const sounds = await Promise.all([400, 800, 1200].map((hertz) => makeMp3(hertz, toneSeconds)));
    await view.press('a');
    await view.send(
      ...reading('r', ...sounds.map((bytes, index) => audio('r', index, index === 1 ? spoil(bytes) : bytes))),
    );
    deepStrictEqual((await view.heardToEnd(2)).at(-1), 1200);
    const complaint = view.intents.find((intent) => intent.type === 'unplayable');
    ok(complaint && !complaint.isOutputFault && complaint.message.includes('DECODE'));
    await view.close();
  });
});

describe('the reader, when the audio output is lost,', () => {
  /** As Chromium reports that the sound card is gone. The decoded audio is intact. */
  const loseOutput = `((audio) => {
    Object.defineProperty(audio, 'error', {
      value: { code: 3, message: 'PipelineStatus::AUDIO_RENDERER_ERROR: audio render error' },
      configurable: true,
    });
    audio.dispatchEvent(new Event('error'));
    delete audio.error;
  })(document.querySelector('audio'))`;
  let view: ReaderPage;
  let sounds: Uint8Array[];

  before(async () => {
    sounds = await Promise.all([400, 800, 1200].map((hertz) => makeMp3(hertz, 0.5)));
  });
  beforeEach(async () => {
    view = await openReaderPage();
    await view.unlock();
    await view.send(...reading('r', ...sounds.map((bytes, index) => audio('r', index, bytes))));
    await view.hearUntil('time > 0.2');
  });
  afterEach(() => view.close());

  const complaints = () => view.intents.filter(({ type }) => type === 'unplayable');

  it('continues at the exact position with a new output, in each sentence again', async () => {
    await view.inspect(loseOutput);
    await view.hearOn();
    await view.hearUntil('time > 0.7');
    await view.state('playing', 1);
    await view.inspect(loseOutput);
    await view.hearOn();
    deepStrictEqual([await view.heardToEnd(2), complaints()], [[400, 800, 1200], []]);
    const durations = (await view.heard()).map(({ milliseconds }) => milliseconds);
    ok(
      durations.every((duration) => duration > 380 && duration < 600),
      `nothing was left out or heard twice: ${durations}`,
    );
  });

  it('stops at its position if there is no output, blames no sentence, and continues there on request', async () => {
    await view.inspect(loseOutput);
    await view.hearOn();
    await view.hearUntil('time > 0.35');
    const place = await view.inspect<number>('document.querySelector("audio").currentTime');
    await view.inspect(loseOutput);
    await view.state('failed', 0);
    deepStrictEqual(complaints(), [
      {
        type: 'unplayable',
        readingId: 'r',
        index: 0,
        isOutputFault: true,
        message: 'PipelineStatus::AUDIO_RENDERER_ERROR: audio render error',
      },
    ]);
    const told = view.intents.at(-1);
    ok(told?.type === 'state' && told.seconds >= place && told.seconds < place + 0.3, JSON.stringify(told));
    deepStrictEqual(await view.inspect('document.querySelectorAll(".sentence.skipped").length'), 0);
    await view.send(jump('s', 0, { startSeconds: told.seconds }));
    await view.send(...sounds.map((bytes, index) => audio('s', index, bytes)));
    await view.hearOn();
    await view.state('playing', 1);
  });
});
