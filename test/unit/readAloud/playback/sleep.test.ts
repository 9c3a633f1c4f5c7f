import { deepStrictEqual } from 'node:assert/strict';
import type { SleepAfter } from '../../../../src/protocol/readerProtocol.ts';
import { createParts, type PlaybackParts, utterancesOf } from './playbackParts.ts';

describe('the sleep timer of a reading', () => {
  let parts: PlaybackParts;
  beforeEach(() => {
    parts = createParts();
  });

  const now = () => [parts.now(), parts.playback.state.sleepAfter];

  async function hearFrom(current: number, sleepAfter: SleepAfter): Promise<void> {
    await parts.readTo(12, current);
    parts.playback.session?.setSleepAfter(sleepAfter);
    while (parts.player.status === 'playing') {
      await parts.player.hearOut();
      await parts.speaker.answerAll();
    }
  }

  for (const [sleepAfter, from, at] of [
    ['sentence', 4, 5],
    ['paragraph', 4, 6],
    ['paragraph', 5, 6],
  ] as const) {
    it(`pauses after this ${sleepAfter}, from ${from} at the start of ${at}, where it continues`, async () => {
      await hearFrom(from, sleepAfter);
      deepStrictEqual(now(), [`paused ${at}`, 'off']);
      parts.playback.session?.resume();
      await parts.speaker.answerAll();
      deepStrictEqual(now(), [`playing ${at}`, 'off']);
      deepStrictEqual(new Set(parts.speaker.asked).size, parts.speaker.asked.length);
    });
  }

  it('prefetches nothing after the pause, until it is turned off', async () => {
    await parts.readTo(12, 3);
    const { playback, speaker, player } = parts;
    playback.session?.setSleepAfter('paragraph');
    await player.hearOut();
    await speaker.answerAll();
    deepStrictEqual(
      [now(), speaker.asked.at(-1), player.told.slice(-2)],
      [['playing 4', 'paragraph'], 5, ['audio 5', 'sleep before 6']],
    );
    playback.session?.setSleepAfter('off');
    await speaker.answerAll();
    deepStrictEqual([now(), player.told.at(-1)], [['playing 4', 'off'], 'audio 6']);
  });

  it('sends no audio from after the pause, and pauses at a sentence that is not skipped', async () => {
    await parts.readTo(12, 3);
    const { playback, player, speaker } = parts;
    await player.hearOut();
    await player.breakDown();
    await parts.jump(3);
    playback.session?.setSleepAfter('paragraph');
    await parts.jump(2);
    deepStrictEqual(player.told.slice(-3), ['jump reading-3 at 2', 'sleep before 3', 'audio 2']);
    playback.session?.jump(3);
    playback.session?.setSleepAfter('sentence');
    await speaker.answerAll();
    await player.hearOut();
    deepStrictEqual([now(), playback.state.skipped], [['paused 5', 'off'], [4]]);
  });

  it('tells the player where to pause, once and before the audio, and again after changes', async () => {
    await parts.readTo(12, 3);
    const { playback, speaker, player } = parts;
    playback.session?.setSleepAfter('paragraph');
    playback.session?.setSleepAfter('sentence');
    playback.session?.setSleepAfter('sentence');
    playback.session?.setSleepAfter('off');
    playback.session?.jump(7);
    playback.session?.setSleepAfter('sentence');
    await speaker.answerAll();
    playback.playerReady();
    deepStrictEqual(
      player.told.filter((told) => /^(sleep|jump|begin)/.test(told)),
      [
        'begin reading-1 at 0 of 12',
        'sleep before 6',
        'sleep before 4',
        'sleep before none',
        'jump reading-2 at 7',
        'sleep before 8',
        'begin reading-3 at 7 of 12',
        'sleep before 8',
      ],
    );
  });

  it('applies to the target of a jump', async () => {
    await parts.readTo(12, 0);
    const { playback, speaker, player } = parts;
    playback.session?.setSleepAfter('paragraph');
    playback.session?.jump(8);
    await speaker.answerAll();
    await player.hearOut();
    await speaker.answerAll();
    deepStrictEqual(now(), ['paused 9', 'off']);
  });

  it('stays set when the text ends first, but not for the next reading', async () => {
    for (const sleepAfter of ['sentence', 'paragraph', 'reading'] as const) {
      parts = createParts();
      await hearFrom(11, sleepAfter);
      deepStrictEqual(now(), ['finished 11', sleepAfter]);
      parts.start(2);
      deepStrictEqual(now(), ['loading 0', 'off']);
    }
  });

  it('waits for the end of a paragraph that is still streaming', async () => {
    const { playback, speaker, player } = parts;
    const source = parts.stream();
    await source.grow(utterancesOf(2));
    await speaker.answerAll();
    playback.session?.setSleepAfter('paragraph');
    await parts.hearTo(2);
    deepStrictEqual(now(), ['loading 2', 'paragraph']);
    await source.grow(utterancesOf(2, 2));
    await speaker.answerAll();
    deepStrictEqual(now(), ['playing 2', 'paragraph']);
    await player.hearOut();
    deepStrictEqual(now(), ['paused 3', 'off']);
  });
});
