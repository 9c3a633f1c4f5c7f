import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, matchesGlob, relative, sep } from 'node:path';
import { build } from 'esbuild';

/** A spec, and the changed file that affects it. */
interface Reached {
  readonly spec: string;
  readonly changed: string;
}

/** Host tests that say a command's name run it in the whole extension. */
const commandName = /['"`]modelRelay\./;
const extension = 'src/extension.ts';

/** A test that does not access the project's folder only mentions files. */
const wayToFiles =
  /import\.meta\.(dirname|url)|\b(projectFolder|projectRoot|provideBundle|openViewPage|readJson)\b/;

/** Strings in quotes that could be a path; the bundler finds the imports. */
const quoted = /(?<!\bfrom )(['"`])((?:\$\{[^}]*\}|(?!\1)[^\s\\])+)\1/g;

/**
 * The specs that changed files affect: through imports, as the bundler follows them, and through the paths of files
 * that tests read, bundle or start. Type-only imports don't count: the compiler finds what is wrong with types.
 */
export async function findReached(
  root: string,
  specPatterns: readonly string[],
  changed: readonly string[],
): Promise<readonly Reached[]> {
  const specs = specPatterns.flatMap((pattern) => globSync(pattern, { cwd: root })).map(withSlashes);
  const graph = await readGraph(root, specs);
  return specs.toSorted().flatMap((spec) => {
    const files = graph.filesOf(spec);
    const found = changed.find(
      (file) => files.has(file) || [...files].some((each) => graph.names(each, file)),
    );
    return found === undefined ? [] : [{ spec, changed: found }];
  });
}

interface Graph {
  /** A file and everything it depends on. */
  filesOf(entry: string): ReadonlySet<string>;
  /** Whether a test names this file, or a pattern that it fits. */
  names(test: string, file: string): boolean;
}

async function readGraph(root: string, specs: readonly string[]): Promise<Graph> {
  const imports = new Map<string, readonly string[]>();
  const patterns = new Map<string, readonly string[]>();
  for (let entries = specs; entries.length > 0; ) {
    for (const [file, imported] of await readImports(root, entries)) imports.set(file, imported);
    for (const file of imports.keys()) {
      if (!patterns.has(file)) patterns.set(file, file.startsWith('test/') ? findNames(root, file) : []);
    }
    // Code files whose paths tests mention have imports, too.
    const named = [...patterns.values()]
      .flat()
      .filter((name) => /\.[cm]?ts$/.test(name) && isFile(root, name));
    entries = [...new Set(named)].filter((name) => !imports.has(name));
  }
  const filesOf = (entry: string) => {
    const files = new Set([entry]);
    for (const file of files) {
      for (const next of [...(imports.get(file) ?? []), ...(patterns.get(file) ?? [])]) {
        if (imports.has(next)) files.add(next);
      }
    }
    return files;
  };
  return {
    filesOf,
    names: (test, file) => patterns.get(test)?.some((pattern) => matchesGlob(file, pattern)) ?? false,
  };
}

/** The imports of each file that these entries depend on. */
async function readImports(
  root: string,
  entryPoints: readonly string[],
): Promise<readonly (readonly [string, readonly string[]])[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [...entryPoints],
    bundle: true,
    metafile: true,
    write: false,
    outdir: 'out',
    // Shared code is output only once: a tenth of the work.
    splitting: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    logLevel: 'error',
  });
  return Object.entries(metafile.inputs).map(([file, input]) => [
    file,
    input.imports.filter(({ external }) => external !== true).map(({ path }) => path),
  ]);
}

/** The paths of the project that a test has in quotes, from its root on; what is filled in later can be anything. */
function findNames(root: string, test: string): readonly string[] {
  const text = readFileSync(join(root, test), 'utf8');
  const strings = wayToFiles.test(text) ? [...text.matchAll(quoted)] : [];
  const names = strings.flatMap(([, , name = '']) => {
    const pattern = name.replaceAll(/\$\{[^}]*\}/g, '*');
    if (!/[./]/.test(pattern)) return [];
    return [pattern, join(dirname(test), pattern)]
      .map((path) => withSlashes(relative(root, join(root, path))))
      .filter((path) => isKnown(root, path));
  });
  return [
    ...new Set(test.startsWith('test/host/') && commandName.test(text) ? [...names, extension] : names),
  ];
}

/** Whether the file exists; for a pattern, whether the folder exists that it begins with. */
function isKnown(root: string, path: string): boolean {
  const firm = path.split('*', 1)[0] ?? '';
  if (firm === path) return isFile(root, path);
  const folder = firm.slice(0, firm.lastIndexOf('/') + 1);
  return folder !== '' && folder !== 'test/' && existsSync(join(root, folder));
}

function isFile(root: string, path: string): boolean {
  return statSync(join(root, path), { throwIfNoEntry: false })?.isFile() ?? false;
}

function withSlashes(path: string): string {
  return path.replaceAll(sep, '/');
}

/** Specs by how many words of their names are in the names of what changed, those with most first. */
export function nearestFirst(specs: readonly string[], changed: readonly string[]): string[] {
  const known = new Set(changed.flatMap(wordsOf));
  const nearness = (spec: string) => wordsOf(spec).filter((word) => known.has(word)).length;
  return specs.toSorted((one, other) => nearness(other) - nearness(one));
}

/** `src/webview/chat/findBar.ts`: find and bar, and where it stands. */
function wordsOf(path: string): readonly string[] {
  return [...new Set((path.match(/[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase()))];
}
