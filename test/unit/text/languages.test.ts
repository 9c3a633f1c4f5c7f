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
  // No editor without an extension knows these.
  ['tf', undefined],
  ['rs', undefined],
  ['__proto__', undefined],
  ['constructor', undefined],
  ['', undefined],
];

describe('the name of a language', () => {
  it('is one that the editor knows, or none', () => {
    deepStrictEqual(
      languages.map(([name]) => [name, knownLanguageOf(name, known)]),
      languages,
    );
  });

  it('is a shell’s or not', () => {
    const names = ['sh', 'Bash', 'pwsh', 'console', 'cmd', 'ts', 'python', '', 'shellcheck'];
    deepStrictEqual(names.filter(isShell), ['sh', 'Bash', 'pwsh', 'console', 'cmd']);
  });

  it('is Markdown’s, or of other prose with marks', () => {
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
