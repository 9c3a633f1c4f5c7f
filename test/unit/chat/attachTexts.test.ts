import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import {
  bundleTexts,
  cleanName,
  fenceLanguage,
  readTextBytes,
} from '../../../src/chat/context/sources/attachedTexts.ts';
import { drawPng } from '../../relay/pictures/drawPng.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string) => Buffer.from(text, 'utf16le');

describe('the texts of attachments', () => {
  const cases: [what: string, bytes: Uint8Array, expected: string | { type: 'binary' | 'unknown' }][] = [
    ['UTF-8', utf8('héllo 你好 🎉\n'), 'héllo 你好 🎉\n'],
    ['nothing', new Uint8Array(), ''],
    ['UTF-8 with its mark', utf8('\ufeffa\r\nb'), 'a\r\nb'],
    ['UTF-16 with its mark', utf16('\ufeffhé你'), 'hé你'],
    ['UTF-16, the other way round', utf16('\ufeffhé你').swap16(), 'hé你'],
    ['UTF-16 without a mark', utf16('plain words\n'), 'plain words\n'],
    ['the same, the other way round', utf16('plain words\n').swap16(), 'plain words\n'],
    ['colours of a terminal', utf8('\u001b[31mred\u001b[0m\n'), '\u001b[31mred\u001b[0m\n'],
    ['an encoding of its own', Buffer.from('Stra\xdfe, na\xefve', 'latin1'), { type: 'unknown' }],
    ['a picture', drawPng('a'), { type: 'binary' }],
    ['zeros', new Uint8Array(100), { type: 'binary' }],
    ['control characters', utf8('\u0001\u0002\u0003\u0004abc'), { type: 'binary' }],
    ['half a UTF-16 character behind its mark', Uint8Array.of(0xff, 0xfe, 0x41), { type: 'binary' }],
  ];
  for (const [what, bytes, expected] of cases) {
    it(`are read from ${what}`, () => {
      deepStrictEqual(
        readTextBytes(bytes),
        typeof expected === 'string' ? { type: 'text', text: expected } : expected,
      );
    });
  }

  it('of a folder are one text that says what is in it, and what is not', () => {
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

  it('of a folder name no endless list of what was left out', () => {
    const leftOut = Array.from({ length: 150 }, (_, place) => ({ name: `${place}`, reason: 'ignored' }));
    const lines = bundleTexts('Files in a', [{ name: 'a/b', text: '' }], leftOut).split('\n');
    deepStrictEqual(lines.slice(102, 105), ['- 98 (ignored)', '- 99 (ignored)', '- and 50 more'].slice(0, 3));
  });

  it('are named in the language of code fences', () => {
    const names = [
      'src/a.ts',
      'B.PY',
      'Dockerfile',
      'a/Makefile',
      'x.c++',
      'README',
      '.gitignore',
      'a.b/c',
      'x.你好',
    ];
    deepStrictEqual(
      names.map((name) => fenceLanguage(name)),
      ['ts', 'py', 'dockerfile', 'makefile', 'c++', undefined, 'gitignore', undefined, undefined],
    );
  });

  it('have names that are what they seem', () => {
    const names = [
      'a\u202egnp.exe',
      'a\nb\u0000c\u2028d',
      '\u200b x\u00ad ',
      `${'y'.repeat(400)}.ts`,
      'ok.ts',
    ];
    deepStrictEqual(names.map(cleanName), ['agnp.exe', 'a b c d', 'x', `…${'y'.repeat(296)}.ts`, 'ok.ts']);
  });
});
