import { deepStrictEqual } from 'node:assert/strict';
import { createIgnoreRules } from '../../../src/chat/context/ignoreRules.ts';

/** Which of these paths are ignored. Expected values are those of `git check-ignore --no-index`. */
async function ignoredAmong(
  files: Readonly<Record<string, string>>,
  paths: readonly string[],
  { exclude, isCaseIgnored = false }: { exclude?: string; isCaseIgnored?: boolean } = {},
): Promise<string[]> {
  const readTextFile = async (path: string) => files[path.replace('/repo/', '')];
  const rules = createIgnoreRules({ root: '/repo', exclude, readTextFile, isCaseIgnored });
  const ignored = await Promise.all(paths.map((path) => rules.isIgnored(`/repo/${path}`)));
  return paths.filter((_, place) => ignored[place]);
}

describe('ignore rules', () => {
  const cases: {
    name: string;
    files: Record<string, string>;
    exclude?: string;
    isCaseIgnored?: boolean;
    ignored: string[];
    others: string[];
  }[] = [
    {
      name: 'apply to their folder and below',
      files: { '.gitignore': '*.log\n/dist\n', 'a/.gitignore': '/local.txt\nb/c.txt\n' },
      ignored: ['x.log', 'a/b/x.log', 'dist/x.js', 'a/local.txt', 'a/b/c.txt'],
      others: ['a/dist/x.js', 'local.txt', 'b/c.txt', 'a/b/local.txt', 'a/b/b/c.txt'],
    },
    {
      name: 'of a deeper folder override those above',
      files: { '.gitignore': '*.log\n', 'keep/.gitignore': '!*.log\n', 'keep/not/.gitignore': '*.log\n' },
      ignored: ['x.log', 'keep/not/x.log'],
      others: ['keep/x.log', 'keep/deep/x.log'],
    },
    {
      name: 'can’t re-include anything inside an ignored folder',
      files: { '.gitignore': 'build/\n!build/keep.txt\n', 'build/.gitignore': '!*\n' },
      ignored: ['build/keep.txt', 'build/a/b.txt', 'a/build/x', 'build/'],
      others: ['a/build'],
    },
    {
      name: 'of folders with special characters in their names apply to those folders alone',
      files: { '[a]*/.gitignore': 'x\n/y\n', '!b/.gitignore': 'x\n', '#c d/.gitignore': 'x\n' },
      ignored: ['[a]*/x', '[a]*/y', '!b/x', '#c d/e/x'],
      others: ['a/x', 'a1/y', 'b/x', '[a]*/e/y'],
    },
    {
      name: 'of the repository’s exclude file are overridden by all others',
      files: { 'a/.gitignore': '!x.txt\n' },
      exclude: '*.txt\n',
      ignored: ['x.txt', 'b/x.txt', 'a/y.txt'],
      others: ['a/x.txt'],
    },
    {
      name: 'are case-sensitive if the file system is',
      files: { '.gitignore': 'Secret.txt\n' },
      ignored: ['Secret.txt'],
      others: ['secret.txt'],
    },
    {
      name: 'are case-insensitive if the file system is',
      files: { '.gitignore': 'Secret.txt\n' },
      isCaseIgnored: true,
      ignored: ['Secret.txt', 'secret.txt'],
      others: ['secrets.txt'],
    },
    {
      name: 'ignore git’s own files, and say nothing about paths outside the repository',
      files: { '.gitignore': '\ufeff*.log\n' },
      ignored: ['.git/config', 'sub/.git/HEAD', 'a.log'],
      others: ['.github/x.yml', '../a.log', ''],
    },
  ];
  for (const { name, files, ignored, others, ...options } of cases) {
    it(name, async () => {
      deepStrictEqual(await ignoredAmong(files, [...ignored, ...others], options), ignored);
      // The order of the queries does not matter.
      const backwards = [...others, ...ignored].toReversed();
      deepStrictEqual((await ignoredAmong(files, backwards, options)).toSorted(), ignored.toSorted());
    });
  }
});
