import { deepStrictEqual } from 'node:assert/strict';
import { createParts, type PlaybackParts, sourceOf, utterancesOf } from './playbackParts.ts';
import { settle } from './testPage.ts';

describe('playback', () => {
  let parts: PlaybackParts;
  beforeEach(() => {
    parts = createParts();
  });

  it('requests only the first sentence, then at most two ahead of the current one', async () => {
    const { playback, speaker, player, now } = parts;
    const seen: unknown[] = [];
    const note = () => seen.push([now(), [...speaker.open]]);
    playback.playerReady();
    deepStrictEqual(parts.start(5), true);
    note();
    await speaker.answer();
    note();
    await speaker.answer({}, 2);
    note();
    await player.hearOut();
    note();
    await speaker.answer({}, 1);
    note();
    for (let heard = 1; heard < 5; heard += 1) {
      await player.hearOut();
      await speaker.answerAll();
      note();
    }
    deepStrictEqual(seen, [
      ['loading 0', [0]],
      ['playing 0', [1, 2]],
      ['playing 0', [1]],
      ['loading 1', [1]],
      ['playing 1', [3]],
      ['playing 2', []],
      ['playing 3', []],
      ['playing 4', []],
      ['finished 4', []],
    ]);
    deepStrictEqual(speaker.asked, [0, 1, 2, 3, 4]);
    deepStrictEqual(player.told, [
      'begin reading-1 at 0 of 5',
      ...[0, 1, 2, 3, 4].map((index) => `audio ${index}`),
      'end',
    ]);
  });

  it('prefetches as many sentences as configured, with two requests at a time', async () => {
    const ahead = createParts({ lookAhead: 4 });
    const { playback, speaker } = ahead;
    ahead.open(9);
    await speaker.answer();
    deepStrictEqual(speaker.open, [1, 2]);
    await speaker.answer({}, 2);
    deepStrictEqual(speaker.open, [1, 3]);
    await speaker.answerAll();
    deepStrictEqual([speaker.asked, playback.state.current], [[0, 1, 2, 3, 4], 0]);
  });

  it('stops at once, aborts requests and drops late responses', async () => {
    await parts.readTo(5, 1);
    const { playback, speaker, player, now } = parts;
    await player.hearOut();
    playback.stop();
    deepStrictEqual(speaker.asked, [0, 1, 2, 3, 4, 'abort 4']);
    const told = player.told.length;
    await speaker.answerAll();
    deepStrictEqual(
      [now(), player.told.slice(told - 1), playback.account().totalBytes],
      ['idle 0', ['stop'], 0],
    );
  });

  it('replaces the old reading by a new one, and drops the old one’s responses and reports', async () => {
    await parts.readTo(5, 1);
    const { playback, speaker, player, now } = parts;
    await player.hearOut();
    const [other] = utterancesOf(1, 7);
    if (!other) throw new Error('There is one.');
    const source = sourceOf([{ ...other, index: 0 }]);
    playback.start({ title: 'other.md', source, speech: speaker.speech });
    await speaker.answer();
    playback.session?.playerState({ readingId: 'reading-1', status: 'playing', index: 4, seconds: 1 });
    deepStrictEqual([now(), playback.state.title], ['loading 0', 'other.md']);
    deepStrictEqual(speaker.asked.slice(-2), [0, 'abort 4']);
    deepStrictEqual(player.told.at(-1), 'begin reading-2 at 0 of 1');
  });

  it('does not start if there is nothing to pronounce, and leaves the old reading alone', async () => {
    await parts.readTo(3, 0);
    deepStrictEqual(parts.start(0), false);
    deepStrictEqual(parts.now(), 'playing 0');
  });

  it('requests nothing new while paused, and continues where it was', async () => {
    await parts.readTo(6, 1);
    const { playback, speaker, player, now } = parts;
    await player.hear(1.25);
    playback.session?.pause();
    playback.session?.pause();
    playback.playerReady();
    await settle();
    deepStrictEqual([now(), playback.state.seconds, speaker.asked], ['paused 1', 1.25, [0, 1, 2, 3]]);
    playback.session?.resume();
    await settle();
    deepStrictEqual([now(), playback.state.seconds], ['playing 1', 1.25]);
    deepStrictEqual(player.told.slice(-6), [
      'pause',
      'begin reading-2 at 1 + 1.25 s, paused of 6',
      'audio 1',
      'audio 2',
      'audio 3',
      'resume',
    ]);
  });

  it('fetches only the current sentence while paused, and the rest when it continues', async () => {
    const { playback, speaker, now } = parts;
    parts.open(5);
    playback.session?.pause();
    await speaker.answerAll();
    deepStrictEqual([now(), speaker.asked], ['paused 0', [0]]);
    playback.session?.resume();
    await settle();
    deepStrictEqual([now(), speaker.open], ['playing 0', [1, 2]]);
  });

  it('keeps its audio while sound is blocked, and requests no more', async () => {
    const { speaker, player, now } = parts;
    player.isAllowed = false;
    parts.open(9);
    await speaker.answerAll();
    deepStrictEqual([now(), speaker.asked], ['blocked 0', [0, 1, 2]]);
    await player.click();
    deepStrictEqual([now(), speaker.asked.length], ['playing 0', 3]);
  });

  it('starts again after the end with the audio in memory', async () => {
    await parts.readTo(2, 1);
    const { playback, speaker, player, now } = parts;
    await player.hearOut();
    deepStrictEqual(now(), 'finished 1');
    playback.session?.resume();
    await settle();
    deepStrictEqual([now(), speaker.asked], ['playing 0', [0, 1, 'renew']]);
    deepStrictEqual(player.told.slice(-4), ['jump reading-2 at 0', 'audio 0', 'audio 1', 'end']);
  });

  it('uses the cache on disk if the memory is too small', async () => {
    const small = createParts({ maximumBytes: 350 });
    small.speaker.hasDisk = true;
    await small.readTo(9, 8);
    await small.jump(0);
    deepStrictEqual([small.now(), small.speaker.asked.length], ['playing 0', 9]);
    small.speaker.kept.clear();
    small.playback.session?.jump(4);
    deepStrictEqual(small.speaker.asked.slice(9), [4]);
  });

  describe('the view', () => {
    it('may open after the reading has started and requested the first sentence', async () => {
      const { playback, speaker, player, now } = parts;
      parts.start(1);
      await speaker.answer();
      deepStrictEqual([now(), playback.state.hasPlayer, player.told], ['loading 0', false, []]);
      playback.playerReady();
      await settle();
      deepStrictEqual([now(), playback.state.hasPlayer], ['playing 0', true]);
      deepStrictEqual(player.told, ['begin reading-2 at 0 of 1', 'audio 0', 'end']);
    });

    it('may be rebuilt, even again before it plays, and continues at the exact position with the audio in memory', async () => {
      await parts.readTo(5, 2);
      const { playback, speaker, player, now } = parts;
      await player.hear(3.5);
      playback.playerReady();
      playback.session?.playerState({ readingId: 'reading-2', status: 'loading', index: 2, seconds: 0 });
      playback.playerReady();
      await settle();
      deepStrictEqual([now(), playback.state.seconds, speaker.asked.length], ['playing 2', 3.5, 5]);
      deepStrictEqual(player.told.slice(-5), [
        'begin reading-3 at 2 + 3.5 s of 5',
        'audio 2',
        'audio 3',
        'audio 4',
        'end',
      ]);
    });

    it('may be closed, which pauses the reading at its position', async () => {
      await parts.readTo(9, 1);
      const { playback, player, speaker, now } = parts;
      playback.playerGone();
      deepStrictEqual([now(), playback.state.hasPlayer], ['paused 1', false]);
      playback.session?.resume();
      playback.session?.jump(5);
      deepStrictEqual(now(), 'loading 5');
      playback.playerReady();
      await speaker.answerAll();
      deepStrictEqual(now(), 'playing 5');
      deepStrictEqual(player.told.slice(-4), ['begin reading-3 at 5 of 9', 'audio 5', 'audio 6', 'audio 7']);
    });

    it('shows no reading when it is reopened after the end', async () => {
      await parts.readTo(1, 0);
      await parts.player.hearOut();
      deepStrictEqual(parts.now(), 'finished 0');
      parts.playback.playerGone();
      parts.playback.playerReady();
      deepStrictEqual(parts.now(), 'idle 0');
    });

    it('is ignored when it reports an earlier reading ID or an invalid index', async () => {
      await parts.readTo(5, 2);
      const { playback, now } = parts;
      playback.playerReady();
      await settle();
      for (const [readingId, index] of [
        ['reading-1', 4],
        ['reading-2', -1],
        ['reading-2', 0.5],
      ] as const) {
        playback.session?.playerState({ readingId, status: 'finished', index, seconds: 0 });
        playback.session?.playerUnplayable({ readingId, index, isOutputFault: false, message: 'late' });
      }
      deepStrictEqual([now(), playback.state.skipped], ['playing 2', []]);
    });
  });

  it('plans a long text only as far ahead as the view shows', async () => {
    const { playback, player } = parts;
    const { length } = await parts.readTo(350, 0).then(() => playback.state.utterances);
    deepStrictEqual([length, playback.state.isWhole], [200, false]);
    await parts.hearTo(300);
    deepStrictEqual(
      player.told.filter((told) => !told.startsWith('audio')),
      ['begin reading-1 at 0 of 200+', '100 sentences more', '50 sentences more, all'],
    );
  });

  it('reports every change with a new state object', async () => {
    await parts.readTo(2, 0);
    parts.playback.session?.pause();
    const { states } = parts;
    deepStrictEqual(new Set(states).size, states.length);
    deepStrictEqual(states.at(-1), {
      status: 'paused',
      readingId: 'reading-1',
      title: 'notes.md',
      current: 0,
      seconds: 0,
      utterances: utterancesOf(2),
      isWhole: true,
      hasPlayer: true,
      skipped: [],
      sleepAfter: 'off',
    });
  });
});

describe('the reading of a streaming text', () => {
  let parts: PlaybackParts;
  beforeEach(() => {
    parts = createParts();
  });

  it('plays sentences as they arrive, and waits after the last one', async () => {
    const { speaker, player, now } = parts;
    const seen: string[] = [];
    const source = parts.stream();
    seen.push(now());
    await source.grow(utterancesOf(1));
    await speaker.answerAll();
    seen.push(now());
    await player.hearOut();
    seen.push(now());
    await source.grow(utterancesOf(2, 1));
    await speaker.answerAll();
    seen.push(now());
    await parts.hearTo(3);
    seen.push(now());
    await source.complete();
    seen.push(now());
    deepStrictEqual(seen, ['loading 0', 'playing 0', 'loading 1', 'playing 1', 'loading 3', 'finished 2']);
    deepStrictEqual(player.told, [
      'begin reading-1 at 0 of 0+',
      '1 sentences more',
      'audio 0',
      '2 sentences more',
      'audio 1',
      'audio 2',
      '0 sentences more, all',
      'end',
    ]);
    deepStrictEqual(source.listenerCount, 0);
  });

  it('stops listening to the text after a stop', () => {
    const source = parts.stream();
    deepStrictEqual(source.listenerCount, 1);
    parts.playback.stop();
    deepStrictEqual(source.listenerCount, 0);
  });

  it('is not finished before the text is complete, whatever the view reports', async () => {
    const { playback, speaker, now } = parts;
    await parts.stream().grow(utterancesOf(1));
    await speaker.answerAll();
    playback.session?.playerState({ readingId: 'reading-1', status: 'finished', index: 0, seconds: 2 });
    deepStrictEqual(now(), 'loading 0');
  });

  it('is finished if the text was empty, or all of it was heard before the view was closed', async () => {
    const { playback, speaker, now } = parts;
    await parts.stream().complete();
    deepStrictEqual(now(), 'finished 0');
    const source = parts.stream();
    await source.grow(utterancesOf(1));
    await speaker.answerAll();
    await parts.hearTo(1);
    playback.playerGone();
    await source.complete();
    deepStrictEqual(now(), 'finished 0');
  });
});
