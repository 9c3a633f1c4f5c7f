import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { bundleTexts, cleanName, fenceLanguage } from '../../../src/chat/context/sources/attachedTexts.ts';

describe('the texts of attachments', () => {
  it('of a folder are one text that lists what is included and what is left out', () => {
    strictEqual(
      bundleTexts(
        'Files in src',
        [
          { name: 'src/a.ts', text: 'a\n' },
          { name: 'src/b.ts', text: 'b' },
        ],
        [{ name: 'src/x.png', reason: 'a picture' }],
        true,
      ),
      [
        'Files in src: 2 files\n- src/a.ts\n- src/b.ts\n\nLeft out:\n- src/x.png (a picture)',
        '- whatever else is there: there is too much of it to list\n',
        '===== src/a.ts =====\na\n\n===== src/b.ts =====\nb\n',
      ].join('\n'),
    );
  });

  it('of a folder list at most 100 files that were left out', () => {
    const leftOut = Array.from({ length: 150 }, (_, place) => ({ name: `${place}`, reason: 'ignored' }));
    const lines = bundleTexts('Files in a', [{ name: 'a/b', text: '' }], leftOut).split('\n');
    deepStrictEqual(lines.slice(102, 105), ['- 98 (ignored)', '- 99 (ignored)', '- and 50 more'].slice(0, 3));
  });

  it('use the language names of code fences', () => {
    const languages = {
      'src/a.ts': 'ts',
      'B.PY': 'py',
      Dockerfile: 'dockerfile',
      'a/Makefile': 'makefile',
      'x.c++': 'c++',
      '.gitignore': 'gitignore',
    };
    deepStrictEqual(Object.keys(languages).map(fenceLanguage), Object.values(languages));
    deepStrictEqual(['README', 'a.b/c', 'x.你好'].map(fenceLanguage), Array(3).fill(undefined));
  });

  it('have names without invisible characters and line breaks, of limited length', () => {
    const long = `${'y'.repeat(400)}.ts`;
    const names = ['a\u202egnp.exe', 'a\nb\u0000c\u2028d', '\u200b x\u00ad ', long, 'ok.ts'];
    deepStrictEqual(names.map(cleanName), ['agnp.exe', 'a b c d', 'x', `…${'y'.repeat(296)}.ts`, 'ok.ts']);
  });
});
