import { deepStrictEqual } from 'node:assert/strict';
import { NotReadyError } from '../../../../src/messages/ownErrors.ts';
import type { AccountView } from '../../../../src/protocol/readerProtocol.ts';
import type { Utterance } from '../../../../src/readAloud/narration/plan/utterance.ts';
import { accountOf } from '../../../../src/readAloud/playback/readingCost.ts';
import { UtteranceList } from '../../../../src/readAloud/playback/utteranceList.ts';
import { createParts, sourceOf, utterancesOf } from './playbackParts.ts';
import { settle } from './testPage.ts';

/** Utterances of the given sizes in bytes. */
function sized(sizes: readonly number[]): Utterance[] {
  return utterancesOf(sizes.length).map((utterance, index) => ({
    ...utterance,
    bytes: sizes[index] ?? 0,
  }));
}

/** A reading whose audio the test controls. */
function readingOf(utterances: readonly Utterance[], kept: ReadonlySet<number> = new Set()) {
  const seconds = new Map<number, number | undefined>();
  const list = new UtteranceList(sourceOf(utterances));
  list.planTo(utterances.length);
  const speech = { isKept: ({ index }: Utterance) => kept.has(index) };
  return { seconds, list, at: (current: number) => accountOf(list, speech, current, seconds) };
}

describe('the cost of a reading', () => {
  it('includes the time heard, the time left and the unpaid bytes, as they become known', () => {
    const reading = readingOf(sized([140, 280, 70, 14]), new Set([2]));
    const accounts: AccountView[] = [reading.at(0)];
    reading.seconds.set(0, 10);
    accounts.push(reading.at(1));
    for (const index of [1, 2, 3]) reading.seconds.set(index, index + 0.5);
    accounts.push(reading.at(2), reading.at(4), reading.at(1));
    const sizes = { totalBytes: 504, keptBytes: 504, unpaidBytes: 0 };
    deepStrictEqual(accounts, [
      {
        heardSeconds: 0,
        leftSeconds: 36,
        totalBytes: 504,
        keptBytes: 70,
        unpaidBytes: 434,
      },
      {
        heardSeconds: 10,
        leftSeconds: 26,
        totalBytes: 504,
        keptBytes: 210,
        unpaidBytes: 294,
      },
      { heardSeconds: 11.5, leftSeconds: 6, ...sizes },
      { heardSeconds: 17.5, leftSeconds: 0, ...sizes },
      { heardSeconds: 10, leftSeconds: 7.5, ...sizes },
    ]);
  });

  it('is based on the usual rate until the rate of this voice is known', () => {
    const reading = readingOf(sized([280, 28, 280]));
    deepStrictEqual(reading.at(1).leftSeconds, 22);
    // Twice as slow as usual: the more was heard, the more that counts.
    reading.seconds.set(0, 40);
    deepStrictEqual(reading.at(1).leftSeconds, (22 * 45) / 25);
  });

  it('does not include skipped sentences until they are retried', () => {
    const reading = readingOf(sized([140, 140]));
    reading.list.skip(1, new Error('refused'));
    const skipped = reading.at(0);
    reading.list.forgetSkips(() => true);
    deepStrictEqual(
      [skipped, reading.at(0)].map(({ leftSeconds, unpaidBytes, totalBytes }) => [
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

  it('is available from the playback', async () => {
    const parts = createParts();
    deepStrictEqual(parts.playback.account().totalBytes, 0);
    parts.speaker.kept.add('Sentence 5.');
    await parts.readTo(6, 3);
    const { heardSeconds, leftSeconds, ...rest } = parts.playback.account();
    deepStrictEqual([heardSeconds, leftSeconds], [6, 6]);
    deepStrictEqual(rest, { totalBytes: 66, keptBytes: 66, unpaidBytes: 0 });
    await parts.readTo(6, 0);
    deepStrictEqual(parts.playback.account().unpaidBytes, 22);
    parts.playback.session?.jump(3);
    await parts.speaker.fail(new NotReadyError('voice'));
    parts.speaker.kept.add('Sentence 4.');
    deepStrictEqual(parts.playback.account().unpaidBytes, 11);
  });

  it('includes the rest of the reading again when another voice is chosen', async () => {
    const parts = createParts();
    const { kept } = parts.speaker;
    for (let index = 0; index < 9; index += 1) kept.add(`Sentence ${index}.`);
    parts.open(9);
    await settle();
    await parts.player.hearOut();
    const before = parts.playback.account();
    // Nothing is cached in the new voice.
    kept.clear();
    const toldBefore = parts.states.length;
    parts.playback.session?.renewSpeech();
    const { unpaidBytes, keptBytes } = parts.playback.account();
    deepStrictEqual([before.unpaidBytes, unpaidBytes, keptBytes], [0, 5 * 11, 4 * 11]);
    deepStrictEqual([parts.states.length - toldBefore, parts.speaker.asked], [1, ['renew']]);
  });
});
