import { deepStrictEqual, ok } from 'node:assert/strict';
import type {
  ReaderHostMessage,
  ReaderWebviewMessage,
  SoundFindings,
} from '../../src/protocol/readerProtocol.ts';
import { audio, begin, reading, sound } from './readerFacts.ts';
import { openReaderPage, type ReaderPage } from './readerPage.ts';
import { makeMp3, makeWav, spoil } from './readerSounds.ts';

function testSound(bytes: Uint8Array, format: 'mp3' | 'wav' = 'mp3'): ReaderHostMessage {
  return { type: 'testSound', testId: 't', format, bytes };
}

describe('the reader’s sound test', () => {
  let view: ReaderPage;
  let mp3: Uint8Array;

  before(async () => {
    mp3 = await makeMp3(800, 0.6);
  });
  beforeEach(async () => {
    view = await openReaderPage();
  });
  afterEach(() => view.close());

  async function tested(): Promise<Extract<ReaderWebviewMessage, { type: 'soundTested' }>> {
    const intent = await view.intent(({ type }) => type === 'soundTested');
    if (intent.type !== 'soundTested') throw new Error('Not tested.');
    return intent;
  }

  async function findings(): Promise<SoundFindings> {
    const intent = await tested();
    deepStrictEqual(intent.testId, 't');
    if (!intent.findings) throw new Error('Nothing was found.');
    return intent.findings;
  }

  /** The numbers to one digit, since encoders pad and clocks lag. */
  function round({ decodedSeconds = 0, peak = 0, playedSeconds, error = '', ...rest }: SoundFindings) {
    const [decoded, loudest, played] = [decodedSeconds, peak, playedSeconds].map(
      (value) => Math.round(value * 5) / 5,
    );
    return { ...rest, decoded, loudest, played, error: error.slice(0, 15) };
  }

  const isHeard = 'document.querySelector("audio").currentTime > 0.3';

  const good = {
    isGestureMissing: false,
    volume: 1,
    decoded: 0.6,
    loudest: 0.4,
    played: 0.6,
    error: '',
  };

  it('passes, and its sound is heard', async () => {
    await view.press('a');
    await view.send(sound(1, 0.5), testSound(mp3));
    deepStrictEqual(round(await findings()), { ...good, volume: 0.5 });
    await view.send(testSound(makeWav(1600, 0.6), 'wav'));
    deepStrictEqual(round(await findings()), { ...good, volume: 0.5 });
    await view.silence();
    deepStrictEqual(await view.inspect('document.querySelector("audio").hasAttribute("src")'), false);
  });

  it('reports data that is not audio', async () => {
    await view.press('a');
    for (const bytes of [Buffer.from('{"error":"no voice"}'), new Uint8Array()]) {
      await view.send(testSound(bytes));
      const { error, ...found } = round(await findings());
      deepStrictEqual({ ...found, error: '' }, { ...good, decoded: 0, loudest: 0, played: 0 });
      ok(error !== '');
    }
    await view.send(testSound(spoil(mp3)));
    ok((await findings()).error);
  });

  it('reports that a click is missing, and is run again by it', async () => {
    await view.send({ type: 'soundChecks', isRunning: true, checks: [] }, testSound(mp3));
    const blocked = await findings();
    deepStrictEqual(
      [blocked.isGestureMissing, blocked.playedSeconds, blocked.error?.split(':')[0]],
      [true, 0, 'NotAllowedError'],
    );
    await view.send({
      type: 'soundChecks',
      isRunning: false,
      checks: [{ status: 'failed', label: 'This view may make no sound yet.' }],
    });
    view.onMessage = ({ type }) => {
      if (type === 'testSound') void view.send(testSound(mp3));
    };
    await view.click('.sound-checks vscode-button');
    deepStrictEqual(round(await findings()), good);
  });

  it('leaves a paused reading where it was, whether it is stopped at once by its own ID or ends', async () => {
    await view.unlock();
    const seconds = 0.8;
    const long = await Promise.all([1200, 1600].map((hertz) => makeMp3(hertz, seconds)));
    await view.send(...reading('r', ...long.map((bytes, index) => audio('r', index, bytes))));
    await view.hearUntil('time > 0.2');
    await view.send({ type: 'pause', readingId: 'r' });
    await view.state('paused', 0);
    const pausedAt = await view.inspect<number>('document.querySelector("audio").currentTime');
    await view.hearOn();
    await view.send(testSound(await makeMp3(800, 20)));
    await view.until(`${isHeard} && heardHertz.at(-1) === 800`);
    await view.send({ type: 'stopTest', testId: 'another' });
    deepStrictEqual(await view.inspect(isHeard), true);
    await view.send({ type: 'stopTest', testId: 't' });
    deepStrictEqual(await tested(), { type: 'soundTested', testId: 't' });
    await view.silence(200);
    await view.send(testSound(mp3));
    await findings();
    await view.send({ type: 'resume', readingId: 'r' });
    deepStrictEqual(await view.heardToEnd(1), [1200, 800, 1200, 1600]);
    // Not the sum of both parts: the reported position includes the delay of the output, which the ear is ahead of.
    const rest = (await view.heard())[2]?.milliseconds ?? 0;
    const left = (seconds - pausedAt) * 1000;
    ok(Math.abs(rest - left) < 120, `${left} ms were left, ${rest} ms are heard`);
  });

  it('is stopped by a key, even without a reading', async () => {
    await view.unlock();
    await view.send(testSound(await makeMp3(800, 20)));
    await view.until(isHeard);
    await view.press('Escape');
    await view.intent(({ type }) => type === 'stop');
    await view.until('!document.querySelector("audio").hasAttribute("src")');
  });

  it('is all that is heard after a finished reading', async () => {
    await view.unlock();
    await view.send(...reading('r', audio('r', 0, await makeMp3(1200, 0.4))));
    await view.state('finished', 0);
    await view.send(testSound(mp3));
    await findings();
    deepStrictEqual(await view.heardPitches(400), [1200, 800]);
  });

  it('gives way to a new reading and to a new test', async () => {
    await view.press('a');
    await view.send(testSound(await makeMp3(400, 8)), testSound(mp3));
    const nothing = { type: 'soundTested', testId: 't' };
    deepStrictEqual(await tested(), nothing);
    deepStrictEqual(round(await findings()), good);
    await view.send(testSound(await makeMp3(400, 8)), ...reading('r', audio('r', 0, mp3)));
    deepStrictEqual(await tested(), nothing);
    await view.state('finished', 0);
  });
});

describe('media keys', () => {
  let view: ReaderPage;
  before(async () => {
    view = await openReaderPage({
      before: `globalThis.handlers = {};
        MediaSession.prototype.setActionHandler = (action, handler) => {
          if (handler) handlers[action] = handler; else delete handlers[action];
        };`,
    });
  });
  after(async () => {
    await view.close();
  });

  const taken = `[Object.keys(handlers).sort().join(' '), navigator.mediaSession.metadata?.title ?? '', navigator.mediaSession.playbackState]`;
  const keys = 'nexttrack pause play previoustrack stop';

  it('are used only for a reading, and only if that is turned on', async () => {
    await view.press('a');
    await view.send(begin('r', 2), audio('r', 0, await makeMp3(400, 5)));
    await view.state('playing', 0);
    deepStrictEqual(await view.inspect(taken), ['', '', 'none']);
    await view.send(sound(1, 1, true));
    await view.until('Object.keys(handlers).length === 5');
    deepStrictEqual(await view.inspect(taken), [keys, 'notes.md', 'playing']);
    await view.inspect(
      `void ['nexttrack', 'previoustrack', 'pause', 'play', 'stop'].forEach((key) => handlers[key]())`,
    );
    await view.intent(({ type }) => type === 'stop');
    deepStrictEqual(
      view.intents.slice(-5).filter(({ type }) => type !== 'state'),
      [
        { type: 'step', unit: 'sentence', by: 1 },
        { type: 'step', unit: 'sentence', by: -1 },
        { type: 'pause' },
        { type: 'resume' },
        { type: 'stop' },
      ],
    );
    await view.until('Object.keys(handlers).length === 0');
    deepStrictEqual(await view.inspect(taken), ['', '', 'none']);
    await view.send(begin('s', 2, { paused: true, title: 'other.md' }));
    await view.state('paused', 0);
    deepStrictEqual(await view.inspect(taken), [keys, 'other.md', 'paused']);
    await view.send(sound(1, 1, false));
    await view.until('Object.keys(handlers).length === 0');
  });
});
