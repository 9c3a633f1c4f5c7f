import { deepStrictEqual } from 'node:assert/strict';
import {
  type ChangedRun,
  changedRuns,
  diffNewFile,
  type FileDiff,
  splitGitDiff,
} from '../../../src/text/gitDiff.ts';

/** A file's diff with default values for everything but its name. */
const file = (path: string, other: Partial<FileDiff> = {}): FileDiff => ({
  path,
  change: 'modified',
  isBinary: false,
  added: 0,
  removed: 0,
  lines: [],
  ...other,
});

/** The lines with which git begins the changes of a file that was there before. */
const header = (path: string) => `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n`;

const cases: readonly (readonly [name: string, diff: string, files: readonly object[]])[] = [
  ['nothing', '', []],
  [
    'a changed file, and a deleted one',
    `${header('src/a.ts')}@@ -1,2 +1,3 @@ function a() {
 one
-two
+three
+--- four
diff --git a/b.ts b/b.ts
deleted file mode 100644
index 1..0
--- a/b.ts
+++ /dev/null
@@ -1 +0,0 @@
-one
`,
    [
      file('src/a.ts', {
        added: 2,
        removed: 1,
        lines: ['@@ -1,2 +1,3 @@ function a() {', ' one', '-two', '+three', '+--- four'],
      }),
      file('b.ts', { change: 'deleted', removed: 1, lines: ['@@ -1 +0,0 @@', '-one'] }),
    ],
  ],
  [
    'a renamed file and a copied one without changes, and a copied one with changes',
    `diff --git a/old name.ts b/new name.ts
similarity index 100%
rename from old name.ts
rename to new name.ts
diff --git a/a.ts b/c.ts
similarity index 100%
copy from a.ts
copy to c.ts
diff --git a/a.ts b/b.ts
similarity index 90%
copy from a.ts
copy to b.ts
--- a/a.ts
+++ b/b.ts
@@ -0,0 +1 @@
+two
`,
    [
      file('new name.ts', { oldPath: 'old name.ts', change: 'renamed' }),
      file('c.ts', { oldPath: 'a.ts', change: 'copied' }),
      file('b.ts', { oldPath: 'a.ts', change: 'copied', added: 1, lines: ['@@ -0,0 +1 @@', '+two'] }),
    ],
  ],
  [
    'a new image, and a new empty file with a space in its name',
    `diff --git a/a.png b/a.png
new file mode 100644
index 0..1
Binary files /dev/null and b/a.png differ
diff --git a/an empty b/an empty
new file mode 100644
index 0..e
`,
    [file('a.png', { change: 'added', isBinary: true }), file('an empty', { change: 'added' })],
  ],
  [
    'colors, and names with quotes, with spaces, without prefixes, and with different prefixes and no lines',
    `\u001b[1mdiff --git "i/\\346\\226\\207 \\"x\\".md" "w/\\346\\226\\207 \\"x\\".md"\u001b[m
--- "i/\\346\\226\\207 \\"x\\".md"
+++ "w/\\346\\226\\207 \\"x\\".md"
@@ -0,0 +1 @@
\u001b[32m+one\u001b[m
diff --git "a/\\"one\\".png" "b/\\"one\\".png"
Binary files "a/\\"one\\".png" and "b/\\"one\\".png" differ
diff --git a/two words.md b/two words.md
--- a/two words.md\t
+++ b/two words.md\t
@@ -1 +0,0 @@
-one
diff --git src/a.png src/a.png
Binary files src/a.png and src/a.png differ
diff --git i/a b.png w/a b.png
Binary files i/a b.png and w/a b.png differ
`,
    [
      file('文 "x".md', { added: 1, lines: ['@@ -0,0 +1 @@', '+one'] }),
      file('"one".png', { isBinary: true }),
      file('two words.md', { removed: 1, lines: ['@@ -1 +0,0 @@', '-one'] }),
      file('src/a.png', { isBinary: true }),
      file('a b.png', { isBinary: true }),
    ],
  ],
  [
    'a conflict',
    `diff --cc src/a.ts
index 1,2..0
--- a/src/a.ts
+++ b/src/a.ts
@@@ -1,2 -1,2 +1,6 @@@ f()
  one
++<<<<<<< HEAD
 +two
- -- three
`,
    [
      file('src/a.ts', {
        added: 1,
        removed: 1,
        lines: ['@@@ -1,2 -1,2 +1,6 @@@ f()', '  one', '++<<<<<<< HEAD', ' +two', '- -- three'],
      }),
    ],
  ],
  // Only \n is a line break to git.
  ...['x\n+', 'x\r', 'x\u2028', 'x\u2029'].map((before) => {
    const added = `+${before}diff --git a/b.ts b/b.ts`.split('\n');
    const lines = ['@@ -0,0 +1 @@', ...added];
    return [
      `a line that looks like the next file, after ${JSON.stringify(before)}`,
      `${header('a.txt')}${lines.join('\n')}\n`,
      [file('a.txt', { added: added.length, lines })],
    ] as const;
  }),
];

/** Lines of a file's diff, and the runs of changed lines. */
const runs: Record<string, readonly [lines: readonly string[], runs: readonly ChangedRun[]]> = {
  nothing: [[], []],
  'a changed line, and an added one further down': [
    ['@@ -1,6 +1,7 @@ function one() {', ' a', '-b', '+B', ' c', '+d', ' e', ' f', ' g'],
    [
      { line: 2, added: ['B'], removed: ['b'] },
      { line: 4, added: ['d'], removed: [] },
    ],
  ],
  'two adjacent hunks': [
    ['@@ -1 +1 @@', '+a', '@@ -9 +11 @@', '-b'],
    [
      { line: 1, added: ['a'], removed: [] },
      { line: 11, added: [], removed: ['b'] },
    ],
  ],
  'lines that look like headers of the diff': [
    ['@@ -1,2 +1,2 @@', '--- a/other.md', '-diff --git a/x b/x', '+++ b/other.md', '+@@ -1 +1 @@'],
    [{ line: 1, added: ['++ b/other.md', '@@ -1 +1 @@'], removed: ['-- a/other.md', 'diff --git a/x b/x'] }],
  ],
  'no line break at the end': [
    ['@@ -1 +1 @@', '-one', '\\ No newline at end of file', '+two', '\\ No newline at end of file'],
    [{ line: 1, added: ['two'], removed: ['one'] }],
  ],
  'a deleted file': [['@@ -1 +0,0 @@', '-one'], [{ line: 0, added: [], removed: ['one'] }]],
  'a conflict, with a column of signs for each side': [
    ['@@@ -1,2 -1,2 +1,6 @@@', '  one', '++<<<<<<<', ' +two', '- three', '  four'],
    [{ line: 2, added: ['<<<<<<<', 'two'], removed: ['three'] }],
  ],
};

describe('the runs of changed lines in a file', () => {
  for (const [name, [lines, expected]] of Object.entries(runs))
    it(`are read from ${name}`, () => deepStrictEqual(changedRuns(file('a', { lines })), expected));
});

describe('a git diff, split into files', () => {
  for (const [name, diff, files] of cases) it(name, () => deepStrictEqual(splitGitDiff(diff), files));

  it('represents new files as git will', () => {
    deepStrictEqual(
      [diffNewFile('a.ts', 'one\r\ntwo\n'), diffNewFile('b.ts', ''), diffNewFile('c.png', undefined)],
      [
        file('a.ts', { change: 'added', added: 2, lines: ['@@ -0,0 +1,2 @@', '+one', '+two'] }),
        file('b.ts', { change: 'added' }),
        file('c.png', { change: 'added', isBinary: true }),
      ],
    );
  });
});
