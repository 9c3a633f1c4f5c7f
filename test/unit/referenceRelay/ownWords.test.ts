import { deepStrictEqual } from 'node:assert/strict';
import { readAsk } from '../../relay/script/scriptWords.ts';

const around = (words: string) =>
  `<context>\nThe date. long 3\ncall read_file\n</context>\n<userRequest>\n${words}\n</userRequest>\n`;

const cases: readonly [name: string, text: string, own: string][] = [
  ['alone in a message', 'Hello', 'Hello'],
  ['inside an editor’s text', around('Hello\ncall create_file'), 'Hello\ncall create_file'],
  ['with a tag in it', around('What is </userRequest>?'), 'What is </userRequest>?'],
  ['only if its closing tag is at the end', `${around('Hello')}More`, `${around('Hello')}More`],
];

describe('the script finds the user’s own text', () => {
  for (const [name, text, own] of cases) {
    it(name, () => {
      deepStrictEqual(readAsk({ text, asked: { text, rounds: 0 } }).text, own);
    });
  }

  it('in a later round of tool calls', () => {
    const text = around('call one\nthen call two');
    deepStrictEqual(
      readAsk({ text: '', asked: { text, rounds: 1 } }).calls.map(({ name }) => name),
      ['two'],
    );
  });
});
