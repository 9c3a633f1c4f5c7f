import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { applyPatch, isPatch, parsePatch, readNewText } from '../../../../src/chat/code/apply/patch.ts';
import { placeAsWhole, placeAt, placeAtEnd } from '../../../../src/chat/code/apply/placeCode.ts';

const style = { insertSpaces: true, tabSize: 2 };
const numbers = Array.from({ length: 12 }, (_, index) => `line ${index + 1}`);
const numbered = `${numbers.join('\n')}\n`;

/** A diff of the numbered lines and its result: changed lines by number, headers that don't fit. */
const patches: readonly (readonly [
  what: string,
  diff: string,
  changes: Readonly<Record<number, string>>,
  failed: readonly string[],
])[] = [
  ['at its place', '@@ -2,3 +2,3 @@\n line 2\n-line 3\n+LINE 3\n line 4', { 3: 'LINE 3' }, []],
  ['elsewhere than it says', '@@ -9,3 +9,3 @@\n line 2\n-line 3\n+LINE 3\n line 4', { 3: 'LINE 3' }, []],
  [
    'in several hunks, the first of which shifts the others',
    '@@ -1,2 +1,3 @@\n line 3\n+new\n line 4\n@@ -8,2 +9,1 @@\n line 10\n-line 11',
    { 3: 'line 3\nnew', 11: '' },
    [],
  ],
  ['with wrong counts', '@@ -2,9 +2,7 @@\n line 2\n-line 3\n+LINE 3', { 3: 'LINE 3' }, []],
  ['without numbers', '@@ ... @@\n-line 7\n+LINE 7', { 7: 'LINE 7' }, []],
  ['with a bare @@ header', '@@\n-line 7\n+LINE 7', { 7: 'LINE 7' }, []],
  ['nowhere if it doesn’t fit', '@@ -2,2 +2,2 @@\n line 2\n-line THREE\n+LINE 3', {}, ['@@ -2,2 +2,2 @@']],
  [
    'in part if one hunk doesn’t fit',
    '@@ -1,1 +1,1 @@ top\n-line 1\n+LINE 1\n@@ -5,1 +5,1 @@ middle\n-gone\n+x',
    { 1: 'LINE 1' },
    ['@@ -5,1 +5,1 @@ middle'],
  ],
  ['with an empty line after it', '@@ -2,1 +2,1 @@\n-line 2\n+LINE 2\n', { 2: 'LINE 2' }, []],
  ['with spaces at the ends of lines', '@@ -2,2 +2,2 @@\n line 2  \n-line 3 \n+LINE 3', { 3: 'LINE 3' }, []],
  ['if it only adds lines', '@@ -3,0 +4,1 @@\n+new', { 3: 'line 3\nnew' }, []],
  ['after a context line', '@@ -12,1 +12,2 @@\n line 12\n+new', { 12: 'line 12\nnew' }, []],
  [
    'with the headers that git writes',
    'diff --git a/x b/x\nindex 1234..5678 100644\n--- a/x\n+++ b/x\n@@ -2,1 +2,1 @@ context\n-line 2\n+LINE 2\n\\ No newline at end of file',
    { 2: 'LINE 2' },
    [],
  ],
];

function withChanges(changes: Readonly<Record<number, string>>): string {
  const lines = numbers.flatMap((line, index) => {
    const change = changes[index + 1];
    return change === '' ? [] : (change ?? line);
  });
  return `${lines.join('\n')}\n`;
}

describe('a diff', () => {
  for (const [what, diff, changes, failed] of patches) {
    it(`is applied ${what}`, () => {
      const [{ hunks = [] } = {}] = parsePatch(diff);
      deepStrictEqual(applyPatch(numbered, hunks), { text: withChanges(changes), failed });
    });
  }

  it('is not applied when two places fit and it has no line numbers', () => {
    const [{ hunks = [] } = {}] = parsePatch('@@\n-same\n+other');
    deepStrictEqual(applyPatch('same\nsame\n', hunks).failed, ['@@']);
  });

  it('fills an empty file', () => {
    const [{ hunks = [] } = {}] = parsePatch('--- /dev/null\n+++ b/x\n@@ -0,0 +1,2 @@\n+a\n+b');
    deepStrictEqual(applyPatch('', hunks), { text: 'a\nb', failed: [] });
  });

  it('changes the last line of a file of 300,000 lines', () => {
    const [{ hunks = [] } = {}] = parsePatch('@@ -300000,1 +300000,1 @@\n-last\n+LAST');
    const before = 'line\n'.repeat(299_999);
    strictEqual(applyPatch(`${before}last`, hunks).text, `${before}LAST`);
  });

  it('of several files is split into each file’s names and changes', () => {
    const diff =
      '--- a/x\t2026\n+++ b/x\n@@ -1,2 +1,1 @@\n keep\n--- a list\n--- a/y\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n@@ -9 +9 @@\n-c\n+d';
    deepStrictEqual(
      parsePatch(diff).map(({ paths, hunks }) => [paths, hunks.map(({ lines }) => lines.length)]),
      [
        [['b/x', 'a/x'], [2]],
        [
          ['b/y', 'a/y'],
          [2, 2],
        ],
      ],
    );
  });

  it('is distinguished from other code', () => {
    const texts = [
      '@@ -1 +1 @@\n-a\n+b',
      '@@\n-a',
      '@@ -1,2 +3,4 @@ f()\n+a',
      '- a\n+ b',
      '@decorator\n-1',
      '@@',
    ];
    deepStrictEqual(texts.map(isPatch), [true, true, true, false, false, false]);
  });
});

describe('the text of a file that a diff creates', () => {
  const diffs: readonly (readonly [what: string, diff: string, text: string | undefined])[] = [
    ['with additions only', '@@ -0,0 +1,2 @@\n+one\n+two', 'one\ntwo\n'],
    ['with an empty line that lacks its +', '@@ -0,0 +1,3 @@\n+one\n\n+two\n', 'one\n\ntwo\n'],
    ['in several parts', '@@ -0,0 +1,1 @@\n+one\n@@ -0,0 +2,1 @@\n+two', 'one\ntwo\n'],
    ['with context', '@@ -1,1 +1,2 @@\n one\n+two', undefined],
    ['that removes something', '@@ -1,1 +1,1 @@\n-one\n+two', undefined],
    ['without changes', '@@ -1,1 +1,1 @@\n', undefined],
  ];
  for (const [what, diff, text] of diffs) {
    it(`is read from one ${what}`, () => {
      const [file] = parsePatch(`--- /dev/null\n+++ b/a.ts\n${diff}`);
      deepStrictEqual(readNewText(file?.hunks ?? []), text);
    });
  }
});

const results: readonly (readonly [what: string, placed: string, result: string])[] = [
  ['whole', placeAsWhole('a\nb\n', 'c'), 'c\n'],
  ['whole, without an end of its last line', placeAsWhole('a\nb', 'c\n'), 'c'],
  ['whole, of an empty file', placeAsWhole('', 'c'), 'c\n'],
  ['at the end', placeAtEnd('a', 'c'), 'a\n\nc\n'],
  ['for the selection', placeAt('a\n  b\nc\n', 'x\ny', 4, 'b', style), 'a\n  x\n  y\nc\n'],
  ['at the cursor, at the end of a line', placeAt('a\n  b\n', 'x', 5, '', style), 'a\n  b\n  x\n'],
];

describe('the place of code in a file', () => {
  for (const [what, placed, result] of results) {
    it(`is used: ${what}`, () => strictEqual(placed, result));
  }
});
