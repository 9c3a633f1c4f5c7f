import { deepStrictEqual } from 'node:assert/strict';
import {
  type Replaced,
  type Replacement,
  readReplacements,
  replaceExactly,
} from '../../../src/text/replacements.ts';

const to = (oldText: string, newText: string): Replacement => ({ oldText, newText });

const cases: readonly (readonly [text: string, replacements: Replacement[], result: Replaced])[] = [
  ['a b c', [to('b', 'x')], { text: 'a x c' }],
  ['a b c', [to('b', '$&$1')], { text: 'a $&$1 c' }],
  ['a b c', [to('b', 'x'), to('x c', 'y')], { text: 'a y' }],
  ['a b c', [to('a', 'x'), to('d', 'y')], { failed: 1, found: 'nowhere' }],
  ['a b a', [to('a', 'x')], { failed: 0, found: 'often' }],
  ['aaa', [to('aa', 'x')], { failed: 0, found: 'often' }],
  ['a', [to('', 'x')], { failed: 0, found: 'empty' }],
];

describe('exact replacements', () => {
  for (const [text, replacements, result] of cases) {
    it(`turn “${text}” into ${JSON.stringify(result)}`, () =>
      deepStrictEqual(replaceExactly(text, replacements), result));
  }

  it('are parsed from a response', () => {
    const answer =
      'Here:\r\n<<<<<<< SEARCH\r\n  a\r\n=======\r\n  b\r\n  c\r\n>>>>>>> REPLACE\n\n<<<<<<< SEARCH\ngone\n=======\n>>>>>>> REPLACE\n';
    deepStrictEqual(readReplacements(answer), [to('  a', '  b\n  c'), to('gone\n', '')]);
  });

  it('are empty for a response without any, and absent if one is incomplete', () => {
    deepStrictEqual(
      [readReplacements('No.'), readReplacements('<<<<<<< SEARCH\na\n=======\nb')],
      [[], undefined],
    );
  });
});
