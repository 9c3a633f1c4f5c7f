import { deepStrictEqual, ok } from 'node:assert/strict';
import { RelayError } from '../../../../src/relay/errors/relayError.ts';
import { createRandom } from '../../../randomNumbers.ts';
import { createParts } from './playbackParts.ts';
import { settle } from './testPage.ts';

const sentenceCount = 2000;
const lookAhead = 2;

/**
 * A whole reading with everything that can happen: responses in any order, temporary faults, sentences that no
 * relay can speak, pauses, jumps back, pages that are rebuilt or closed, rate limits, no network.
 */
async function run(seed: number) {
  const random = createRandom(seed);
  const below = (count: number) => Math.floor(random() * count);
  const chance = (share: number) => random() < share;
  const parts = createParts({ lookAhead, maximumBytes: 2000 });
  const { playback, speaker, player } = parts;
  const waits: ReturnType<typeof speaker.wait>[] = [];
  const unspeakable = new Set(Array.from({ length: 60 }, () => below(sentenceCount)));
  const wrong: string[] = [];
  const counts = { jumps: 0, pages: 0, faults: 0, failures: 0, waits: 0 };
  /** Index of the next sentence to be heard for the first time. */
  let frontier = 0;
  /** The sentence that must be heard next; undefined if a jump or a failure may have changed it. */
  let expected: number | undefined = 0;
  /** Skipped sentences that a jump went to, and that may have been left again. */
  const triedAgain = new Set<number>();
  let askedCount = 0;
  let isOnline = true;
  speaker.hasDisk = true;

  const passOver = (index: number) => {
    let next = index;
    while (playback.state.skipped.includes(next)) next += 1;
    return next;
  };

  /** Every new request must be for the current sentence or the next ones, and not for cached or requested ones. */
  function checkRequests(): void {
    const heard = passOver(playback.state.current);
    for (const asked of speaker.asked.slice(askedCount)) {
      if (typeof asked !== 'number') continue;
      if (asked < heard || asked > heard + lookAhead) wrong.push(`asked for ${asked} at ${heard}`);
      if (speaker.kept.has(`Sentence ${asked}.`)) wrong.push(`paid again for ${asked}`);
    }
    if (new Set(speaker.live).size !== speaker.live.length) wrong.push('asked for one twice at once');
    if (speaker.live.length > lookAhead + 1) wrong.push('too many at once');
    askedCount = speaker.asked.length;
  }

  async function hear(): Promise<void> {
    const index = playback.state.current;
    await player.hearOut();
    const heard = player.heard.at(-1) ?? -1;
    if (heard !== index) wrong.push(`${index} was marked while ${heard} was heard`);
    if (expected !== undefined && passOver(expected) !== heard) wrong.push(`${heard} came, not ${expected}`);
    if (heard > frontier && passOver(frontier) !== heard) wrong.push(`${heard} was heard before ${frontier}`);
    frontier = Math.max(frontier, heard + 1);
    expected = heard + 1;
  }

  async function answer(): Promise<void> {
    checkRequests();
    const index = speaker.open[below(speaker.open.length)];
    if (index === undefined) return;
    if (unspeakable.has(index) || chance(0.05) || !isOnline) {
      counts.faults += 1;
      const kind = isOnline ? (['server', 'interrupted', 'timeout'] as const)[below(3)] : 'connection';
      await speaker.fail(new RelayError(kind ?? 'server'), index);
    } else if (chance(0.02)) {
      counts.waits += 1;
      waits.push(speaker.wait(1000, index));
      if (chance(0.5)) playback.session?.retryNow();
    } else {
      await speaker.answer({ bytes: new Uint8Array(50 + below(200)) }, index);
    }
  }

  async function disturb(): Promise<void> {
    const kind = below(7);
    if (kind === 0) {
      counts.jumps += 1;
      expected = undefined;
      const target = below(Math.min(frontier + 1, sentenceCount));
      if (playback.state.skipped.includes(target)) triedAgain.add(target);
      playback.session?.jump(target);
    } else if (kind === 1) {
      expected = undefined;
      playback.session?.step(chance(0.5) ? 'sentence' : 'paragraph', -1);
    } else if (kind === 2) playback.session?.pause();
    else if (kind === 3) {
      counts.pages += 1;
      playback.playerReady();
    } else if (kind === 4) {
      counts.pages += 1;
      playback.playerGone();
      if (chance(0.5)) await answer();
      playback.playerReady();
    } else if (kind === 5) isOnline = !isOnline;
    else playback.session?.setSleepAfter(chance(0.5) ? 'sentence' : 'paragraph');
    await settle();
  }

  parts.open(sentenceCount);
  checkRequests();
  for (let turn = 0; turn < 200_000 && playback.state.status !== 'finished'; turn += 1) {
    const { status } = playback.state;
    if (status === 'failed') {
      // The user fixes the problem.
      counts.failures += 1;
      expected = undefined;
      isOnline = true;
      for (let index = 0; index < 4; index += 1) unspeakable.delete(playback.state.current + index);
      playback.session?.resume();
    } else if (status === 'paused' && chance(0.3)) playback.session?.resume();
    else if (chance(0.03)) await disturb();
    else if (status === 'playing' && chance(0.5)) await hear();
    else if (waits.length > 0 && chance(0.7)) await waits.shift()?.end();
    else await answer();
    await settle();
    checkRequests();
  }
  return { parts, wrong, counts, triedAgain };
}

describe('a reading of 2,000 sentences', () => {
  for (const seed of [1, 2, 3]) {
    it(`is heard completely, in order, and paid for once, whatever happens (seed ${seed})`, async () => {
      const { parts, wrong, counts, triedAgain } = await run(seed);
      const { skipped, status } = parts.playback.state;
      deepStrictEqual([wrong, status], [[], 'finished']);
      const heard = new Set(parts.player.heard);
      const missing = Array.from({ length: sentenceCount }, (_, index) => index).filter(
        (index) => !heard.has(index) && !skipped.includes(index) && !triedAgain.has(index),
      );
      deepStrictEqual(missing, []);
      for (const [what, count] of Object.entries(counts)) ok(count >= 5, `${what}: ${count}`);
    });
  }
});
