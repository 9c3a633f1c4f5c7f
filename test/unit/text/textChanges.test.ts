import { deepStrictEqual } from 'node:assert/strict';
import { findTextChanges, type TextChange } from '../../../src/text/textChanges.ts';
import { createRandom } from '../../randomNumbers.ts';

function apply(before: string, changes: readonly TextChange[]): string {
  let text = before;
  for (const { start, end, text: added } of changes.toReversed())
    text = text.slice(0, start) + added + text.slice(end);
  return text;
}

describe('the changes between two texts', () => {
  const lines = (letters: string) => [...letters].map((letter) => `${letter}\n`).join('');
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
    [lines('abcde'), lines('ae'), [[2, 8, '']]],
    [lines('abcabc'), lines('abcXabc'), [[6, 6, 'X\n']]],
    [
      lines('abcde'),
      lines('Xbcdey'),
      [
        [0, 1, 'X'],
        [10, 10, 'y\n'],
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
      deepStrictEqual(apply(before, findTextChanges(before, after)), after);
    }
  });

  it('are one change for long texts with nothing in common or one repeated line', () => {
    const [before, after] = ['a', 'b'].map((letter) => `${letter}\n`.repeat(50_000)) as [string, string];
    deepStrictEqual(findTextChanges(before, after), [{ start: 0, end: 99_999, text: after.slice(0, -1) }]);
    const twice = `${before}${before}`;
    deepStrictEqual(findTextChanges(before, twice), [{ start: 100_000, end: 100_000, text: before }]);
  });
});
