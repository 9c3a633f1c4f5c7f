import { deepStrictEqual } from 'node:assert/strict';
import { type FileChange, parseDiff } from '../../../../src/readAloud/sources/diff.ts';

const cases: Record<string, readonly [diff: string, files: readonly FileChange[]]> = {
  nothing: ['', []],
  'a line that changed, and one that came further down': [
    `diff --git a/src/one.ts b/src/one.ts
index 1..2 100644
--- a/src/one.ts
+++ b/src/one.ts
@@ -1,6 +1,7 @@ function one() {
 a
-b
+B
 c
+d
 e
 f
 g
`,
    [
      {
        path: 'src/one.ts',
        kind: 'changed',
        hunks: [
          { line: 2, added: ['B'], removed: ['b'] },
          { line: 4, added: ['d'], removed: [] },
        ],
      },
    ],
  ],
  'lines that look like headers of the diff': [
    `diff --git a/one.md b/one.md
--- a/one.md
+++ b/one.md
@@ -1,2 +1,2 @@
--- a/other.md
-diff --git a/x b/x
+++ b/other.md
+@@ -1 +1 @@
`,
    [
      {
        path: 'one.md',
        kind: 'changed',
        hunks: [
          {
            line: 1,
            added: ['++ b/other.md', '@@ -1 +1 @@'],
            removed: ['-- a/other.md', 'diff --git a/x b/x'],
          },
        ],
      },
    ],
  ],
  'no line break at the end': [
    `diff --git a/one.md b/one.md
--- a/one.md
+++ b/one.md
@@ -1 +1 @@
-one
\\ No newline at end of file
+two
\\ No newline at end of file
`,
    [{ path: 'one.md', kind: 'changed', hunks: [{ line: 1, added: ['two'], removed: ['one'] }] }],
  ],
  'a new file, one that is gone, one of another name, and one that is no text': [
    `diff --git a/new.md b/new.md
new file mode 100644
--- /dev/null
+++ b/new.md
@@ -0,0 +1,2 @@
+one
+two
diff --git a/gone.md b/gone.md
deleted file mode 100644
--- a/gone.md
+++ /dev/null
@@ -1 +0,0 @@
-one
diff --git a/old name.md b/other name.md
similarity index 100%
rename from old name.md
rename to other name.md
diff --git a/picture.png b/picture.png
Binary files a/picture.png and b/picture.png differ
`,
    [
      { path: 'new.md', kind: 'added', hunks: [{ line: 1, added: ['one', 'two'], removed: [] }] },
      { path: 'gone.md', kind: 'deleted', hunks: [{ line: 0, added: [], removed: ['one'] }] },
      { path: 'other name.md', kind: 'renamed', hunks: [] },
      { path: 'picture.png', kind: 'binary', hunks: [] },
    ],
  ],
  'names in other scripts, with spaces, and with quotes': [
    `diff --git "a/\\344\\270\\255\\346\\226\\207 1.md" "b/\\344\\270\\255\\346\\226\\207 1.md"
--- "a/\\344\\270\\255\\346\\226\\207 1.md"
+++ "b/\\344\\270\\255\\346\\226\\207 1.md"
@@ -1 +1 @@
-一
+二
diff --git "a/\\"one\\".png" "b/\\"one\\".png"
Binary files differ
diff --git a/two words.md b/two words.md
--- a/two words.md\t
+++ b/two words.md\t
@@ -1 +0,0 @@
-one
`,
    [
      { path: '中文 1.md', kind: 'changed', hunks: [{ line: 1, added: ['二'], removed: ['一'] }] },
      { path: '"one".png', kind: 'binary', hunks: [] },
      { path: 'two words.md', kind: 'changed', hunks: [{ line: 0, added: [], removed: ['one'] }] },
    ],
  ],
};

describe('a diff of git', () => {
  for (const [name, [diff, files]] of Object.entries(cases)) {
    it(`has ${name}`, () => deepStrictEqual(parseDiff(diff), files));
  }
});
