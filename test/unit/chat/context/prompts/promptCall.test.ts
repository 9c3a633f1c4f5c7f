import { deepStrictEqual } from 'node:assert/strict';
import { languageRequest } from '../../../../../src/chat/context/prompts/builtInPrompts.ts';
import {
  findReferences,
  matchPrompts,
  type PromptCall,
  readPromptCall,
} from '../../../../../src/chat/context/prompts/promptText.ts';

const calls: readonly (readonly [text: string, call: PromptCall | undefined])[] = [
  ['/explain', { name: 'explain', argument: '' }],
  ['/explain  why it waits ', { name: 'explain', argument: 'why it waits' }],
  ['/explain\nwhy\n/fix', { name: 'explain', argument: 'why\n/fix' }],
  [' \n/fix', { name: 'fix', argument: '' }],
  ['/审查 这段代码', { name: '审查', argument: '这段代码' }],
  ['/cafe\u0301', { name: 'café', argument: '' }],
  ['/a.b:c-d_e', { name: 'a.b:c-d_e', argument: '' }],
  ['/tmp/x', undefined],
  ['/tmp/x is full', undefined],
  ['/', undefined],
  ['//fix', undefined],
  ['/ fix', undefined],
  ['/fix, please', undefined],
  ['/-fix', undefined],
  ['and /fix', undefined],
  ['', undefined],
  [`/${'x'.repeat(65)}`, undefined],
  [`${' '.repeat(100_000)}x`, undefined],
];

describe('a prompt is called', () => {
  for (const [text, call] of calls) {
    it(`${call ? 'by' : 'not by'} ${JSON.stringify(text.slice(0, 30))}`, () =>
      deepStrictEqual(readPromptCall(text), call));
  }

  it('from suggestions that begin with the typed text, followed by those that contain it', () => {
    const prompts = ['tests', 'unit-Tests', 'Test', 'fix'].map((name) => ({ name }));
    const offered = (typed: string) => matchPrompts(prompts, typed).map(({ name }) => name);
    deepStrictEqual(['tes', 'TESTS', 'x', 'nothing', ''].map(offered), [
      ['tests', 'Test', 'unit-Tests'],
      ['tests', 'unit-Tests'],
      ['fix'],
      [],
      ['tests', 'unit-Tests', 'Test', 'fix'],
    ]);
  });
});

const references: readonly (readonly [body: string, found: readonly string[]])[] = [
  ['See [rules](../docs/rules.md) and [it](<a b.md>).', ['../docs/rules.md', 'a b.md']],
  ['[x](my%20file.ts#L10) [y](/src/y.ts)', ['my file.ts', '/src/y.ts']],
  ['Look at #file:src/a.ts, then #file:b.ts.', ['src/a.ts', 'b.ts']],
  ['#file:a.ts #file:a.ts [a](a.ts)', ['a.ts']],
  ['[w](https://x.example/a) [m](mailto:a@b) [c](command:x) [f](file:///etc/passwd)', []],
  ['[h](#heading) [p](//host/share) ![i](picture.png) x#file:a.ts http://h/#file:a.ts', []],
  ['`[a](a.ts)` and\n```md\n[b](b.ts)\n``\n```\n[c](c.ts)\n~~~\n[d](d.ts)\n```', ['c.ts']],
  [`[v](\${file}) #file:\${file}`, []],
  ['[n](a%00b) [bad](%E0%A4%A)', ['%E0%A4%A']],
  ['[up](..%2f..%2fsecret)', ['../../secret']],
];

describe('files that a prompt names', () => {
  for (const [body, found] of references) {
    it(JSON.stringify(body), () => deepStrictEqual(findReferences(body), found));
  }

  it('are found quickly, and are at most 50', () => {
    const hostile = ['['.repeat(100_000), '[]('.repeat(30_000), '#file:'.repeat(20_000), '`'.repeat(100_001)];
    deepStrictEqual(
      hostile.map((body) => findReferences(body).length),
      [0, 0, 0, 0],
    );
    const many = Array.from({ length: 500 }, (_, place) => `[x](f${place}.ts)`).join(' ');
    deepStrictEqual(findReferences(many).length, 50);
  });
});

describe('built-in prompts', () => {
  it('ask for a response in the user’s language', () => {
    const wish = (language: string) => `Answer in ${language}, unless I write in another language.`;
    deepStrictEqual(['en', 'en-GB', 'zh-cn', 'zh-TW', 'de'].map(languageRequest), [
      '',
      '',
      wish('Simplified Chinese'),
      wish('Traditional Chinese'),
      wish('German'),
    ]);
  });
});
