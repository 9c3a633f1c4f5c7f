import { deepStrictEqual, ok } from 'node:assert/strict';
import { type Audio, audio, audioEnd, begin, jump, reading, sound, toldStates } from './readerFacts.ts';
import { openReaderPage, type ReaderPage, type ReaderPageOptions } from './readerPage.ts';
import { makeMp3, makeWav } from './readerSounds.ts';

const pitches = [400, 800, 1200, 1600, 2000];
const toneSeconds = 0.5;

/** The ways to play: without gaps, and one after the other. */
const ways = { 'a stream': 'mp3', 'single sounds': 'wav' } as const;

/** Refuses appends for lack of room, unless the buffer has less than this. */
const smallQuota = (seconds: number) => `
  globalThis.refused = 0;
  const append = SourceBuffer.prototype.appendBuffer;
  SourceBuffer.prototype.appendBuffer = function (bytes) {
    const { buffered } = this;
    const last = buffered.length - 1;
    if (last >= 0 && buffered.end(last) - buffered.start(0) > ${seconds}) {
      globalThis.refused += 1;
      throw new DOMException('No room.', 'QuotaExceededError');
    }
    append.call(this, bytes);
  };`;

describe('the reader’s sound', () => {
  let view: ReaderPage;
  let tones: Record<string, Uint8Array[]>;

  before(async () => {
    tones = {
      mp3: await Promise.all(pitches.map((hertz) => makeMp3(hertz, toneSeconds))),
      wav: pitches.map((hertz) => makeWav(hertz, toneSeconds)),
    };
  });
  afterEach(() => view.close());

  async function open(options: ReaderPageOptions = {}): Promise<void> {
    view = await openReaderPage(options);
    await view.unlock();
  }

  function piece(readingId: string, index: number, format: Audio['format'] = 'mp3'): Audio {
    return audio(readingId, index, tones[format]?.[index], format);
  }

  /** The durations of these tones, once the reading is finished at this sentence. */
  async function durationsOf(expected: readonly number[], last: number): Promise<readonly number[]> {
    deepStrictEqual(await view.heardToEnd(last), expected);
    return (await view.heard()).map(({ milliseconds }) => milliseconds);
  }

  for (const [way, format] of Object.entries(ways)) {
    it(`is twice as fast at the same pitch, with ${way}`, async () => {
      await open();
      await view.send(sound(2), ...reading('r', piece('r', 0, format), piece('r', 1, format)));
      const durations = await durationsOf([400, 800], 1);
      ok(
        durations.every((duration) => duration > 140 && duration < 330),
        `half of ${toneSeconds} s each: ${durations}`,
      );
    });

    it(`changes its speed while it plays, with ${way}`, async () => {
      await open();
      await view.send(...reading('r', piece('r', 0, format)));
      await view.hearUntil('time > 0.2');
      await view.send(sound(0.5));
      await view.hearOn();
      const [duration = 0] = await durationsOf([400], 0);
      ok(duration > 600 && duration < 880, `${duration} ms`);
    });

    it(`starts at the exact position, with ${way}`, async () => {
      await open();
      await view.send(begin('r', 3, { current: 1, startSeconds: 0.3 }));
      await view.send(piece('r', 1, format), piece('r', 2, format), audioEnd('r'));
      const [part = 0, whole = 0] = await durationsOf([800, 1200], 2);
      ok(part > 100 && part < 290 && whole > 400, `${part} ms and ${whole} ms`);
    });

    it(`reports its position in the sentence, with ${way}`, async () => {
      await open();
      const longSeconds = 1.5;
      const long = audio('r', 1, await (format === 'mp3' ? makeMp3 : makeWav)(800, longSeconds), format);
      const startsAt = way === 'a stream' ? toneSeconds : 0;
      // The page itself watches for it from before it plays, and may be half a second late on a busy machine.
      const isHeld = view.hearUntil(
        `document.querySelector('[aria-current]')?.dataset.index === '1' && time > ${startsAt + 0.25}`,
      );
      await view.send(sound(2), begin('r', 2), piece('r', 0, format), long);
      await view.state('playing', 1);
      await isHeld;
      await view.send({ type: 'pause', readingId: 'r' });
      const intent = await view.intent((told) => told.type === 'state' && told.status === 'paused');
      const seconds = intent.type === 'state' ? intent.seconds : 0;
      deepStrictEqual(toldStates([intent]), ['paused 1']);
      ok(seconds > 0.15 && seconds < longSeconds, `${seconds} s at speed 1`);
      await view.hearOn();
      await view.send(jump('s', 1, { startSeconds: seconds }), { ...long, readingId: 's' }, audioEnd('s'));
      await view.state('finished', 1);
      await view.silence();
      const rest = (await view.heard()).at(-1)?.milliseconds ?? 0;
      const expected = ((longSeconds - seconds) / 2) * 1000;
      // Audio that is sped up at the same pitch rings on for a moment.
      ok(
        rest > expected - 60 && rest < expected + 210,
        `nothing was heard twice or left out: ${rest} ms, not ${expected}`,
      );
    });
  }

  it('reports its position now and then while it plays', async () => {
    await open();
    await view.send(...reading('r', audio('r', 0, await makeMp3(400, 1.6))));
    await view.state('finished', 0);
    const told = view.intents.flatMap((intent) =>
      intent.type === 'state' && intent.status === 'playing' ? [intent.seconds] : [],
    );
    ok(told.length >= 3 && told.length <= 6, `${told}`);
    deepStrictEqual(
      told,
      told.toSorted((one, other) => one - other),
    );
  });

  it('jumps with a new reading ID, and drops audio for the old one', async () => {
    await open();
    await view.send(begin('one', 5), piece('one', 0), piece('one', 1));
    await view.state('playing', 0);
    // Long enough for the ear to detect.
    await view.hearUntil('time > 0.2');
    await view.send(jump('two', 3), { ...piece('one', 0), index: 3 }, piece('two', 3), audioEnd('two'));
    await view.hearOn();
    deepStrictEqual(await view.heardToEnd(3), [400, 1600]);
    deepStrictEqual(toldStates(view.intents).slice(-3), ['loading 3', 'playing 3', 'finished 3']);
    deepStrictEqual(await view.inspect('document.querySelectorAll(".sentence").length'), 5);
  });

  it('stays paused over a jump', async () => {
    await open();
    await view.send(begin('one', 5), jump('two', 4, { paused: true, startSeconds: 0.3 }), piece('two', 4));
    await view.state('paused', 4);
    await view.send({ type: 'resume', readingId: 'two' }, audioEnd('two'));
    deepStrictEqual(await view.heardToEnd(4), [2000]);
  });

  it('skips what could not be spoken, even at the beginning and at the end', async () => {
    await open();
    const skipped = (index: number) => ({ type: 'skipped', readingId: 'r', index }) as const;
    await view.send(begin('r', 5), skipped(0), piece('r', 1), skipped(2));
    await view.state('loading', 3);
    await view.send(piece('r', 3), skipped(4), audioEnd('r'));
    await view.state('finished', 3);
    deepStrictEqual(
      toldStates(view.intents).join(),
      'loading 0,loading 1,playing 1,playing 3,loading 3,playing 3,finished 3',
    );
    deepStrictEqual(await view.heardPitches(), [800, 1600]);
  });

  it('has the requested volume', async () => {
    await open();
    await view.send(sound(1.5, 0.25), begin('r', 1), piece('r', 0));
    await view.state('playing', 0);
    deepStrictEqual(
      await view.inspect(
        '(({ volume, playbackRate, preservesPitch }) => [volume, playbackRate, preservesPitch])(document.querySelector("audio"))',
      ),
      [0.25, 1.5, true],
    );
  });

  it('plays audio that lasts for hours without decoding it as a whole', async () => {
    await open({
      before: `globalThis.decoded = [];
        const decode = OfflineAudioContext.prototype.decodeAudioData;
        OfflineAudioContext.prototype.decodeAudioData = function (bytes) {
          decoded.push(bytes.byteLength);
          return decode.call(this, bytes);
        };`,
    });
    const long = { ...piece('r', 1), seconds: 8_000 };
    await view.send(...reading('r', { ...piece('r', 0), seconds: toneSeconds }, long, piece('r', 2)));
    deepStrictEqual(await view.heardToEnd(2), [400, 800, 1200]);
    const lengths = [0, 2].map((index) => tones['mp3']?.[index]?.byteLength);
    deepStrictEqual(await view.inspect('decoded'), lengths);
    await view.send({ type: 'testSound', testId: 't', format: 'mp3', bytes: long.bytes, seconds: 8_000 });
    await view.intent(({ type }) => type === 'soundTested');
    deepStrictEqual(await view.inspect('decoded'), lengths);
  });

  it('holds back audio that is too much at once', async () => {
    await open({ before: smallQuota(0.62) });
    await view.send(...reading('r', ...pitches.map((_, index) => piece('r', index))));
    deepStrictEqual([await view.heardToEnd(4), await view.inspect('refused > 0')], [pitches, true]);
  });
});
