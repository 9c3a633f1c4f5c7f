import { deepStrictEqual } from 'node:assert/strict';
import { parsePatch, readNewText } from '../../../../../src/chat/code/apply/patch.ts';
import { readNewPath } from '../../../../../src/text/describeCode.ts';

describe('a file that code would create', () => {
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
  it('has a path below the folder, without characters that disguise it', () => {
    deepStrictEqual(
      paths.map(([written]) => [written, readNewPath(written)]),
      paths,
    );
  });

  const diffs: readonly (readonly [what: string, diff: string, text: string | undefined])[] = [
    ['with additions only', '@@ -0,0 +1,2 @@\n+one\n+two', 'one\ntwo\n'],
    ['with an empty line that lacks its +', '@@ -0,0 +1,3 @@\n+one\n\n+two\n', 'one\n\ntwo\n'],
    ['in several parts', '@@ -0,0 +1,1 @@\n+one\n@@ -0,0 +2,1 @@\n+two', 'one\ntwo\n'],
    ['with context', '@@ -1,1 +1,2 @@\n one\n+two', undefined],
    ['that removes something', '@@ -1,1 +1,1 @@\n-one\n+two', undefined],
    ['without changes', '@@ -1,1 +1,1 @@\n', undefined],
  ];
  for (const [what, diff, text] of diffs) {
    it(`by a diff ${what}`, () => {
      const [file] = parsePatch(`--- /dev/null\n+++ b/a.ts\n${diff}`);
      deepStrictEqual(readNewText(file?.hunks ?? []), text);
    });
  }
});
