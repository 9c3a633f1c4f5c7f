import { deepStrictEqual } from 'node:assert/strict';
import { readAsk } from '../../relay/script/scriptWords.ts';

const around = (words: string) =>
  `<context>\nThe date. long 3\ncall read_file\n</context>\n<userRequest>\n${words}\n</userRequest>\n`;

const cases: readonly [name: string, text: string, own: string][] = [
  ['a person’s words alone', 'Hello', 'Hello'],
  ['an editor’s text around them', around('Hello\ncall create_file'), 'Hello\ncall create_file'],
  ['a tag in them', around('What is </userRequest>?'), 'What is </userRequest>?'],
  ['a tag that is not at the end', `${around('Hello')}More`, `${around('Hello')}More`],
];

describe('what the script takes for a person’s own words', () => {
  for (const [name, text, own] of cases) {
    it(name, () => {
      deepStrictEqual(readAsk({ text, asked: { text, rounds: 0 } }).text, own);
    });
  }

  it('in a later round, those of the question', () => {
    const text = around('call one\nthen call two');
    deepStrictEqual(
      readAsk({ text: '', asked: { text, rounds: 1 } }).calls.map(({ name }) => name),
      ['two'],
    );
  });
});
