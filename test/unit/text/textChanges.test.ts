import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import {
  findHunks,
  findTextChanges,
  mergeTexts,
  type TextChange,
  takeHunks,
} from '../../../src/text/textChanges.ts';
import { createRandom } from '../../randomNumbers.ts';

/** A line for each letter. */
const inLines = (letters: string) => [...letters].join('\n');

function apply(before: string, changes: readonly TextChange[]): string {
  let text = before;
  for (const { start, end, text: added } of changes.toReversed())
    text = text.slice(0, start) + added + text.slice(end);
  return text;
}

describe('the changes between two texts', () => {
  const cases: readonly (readonly [string, string, readonly (readonly [number, number, string])[]])[] = [
    ['', '', []],
    ['', 'a', [[0, 0, 'a']]],
    ['a', '', [[0, 1, '']]],
    ['one\ntwo\nthree', 'one\ntwelve\nthree', [[6, 7, 'elve']]],
    ['one\ntwo', 'one\ntwo\nthree', [[7, 7, '\nthree']]],
    ['one\ntwo', 'one', [[3, 7, '']]],
    ['one\ntwo\n', 'zero\none\ntwo\n', [[0, 0, 'zero\n']]],
    [
      'one\ntwo\nthree\n',
      'ones\ntwo\ntree',
      [
        [3, 3, 's'],
        [9, 14, 'ree'],
      ],
    ],
    // The changed characters share their first or second UTF-16 code unit.
    ['x😀y\nz', 'x😁y\nz', [[1, 3, '😁']]],
    ['x\u{1f600}y', 'x\u{1fa00}y', [[1, 3, '\u{1fa00}']]],
    [inLines('abcde'), inLines('ae'), [[2, 8, '']]],
    [inLines('abcabc'), inLines('abcXabc'), [[6, 6, 'X\n']]],
    [
      inLines('abcde'),
      inLines('Xbcdey'),
      [
        [0, 1, 'X'],
        [9, 9, '\ny'],
      ],
    ],
  ];
  for (const [before, after, expected] of cases)
    it(`are minimal from ${JSON.stringify(before)} to ${JSON.stringify(after)}`, () => {
      deepStrictEqual(
        findTextChanges(before, after).map(({ start, end, text }) => [start, end, text]),
        expected,
      );
    });

  it('turn one text into the other, whatever they are', () => {
    const random = createRandom(7);
    const next = (limit: number) => Math.floor(random() * limit);
    for (let round = 0; round < 1000; round += 1) {
      const make = () =>
        Array.from({ length: next(30) }, () => ['a', 'b', '😀', '😁', '\n', '\n'][next(6)]).join('');
      const [before, after] = [make(), make()];
      strictEqual(apply(before, findTextChanges(before, after)), after);
      strictEqual(takeHunks(before, after, findHunks(before, after)), after);
    }
  });

  it('are one change for long texts with nothing in common or one repeated line', () => {
    const [before, after] = ['a', 'b'].map((letter) => `${letter}\n`.repeat(50_000)) as [string, string];
    deepStrictEqual(findTextChanges(before, after), [{ start: 0, end: 99_999, text: after.slice(0, -1) }]);
    const twice = `${before}${before}`;
    deepStrictEqual(findTextChanges(before, twice), [{ start: 100_000, end: 100_000, text: before }]);
  });
});

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
      const found = findHunks(inLines(before), inLines(after));
      deepStrictEqual(
        found.map(({ oldStart, oldEnd, newStart, newEnd }) => [oldStart, oldEnd, newStart, newEnd]),
        hunks,
      );
      strictEqual(takeHunks(inLines(before), inLines(after), found), inLines(after));
      strictEqual(takeHunks(inLines(before), inLines(after), []), inLines(before));
    });
  }

  it('can be applied one by one', () => {
    const [before, after] = [inLines('abcde'), inLines('axcd')];
    const hunks = findHunks(before, after);
    deepStrictEqual(
      hunks.map((hunk) => takeHunks(before, after, [hunk])),
      [inLines('axcde'), inLines('abcd')],
    );
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
      strictEqual(mergeTexts(inLines(base), inLines(one), inLines(other)), merged && inLines(merged));
    });
  }
});
