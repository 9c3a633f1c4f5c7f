import { posix } from 'node:path';

/** How the tests of a language are called. `{}` is the name of the tested file without its extension. */
interface Convention {
  readonly extensions: readonly string[];
  /** The first one is for a new file where no test is there to learn from. */
  readonly names: readonly [string, ...string[]];
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
/** What the tests of `Shop` are in is called `Shop.Tests` or `ShopTests` too. */
const testEnding = /(?:[._-](?:[Uu]nit|[Ii]ntegration))?(?:[._-][Tt]ests?|(?<=[a-z\d])Tests?)$/;

function conventionOf(path: string): Convention {
  const extension = posix.extname(path).slice(1);
  return conventions.find(({ extensions }) => extensions.includes(extension)) ?? other;
}

/** A component's test is written in the language of its script. */
function testExtensionOf(path: string): string {
  const extension = posix.extname(path);
  if (extension === '.vue' || extension === '.svelte') return '.ts';
  return extension === '.h' || extension === '.hpp' ? '.cpp' : extension;
}

/** What the tests of a file may be called, with their extensions. */
export function namesOfTests(path: string): string[] {
  const { names, extensions } = conventionOf(path);
  const own = testExtensionOf(path);
  const endings = extensions === script ? new Set([own, '.ts', '.tsx', '.js', '.jsx', '.mjs']) : [own];
  const stem = posix.parse(path).name;
  return names.flatMap((name) => [...endings].map((ending) => name.replace('{}', () => stem) + ending));
}

/** A pattern that finds the tests of a file, and maybe others. */
export function patternOfTestsOf(path: string): string {
  return patternOf(withoutGlobSigns(path));
}

/** A pattern that finds tests of the same language, to learn from where they are. */
export function patternOfTests(path: string): string {
  return patternOf(`*${withoutGlobSigns(posix.extname(path))}`);
}

/** Signs with a meaning in patterns can't be escaped within braces: any character may be in their place. */
function withoutGlobSigns(path: string): string {
  return path.replaceAll(/[*?[\]{}(),!\\]/g, '?');
}

function patternOf(path: string): string {
  return `**/{${namesOfTests(path).join(',')}}`;
}

/** Whether a file is itself one of tests. */
export function isTestFile(path: string): boolean {
  return findName(path, conventionOf(path)) !== undefined;
}

/** Which of a language's names for tests a file has. */
function findName(path: string, { names }: Convention): string | undefined {
  const stem = posix.parse(path).name;
  return names.find((name) => {
    const [start = '', end = ''] = name.split('{}');
    return stem.length > start.length + end.length && stem.startsWith(start) && stem.endsWith(end);
  });
}

/**
 * Of the files that are called as the tests of a file are, the one whose folders are most like its own. One that shares no
 * folder with it is another file's, unless it lies where the tests of all files do.
 */
export function chooseTestFile(path: string, candidates: readonly string[]): string | undefined {
  const names = namesOfTests(path);
  const own = topicsOf(path);
  const isForAll = (each: string) => own.length === 0 || foldersOf(each).some(isTestFolder);
  return candidates
    .filter((each) => names.includes(posix.basename(each)))
    .map((each) => {
      const topics = topicsOf(each);
      return { each, topics, shared: own.filter((name) => topics.includes(name)).length };
    })
    .filter(({ each, topics, shared }) => shared > 0 || (topics.length === 0 && isForAll(each)))
    .toSorted((a, b) => b.shared * 2 - b.topics.length - (a.shared * 2 - a.topics.length))[0]?.each;
}

function foldersOf(path: string): readonly string[] {
  return path.split('/').slice(0, -1);
}

function isTestFolder(name: string): boolean {
  return testFolders.has(name.toLowerCase());
}

/** The folders that say what a file is about, and not whether it is a test. */
function topicsOf(path: string): readonly string[] {
  return foldersOf(path)
    .filter((name) => !isTestFolder(name) && !sourceFolders.has(name.toLowerCase()))
    .map((name) => name.replace(testEnding, ''));
}

/** Where new tests go, for the person to change: called as most tests that are there are, and in the folder of most. */
export function proposeTestPath(path: string, tests: readonly string[]): string {
  const convention = conventionOf(path);
  const [usualName] = convention.names;
  const name = mostFrequent(tests.flatMap((each) => findName(each, convention) ?? [])) ?? usualName;
  const file = name.replace('{}', () => posix.parse(path).name) + testExtensionOf(path);
  return posix.join(folderForTests(path, mostFrequent(tests.map(rootOf)) ?? convention.folder, tests), file);
}

function folderForTests(path: string, root: string, tests: readonly string[]): string {
  const folder = posix.dirname(path);
  const mirrored = folder.replace(/(^|\/)src\/main(?=\/|$)/, '$1src/test');
  if (mirrored !== folder || root === '') return mirrored;
  if (root === '__tests__') return `${folder}/${root}`;
  // `tests/unit/a/b.test.ts` tests `src/a/b.ts`; a root without subfolders has all its tests at the top level.
  const isMirrored = tests.some((each) => posix.dirname(each).startsWith(`${root}/`));
  const folders = foldersOf(path);
  const below = sourceFolders.has(folders[0] ?? '') ? folders.slice(1) : folders;
  return [root, ...(isMirrored ? below : [])].join('/');
}

/** Up to and with the last folder that is for tests; '' where the test is beside its code. */
function rootOf(path: string): string {
  const folders = foldersOf(path);
  if (folders.at(-1) === '__tests__') return '__tests__';
  return folders.slice(0, folders.findLastIndex((name) => testFolders.has(name)) + 1).join('/');
}

function mostFrequent(values: readonly string[]): string | undefined {
  const counts = Map.groupBy(values, (value) => value);
  return [...counts].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0];
}
