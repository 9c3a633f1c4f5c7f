import { deepStrictEqual } from 'node:assert/strict';
import { createAudioStore } from '../../../../src/readAloud/playback/prefetch.ts';
import { RelayError } from '../../../../src/relay/errors/relayError.ts';
import { createParts, type PlaybackParts } from './playbackParts.ts';

const limited = new RelayError('rateLimit', { status: 429 });
const server = new RelayError('server', { status: 500 });

describe('a reading from a relay with a rate limit', () => {
  let parts: PlaybackParts;
  beforeEach(() => {
    parts = createParts();
  });

  const seen = () => parts.seen();

  it('shows the wait for the current sentence, and ends it on request', async () => {
    const { playback, speaker } = parts;
    parts.open(9);
    const first = speaker.wait(30_000);
    const shown: unknown[] = [playback.state.wait?.delayMs, playback.state.notice];
    playback.session?.retryNow();
    shown.push(playback.state.wait?.delayMs, first.wasPressed());
    const second = speaker.wait(5000);
    shown.push(playback.state.wait?.delayMs);
    await second.end();
    shown.push(playback.state.wait?.delayMs);
    speaker.wait(7000);
    shown.push(playback.state.wait?.delayMs);
    await speaker.fail(server);
    shown.push(playback.state.wait?.delayMs);
    const ends = [5000, undefined, 7000, undefined];
    deepStrictEqual(shown, [30_000, 'rateLimited', undefined, true, ...ends]);
  });

  it('prefetches one sentence after each limit, and as before after ten successful responses', async () => {
    await parts.readTo(40, 12);
    const { playback, speaker, player } = parts;
    const ahead: unknown[] = [];
    const hear = async () => {
      await player.hearOut();
      await speaker.answerAll();
      ahead.push(Math.max(...speaker.asked.map(Number)) - playback.state.current);
    };
    for (const times of [2, 12]) {
      await player.hearOut();
      speaker.wait(1000);
      deepStrictEqual(playback.state.wait, undefined);
      await speaker.answerAll();
      for (let heard = 0; heard < times; heard += 1) await hear();
    }
    deepStrictEqual(ahead, [...Array(10).fill(1), 2, 2, 2, 2]);
    deepStrictEqual(seen(), ['playing 28', [], undefined, undefined]);
  });

  it('requests nothing else while it waits, and only the next sentence afterwards', async () => {
    await parts.readTo(40, 12);
    const { speaker, player } = parts;
    await player.hearOut();
    const waiting = speaker.wait(30_000);
    await player.hearOut(2);
    deepStrictEqual([parts.now(), speaker.open], ['loading 15', [15]]);
    await waiting.end();
    await speaker.answer();
    deepStrictEqual([parts.now(), speaker.open], ['playing 15', [16]]);
  });

  it('fails in the end without skipping, and still prefetches from the cache', async () => {
    const { speaker, player } = parts;
    for (const kept of [5, 6, 7]) speaker.kept.add(`Sentence ${kept}.`);
    await parts.readTo(9, 0);
    await player.hearOut();
    await parts.speaker.fail(limited);
    await player.hearOut(2);
    await speaker.answer();
    deepStrictEqual([seen(), speaker.open], [['playing 3', [], 'rateLimited', undefined], [4]]);
    await speaker.answer();
    deepStrictEqual(player.told.slice(-2), ['audio 4', 'audio 5']);
    await player.hearOut(5);
    await parts.speaker.fail(limited);
    deepStrictEqual(seen(), ['failed 8', [], 'rateLimited', limited]);
  });
});

describe('the audio of a reading in memory', () => {
  /** Audio of 100 bytes each, stored in this order while 5 and 6 are needed. */
  const cases: readonly [given: readonly number[], maximumBytes: number, kept: readonly number[]][] = [
    [[0, 1, 5, 6], 400, [0, 1, 5, 6]],
    [[0, 1, 5, 6], 399, [1, 5, 6]],
    [[5, 6, 4, 3], 300, [4, 5, 6]],
    [[4, 5, 6, 7, 90], 250, [5, 6]],
    [[90, 7, 4, 5, 6], 300, [5, 6, 7]],
    [[5, 6], 0, [5, 6]],
    [[1, 1, 1, 5], 200, [1, 5]],
  ];
  for (const [given, maximumBytes, kept] of cases) {
    it(`${given} in ${maximumBytes} bytes`, () => {
      const store = createAudioStore(maximumBytes);
      for (const index of given) {
        store.set(index, { bytes: new Uint8Array(100), format: 'mp3' }, { first: 5, last: 6 });
      }
      const found = Array.from({ length: 100 }, (_, index) => index).filter((index) => store.has(index));
      deepStrictEqual(found, kept);
    });
  }

  it('counts an audio once, and forgets the size of one that is deleted', () => {
    const store = createAudioStore(200);
    const audio = { bytes: new Uint8Array(100), format: 'mp3' } as const;
    const needed = { first: 5, last: 6 };
    store.set(0, audio, needed);
    store.set(0, audio, needed);
    store.delete(0);
    store.delete(0);
    store.set(1, audio, needed);
    store.set(2, audio, needed);
    deepStrictEqual([store.get(0), store.get(1), store.get(2)], [undefined, audio, audio]);
  });
});
