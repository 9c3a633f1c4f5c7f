import { deepStrictEqual } from 'node:assert/strict';
import { readingSpeeds, stepSpeed } from '../../../src/protocol/readingSpeeds.ts';

describe('the playback speeds', () => {
  it('are every quarter from 0.5 to 3', () =>
    deepStrictEqual(readingSpeeds, [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.25, 2.5, 2.75, 3]));

  /** A speed, and the next ones down and up. */
  const rows: readonly (readonly [speed: number, down: number, up: number])[] = [
    [1, 0.75, 1.25],
    [1.1, 1, 1.25],
    [2.99, 2.75, 3],
    [0.5, 0.5, 0.75],
    [3, 2.75, 3],
  ];
  for (const [speed, ...next] of rows)
    it(`lead from ${speed} to ${next.join(' and ')}`, () =>
      deepStrictEqual([stepSpeed(speed, -1), stepSpeed(speed, 1)], next));
});
