import { deepStrictEqual } from 'node:assert/strict';
import { isMarkdown, isProseMarkup, isShell, knownLanguageOf } from '../../../src/text/languages.ts';

const known = new Set([
  'typescript',
  'javascript',
  'cpp',
  'shellscript',
  'python',
  'json',
  'jsonc',
  'bat',
  'objective-c',
]);
const languages: readonly (readonly [name: string, id: string | undefined])[] = [
  ['ts', 'typescript'],
  ['TypeScript', 'typescript'],
  ['mjs', 'javascript'],
  ['c++', 'cpp'],
  ['sh', 'shellscript'],
  ['console', 'shellscript'],
  ['py', 'python'],
  ['json5', 'jsonc'],
  ['ndjson', 'json'],
  ['cmd', 'bat'],
  ['objc', 'objective-c'],
  // The editor does not know these without an extension.
  ['tf', undefined],
  ['rs', undefined],
  ['__proto__', undefined],
  ['constructor', undefined],
  ['', undefined],
];

describe('a language name', () => {
  it('maps to a language ID of the editor, if it has one', () => {
    deepStrictEqual(
      languages.map(([name]) => [name, knownLanguageOf(name, known)]),
      languages,
    );
  });

  it('is recognized as that of a shell', () => {
    const names = ['sh', 'Bash', 'pwsh', 'console', 'cmd', 'ts', 'python', '', 'shellcheck'];
    deepStrictEqual(names.filter(isShell), ['sh', 'Bash', 'pwsh', 'console', 'cmd']);
  });

  it('is recognized as Markdown or other prose markup', () => {
    const names = ['md', 'MDX', 'rst', 'tex', 'adoc', 'prompt', 'text', 'ts', ''];
    deepStrictEqual(
      [isMarkdown, isProseMarkup].map((is) => names.filter(is)),
      [
        ['md', 'MDX', 'prompt'],
        ['md', 'MDX', 'rst', 'tex', 'adoc', 'prompt'],
      ],
    );
  });
});
