import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import {
  fitsInDialog,
  hasControlCharacters,
  type LinkTarget,
  readCommands,
  readLink,
  showInvisible,
} from '../../../../src/chat/code/linksAndCommands.ts';
import { filePathOf } from '../../../../src/webview/markdown/filePath.ts';

const commands: readonly (readonly [language: string, code: string, commands: string])[] = [
  ['sh', 'ls -l\n', 'ls -l'],
  ['sh', '\n\nls\n\n', 'ls'],
  ['sh', 'for a in b; do\n\techo\ndone', 'for a in b; do\n    echo\ndone'],
  ['sh', 'ls\r\npwd', 'ls\npwd'],
  ['sh', '$ ls\n$ pwd', 'ls\npwd'],
  ['sh', '$ ls\na.txt', '$ ls\na.txt'],
  ['console', '$ ls\na.txt\nme@host:~/x$ pwd\n/home', 'ls\npwd'],
  ['console', 'ls', 'ls'],
  ['powershell', 'PS C:\\> dir', 'dir'],
  ['sh', ' \n', ''],
];

const hidden: readonly (readonly [text: string, shown: string])[] = [
  ['a\u034f\u17b4\u17b5\u2800b', 'a<U+034F><U+17B4><U+17B5><U+2800>b'],
  ['ls -l ~/ä', 'ls -l ~/ä'],
  ['a\nb', 'a\nb'],
  ['rm \u202e/ fr-', 'rm <U+202E>/ fr-'],
  ['a\u200bb\u00a0c\ufeff', 'a<U+200B>b<U+00A0>c<U+FEFF>'],
  ['\u{e0041}\u3164\ufe0f\u001b', '<U+E0041><U+3164><U+FE0F><U+001B>'],
];

const links: readonly (readonly [href: string, target: LinkTarget | undefined])[] = [
  ['https://example.com/a%26b?c=%2F#d', { address: 'https://example.com/a%26b?c=%2F#d', isUnasked: false }],
  ['http://bücher.example/', { address: 'http://xn--bcher-kva.example/', isUnasked: false }],
  ['mailto:me@example.com', { address: 'mailto:me@example.com', isUnasked: true }],
  ...['http://localhost:3000/', 'https://a.localhost/', 'http://127.0.0.1/', 'http://[::1]:8080/'].map(
    (address): [string, LinkTarget] => [address, { address, isUnasked: true }],
  ),
  ['http://localhost.evil.test/', { address: 'http://localhost.evil.test/', isUnasked: false }],
  ['src/a.ts', { path: 'src/a.ts' }],
  ['./src/a%20b.ts#L12', { path: 'src/a b.ts', line: 12 }],
  ['src/a.ts#L3C4-L5', { path: 'src/a.ts', line: 3, column: 4 }],
  ['src/a.ts:12:3', { path: 'src/a.ts', line: 12, column: 3 }],
  ['a.ts:7', { path: 'a.ts', line: 7 }],
  ['README.md#usage', { path: 'README.md' }],
  ['a.ts#L0', { path: 'a.ts' }],
  ...[
    ...['command:workbench.action.reloadWindow', 'vscode://x/y', 'javascript:alert(1)', 'file:///etc/passwd'],
    ...[
      'data:text/html,x',
      '../a.ts',
      'src/../../a.ts',
      'src/%2e%2e/a.ts',
      '/etc/passwd',
      '//host/a',
      '',
      ' ',
    ],
    ...['C:\\a.ts', 'a\\b.ts', '#L3', '.', 'a%00b', '%zz', 'localhost:3000', 'a.ts\nb', 'x'.repeat(9_000)],
  ].map((href) => [href, undefined] as const),
];

describe('commands of a block', () => {
  for (const [language, code, read] of commands) {
    it(`are read from ${language}: ${JSON.stringify(code)}`, () =>
      strictEqual(readCommands(code, language), read));
  }

  it('show invisible characters', () => {
    deepStrictEqual(
      hidden.map(([text]) => [text, showInvisible(text)]),
      hidden,
    );
  });

  it('with control characters for a terminal are detected', () => {
    const texts = ['ls\npwd', 'ä 😀', 'a\u001b[201~', 'a\u0003', 'a\rb', 'a\tb', 'a\u0085b', 'a\u2028b'];
    deepStrictEqual(texts.map(hasControlCharacters), [false, false, true, true, true, true, true, true]);
  });

  it('fit in a dialog only up to a limited length', () => {
    deepStrictEqual(
      [
        'a',
        'a\n'.repeat(29),
        'a\n'.repeat(30),
        'a'.repeat(2_000),
        'a'.repeat(2_001),
        '\u2800'.repeat(300),
      ].map(fitsInDialog),
      [true, true, false, true, false, false],
    );
  });
});

describe('a link of a response', () => {
  for (const [href, target] of links) {
    it(`leads to its target, or is refused: ${JSON.stringify(href.slice(0, 50))}`, () => {
      deepStrictEqual(readLink(href), target);
    });
  }

  it('to a file is a link in the page exactly if the host would open it, except for a bare word', () => {
    const paths = links.map(([href]) => href).filter((href) => filePathOf(href.trim()) !== undefined);
    const files = links.flatMap(([href, target]) => (target && 'path' in target ? [href] : []));
    deepStrictEqual(paths, files);
    deepStrictEqual(['word', 'a.ts', 'docs/a'].map(filePathOf), [undefined, 'a.ts', 'docs/a']);
  });
});
