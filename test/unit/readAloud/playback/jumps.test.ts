import { deepStrictEqual } from 'node:assert/strict';
import { NotReadyError } from '../../../../src/messages/ownErrors.ts';
import { RelayError } from '../../../../src/relay/errors/relayError.ts';
import { createParts, type PlaybackParts, utterancesOf } from './playbackParts.ts';
import { settle } from './testPage.ts';

describe('a jump in a reading', () => {
  let parts: PlaybackParts;
  beforeEach(() => {
    parts = createParts();
  });

  it('uses a new reading ID, and requests nothing twice', async () => {
    await parts.readTo(9, 4);
    const { playback, speaker, player, now } = parts;
    await player.hear(1);
    await parts.jump(1);
    deepStrictEqual([now(), playback.state.seconds, speaker.asked], ['playing 1', 0, [0, 1, 2, 3, 4, 5, 6]]);
    deepStrictEqual(player.told.slice(-4), ['jump reading-2 at 1', 'audio 1', 'audio 2', 'audio 3']);
    playback.session?.jump(7);
    deepStrictEqual([now(), speaker.open], ['loading 7', [7]]);
    await speaker.answerAll();
    deepStrictEqual([now(), speaker.asked.slice(7), player.told.at(-1)], ['playing 7', [7, 8], 'end']);
  });

  it('stays paused if the reading was paused', async () => {
    await parts.readTo(9, 1);
    const { playback, speaker, player, now } = parts;
    playback.session?.pause();
    playback.session?.jump(5);
    await speaker.answerAll();
    deepStrictEqual([now(), player.told.slice(-2)], ['paused 5', ['jump reading-2 at 5, paused', 'audio 5']]);
    playback.session?.resume();
    await speaker.answerAll();
    deepStrictEqual(now(), 'playing 5');
  });

  it('plays if a paused reading had failed', async () => {
    const { playback, speaker, now } = parts;
    parts.open(9);
    playback.session?.pause();
    await speaker.fail(new NotReadyError('voice'));
    playback.session?.jump(3);
    await speaker.answerAll();
    deepStrictEqual(now(), 'playing 3');
  });

  it('continues a finished and a failed reading', async () => {
    await parts.readTo(4, 3);
    const { playback, speaker, player, now } = parts;
    await player.hearOut();
    const seen = [now()];
    await parts.jump(2);
    seen.push(now());
    parts.start(9);
    await speaker.fail(new NotReadyError('voice'));
    seen.push(now());
    playback.session?.jump(1);
    await speaker.answerAll();
    deepStrictEqual(
      [...seen, now(), playback.state.error],
      ['finished 3', 'playing 2', 'failed 0', 'playing 1', undefined],
    );
    // Another voice may have been selected after the failure.
    deepStrictEqual(speaker.asked.slice(4, 7), [0, 'renew', 1]);
  });

  it('lets running requests finish, unless the listener waits for another sentence', async () => {
    await parts.readTo(40, 5);
    const { playback, speaker, player } = parts;
    await player.hearOut();
    await parts.jump(3);
    deepStrictEqual([speaker.open, speaker.asked.at(-1)], [[8], 8]);
    playback.session?.jump(8);
    playback.session?.jump(20);
    deepStrictEqual(speaker.asked.slice(-2), ['abort 8', 20]);
    await speaker.answer({}, 8);
    await speaker.answerAll();
    await parts.jump(8);
    deepStrictEqual([parts.now(), speaker.asked.filter((asked) => asked === 8)], ['playing 8', [8]]);
  });

  it('lets them finish if the target is cached, and retries sentences that failed ahead', async () => {
    await parts.readTo(40, 5);
    const { playback, speaker, player } = parts;
    speaker.kept.add('Sentence 20.');
    await player.hearOut();
    await parts.jump(20);
    deepStrictEqual([parts.now(), speaker.live], ['playing 20', [8, 21]]);
    await speaker.answer();
    await speaker.answer();
    await speaker.fail(new RelayError('insufficientBalance'));
    deepStrictEqual([speaker.asked.slice(-1), speaker.live], [[22], []]);
    playback.session?.jump(20);
    deepStrictEqual(speaker.live, [22]);
  });

  it('ignores a late failure of an aborted request', async () => {
    await parts.readTo(40, 5);
    const { playback, speaker, player } = parts;
    await player.hearOut();
    playback.session?.jump(20);
    playback.session?.jump(8);
    deepStrictEqual(speaker.live, [8]);
    await speaker.fail(new RelayError('insufficientBalance'), 8);
    playback.session?.pause();
    playback.session?.resume();
    deepStrictEqual(
      [parts.now(), speaker.asked.slice(-2), speaker.live],
      ['loading 8', ['abort 20', 8], [8]],
    );
  });

  describe('from a sentence that the listener waits for to a cached one', () => {
    /** The listener waits for sentence 2, and all sentences after it are cached. */
    async function waitForTwo(): Promise<void> {
      const { speaker, player } = parts;
      for (let kept = 3; kept < 9; kept += 1) speaker.kept.add(`Sentence ${kept}.`);
      parts.open(9);
      await speaker.answer();
      await speaker.answer();
      await player.hearOut(2);
      deepStrictEqual([parts.now(), speaker.live], ['loading 2', [2]]);
    }

    async function leave(): Promise<void> {
      parts.playback.session?.step('sentence', 1);
      await settle();
      await parts.player.hearOut();
    }

    for (const [kind, noticed] of [
      ['insufficientBalance'],
      ['invalidRequest'],
      ['server'],
      ['connection', 'offline'],
      ['rateLimit', 'rateLimited'],
    ] as const) {
      it(`ignores a late ${kind} of the first one until the listener goes back`, async () => {
        await waitForTwo();
        const { playback, speaker } = parts;
        await leave();
        await speaker.fail(new RelayError(kind), 2);
        const { skipped, notice, error } = playback.state;
        deepStrictEqual([parts.now(), skipped, notice, error], ['playing 4', [], noticed, undefined]);
        playback.session?.jump(2);
        await speaker.answerAll();
        deepStrictEqual(parts.now(), 'playing 2');
      });
    }
  });

  it('retries a skipped sentence', async () => {
    await parts.readTo(9, 0);
    const { playback, player, speaker, now } = parts;
    await player.hearOut();
    await parts.speaker.fail(new RelayError('server'));
    await player.hearOut(2);
    await speaker.answerAll();
    deepStrictEqual([now(), playback.state.skipped], ['playing 4', [3]]);
    playback.session?.jump(3);
    await speaker.answerAll();
    deepStrictEqual([now(), playback.state.skipped, playback.state.notice], ['playing 3', [], undefined]);
    deepStrictEqual(player.told.at(-4), 'begin reading-2 at 3 of 9');
  });

  it('does nothing if its target does not exist', async () => {
    await parts.readTo(9, 1);
    const { playback, player } = parts;
    const toldBefore = player.told.length;
    for (const index of [-1, 9, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) playback.session?.jump(index);
    playback.session?.jumpTo(() => false);
    deepStrictEqual([parts.now(), player.told.length], ['playing 1', toldBefore]);
  });

  it('plans up to its target, and shows the new sentences first', async () => {
    await parts.readTo(1000, 0);
    const { playback, player, now } = parts;
    playback.session?.jumpTo(({ text }) => text === 'Sentence 700.');
    deepStrictEqual(now(), 'loading 700');
    deepStrictEqual(player.told.slice(-3), [
      '501 sentences more',
      'jump reading-2 at 700',
      '199 sentences more',
    ]);
    playback.session?.jump(999);
    deepStrictEqual([now(), playback.state.isWhole], ['loading 999', true]);
  });

  describe('by one step', () => {
    /** Paragraphs of three sentences; 4 and 6 are skipped. */
    const cases: readonly [
      from: number,
      seconds: number,
      unit: 'sentence' | 'paragraph',
      by: 1 | -1,
      to: string,
    ][] = [
      [2, 0, 'sentence', 1, 'playing 3'],
      [3, 0, 'sentence', 1, 'playing 5'],
      [11, 0, 'sentence', 1, 'playing 11'],
      [2, 3, 'sentence', -1, 'playing 1'],
      [2, 3.1, 'sentence', -1, 'playing 2'],
      [0, 1, 'sentence', -1, 'playing 0'],
      [5, 0, 'sentence', -1, 'playing 3'],
      [1, 0, 'paragraph', 1, 'playing 3'],
      [3, 0, 'paragraph', 1, 'playing 7'],
      [10, 0, 'paragraph', 1, 'playing 10'],
      [5, 0, 'paragraph', -1, 'playing 3'],
      [3, 2, 'paragraph', -1, 'playing 0'],
      [3, 4, 'paragraph', -1, 'playing 3'],
      [7, 0, 'paragraph', -1, 'playing 3'],
      [8, 0, 'paragraph', -1, 'playing 7'],
      [1, 0, 'paragraph', -1, 'playing 0'],
    ];
    for (const [from, seconds, unit, by, to] of cases) {
      it(`one ${unit} ${by === 1 ? 'forward' : 'back'} from ${from} after ${seconds} s`, async () => {
        const { playback, speaker, player } = parts;
        await parts.readTo(12, 0);
        for (let index = 0; index < 12; index += 1) {
          if (index === 4 || index === 6) await player.breakDown();
          else await player.hearOut();
          await speaker.answerAll();
        }
        await parts.jump(from);
        await player.hear(seconds);
        const idBefore = playback.state.readingId;
        playback.session?.step(unit, by);
        await settle();
        const isElsewhere = to !== `playing ${from}` || by === -1;
        deepStrictEqual(
          [parts.now(), playback.state.skipped, playback.state.readingId !== idBefore],
          [to, [4, 6], isElsewhere],
        );
      });
    }

    it('back from the end leads to the last sentence', async () => {
      await parts.readTo(5, 4);
      await parts.player.hearOut();
      parts.playback.session?.step('sentence', -1);
      await settle();
      deepStrictEqual(parts.now(), 'playing 4');
    });

    it('back from the end of a streaming text leads to its last sentence so far', async () => {
      const { playback, speaker, now } = parts;
      const source = parts.stream();
      playback.session?.step('sentence', -1);
      playback.session?.step('paragraph', -1);
      await source.grow(utterancesOf(5));
      await speaker.answerAll();
      await parts.hearTo(5);
      const seen = [now()];
      playback.session?.step('sentence', 1);
      playback.session?.step('paragraph', 1);
      playback.session?.step('paragraph', -1);
      await settle();
      seen.push(now());
      deepStrictEqual(seen, ['loading 5', 'playing 3']);
    });
  });
});
