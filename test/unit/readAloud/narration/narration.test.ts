import { deepStrictEqual } from 'node:assert/strict';
import { narrationFor } from '../../../../src/readAloud/narration/narration.ts';
import { faultsOf, type NarrationCase, speak, written } from './narratedBlocks.ts';

/** A language of VS Code in front of each row. */
const cases: readonly (readonly [languageId: string, ...NarrationCase])[] = [
  ['markdown', 'Markdown', '# A', {}, ['[heading1] A.']],
  ['prompt', 'a prompt file', '---\nmode: agent\n---\nDo *it*.', {}, ['Do it.']],
  ['mdx', 'MDX', "import A from './a';\n\n# Hi\n\n<A />", {}, ['[heading1] Hi.']],
  ['plaintext', 'text', '*not* marked', {}, ['*not* marked']],
  ['some-unknown-language', 'anything else', 'one\ntwo', {}, ['one two']],
  [
    'typescript',
    'comments of code',
    '// Why it is so.\nconst a = 1;\n',
    {},
    ['[comment] constant a: Why it is so.'],
  ],
  [
    'markdown',
    'code in Markdown',
    'Look:\n\n```ts\nconst userName = 1;\n```',
    { codeBlocks: 'read' },
    ['Look:', '[code] constant user name equals 1'],
  ],
  [
    'markdown',
    'code in a list in a quote',
    '> - ```py\n>   x = 1\n>   ```',
    { codeBlocks: 'read' },
    ['[code] x equals 1'],
  ],
];

describe('what makes a text speakable', () => {
  for (const [languageId, name, source, options, expected] of cases) {
    it(name, () => {
      const blocks = speak(narrationFor(languageId), source, options);
      deepStrictEqual(
        { heard: blocks.map(written), faults: blocks.flatMap((block) => faultsOf(block, source)) },
        { heard: [...expected], faults: [] },
      );
    });
  }
});
