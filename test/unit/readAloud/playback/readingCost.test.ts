import { deepStrictEqual, ok } from 'node:assert/strict';
import { NotReadyError } from '../../../../src/messages/ownErrors.ts';
import type { AccountView } from '../../../../src/protocol/readerProtocol.ts';
import type { Utterance } from '../../../../src/readAloud/narration/plan/utterance.ts';
import { ReadingCost } from '../../../../src/readAloud/playback/readingCost.ts';
import { createRandom } from '../../../randomNumbers.ts';
import { createParts, utterancesOf } from './playbackParts.ts';
import { settle } from './testPage.ts';

/** Utterances of so many bytes. */
function sized(sizes: readonly number[], changes: Partial<Utterance> = {}): Utterance[] {
  return utterancesOf(sizes.length).map((utterance, index) => ({
    ...utterance,
    bytes: sizes[index] ?? 0,
    ...changes,
  }));
}

function bookOf(utterances: readonly Utterance[], kept: ReadonlySet<number> = new Set()) {
  const lookedUp: number[] = [];
  const book = new ReadingCost(({ index }) => {
    lookedUp.push(index);
    return kept.has(index);
  });
  for (const utterance of utterances) book.add(utterance);
  return { book, lookedUp };
}

describe('the account of a reading', () => {
  it('counts what was heard, what is left, and what it will cost, as that becomes known', () => {
    const { book } = bookOf(sized([140, 280, 70, 14]), new Set([2]));
    const accounts: AccountView[] = [book.at(0)];
    book.setAudio(0, 10);
    accounts.push(book.at(1));
    for (const index of [1, 2, 3]) book.setAudio(index, index + 0.5);
    accounts.push(book.at(2), book.at(4), book.at(1));
    const sizes = { totalBytes: 504, keptBytes: 504, unpaidBytes: 0 };
    deepStrictEqual(accounts, [
      {
        heardSeconds: 0,
        leftSeconds: 36,
        isEstimate: true,
        totalBytes: 504,
        keptBytes: 70,
        unpaidBytes: 434,
      },
      {
        heardSeconds: 10,
        leftSeconds: 26,
        isEstimate: true,
        totalBytes: 504,
        keptBytes: 210,
        unpaidBytes: 294,
      },
      { heardSeconds: 11.5, leftSeconds: 6, isEstimate: false, ...sizes },
      { heardSeconds: 17.5, leftSeconds: 0, isEstimate: false, ...sizes },
      { heardSeconds: 10, leftSeconds: 7.5, isEstimate: false, ...sizes },
    ]);
  });

  it('expects what is usual in a language, until it has heard how this voice speaks it', () => {
    const expected = (['en', 'zh', 'ja', 'ko', 'ru', undefined] as const).map((language) =>
      Math.round(bookOf(sized([1200], { language })).book.at(0).leftSeconds),
    );
    deepStrictEqual(expected, [86, 89, 75, 71, 48, 200]);
    const { book } = bookOf([...sized([280, 28]), ...sized([0, 0, 270], { language: 'zh' }).slice(2)]);
    // Twice as slow as usual: the more of it was heard, the more that counts, and for its own language alone.
    book.setAudio(0, 40);
    const { leftSeconds } = book.at(1);
    deepStrictEqual(Math.round((leftSeconds - 20) * 1000), Math.round(((28 * 45) / 350) * 1000));
  });

  it('leaves out of time and cost what is skipped, until it is tried again', () => {
    const { book } = bookOf(sized([140, 140]));
    book.setSkipped(1, true);
    const skipped = book.at(0);
    book.setSkipped(1, false);
    deepStrictEqual(
      [skipped, book.at(0)].map(({ leftSeconds, unpaidBytes, totalBytes }) => [
        leftSeconds,
        unpaidBytes,
        totalBytes,
      ]),
      [
        [10, 140, 280],
        [20, 280, 280],
      ],
    );
  });

  it('looks up what is kept once, and again when the first audio showed which voice it is', () => {
    const kept = new Set<number>();
    const { book, lookedUp } = bookOf(sized([10, 10, 10]), kept);
    const unpaid = () => [book.at(0).unpaidBytes, lookedUp.splice(0)];
    const seen = [unpaid(), unpaid()];
    kept.add(1).add(2);
    book.setAudio(0, 1);
    seen.push(unpaid(), unpaid());
    kept.delete(1);
    book.recheck();
    seen.push(unpaid());
    deepStrictEqual(seen, [
      [30, [0, 1, 2]],
      [30, []],
      [0, [1, 2]],
      [0, []],
      [10, [1, 2]],
    ]);
  });

  it('is the same however one came there, over ten thousand utterances', () => {
    const random = createRandom(6);
    const utterances = sized(Array.from({ length: 10_000 }, () => 1 + Math.floor(random() * 500)));
    const { book } = bookOf(utterances);
    const inOrder = bookOf(utterances).book;
    const known = new Map<number, number>();
    for (let step = 0; step < 3000; step += 1) {
      const index = Math.floor(random() * 10_000);
      if (!known.has(index)) known.set(index, Math.round(random() * 20_000) / 1000);
      book.setAudio(index, known.get(index));
      book.setSkipped(Math.floor(random() * 10_000), false);
      if (step % 50 === 0) book.at(Math.floor(random() * 10_000));
    }
    for (const [index, seconds] of [...known].sort(([a], [b]) => a - b)) inOrder.setAudio(index, seconds);
    const close = ({ heardSeconds, leftSeconds, ...rest }: AccountView) => ({
      heard: heardSeconds.toFixed(6),
      left: leftSeconds.toFixed(6),
      ...rest,
    });
    for (const place of [0, 5000, 9999, 10_000, 17]) {
      deepStrictEqual(close(book.at(place)), close(inOrder.at(place)));
    }
  });

  it('is told to the reading’s owner', async () => {
    const parts = createParts();
    deepStrictEqual(parts.playback.account().totalBytes, 0);
    parts.speaker.kept.add('Sentence 5.');
    await parts.readTo(6, 3);
    const { heardSeconds, leftSeconds, ...rest } = parts.playback.account();
    deepStrictEqual([heardSeconds, leftSeconds], [6, 6]);
    deepStrictEqual(rest, { isEstimate: false, totalBytes: 66, keptBytes: 66, unpaidBytes: 0 });
    await parts.readTo(6, 0);
    const { unpaidBytes, isEstimate } = parts.playback.account();
    ok(isEstimate);
    deepStrictEqual(unpaidBytes, 22);
    parts.playback.session?.jump(3);
    await parts.speaker.fail(new NotReadyError('voice'));
    parts.speaker.kept.add('Sentence 4.');
    deepStrictEqual(parts.playback.account().unpaidBytes, 22);
    parts.playback.session?.retry();
    deepStrictEqual(parts.playback.account().unpaidBytes, 11);
  });

  it('says what another voice will cost that is chosen in the middle of a reading', async () => {
    const parts = createParts();
    const { kept } = parts.speaker;
    for (let index = 0; index < 9; index += 1) kept.add(`Sentence ${index}.`);
    parts.playback.playerReady();
    parts.start(9);
    await settle();
    await parts.player.hearOut();
    const before = parts.playback.account();
    // In the new voice, nothing is.
    kept.clear();
    const toldBefore = parts.states.length;
    parts.playback.session?.renewSpeech();
    const { unpaidBytes, keptBytes } = parts.playback.account();
    deepStrictEqual([before.unpaidBytes, unpaidBytes, keptBytes], [0, 5 * 11, 4 * 11]);
    deepStrictEqual([parts.states.length - toldBefore, parts.speaker.asked], [1, ['renew']]);
    createParts().playback.session?.renewSpeech();
  });
});
