import { deepStrictEqual } from 'node:assert/strict';
import { type ChangedRun, changedRuns, diffNewFile, splitGitDiff } from '../../../src/text/gitDiff.ts';

const cases: readonly (readonly [name: string, diff: string, files: readonly object[]])[] = [
  ['nothing', '', []],
  [
    'a changed file, and a deleted one',
    `diff --git a/src/a.ts b/src/a.ts
index 1..2 100644
--- a/src/a.ts
+++ b/src/a.ts
@@ -1,2 +1,3 @@ function a() {
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
      {
        path: 'src/a.ts',
        change: 'modified',
        isBinary: false,
        added: 2,
        removed: 1,
        lines: ['@@ -1,2 +1,3 @@ function a() {', ' one', '-two', '+three', '+--- four'],
      },
      {
        path: 'b.ts',
        change: 'deleted',
        isBinary: false,
        added: 0,
        removed: 1,
        lines: ['@@ -1 +0,0 @@', '-one'],
      },
    ],
  ],
  [
    'a renamed file without changes',
    `diff --git a/old name.ts b/new name.ts
similarity index 100%
rename from old name.ts
rename to new name.ts
`,
    [
      {
        path: 'new name.ts',
        oldPath: 'old name.ts',
        change: 'renamed',
        isBinary: false,
        added: 0,
        removed: 0,
        lines: [],
      },
    ],
  ],
  [
    'a copied file, with changes and without',
    `diff --git a/a.ts b/b.ts
similarity index 90%
copy from a.ts
copy to b.ts
--- a/a.ts
+++ b/b.ts
@@ -1 +1 @@
-one
+two
diff --git a/a.ts b/c.ts
similarity index 100%
copy from a.ts
copy to c.ts
`,
    [
      {
        path: 'b.ts',
        oldPath: 'a.ts',
        change: 'copied',
        isBinary: false,
        added: 1,
        removed: 1,
        lines: ['@@ -1 +1 @@', '-one', '+two'],
      },
      {
        path: 'c.ts',
        oldPath: 'a.ts',
        change: 'copied',
        isBinary: false,
        added: 0,
        removed: 0,
        lines: [],
      },
    ],
  ],
  [
    'a new picture, a new empty file with a space in its name',
    `diff --git a/a.png b/a.png
new file mode 100644
index 0..1
Binary files /dev/null and b/a.png differ
diff --git a/an empty b/an empty
new file mode 100644
index 0..e
`,
    [
      { path: 'a.png', change: 'added', isBinary: true, added: 0, removed: 0, lines: [] },
      { path: 'an empty', change: 'added', isBinary: false, added: 0, removed: 0, lines: [] },
    ],
  ],
  [
    'a name that git quotes, prefixes of another kind, colours',
    `\u001b[1mdiff --git "i/\\346\\226\\207 \\"x\\".md" "w/\\346\\226\\207 \\"x\\".md"\u001b[m
--- "i/\\346\\226\\207 \\"x\\".md"
+++ "w/\\346\\226\\207 \\"x\\".md"
@@ -0,0 +1 @@
\u001b[32m+one\u001b[m
`,
    [
      {
        path: '文 "x".md',
        change: 'modified',
        isBinary: false,
        added: 1,
        removed: 0,
        lines: ['@@ -0,0 +1 @@', '+one'],
      },
    ],
  ],
  [
    'names with quotes, with spaces, without prefixes, with prefixes of another kind and no lines',
    `diff --git "a/\\"one\\".png" "b/\\"one\\".png"
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
      { path: '"one".png', change: 'modified', isBinary: true, added: 0, removed: 0, lines: [] },
      {
        path: 'two words.md',
        change: 'modified',
        isBinary: false,
        added: 0,
        removed: 1,
        lines: ['@@ -1 +0,0 @@', '-one'],
      },
      { path: 'src/a.png', change: 'modified', isBinary: true, added: 0, removed: 0, lines: [] },
      { path: 'a b.png', change: 'modified', isBinary: true, added: 0, removed: 0, lines: [] },
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
      {
        path: 'src/a.ts',
        change: 'modified',
        isBinary: false,
        added: 1,
        removed: 1,
        lines: ['@@@ -1,2 -1,2 +1,6 @@@ f()', '  one', '++<<<<<<< HEAD', ' +two', '- -- three'],
      },
    ],
  ],
  [
    'a line that looks like the next file',
    `diff --git a/a.diff b/a.diff
--- a/a.diff
+++ b/a.diff
@@ -1 +1,2 @@
 one
+diff --git a/x b/x
`,
    [
      {
        path: 'a.diff',
        change: 'modified',
        isBinary: false,
        added: 1,
        removed: 0,
        lines: ['@@ -1 +1,2 @@', ' one', '+diff --git a/x b/x'],
      },
    ],
  ],
  ...['\r', '\u2028', '\u2029'].map(
    (sign) =>
      [
        `the next file behind U+${sign.charCodeAt(0).toString(16)}, which ends no line of git’s`,
        `diff --git a/a.txt b/a.txt
--- a/a.txt
+++ b/a.txt
@@ -0,0 +1 @@
+x${sign}diff --git a/b.ts b/b.ts
`,
        [
          {
            path: 'a.txt',
            change: 'modified',
            isBinary: false,
            added: 1,
            removed: 0,
            lines: ['@@ -0,0 +1 @@', `+x${sign}diff --git a/b.ts b/b.ts`],
          },
        ],
      ] as const,
  ),
];

/** Lines of a file's diff, and the runs of changed ones in them. */
const runs: Record<string, readonly [lines: readonly string[], runs: readonly ChangedRun[]]> = {
  nothing: [[], []],
  'a line that changed, and one that came further down': [
    ['@@ -1,6 +1,7 @@ function one() {', ' a', '-b', '+B', ' c', '+d', ' e', ' f', ' g'],
    [
      { line: 2, added: ['B'], removed: ['b'] },
      { line: 4, added: ['d'], removed: [] },
    ],
  ],
  'two hunks that meet': [
    ['@@ -1 +1 @@', '+a', '@@ -9 +11 @@', '-b'],
    [
      { line: 1, added: ['a'], removed: [] },
      { line: 11, added: [], removed: ['b'] },
    ],
  ],
  'lines that look like headers of the diff': [
    ['@@ -1,2 +1,2 @@', '--- a/other.md', '-diff --git a/x b/x', '+++ b/other.md', '+@@ -1 +1 @@'],
    [
      {
        line: 1,
        added: ['++ b/other.md', '@@ -1 +1 @@'],
        removed: ['-- a/other.md', 'diff --git a/x b/x'],
      },
    ],
  ],
  'no line break at the end': [
    ['@@ -1 +1 @@', '-one', '\\ No newline at end of file', '+two', '\\ No newline at end of file'],
    [{ line: 1, added: ['two'], removed: ['one'] }],
  ],
  'a file that is gone': [['@@ -1 +0,0 @@', '-one'], [{ line: 0, added: [], removed: ['one'] }]],
  'a conflict, with a column of signs for each side': [
    ['@@@ -1,2 -1,2 +1,6 @@@', '  one', '++<<<<<<<', ' +two', '- three', '  four'],
    [{ line: 2, added: ['<<<<<<<', 'two'], removed: ['three'] }],
  ],
};

describe('what changed in a file, run by run', () => {
  for (const [name, [lines, expected]] of Object.entries(runs)) {
    const file = { path: 'a', change: 'modified', isBinary: false, added: 0, removed: 0, lines } as const;
    it(`has ${name}`, () => deepStrictEqual(changedRuns(file), expected));
  }
});

describe('a diff of git’s, file by file', () => {
  for (const [name, diff, files] of cases) it(name, () => deepStrictEqual(splitGitDiff(diff), files));

  it('has new files as git will have them', () => {
    const added = { change: 'added', removed: 0 };
    deepStrictEqual(
      [diffNewFile('a.ts', 'one\r\ntwo\n'), diffNewFile('b.ts', ''), diffNewFile('c.png', undefined)],
      [
        { ...added, path: 'a.ts', isBinary: false, added: 2, lines: ['@@ -0,0 +1,2 @@', '+one', '+two'] },
        { ...added, path: 'b.ts', isBinary: false, added: 0, lines: [] },
        { ...added, path: 'c.png', isBinary: true, added: 0, lines: [] },
      ],
    );
  });
});
