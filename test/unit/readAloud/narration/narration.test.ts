import { deepStrictEqual } from 'node:assert/strict';
import { narrationFor } from '../../../../src/readAloud/narration/narration.ts';
import { checkHeard, defineCase, type NarrationCase, speak } from './narratedBlocks.ts';

/** Each row begins with a language ID of VS Code. */
const cases: readonly (readonly [languageId: string, ...NarrationCase])[] = [
  ['markdown', 'Markdown', '# A', ['[heading1] A.']],
  ['prompt', 'a prompt file', '---\nmode: agent\n---\nDo *it*.', ['Do it.']],
  ['plaintext', 'text', '*not* marked', ['*not* marked']],
  ['some-unknown-language', 'anything else', 'one\ntwo', ['one two']],
  ['typescript', 'comments of code', '// Why it is so.\nconst a = 1;\n', ['[comment] Why it is so.']],
  [
    'markdown',
    'code in Markdown',
    'Look:\n\n```ts\nconst userName = 1;\n```',
    ['Look:', '[code] constant user name equals 1'],
    { codeBlocks: 'read' },
  ],
];

describe('the narration for a language', () => {
  for (const [languageId, ...row] of cases) defineCase(narrationFor(languageId), row);
});

type Row = readonly [
  name: string,
  source: string,
  pronunciations: Readonly<Record<string, string>>,
  heard: readonly string[],
  /** The parts of the source that are replaced by other words. */
  replaced: readonly string[],
];

const pronounced: readonly Row[] = [
  [
    'a word in any case',
    'Nginx and nginx, NGINX',
    { nginx: 'engine x' },
    ['engine x and engine x, engine x'],
    ['Nginx', 'nginx', 'NGINX'],
  ],
  ['a word with capitals as it is written', 'SQL or sql', { SQL: 'sequel' }, ['sequel or sql'], ['SQL']],
  ['whole words only', 'cat, category, cat_1, cats', { cat: 'dog' }, ['dog, category, cat_1, cats'], ['cat']],
  [
    'the longest first',
    'New York Times, New York',
    { 'New York': 'N Y', 'New York Times': 'the Times' },
    ['the Times, N Y'],
    ['New York Times', 'New York'],
  ],
  ['over a wrapped line', 'in New\nYork now', { 'New York': 'N Y' }, ['in N Y now'], ['New\nYork']],
  ['over marks', 'in **New** York', { 'New York': 'N Y' }, ['in N Y'], ['New** York']],
  ['Chinese within a text', '我在重庆工作', { 重庆: '崇庆' }, ['我在崇庆工作'], ['重庆']],
  ['a Latin word between Chinese ones', '使用nginx服务器', { nginx: '恩真' }, ['使用恩真服务器'], ['nginx']],
  ['signs', 'C++ and C#', { 'C++': 'C plus plus' }, ['C plus plus and C#'], ['C++']],
  ['a word that is not to be said', 'Well, um, yes', { um: '' }, ['Well, , yes'], []],
  ['the only word', 'um', { um: '' }, [], []],
  ['within code', 'Call `getUserById`', { user: 'person' }, ['Call get person by id'], ['getUserById']],
  ['words of ours', '> Yes', { quote: 'he said' }, ['[quote] he said: Yes'], []],
  ['words that hold each other', 'a b', { a: 'b', b: 'a' }, ['b a'], ['a', 'b']],
  ['names of properties that objects have', 'constructor', {}, ['constructor'], []],
  ['an empty word', 'text', { '': 'x', ' ': 'y' }, ['text'], []],
];

describe('pronunciations set by the user', () => {
  for (const [name, source, pronunciations, heard, replaced] of pronounced) {
    it(name, () => {
      const blocks = speak(narrationFor('markdown'), source, { pronunciations });
      const spans = blocks.flatMap((block) => block.spans).filter(({ isVerbatim }) => !isVerbatim);
      checkHeard(blocks, source, heard);
      deepStrictEqual(
        spans.map((span) => source.slice(span.source.start, span.source.end)),
        replaced,
      );
    });
  }
});
