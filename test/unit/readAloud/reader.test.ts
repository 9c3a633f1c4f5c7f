import { deepStrictEqual, ok } from 'node:assert/strict';
import { UnplayableError } from '../../../src/readAloud/reader.ts';
import { createParts, type ReaderParts, readingOf, settle } from './readerParts.ts';

/** A reading whose first sentences are there and heard. */
async function readTo(parts: ReaderParts, count: number, current: number): Promise<void> {
  parts.reader.playerReady();
  parts.reader.start(readingOf(count));
  await parts.speaker.answer();
  for (let index = 0; index < current; index += 1) {
    await parts.speaker.answer();
    await parts.player.hearOut();
  }
}

describe('the reader', () => {
  let parts: ReaderParts;
  beforeEach(() => {
    parts = createParts();
  });

  it('asks for the first sentence, then for one ahead of what is heard, and never for more', async () => {
    const { reader, speaker, player, now } = parts;
    const seen: unknown[] = [];
    const note = () => seen.push([now(), speaker.asked.length]);
    reader.playerReady();
    deepStrictEqual(reader.start(readingOf(3)), true);
    await settle();
    note();
    await speaker.answer();
    note();
    await speaker.answer();
    note();
    await player.hearOut();
    note();
    await speaker.answer();
    note();
    await player.hearOut();
    note();
    await player.hearOut();
    note();
    deepStrictEqual(seen, [
      ['loading 0', 1],
      ['playing 0', 2],
      ['playing 0', 2],
      ['playing 1', 3],
      ['playing 1', 3],
      ['playing 2', 3],
      ['finished 2', 3],
    ]);
    deepStrictEqual(player.told, ['begin reading-1 at 0 of 3', 'audio 0', 'audio 1', 'audio 2', 'end']);
  });

  it('asks for as many ahead as it is told', async () => {
    const { reader, speaker } = createParts({ lookAhead: 2 });
    reader.playerReady();
    reader.start(readingOf(9));
    for (let answers = 0; answers < 3; answers += 1) await speaker.answer();
    deepStrictEqual(speaker.asked, ['Sentence 0.', 'Sentence 1.', 'Sentence 2.']);
  });

  it('waits when the next sentence is late, and goes on when it comes', async () => {
    await readTo(parts, 3, 0);
    const { speaker, player, now } = parts;
    await player.hearOut();
    deepStrictEqual(now(), 'loading 1');
    await speaker.answer();
    deepStrictEqual(now(), 'playing 1');
  });

  it('stops at once: the request is aborted, its late answer dropped', async () => {
    await readTo(parts, 3, 0);
    const { reader, speaker, player, now } = parts;
    reader.stop();
    await speaker.answer();
    deepStrictEqual(now(), 'idle 0');
    deepStrictEqual(speaker.asked, ['Sentence 0.', 'Sentence 1.', 'abort Sentence 1.']);
    deepStrictEqual(player.told, ['begin reading-1 at 0 of 3', 'audio 0', 'stop']);
  });

  it('a new reading takes the place of the old', async () => {
    await readTo(parts, 5, 1);
    const { reader, speaker, player, now } = parts;
    reader.start({ title: 'other.md', utterances: [{ index: 0, start: 0, end: 5, text: 'Other' }] });
    await settle();
    deepStrictEqual([now(), reader.state.title], ['loading 0', 'other.md']);
    deepStrictEqual(speaker.asked.slice(-2), ['abort Sentence 2.', 'Other']);
    deepStrictEqual(player.told.at(-1), 'begin reading-2 at 0 of 1');
  });

  it('does not begin where there is nothing to pronounce, and leaves the old reading alone', async () => {
    await readTo(parts, 3, 0);
    deepStrictEqual(parts.reader.start({ title: 'empty.md', utterances: [] }), false);
    deepStrictEqual(parts.now(), 'playing 0');
  });

  it('asks for nothing more while paused', async () => {
    await readTo(parts, 5, 1);
    const { reader, speaker, player, now } = parts;
    reader.pause();
    await speaker.answer();
    deepStrictEqual([now(), speaker.asked.length], ['paused 1', 3]);
    reader.resume();
    await settle();
    deepStrictEqual([now(), speaker.asked.length], ['playing 1', 3]);
    deepStrictEqual(player.told.slice(-3), ['pause', 'audio 2', 'resume']);
  });

  it('keeps what came while sound is blocked, and asks for no more', async () => {
    const { reader, speaker, player, now } = parts;
    player.isAllowed = false;
    reader.playerReady();
    reader.start(readingOf(5));
    await speaker.answer();
    await speaker.answer();
    deepStrictEqual([now(), speaker.asked.length], ['blocked 0', 2]);
    await player.click();
    deepStrictEqual([now(), speaker.asked.length], ['playing 0', 2]);
    await player.hearOut();
    deepStrictEqual([now(), speaker.asked.length], ['playing 1', 3]);
  });

  describe('when a sentence fails', () => {
    const error = new Error('no balance');

    it('is heard up to there, keeps its place, and goes on from there without paying twice', async () => {
      await readTo(parts, 4, 1);
      const { reader, speaker, player, now } = parts;
      await speaker.fail(error);
      deepStrictEqual([now(), reader.state.error], ['playing 1', undefined]);
      await player.hearOut();
      deepStrictEqual([now(), reader.state.error], ['failed 2', error]);
      deepStrictEqual(speaker.asked.length, 3);
      reader.retry();
      await speaker.answer();
      deepStrictEqual([now(), reader.state.error], ['playing 2', undefined]);
      deepStrictEqual(speaker.asked, [
        'Sentence 0.',
        'Sentence 1.',
        'Sentence 2.',
        'Sentence 2.',
        'Sentence 3.',
      ]);
      deepStrictEqual(player.told.slice(-2), ['begin reading-2 at 2 of 4', 'audio 2']);
    });

    it('fails at the first one at once', async () => {
      const { reader, speaker, now } = parts;
      reader.playerReady();
      reader.start(readingOf(2));
      await speaker.fail(error);
      deepStrictEqual([now(), reader.state.error], ['failed 0', error]);
      reader.resume();
      await speaker.answer();
      deepStrictEqual(now(), 'playing 0');
    });

    it('can be stopped', async () => {
      const { reader, speaker, now } = parts;
      reader.playerReady();
      reader.start(readingOf(2));
      await speaker.fail(error);
      reader.stop();
      deepStrictEqual([now(), reader.state.error], ['idle 0', undefined]);
    });
  });

  describe('the view', () => {
    it('may come after the reading began: the first sentence is asked for meanwhile', async () => {
      const { reader, speaker, player, now } = parts;
      reader.start(readingOf(3));
      await speaker.answer();
      deepStrictEqual([now(), reader.state.hasPlayer, player.told], ['loading 0', false, []]);
      reader.playerReady();
      await settle();
      deepStrictEqual([now(), reader.state.hasPlayer], ['playing 0', true]);
      deepStrictEqual(player.told, ['begin reading-2 at 0 of 3', 'audio 0']);
    });

    it('may be built anew in the middle: it gets what is in memory, from the current sentence on', async () => {
      await readTo(parts, 5, 2);
      const { reader, speaker, player, now } = parts;
      await speaker.answer();
      const askedBefore = [...speaker.asked];
      reader.playerReady();
      await settle();
      deepStrictEqual([now(), speaker.asked], ['playing 2', askedBefore]);
      deepStrictEqual(player.told.slice(-3), ['begin reading-2 at 2 of 5', 'audio 2', 'audio 3']);
    });

    it('may go away: the reading is paused and keeps its place', async () => {
      await readTo(parts, 5, 1);
      const { reader, speaker, player, now } = parts;
      reader.playerGone();
      await speaker.answer();
      deepStrictEqual([now(), reader.state.hasPlayer, speaker.asked.length], ['paused 1', false, 3]);
      reader.playerReady();
      await settle();
      deepStrictEqual(player.told.slice(-3), ['begin reading-2 at 1 of 5, paused', 'audio 1', 'audio 2']);
      reader.resume();
      await settle();
      deepStrictEqual([now(), speaker.asked.length], ['playing 1', 3]);
    });

    it('finds nothing when it comes back after the end', async () => {
      await readTo(parts, 1, 0);
      await parts.player.hearOut();
      deepStrictEqual(parts.now(), 'finished 0');
      parts.reader.playerReady();
      deepStrictEqual(parts.now(), 'idle 0');
    });

    it('is not believed about an earlier beginning', async () => {
      await readTo(parts, 5, 2);
      const { reader, now } = parts;
      reader.playerReady();
      reader.playerState({ readingId: 'reading-1', status: 'finished', index: 4 });
      reader.playerUnplayable({ readingId: 'reading-1', index: 2, message: 'late' });
      await settle();
      deepStrictEqual(now(), 'playing 2');
    });
  });

  it('begins anew after the end with the audio in memory', async () => {
    await readTo(parts, 2, 1);
    const { reader, speaker, player, now } = parts;
    await player.hearOut();
    deepStrictEqual(now(), 'finished 1');
    reader.resume();
    await settle();
    deepStrictEqual([now(), speaker.asked.length], ['playing 0', 2]);
    deepStrictEqual(player.told.slice(-4), ['begin reading-2 at 0 of 2', 'audio 0', 'audio 1', 'end']);
  });

  it('forgets what was heard longest ago when there is too much, and never what is to come', async () => {
    const small = createParts({ maximumBytes: 250 });
    await readTo(small, 4, 3);
    await small.player.hearOut();
    deepStrictEqual(small.now(), 'finished 3');
    small.reader.resume();
    await settle();
    deepStrictEqual(small.speaker.asked.slice(4), ['Sentence 0.']);
  });

  describe('when audio can not be played', () => {
    it('leaves one out and goes on', async () => {
      await readTo(parts, 4, 1);
      const { speaker, player, now } = parts;
      await speaker.answer();
      await player.breakDown();
      deepStrictEqual([now(), speaker.asked.at(-1)], ['playing 2', 'Sentence 3.']);
    });

    it('fails at the first of three in a row, and asks for them again', async () => {
      await readTo(parts, 9, 0);
      const { reader, speaker, player, now } = parts;
      for (let broken = 0; broken < 3; broken += 1) {
        await speaker.answer();
        await player.breakDown();
      }
      deepStrictEqual([now(), speaker.asked.length], ['failed 0', 4]);
      ok(reader.state.error instanceof UnplayableError);
      reader.retry();
      await settle();
      deepStrictEqual([now(), speaker.asked.slice(4)], ['loading 0', ['Sentence 0.']]);
    });

    it('does not pass for finished when the end was not heard', async () => {
      await readTo(parts, 2, 0);
      const { reader, speaker, player, now } = parts;
      await speaker.answer();
      await player.hearOut();
      await player.breakDown();
      deepStrictEqual(now(), 'failed 1');
      reader.retry();
      await settle();
      deepStrictEqual([now(), speaker.asked.at(-1)], ['loading 1', 'Sentence 1.']);
    });

    it('does not count those between which something was heard', async () => {
      await readTo(parts, 9, 0);
      const { speaker, player, now } = parts;
      for (let round = 0; round < 3; round += 1) {
        await speaker.answer();
        await player.breakDown();
        await speaker.answer();
        await player.hearOut();
      }
      deepStrictEqual(now(), 'playing 6');
    });
  });

  it('plans a long text as far ahead as the view shows, no further', async () => {
    const { reader, speaker, player } = parts;
    reader.playerReady();
    reader.start(readingOf(350));
    deepStrictEqual([reader.state.utterances.length, reader.state.isWhole], [200, false]);
    await speaker.answer();
    for (let index = 0; index < 300; index += 1) {
      await speaker.answer();
      await player.hearOut();
    }
    deepStrictEqual([reader.state.utterances.length, reader.state.isWhole], [350, true]);
    deepStrictEqual(
      player.told.filter((told) => !told.startsWith('audio')),
      ['begin reading-1 at 0 of 200+', '100 sentences more', '50 sentences more, all'],
    );
  });

  it('tells of every change with a state of its own', async () => {
    await readTo(parts, 2, 0);
    parts.reader.pause();
    const { states } = parts;
    deepStrictEqual(new Set(states).size, states.length);
    const { utterances, ...last } = states.at(-1) ?? { utterances: [] };
    deepStrictEqual(
      [last, utterances.map(({ text }) => text)],
      [
        {
          status: 'paused',
          readingId: 'reading-1',
          title: 'notes.md',
          current: 0,
          isWhole: true,
          hasPlayer: true,
          error: undefined,
        },
        ['Sentence 0.', 'Sentence 1.'],
      ],
    );
  });
});
