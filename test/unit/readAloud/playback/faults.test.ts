import { deepStrictEqual, ok } from 'node:assert/strict';
import { SoundOutputError, UnplayableError } from '../../../../src/readAloud/playback/playbackState.ts';
import { RelayError } from '../../../../src/relay/errors/relayError.ts';
import { createParts, type PlaybackParts } from './playbackParts.ts';
import { settle } from './testPage.ts';

const server = new RelayError('server', { status: 500 });
const offline = new RelayError('connection', { systemCode: 'ENOTFOUND' });

describe('the playback after a failure', () => {
  let parts: PlaybackParts;
  beforeEach(() => {
    parts = createParts();
  });

  const seen = () => parts.seen();

  it('continues without a notice if a retry helps', async () => {
    await parts.readTo(9, 0);
    const { speaker, player, states } = parts;
    await player.hearOut();
    const waiting = speaker.wait(1500, 3, server);
    await player.hearOut(2);
    await waiting.end();
    await speaker.answerAll();
    const told = states.filter(({ wait, notice }) => wait ?? notice);
    deepStrictEqual([seen(), told], [['playing 3', [], undefined, undefined], []]);
  });

  it('skips a failed sentence without a gap, with a notice when it is its turn', async () => {
    await parts.readTo(9, 0);
    const { speaker, player, playback } = parts;
    await player.hearOut();
    await parts.speaker.fail(server);
    deepStrictEqual(seen(), ['playing 1', [3], undefined, undefined]);
    await player.hearOut();
    await speaker.answerAll();
    deepStrictEqual(seen(), ['playing 2', [3], undefined, undefined]);
    await player.hearOut();
    await speaker.answerAll();
    deepStrictEqual(seen(), ['playing 4', [3], 'skipped', undefined]);
    deepStrictEqual(player.told.slice(-4), ['skipped 3', 'audio 4', 'audio 5', 'audio 6']);
    playback.playerReady();
    deepStrictEqual(player.told.at(-4), 'begin reading-2 at 4 of 9 without 3');
  });

  it('stops at the first of three failed sentences in a row, and retries all of them', async () => {
    await parts.readTo(9, 1);
    const { speaker, player, playback } = parts;
    await player.hearOut();
    await parts.speaker.fail(server);
    await player.hearOut();
    await parts.speaker.fail(server);
    deepStrictEqual(seen(), ['playing 3', [4, 5], undefined, undefined]);
    await player.hearOut();
    deepStrictEqual(seen(), ['loading 6', [4, 5], 'skipped', undefined]);
    await parts.speaker.fail(server);
    deepStrictEqual(seen(), ['failed 4', [4, 5], 'skipped', server]);
    const askedBefore = speaker.asked.length;
    playback.session?.resume();
    deepStrictEqual(
      [seen(), player.told.at(-1)],
      [['loading 4', [], undefined, undefined], 'begin reading-2 at 4 of 9'],
    );
    await speaker.answerAll();
    deepStrictEqual([parts.now(), speaker.asked.slice(askedBefore)], ['playing 4', ['renew', 4, 5, 6]]);
  });

  it('requests a third one that failed ahead of its turn again when it is its turn', async () => {
    parts = createParts({ lookAhead: 5 });
    await parts.readTo(9, 0);
    const { speaker, player } = parts;
    for (const failing of [6, 7, 8]) {
      await player.hearOut();
      await parts.speaker.fail(server, failing);
    }
    deepStrictEqual([seen(), speaker.open], [['playing 3', [6, 7], undefined, undefined], []]);
    await player.hearOut(3);
    deepStrictEqual([parts.now(), speaker.open], ['loading 8', [8]]);
    await speaker.answerAll();
    deepStrictEqual(seen(), ['playing 8', [6, 7], 'skipped', undefined]);
  });

  it('reports a fatal failure ahead only when it is its turn, and retries once then', async () => {
    await parts.readTo(9, 1);
    const { speaker, player, playback } = parts;
    const empty = new RelayError('insufficientBalance', { status: 402 });
    await player.hearOut();
    await speaker.fail(empty);
    await player.hearOut();
    deepStrictEqual([seen(), speaker.open], [['playing 3', [], undefined, undefined], []]);
    await player.hearOut();
    await speaker.fail(empty);
    deepStrictEqual(seen(), ['failed 4', [], undefined, empty]);
    playback.session?.retry();
    await speaker.answerAll();
    deepStrictEqual(seen(), ['playing 4', [], undefined, undefined]);
    deepStrictEqual(speaker.asked.slice(4), [4, 4, 'renew', 4, 5, 6]);
  });

  it('does not retry sentences ahead once it has failed or jumped', async () => {
    for (const leave of [
      () => parts.player.breakDown().then(() => parts.player.breakDown()),
      () => parts.playback.session?.jump(0),
    ]) {
      parts = createParts();
      await parts.readTo(9, 2);
      await parts.player.breakDown();
      const waiting = parts.speaker.wait(4000);
      await leave();
      await settle();
      deepStrictEqual(parts.speaker.live.length, 1);
      await waiting.end();
      deepStrictEqual(parts.speaker.live, []);
    }
  });

  it('pauses without a message if something else canceled a request', async () => {
    parts.open(3);
    await parts.speaker.fail(new RelayError('cancelled'));
    deepStrictEqual([seen(), parts.speaker.open], [['paused 0', [], undefined, undefined], []]);
    deepStrictEqual(parts.player.told.at(-1), 'pause');
    parts.playback.session?.resume();
    await parts.speaker.answerAll();
    deepStrictEqual(seen(), ['playing 0', [], undefined, undefined]);
  });

  describe('offline', () => {
    it('continues from the cache with one notice, and stops at the first sentence that is not cached', async () => {
      const { speaker, player, playback } = parts;
      for (const kept of [1, 2, 3, 5, 6]) speaker.kept.add(`Sentence ${kept}.`);
      parts.open(9);
      await speaker.answer();
      await player.hearOut(2);
      await parts.speaker.fail(offline);
      deepStrictEqual(seen(), ['playing 2', [], 'offline', undefined]);
      await player.hearOut();
      deepStrictEqual([seen(), speaker.open], [['playing 3', [], 'offline', undefined], []]);
      await player.hearOut();
      await parts.speaker.fail(offline);
      deepStrictEqual(seen(), ['failed 4', [], undefined, offline]);
      playback.session?.resume();
      await speaker.answerAll();
      deepStrictEqual(seen(), ['playing 4', [], undefined, undefined]);
      deepStrictEqual(speaker.asked, [0, 4, 4, 'renew', 4]);
    });

    it('continues without a notice if the connection is back in time', async () => {
      await parts.readTo(9, 0);
      const { speaker, player } = parts;
      await player.hearOut();
      await parts.speaker.fail(offline);
      await player.hearOut(2);
      deepStrictEqual(seen(), ['loading 3', [], 'offline', undefined]);
      await speaker.answerAll();
      deepStrictEqual(seen(), ['playing 3', [], undefined, undefined]);
    });

    it('does not end because audio came from the cache', async () => {
      for (const kept of [0, 1, 5, 6, 7, 8]) parts.speaker.kept.add(`Sentence ${kept}.`);
      parts.open(9);
      await settle();
      await parts.speaker.fail(offline);
      await parts.jump(5);
      deepStrictEqual(seen(), ['playing 5', [], 'offline', undefined]);
    });
  });

  describe('if all audio so far came from the cache', () => {
    const refusal = new RelayError('invalidRequest', { status: 400 });

    it('skips a refused sentence next to a cached one, each time it is read', async () => {
      for (const refused of [0, 3]) {
        parts = createParts();
        const { speaker, player } = parts;
        const hearOn = async () => {
          while (player.status === 'playing') await player.hearOut();
        };
        for (let kept = 0; kept < 5; kept += 1) if (kept !== refused) speaker.kept.add(`Sentence ${kept}.`);
        parts.open(5);
        await settle();
        await hearOn();
        await speaker.fail(refusal, refused);
        await hearOn();
        deepStrictEqual(seen(), ['finished 4', [refused], 'skipped', undefined]);
      }
    });

    it('fails after two refused sentences if none next to them is cached, and retries all of them', async () => {
      const { speaker, player, playback } = parts;
      speaker.kept.add('Sentence 0.');
      parts.open(5);
      await settle();
      await player.hearOut();
      await speaker.fail(refusal, 1);
      await speaker.fail(refusal, 2);
      deepStrictEqual(seen(), ['failed 1', [1], 'skipped', refusal]);
      playback.session?.retry();
      await speaker.answerAll();
      deepStrictEqual(seen(), ['playing 1', [], undefined, undefined]);
      deepStrictEqual(speaker.asked, [1, 2, 'renew', 1, 2, 3]);
    });
  });

  describe('if audio can’t be played', () => {
    it('fails at the first of three in a row, and requests them again', async () => {
      await parts.readTo(9, 1);
      const { playback, speaker, player } = parts;
      for (const _ of [1, 2, 3]) {
        await player.hear(1.5);
        await player.breakDown();
        await speaker.answerAll();
      }
      deepStrictEqual(playback.state.seconds, 0);
      deepStrictEqual(seen().slice(0, 3), ['failed 1', [1, 2, 3], 'skipped']);
      ok(playback.state.error instanceof UnplayableError);
      const askedBefore = speaker.asked.length;
      playback.session?.retry();
      await speaker.answerAll();
      deepStrictEqual(seen(), ['playing 1', [], undefined, undefined]);
      deepStrictEqual(speaker.asked.slice(askedBefore), ['renew', 1, 2, 3]);
    });

    it('counts it together with sentences that could not be spoken', async () => {
      await parts.readTo(9, 1);
      const { player } = parts;
      await player.hearOut();
      await parts.speaker.fail(server);
      await player.breakDown();
      await player.breakDown();
      deepStrictEqual(seen().slice(0, 3), ['failed 2', [2, 3, 4], 'skipped']);
    });

    it('does not count sentences with one that was heard in between', async () => {
      await parts.readTo(9, 0);
      const { speaker, player } = parts;
      for (const _ of [0, 1, 2]) {
        await player.breakDown();
        await speaker.answerAll();
        await player.hearOut();
        await speaker.answerAll();
      }
      deepStrictEqual(seen(), ['playing 6', [0, 2, 4], 'skipped', undefined]);
    });
  });

  it('stops if the audio output is lost, keeps its audio, and continues at the exact position', async () => {
    parts.speaker.hasDisk = true;
    await parts.readTo(9, 1);
    const { playback, player, speaker } = parts;
    await player.hear(1.5);
    const askedBefore = speaker.asked.length;
    await player.loseOutput();
    deepStrictEqual(seen().slice(0, 3), ['failed 1', [], undefined]);
    ok(playback.state.error instanceof SoundOutputError);
    deepStrictEqual([...speaker.kept].slice(0, 3), ['Sentence 0.', 'Sentence 1.', 'Sentence 2.']);
    playback.session?.retry();
    await settle();
    deepStrictEqual(seen(), ['playing 1', [], undefined, undefined]);
    deepStrictEqual(player.told.slice(-4), ['jump reading-2 at 1 + 1.5 s', 'audio 1', 'audio 2', 'audio 3']);
    deepStrictEqual(speaker.asked.slice(askedBefore), ['renew']);
  });

  it('fails after a jump to the last sentence if that can’t be spoken', async () => {
    await parts.readTo(9, 0);
    parts.playback.session?.jump(8);
    await parts.speaker.fail(server);
    deepStrictEqual(seen(), ['failed 8', [8], 'skipped', server]);
  });

  it('finishes if the last sentence is skipped, but fails if nothing was heard', async () => {
    await parts.readTo(2, 0);
    await parts.player.hearOut();
    await parts.player.breakDown();
    deepStrictEqual(seen(), ['finished 1', [1], 'skipped', undefined]);
    parts.playback.session?.step('sentence', -1);
    await settle();
    deepStrictEqual(parts.now(), 'playing 0');
    parts = createParts();
    parts.open(1);
    await parts.speaker.fail(server);
    deepStrictEqual(seen(), ['failed 0', [], undefined, server]);
    parts.playback.session?.retry();
    await parts.speaker.answerAll();
    deepStrictEqual(seen(), ['playing 0', [], undefined, undefined]);
  });
});
