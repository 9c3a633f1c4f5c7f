import { deepStrictEqual, rejects } from 'node:assert/strict';
import { createTrials } from '../../../../src/readAloud/view/trials.ts';

describe('what is tried out', () => {
  const never = new AbortController().signal;

  /** Trials, and what is told of them: when one begins and is over, and which work was told to end. */
  function createParts() {
    const told: (string | boolean)[] = [];
    const trials = createTrials((isRunning) => told.push(isRunning));
    const work = (name: string, end: Promise<string>) => (signal: AbortSignal) => {
      signal.addEventListener('abort', () => told.push(`${name} ends`));
      return end;
    };
    return { told, trials, work };
  }

  it('gives what its work gives, or why it failed', async () => {
    const { told, trials, work } = createParts();
    deepStrictEqual(await trials.run(work('one', Promise.resolve('heard')), never), 'heard');
    await rejects(trials.run(work('two', Promise.reject(new Error('no sound'))), never), {
      message: 'no sound',
    });
    trials.end();
    deepStrictEqual(told, [true, false, true, false]);
  });

  it('ends at once, by its own signal, by the next one and by whoever ends all, however long the work takes', async () => {
    const { told, trials, work } = createParts();
    const open = new Promise<string>(() => {});
    const own = new AbortController();
    const first = trials.run(work('first', open), own.signal);
    own.abort();
    const outcomes = [await first];
    const second = trials.run(work('second', open), never);
    const third = trials.run(work('third', open), never);
    outcomes.push(await second);
    trials.end();
    outcomes.push(await third);
    deepStrictEqual(outcomes, [undefined, undefined, undefined]);
    deepStrictEqual(told, [
      ...[true, 'first ends', false],
      ...[true, 'second ends', false],
      ...[true, 'third ends', false],
    ]);
  });
});
