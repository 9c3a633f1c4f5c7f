import { deepStrictEqual } from 'node:assert/strict';
import { createIgnoreRules } from '../../../src/chat/context/ignoreRules.ts';

/** Which of these paths are ignored; what git itself says of them was looked up by `git check-ignore --no-index`. */
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
      name: 'count from their folder on',
      files: { '.gitignore': '*.log\n/dist\n', 'a/.gitignore': '/local.txt\nb/c.txt\n' },
      ignored: ['x.log', 'a/b/x.log', 'dist/x.js', 'a/local.txt', 'a/b/c.txt'],
      others: ['a/dist/x.js', 'local.txt', 'b/c.txt', 'a/b/local.txt', 'a/b/b/c.txt'],
    },
    {
      name: 'of a deeper folder count over those above',
      files: { '.gitignore': '*.log\n', 'keep/.gitignore': '!*.log\n', 'keep/not/.gitignore': '*.log\n' },
      ignored: ['x.log', 'keep/not/x.log'],
      others: ['keep/x.log', 'keep/deep/x.log'],
    },
    {
      name: 'can’t take anything out of an ignored folder',
      files: { '.gitignore': 'build/\n!build/keep.txt\n', 'build/.gitignore': '!*\n' },
      ignored: ['build/keep.txt', 'build/a/b.txt', 'a/build/x', 'build/'],
      others: ['a/build'],
    },
    {
      name: 'take out what is beside them',
      files: { '.gitignore': '/build/*\n!/build/keep.txt\n# a comment\n\n' },
      ignored: ['build/x'],
      others: ['build/keep.txt', 'x'],
    },
    {
      name: 'have stars, sets and escaped signs',
      files: { '.gitignore': 'a/**/z\n?.tmp\n[bc].x\n\\#hash\n\\!bang\nspace\\ \ntrail  \r\n' },
      ignored: ['a/z', 'a/b/c/z', 'q.tmp', 'b.x', '#hash', '!bang', 'space ', 'trail'],
      others: ['b/z', 'qq.tmp', 'd.x', 'hash', 'space', 'trail '],
    },
    {
      name: 'of folders whose names have signs are their own',
      files: { '[a]*/.gitignore': 'x\n/y\n', '!b/.gitignore': 'x\n', '#c d/.gitignore': 'x\n' },
      ignored: ['[a]*/x', '[a]*/y', '!b/x', '#c d/e/x'],
      others: ['a/x', 'a1/y', 'b/x', '[a]*/e/y'],
    },
    {
      name: 'of the repository’s own list are weaker than any',
      files: { 'a/.gitignore': '!x.txt\n' },
      exclude: '*.txt\n',
      ignored: ['x.txt', 'b/x.txt', 'a/y.txt'],
      others: ['a/x.txt'],
    },
    {
      name: 'tell cases apart where the disk does',
      files: { '.gitignore': 'Secret.txt\n' },
      ignored: ['Secret.txt'],
      others: ['secret.txt'],
    },
    {
      name: 'don’t tell cases apart where the disk doesn’t',
      files: { '.gitignore': 'Secret.txt\n' },
      isCaseIgnored: true,
      ignored: ['Secret.txt', 'secret.txt'],
      others: ['secrets.txt'],
    },
    {
      name: 'leave git’s own files out, and know nothing of what is elsewhere',
      files: { '.gitignore': '\ufeff*.log\n' },
      ignored: ['.git/config', 'sub/.git/HEAD', 'a.log'],
      others: ['.github/x.yml', '../a.log', ''],
    },
  ];
  for (const { name, files, ignored, others, ...options } of cases) {
    it(name, async () => {
      deepStrictEqual(await ignoredAmong(files, [...ignored, ...others], options), ignored);
      // In whatever order they are asked for.
      const backwards = [...others, ...ignored].toReversed();
      deepStrictEqual((await ignoredAmong(files, backwards, options)).toSorted(), ignored.toSorted());
    });
  }
});
