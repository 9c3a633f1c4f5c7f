/** How the tests of a language are called. `{}` is the name of the tested file without its extension. */
interface Convention {
  readonly extensions: readonly string[];
  /** The first one is for a new file where no test is there to learn from. */
  readonly names: readonly string[];
  /** Where a new one goes; `''` is beside the tested file. */
  readonly folder: string;
}

const script = ['ts', 'tsx', 'mts', 'cts', 'js', 'jsx', 'mjs', 'cjs', 'vue', 'svelte'];
const conventions: readonly Convention[] = [
  { extensions: script, names: ['{}.test', '{}.spec', '{}-test', '{}_test', 'test-{}'], folder: '' },
  { extensions: ['py'], names: ['test_{}', '{}_test', 'tests_{}'], folder: 'tests' },
  { extensions: ['go'], names: ['{}_test'], folder: '' },
  { extensions: ['rb'], names: ['{}_spec', '{}_test', 'test_{}'], folder: 'spec' },
  {
    extensions: ['java', 'kt', 'scala', 'groovy'],
    names: ['{}Test', '{}Tests', '{}Spec', 'Test{}', '{}IT'],
    folder: '',
  },
  {
    extensions: ['cs', 'vb', 'fs', 'php', 'swift', 'm'],
    names: ['{}Tests', '{}Test', 'Test{}'],
    folder: 'tests',
  },
  { extensions: ['dart', 'ex', 'exs', 'lua'], names: ['{}_test', '{}_spec'], folder: 'test' },
  {
    extensions: ['c', 'cc', 'cpp', 'cxx', 'h', 'hpp', 'rs'],
    names: ['{}_test', 'test_{}', '{}_tests', '{}Test'],
    folder: 'tests',
  },
];
const other: Convention = { extensions: [], names: ['{}_test', '{}.test', 'test_{}'], folder: '' };
const testFolders = new Set(['test', 'tests', '__tests__', 'spec', 'specs', 'unit']);
const sourceFolders = new Set(['src', 'lib', 'app', 'source', 'sources', 'main', 'pkg', 'packages']);

/** A path's parts. */
interface Parts {
  readonly folders: readonly string[];
  readonly stem: string;
  readonly extension: string;
}

function partsOf(path: string): Parts {
  const folders = path.split('/');
  const name = folders.pop() ?? '';
  const dot = name.lastIndexOf('.');
  return dot > 0
    ? { folders, stem: name.slice(0, dot), extension: name.slice(dot + 1) }
    : { folders, stem: name, extension: '' };
}

function conventionOf(extension: string): Convention {
  return conventions.find(({ extensions }) => extensions.includes(extension)) ?? other;
}

/** A component's test is written in the language of its script. */
function testExtensionOf(extension: string): string {
  if (extension === 'vue' || extension === 'svelte') return 'ts';
  return extension === 'h' || extension === 'hpp' ? 'cpp' : extension;
}

/** What the tests of a file may be called, with their extensions. */
export function namesOfTests(path: string): string[] {
  const { stem, extension } = partsOf(path);
  const { names, extensions } = conventionOf(extension);
  const siblings = extensions.some((each) => script.includes(each))
    ? [...new Set([testExtensionOf(extension), 'ts', 'tsx', 'js', 'jsx', 'mjs'])]
    : [testExtensionOf(extension)];
  return names.flatMap((name) =>
    siblings.map((each) => `${name.replace('{}', () => stem)}${each === '' ? '' : `.${each}`}`),
  );
}

/** A pattern that finds the tests of a file, and maybe others: `isNamedAsTestOf` tells. */
export function patternOfTestsOf(path: string): string {
  return `**/{${namesOfTests(path).map(withoutGlobSigns).join(',')}}`;
}

/** Whether a file is called as the tests of another one are. */
export function isNamedAsTestOf(path: string, candidate: string): boolean {
  return namesOfTests(path).includes(candidate.slice(candidate.lastIndexOf('/') + 1));
}

/** Signs with a meaning in patterns can't be escaped within braces: any character may be in their place. */
function withoutGlobSigns(name: string): string {
  return name.replaceAll(/[*?[\]{}(),!\\]/g, '?');
}

/** A pattern that finds tests of the same language, to learn from where they are. */
export function patternOfTests(path: string): string {
  const { extension } = partsOf(path);
  const { names } = conventionOf(extension);
  const patterns = names.map((name) => name.replace('{}', '*'));
  return `**/{${patterns.join(',')}}${extension === '' ? '' : `.${withoutGlobSigns(testExtensionOf(extension))}`}`;
}

/** Whether a file is itself one of tests. */
export function isTestFile(path: string): boolean {
  const { stem, extension } = partsOf(path);
  return conventionOf(extension).names.some((name) => {
    const [start = '', end = ''] = name.split('{}');
    return stem.length > start.length + end.length && stem.startsWith(start) && stem.endsWith(end);
  });
}

/**
 * Of the files that are called as the tests of a file are, the one whose folders are most like its own. One that shares no
 * folder with it is another file's.
 */
export function chooseTestFile(path: string, candidates: readonly string[]): string | undefined {
  const { folders: ownFolders } = partsOf(path);
  const own = meaningful(ownFolders);
  return candidates
    .filter((each) => isNamedAsTestOf(path, each))
    .flatMap((each) => {
      const { folders: all } = partsOf(each);
      const folders = meaningful(all);
      const shared = own.filter((name) => folders.includes(name)).length;
      if (shared === 0 && !mayShareNone(all, folders)) return [];
      return [{ each, score: shared * 2 - folders.length - own.length }];
    })
    .toSorted((a, b) => b.score - a.score || (a.each < b.each ? -1 : 1))[0]?.each;

  /** All tests may lie in one folder; and where the code lies in none of its own, its tests are there or above. */
  function mayShareNone(all: readonly string[], folders: readonly string[]): boolean {
    if (folders.length > 0) return false;
    if (all.some(isTestFolder)) return true;
    return own.length === 0 && all.every((name, at) => name === ownFolders[at]);
  }
}

function isTestFolder(name: string): boolean {
  return testFolders.has(name.toLowerCase());
}

/** What the tests of `Shop` are in is called `Shop.Tests` or `ShopTests` too. */
const testEnding = /(?:[._-](?:[Uu]nit|[Ii]ntegration))?(?:[._-][Tt]ests?|(?<=[a-z\d])Tests?)$/;

function meaningful(folders: readonly string[]): string[] {
  return folders
    .filter((name) => !isTestFolder(name) && !sourceFolders.has(name.toLowerCase()))
    .map((name) => name.replace(testEnding, ''));
}

/**
 * How to name a new file of a folder of the workspace: where there are several folders, what begins with the name of
 * another one would be a file of that.
 */
export function nameInFolder(path: string, folder: string, otherFolders: readonly string[]): string {
  return otherFolders.includes(path.split('/')[0] ?? '') && !folder.includes('/')
    ? `${folder}/${path}`
    : path;
}

/**
 * Where new tests go: called as the tests that are there are called, and where those are: beside the code, in a folder
 * beside it, or in a tree of their own that is like that of the code.
 */
export function proposeTestPath(path: string, tests: readonly string[]): string {
  const { folders, stem, extension } = partsOf(path);
  const convention = conventionOf(extension);
  const ending = extension === '' ? '' : `.${testExtensionOf(extension)}`;
  const name = (
    mostFrequent(tests.map((each) => nameOf(each, convention))) ??
    convention.names[0] ??
    '{}_test'
  ).replace('{}', () => stem);
  return [...folderFor(), `${name}${ending}`].join('/');

  function folderFor(): readonly string[] {
    const java = folders.join('/');
    if (/(?:^|\/)src\/main\//.test(`${java}/`))
      return `${java}/`
        .replace(/((?:^|\/)src\/)main\//, '$1test/')
        .replace(/\/$/, '')
        .split('/');
    // `tests/unit/a/b.test.ts` is about `src/a/b.ts`: what is left of both is the same.
    const roots = tests.map((each) => rootOf(partsOf(each).folders));
    const root = tests.length > 0 ? mostFrequent(roots) : convention.folder;
    if (root === undefined || root === '') return folders;
    if (root === '__tests__') return [...folders, root];
    const below = sourceFolders.has(folders[0] ?? '') ? folders.slice(1) : folders;
    return [...root.split('/'), ...(isMirrored(root) ? below : [])];
  }

  /** Tests that lie in folders below the root are laid out like the code; those of a new root are not yet. */
  function isMirrored(root: string): boolean {
    return tests.some((each) => partsOf(each).folders.join('/').startsWith(`${root}/`));
  }
}

function nameOf(path: string, { names }: Convention): string | undefined {
  const { stem } = partsOf(path);
  return names.find((name) => {
    const [start = '', end = ''] = name.split('{}');
    return stem.startsWith(start) && stem.endsWith(end);
  });
}

/** Up to and with the last folder that is for tests; '' where the test is beside its code. */
function rootOf(folders: readonly string[]): string {
  if (folders.at(-1) === '__tests__') return '__tests__';
  const last = folders.findLastIndex((name) => testFolders.has(name));
  return folders.slice(0, last + 1).join('/');
}

function mostFrequent(values: readonly (string | undefined)[]): string | undefined {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}
