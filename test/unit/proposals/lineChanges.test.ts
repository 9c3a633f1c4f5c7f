import { deepStrictEqual } from 'node:assert/strict';
import { findLineChanges, findTextChanges } from '../../../src/proposals/lineChanges.ts';

function apply(before: readonly string[], changes: ReturnType<typeof findLineChanges>): string[] {
  const lines = [...before];
  for (const { start, end, lines: added } of changes.toReversed()) lines.splice(start, end - start, ...added);
  return lines;
}

describe('changes of lines', () => {
  const cases: readonly (readonly [string, string, readonly (readonly [number, number, string])[]])[] = [
    ['abcde', 'abcde', []],
    ['abcde', 'abXde', [[2, 3, 'X']]],
    [
      'abcde',
      'Xbcdey',
      [
        [0, 1, 'X'],
        [5, 5, 'y'],
      ],
    ],
    ['abcde', 'ae', [[1, 4, '']]],
    ['abcabc', 'abcXabc', [[3, 3, 'X']]],
    [
      'abcdef',
      'defabc',
      [
        [0, 0, 'def'],
        [3, 6, ''],
      ],
    ],
    ['', 'ab', [[0, 0, 'ab']]],
  ];
  for (const [before, after, expected] of cases)
    it(`are few from “${before}” to “${after}”`, () => {
      const changes = findLineChanges([...before], [...after]);
      deepStrictEqual(
        changes.map(({ start, end, lines }) => [start, end, lines.join('')]),
        expected,
      );
    });

  it('make one text the other, whatever both are', () => {
    let seed = 7;
    const next = (limit: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return seed % limit;
    };
    for (let round = 0; round < 500; round += 1) {
      const make = () => Array.from({ length: next(20) }, () => 'abcdefgh'[next(8)] ?? '');
      const [before, after] = [make(), make()];
      deepStrictEqual(apply(before, findLineChanges(before, after)), after);
    }
  });

  const texts: readonly (readonly [string, string, readonly (readonly [number, number, string])[]])[] = [
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
  ];
  for (const [before, after, expected] of texts)
    it(`are found in letters from ${JSON.stringify(before)} to ${JSON.stringify(after)}`, () => {
      deepStrictEqual(
        findTextChanges(before, after).map(({ start, end, text }) => [start, end, text]),
        expected,
      );
    });

  it('make one text the other in letters as well', () => {
    let seed = 7;
    const next = (limit: number) => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return (seed >>> 8) % limit;
    };
    for (let round = 0; round < 500; round += 1) {
      const make = () => Array.from({ length: next(30) }, () => 'ab\n\n'[next(4)] ?? '').join('');
      const [before, after] = [make(), make()];
      let text = before;
      for (const change of findTextChanges(before, after).toReversed())
        text = text.slice(0, change.start) + change.text + text.slice(change.end);
      deepStrictEqual(text, after);
    }
  });
});
