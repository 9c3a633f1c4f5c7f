import { deepStrictEqual } from 'node:assert/strict';
import { ellipsize } from '../../../src/text/ellipsize.ts';

const cases: readonly (readonly [text: string, first: number, last: number, shown: string])[] = [
  ['', 0, 0, ''],
  ['abcde', 5, 0, 'abcde'],
  ['abcde', 4, 0, 'abcd…'],
  ['abcde', 0, 3, '…cde'],
  ['abcde', 2, 2, 'ab…de'],
  ['abcde', 3, 2, 'abcde'],
  ['a😀b', 2, 0, 'a…'],
  ['a😀b', 0, 2, '…b'],
];

it('a long text is shown by its beginning, its end, or both', () => {
  deepStrictEqual(
    cases.map(([text, first, last]) => [text, first, last, ellipsize(text, first, last)]),
    cases,
  );
});
