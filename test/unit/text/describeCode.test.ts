import { deepStrictEqual } from 'node:assert/strict';
import { describeCode, nameOfPath, rankFiles, readNewPath } from '../../../src/text/describeCode.ts';

/** The info string of a fence, the code, and the language and paths read from both. */
const fences: readonly (readonly [info: string, code: string, language: string, paths: readonly string[]])[] =
  [
    ['', '', '', []],
    ['TS', 'a', 'ts', []],
    ['ts src/a.ts', '', 'ts', ['src/a.ts']],
    ['ts title="src/my file.ts"', '', 'ts', ['src/my file.ts']],
    ["python {file='a.py', linenos=true}", '', 'python', ['a.py']],
    ['{.python filename=b.py}', '', 'python', ['b.py']],
    ['ts:src/a.ts', '', 'ts', ['src/a.ts']],
    ['src/main.rs', '', 'rs', ['src/main.rs']],
    ['docker Dockerfile', '', 'docker', ['Dockerfile']],
    ['js', '// src/a.js\nlet a;', 'js', ['src/a.js']],
    ['js', '// File: src/my file.js\n', 'js', ['src/my file.js']],
    ['py', '# path: `lib/a.py`', 'py', ['lib/a.py']],
    ['html', '<!-- index.html -->', 'html', ['index.html']],
    ['js', '// See src/a.js for more.', 'js', []],
    ['js', '// https://example.com/a.js', 'js', []],
    ['sh', '#!/usr/bin/env bash\n', 'sh', []],
    ['js', 'src/a.js', 'js', []],
    ['diff', '--- a/src/old.ts\t2026\n+++ b/src/new.ts\n@@ -1 +1 @@', 'diff', ['src/new.ts', 'src/old.ts']],
    ['diff', '--- /dev/null\n+++ b/made.ts\n@@ -0,0 +1 @@', 'diff', ['made.ts']],
    ['ts ../../etc/passwd.ts', '', 'ts', ['../../etc/passwd.ts']],
  ];

/** A suggested path, the existing files, and the matching files in order. */
const rankings: readonly (readonly [
  suggested: string,
  existing: readonly string[],
  ranked: readonly string[],
])[] = [
  ['a.ts', ['lib/a.ts', 'a.ts', 'b.ts'], ['a.ts', 'lib/a.ts']],
  ['src/a.ts', ['a.ts', 'lib/a.ts', 'src/a.ts'], ['src/a.ts', 'a.ts', 'lib/a.ts']],
  ['./src/../a.ts', ['src/a.ts', 'b/a.ts'], ['src/a.ts', 'b/a.ts']],
  ['../../../etc/passwd', ['etc/passwd'], ['etc/passwd']],
  ['../../../etc/passwd', ['src/a.ts'], []],
  ['C:\\project\\src\\a.ts', ['a.ts', 'src/a.ts'], ['src/a.ts', 'a.ts']],
  ['/home/me/project/src/a.ts', ['src/a.ts'], ['src/a.ts']],
  ['..', ['a.ts'], []],
];

describe('the description of a code block', () => {
  for (const [info, code, language, paths] of fences) {
    it(`is read from ${JSON.stringify([info, code].join(' | '))}`, () => {
      deepStrictEqual(describeCode(info, code), { language, paths });
    });
  }

  for (const [suggested, existing, ranked] of rankings) {
    it(`with ${suggested} ranks ${existing.join(', ')}: ${ranked.join(', ') || 'none'}`, () => {
      deepStrictEqual(rankFiles(suggested, existing), ranked);
    });
  }

  it('names a file by the last part of its path', () => {
    deepStrictEqual(['a/b.ts', 'a\\b.ts', '..', '/'].map(nameOfPath), ['b.ts', 'b.ts', undefined, undefined]);
  });
});

describe('the path of a file that code would create', () => {
  const paths: readonly (readonly [written: string, path: string | undefined])[] = [
    ['src/greet.ts', 'src/greet.ts'],
    ['./src/greet.ts', 'src/greet.ts'],
    ['src\\greet.ts', 'src/greet.ts'],
    ['.env.example', '.env.example'],
    ['app/[id]/a page.tsx', 'app/[id]/a page.tsx'],
    ['../greet.ts', undefined],
    ['src/../../greet.ts', undefined],
    ['src\\..\\greet.ts', undefined],
    ['src/./greet.ts', undefined],
    ['/etc/passwd', undefined],
    ['\\\\server\\share\\a.ts', undefined],
    ['C:\\a.ts', undefined],
    ['~/a.ts', '~/a.ts'],
    ['a.ts:stream', undefined],
    ['src//greet.ts', undefined],
    ['src/', undefined],
    ['', undefined],
    ['a.ts.', undefined],
    ['a /b.ts', undefined],
    ['a\u0000.ts', undefined],
    ['a\u202Est.ts', undefined],
    [`${'a/'.repeat(200)}b.ts`, undefined],
  ];
  it('is below the folder, without characters that disguise it', () => {
    deepStrictEqual(
      paths.map(([written]) => [written, readNewPath(written)]),
      paths,
    );
  });
});
