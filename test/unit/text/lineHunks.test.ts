import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { findHunks, mergeTexts, takeHunks } from '../../../src/text/textChanges.ts';
import { createRandom } from '../../randomNumbers.ts';

const lines = (text: string) => text.split('').join('\n');

const pairs: readonly (readonly [what: string, before: string, after: string, hunks: number[][]])[] = [
  ['nothing changes', 'abc', 'abc', []],
  ['a line is replaced', 'abc', 'axc', [[1, 2, 1, 2]]],
  [
    'lines are added at both ends',
    'abc',
    'xabcy',
    [
      [0, 0, 0, 1],
      [3, 3, 4, 5],
    ],
  ],
  [
    'two lines are replaced',
    'abcde',
    'axcye',
    [
      [1, 2, 1, 2],
      [3, 4, 3, 4],
    ],
  ],
  ['lines occur repeatedly', 'a--b--c', 'a--x--c', [[3, 4, 3, 4]]],
  [
    'a line between two changes occurs elsewhere, too',
    'a-bc-de-f',
    'a-bx-ye-f',
    [
      [3, 4, 3, 4],
      [5, 6, 5, 6],
    ],
  ],
  ['the text was empty', '', 'ab', [[0, 1, 0, 2]]],
];

describe('the hunks between two texts', () => {
  for (const [what, before, after, hunks] of pairs) {
    it(`are found when ${what}`, () => {
      const found = findHunks(lines(before), lines(after));
      deepStrictEqual(
        found.map(({ oldStart, oldEnd, newStart, newEnd }) => [oldStart, oldEnd, newStart, newEnd]),
        hunks,
      );
      strictEqual(takeHunks(lines(before), lines(after), found), lines(after));
      strictEqual(takeHunks(lines(before), lines(after), []), lines(before));
    });
  }

  it('can be applied one by one', () => {
    const [before, after] = [lines('abcde'), lines('axcd')];
    const hunks = findHunks(before, after);
    deepStrictEqual(
      hunks.map((hunk) => takeHunks(before, after, [hunk])),
      [lines('axcde'), lines('abcd')],
    );
  });

  it('produce the new text when all are applied, for random texts', () => {
    const next = createRandom(7);
    const random = (below: number) => Math.floor(next() * below);
    for (let round = 0; round < 500; round += 1) {
      const text = () => Array.from({ length: random(9) }, () => 'abc\n'[random(4)] ?? '').join('\n');
      const [before, after] = [text(), text()];
      strictEqual(takeHunks(before, after, findHunks(before, after)), after);
    }
  });
});

const merges: readonly (readonly [base: string, one: string, other: string, merged: string | undefined])[] = [
  ['abcde', 'abcde', 'xbcde', 'xbcde'],
  ['abcde', 'xbcde', 'abcdy', 'xbcdy'],
  ['abcde', '12abcde', 'abcxe', '12abcxe'],
  ['abcde', 'abcd', 'xbcde', 'xbcd'],
  ['abcde', 'axcde', 'axcde', 'axcde'],
  ['abcde', 'axcde', 'aycde', undefined],
  ['abcde', 'axcde', 'abycde', undefined],
];

describe('two changes to one text', () => {
  for (const [base, one, other, merged] of merges) {
    it(`${one} and ${other} of ${base} ${merged ? `merge to ${merged}` : 'conflict'}`, () => {
      strictEqual(mergeTexts(lines(base), lines(one), lines(other)), merged && lines(merged));
    });
  }
});
