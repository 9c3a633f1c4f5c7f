import { deepStrictEqual } from 'node:assert/strict';
import { NotReadyError } from '../../../../src/failures.ts';
import { RelayError } from '../../../../src/relay/relayError.ts';
import { createGrowingSource, createParts, type ReaderParts, utterancesOf } from './readerParts.ts';
import { settle } from './testPlayer.ts';

describe('going elsewhere in a reading', () => {
  let parts: ReaderParts;
  beforeEach(() => {
    parts = createParts();
  });

  it('jumps by a new id, and pays for nothing twice', async () => {
    await parts.readTo(9, 4);
    const { reader, speaker, player, now } = parts;
    await player.hear(1);
    reader.jump(1);
    await settle();
    deepStrictEqual([now(), reader.state.seconds, speaker.asked], ['playing 1', 0, [0, 1, 2, 3, 4, 5, 6]]);
    deepStrictEqual(player.told.slice(-4), ['jump reading-2 at 1', 'audio 1', 'audio 2', 'audio 3']);
    reader.jump(7);
    deepStrictEqual([now(), speaker.open], ['loading 7', [7]]);
    await speaker.answerAll();
    deepStrictEqual([now(), speaker.asked.slice(7), player.told.at(-1)], ['playing 7', [7, 8], 'end']);
  });

  it('stays paused where it was paused', async () => {
    await parts.readTo(9, 1);
    const { reader, speaker, player, now } = parts;
    reader.pause();
    reader.jump(5);
    await speaker.answerAll();
    deepStrictEqual([now(), player.told.slice(-2)], ['paused 5', ['jump reading-2 at 5, paused', 'audio 5']]);
    reader.resume();
    await speaker.answerAll();
    deepStrictEqual(now(), 'playing 5');
  });

  it('plays where a paused reading failed', async () => {
    const { reader, speaker, now } = parts;
    reader.playerReady();
    parts.start(9);
    reader.pause();
    await speaker.fail(new NotReadyError('voice'));
    reader.jump(3);
    await speaker.answerAll();
    deepStrictEqual(now(), 'playing 3');
  });

  it('goes on from a finished and from a failed reading', async () => {
    await parts.readTo(4, 3);
    const { reader, speaker, player, now } = parts;
    await player.hearOut();
    const seen = [now()];
    reader.jump(2);
    await settle();
    seen.push(now());
    parts.start(9);
    await speaker.fail(new NotReadyError('voice'));
    seen.push(now());
    reader.jump(1);
    await speaker.answerAll();
    deepStrictEqual(
      [...seen, now(), reader.state.error],
      ['finished 3', 'playing 2', 'failed 0', 'playing 1', undefined],
    );
  });

  it('lets what is asked for come, unless something else is waited for', async () => {
    await parts.readTo(40, 5);
    const { reader, speaker, player } = parts;
    await player.hearOut();
    reader.jump(3);
    await settle();
    deepStrictEqual([speaker.open, speaker.asked.at(-1)], [[8], 8]);
    reader.jump(20);
    deepStrictEqual(speaker.asked.slice(-2), ['abort 8', 20]);
    await speaker.answer({}, 8);
    await speaker.answerAll();
    reader.jump(8);
    await settle();
    deepStrictEqual([parts.now(), speaker.asked.filter((asked) => asked === 8)], ['playing 8', [8]]);
  });

  it('lets it come where the place is on the disk, and asks again for what failed ahead', async () => {
    await parts.readTo(40, 5);
    const { reader, speaker, player } = parts;
    speaker.kept.add('Sentence 20.');
    await player.hearOut();
    reader.jump(20);
    await settle();
    deepStrictEqual([parts.now(), speaker.live], ['playing 20', [8, 21]]);
    await speaker.answer();
    await speaker.answer();
    await speaker.fail(new RelayError('insufficientBalance'));
    deepStrictEqual([speaker.asked.slice(-1), speaker.live], [[22], []]);
    reader.jump(20);
    deepStrictEqual(speaker.live, [22]);
  });

  it('heeds no late failure of what was given up', async () => {
    await parts.readTo(40, 5);
    const { reader, speaker, player } = parts;
    await player.hearOut();
    reader.jump(20);
    reader.jump(8);
    deepStrictEqual(speaker.live, [8]);
    await speaker.fail(new RelayError('insufficientBalance'), 8);
    reader.pause();
    reader.resume();
    deepStrictEqual(
      [parts.now(), speaker.asked.slice(-2), speaker.live],
      ['loading 8', ['abort 20', 8], [8]],
    );
  });

  describe('away from a sentence that is waited for, to one on the disk', () => {
    /** The listener waits for sentence 2, and all behind it is kept. */
    async function waitForTwo(): Promise<void> {
      const { reader, speaker, player } = parts;
      for (let kept = 3; kept < 9; kept += 1) speaker.kept.add(`Sentence ${kept}.`);
      reader.playerReady();
      parts.start(9);
      await speaker.answer();
      await speaker.answer();
      await player.hearOut();
      await player.hearOut();
      deepStrictEqual([parts.now(), speaker.live], ['loading 2', [2]]);
    }

    async function leave(): Promise<void> {
      parts.reader.step('sentence', 1);
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
      it(`heeds no late ${kind} of the one that was left, until somebody goes back`, async () => {
        await waitForTwo();
        const { reader, speaker } = parts;
        await leave();
        await speaker.fail(new RelayError(kind), 2);
        const { skipped, notice, error } = reader.state;
        deepStrictEqual([parts.now(), skipped, notice, error], ['playing 4', [], noticed, undefined]);
        reader.jump(2);
        await speaker.answerAll();
        deepStrictEqual(parts.now(), 'playing 2');
      });
    }

    it('ends its wait for a rate limit: it is not asked for again', async () => {
      await waitForTwo();
      const { speaker } = parts;
      const waiting = speaker.wait(20_000, 2);
      await leave();
      deepStrictEqual([parts.now(), speaker.live], ['playing 4', [2]]);
      await waiting.end();
      deepStrictEqual([parts.now(), speaker.live], ['playing 4', []]);
    });
  });

  it('tries a skipped sentence again where somebody goes to it', async () => {
    await parts.readTo(9, 0);
    const { reader, player, speaker, now } = parts;
    await player.hearOut();
    await parts.speaker.fail(new RelayError('server'));
    await player.hearOut();
    await player.hearOut();
    await speaker.answerAll();
    deepStrictEqual([now(), reader.state.skipped], ['playing 4', [3]]);
    reader.jump(3);
    await speaker.answerAll();
    deepStrictEqual([now(), reader.state.skipped, reader.state.notice], ['playing 3', [], undefined]);
    deepStrictEqual(player.told.at(-4), 'begin reading-2 at 3 of 9');
  });

  it('goes nowhere where there is nothing', async () => {
    await parts.readTo(9, 1);
    const { reader, player } = parts;
    const toldBefore = player.told.length;
    for (const index of [-1, 9, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) reader.jump(index);
    deepStrictEqual(
      reader.jumpTo(() => false),
      false,
    );
    deepStrictEqual([parts.now(), player.told.length], ['playing 1', toldBefore]);
    const idle = createParts();
    idle.reader.jump(0);
    idle.reader.step('sentence', 1);
    idle.reader.setSleepAfter('sentence');
    deepStrictEqual([idle.reader.jumpTo(() => true), idle.states], [false, []]);
  });

  it('plans on as far as what it looks for, and shows it before it goes there', async () => {
    await parts.readTo(1000, 0);
    const { reader, player, now } = parts;
    deepStrictEqual(
      reader.jumpTo(({ text }) => text === 'Sentence 700.'),
      true,
    );
    deepStrictEqual(now(), 'loading 700');
    deepStrictEqual(player.told.slice(-3), [
      '501 sentences more',
      'jump reading-2 at 700',
      '199 sentences more',
    ]);
    reader.jump(999);
    deepStrictEqual([now(), reader.state.isWhole], ['loading 999', true]);
  });

  describe('step by step', () => {
    /** Sentences of three to a paragraph; 4 and 6 are skipped. */
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
      it(`one ${unit} ${by === 1 ? 'on' : 'back'} from ${from} after ${seconds} s`, async () => {
        const { reader, speaker, player } = parts;
        reader.playerReady();
        parts.start(12);
        await speaker.answerAll();
        for (let index = 0; index < 12; index += 1) {
          if (index === 4 || index === 6) await player.breakDown();
          else await player.hearOut();
          await speaker.answerAll();
        }
        reader.jump(from);
        await settle();
        await player.hear(seconds);
        const idBefore = reader.state.readingId;
        reader.step(unit, by);
        await settle();
        const isElsewhere = to !== `playing ${from}` || by === -1;
        deepStrictEqual(
          [parts.now(), reader.state.skipped, reader.state.readingId !== idBefore],
          [to, [4, 6], isElsewhere],
        );
      });
    }

    it('back from the end leads to the last sentence', async () => {
      await parts.readTo(5, 4);
      await parts.player.hearOut();
      parts.reader.step('sentence', -1);
      await settle();
      deepStrictEqual(parts.now(), 'playing 4');
    });

    it('back from what is still to be written leads to the last sentence that came', async () => {
      const source = createGrowingSource();
      const { reader, speaker, player, now } = parts;
      reader.playerReady();
      reader.start({ title: 'Answer', source, speech: speaker.speech });
      reader.step('sentence', -1);
      reader.step('paragraph', -1);
      await source.grow(utterancesOf(5));
      await speaker.answerAll();
      while (reader.state.current < 5) {
        await player.hearOut();
        await speaker.answerAll();
      }
      const seen = [now()];
      reader.step('sentence', 1);
      reader.step('paragraph', 1);
      reader.step('paragraph', -1);
      await settle();
      seen.push(now());
      deepStrictEqual(seen, ['loading 5', 'playing 3']);
    });
  });
});
