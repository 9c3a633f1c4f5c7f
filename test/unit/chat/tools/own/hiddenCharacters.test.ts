import { deepStrictEqual } from 'node:assert/strict';
import { findHiddenCharacters } from '../../../../../src/chat/tools/own/hiddenCharacters.ts';
import { isProtectedPath } from '../../../../../src/chat/tools/own/toolPaths.ts';

describe('invisible characters', () => {
  for (const [text, known, found] of [
    ['plain\ttext\n', '', undefined],
    ['👩‍👩‍👧 می‌خواهم', '', undefined],
    ['a\u202eb\u202e', '', 'U+202E'],
    ['a\u202eb\u2066', 'x\u202e', 'U+2066'],
    ['a\u{e0041}\ufeff', '', 'U+E0041, U+FEFF'],
  ] as const)
    it(`are found in ${JSON.stringify(text)}`, () =>
      deepStrictEqual(findHiddenCharacters(text, known), found));
});

describe('files that are never changed without asking', () => {
  const kept = ['.vscode/tasks.json', 'a/.git/config', '.github/workflows/ci.yml', 'a\\.husky\\pre-push'];
  const builds = ['package.json', 'web/Package.JSON', 'pnpm-lock.yaml', 'Cargo.lock', 'App.csproj'];
  const others = ['src/a.ts', './src/clock.ts', 'lock.ts', 'readme.md'];
  const paths = [...kept, ...builds, 'x.code-workspace', 'AGENTS.md', ...others];
  it('are those that configure or run something', () =>
    deepStrictEqual(
      paths.filter((path) => !isProtectedPath(path)),
      others,
    ));
});
