import { mkdir, writeFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { type BuildOptions, build, type Metafile, transform } from 'esbuild';

/** Code behind an `import()` that is smaller than this goes into the shared file. */
const smallestFile = 16 * 1024;
const shared = 'shared.cjs';

/**
 * Bundles an entry into one file with everything that it loads, and the code behind each `import()` into another one;
 * code that several of these load, and the entry doesn't, is in `shared.cjs`. Each module is included once, so that a
 * store or a class such as RelayError is the same for all.
 *
 * esbuild splits only ES modules, and into a chunk for each set of files that share something, here fifty. The extension
 * stays CommonJS, which gets VS Code's API without the loader hooks that modules need. So each chunk becomes CommonJS,
 * and a file a table of the chunks in it, each of which runs when it is first asked for.
 */
export async function splitBundle({
  soon = [],
  ...options
}: BuildOptions & {
  outdir: string;
  /** What is loaded right after the entry: each has a file with everything that it loads, so that it needs no other. */
  soon?: readonly string[];
}): Promise<{
  readonly metafile: Metafile;
  /** The file that each chunk is in. */
  readonly fileOf: ReadonlyMap<string, string>;
}> {
  const { metafile, outputFiles } = await build({
    ...options,
    bundle: true,
    format: 'esm',
    splitting: true,
    metafile: true,
    write: false,
  });
  const { fileOf, entry } = chooseFiles(metafile, soon);
  const files = new Map<string, string[]>();
  for (const [chunk, file] of fileOf) files.set(file, [...(files.get(file) ?? []), chunk]);
  const codes = new Map<string, string>();
  for (const { path, text } of outputFiles) {
    const chunk = basename(path);
    const { code } = await transform(text, {
      format: 'cjs',
      platform: 'node',
      // import() would go through the loader hooks.
      supported: { 'dynamic-import': false },
      ...(options.minify !== undefined && { minify: options.minify }),
      ...(options.target !== undefined && { target: options.target }),
    });
    codes.set(
      chunk,
      code.replaceAll(/\brequire\("\.\/([\w-]+\.js)"\)/g, (_, other) => ask(other, chunk)),
    );
  }
  function ask(other: string, from: string): string {
    const file = fileOf.get(other);
    if (file === undefined) throw new Error(`${from} asks for ${other}, which is in no file.`);
    return file === fileOf.get(from) ? `part("${other}")` : `require("./${file}").part("${other}")`;
  }
  await mkdir(resolve(options.absWorkingDir ?? '', options.outdir), { recursive: true });
  for (const [file, chunks] of files) {
    // In parentheses, so that V8 compiles it with the file: all chunks run, and would otherwise be parsed twice.
    const table = chunks.map((chunk) => `${JSON.stringify(chunk)}:(module=>{${codes.get(chunk)}})`);
    const isEntry = chunks.includes(entry);
    await writeFile(
      resolve(options.absWorkingDir ?? '', options.outdir, file),
      // A chunk that threw runs again when it is next requested, as files do in Node.
      `"use strict";const code={${table.join(',\n')}},loaded={};
function part(name){let module=loaded[name];if(!module){module=loaded[name]={exports:{}};try{code[name](module)}catch(error){delete loaded[name];throw error}}return module.exports}
exports.part=part;${isEntry ? `Object.assign(exports,part(${JSON.stringify(entry)}));` : ''}
`,
    );
  }
  return { metafile, fileOf };
}

function chooseFiles(
  { outputs }: Metafile,
  soon: readonly string[],
): {
  /** The file of each chunk. */
  readonly fileOf: ReadonlyMap<string, string>;
  /** The chunk that everything starts with. */
  readonly entry: string;
} {
  const chosen = new Map<string, string>();
  const chunks = Object.entries(outputs);
  const behindImport = new Set(
    chunks.flatMap(([, { imports }]) =>
      imports.filter(({ kind }) => kind === 'dynamic-import').map(({ path }) => path),
    ),
  );
  const entry = chunks.find(([path, { entryPoint }]) => entryPoint !== undefined && !behindImport.has(path));
  if (!entry) throw new Error('The bundle has no entry.');
  const toFile = (entryPoint: string) => basename(entryPoint).replace(/\.\w+$/, '.cjs');
  function addLoaded(path: string, file: string): void {
    if (chosen.has(basename(path))) return;
    chosen.set(basename(path), file);
    for (const { path: other, kind, external } of outputs[path]?.imports ?? [])
      if (kind !== 'dynamic-import' && external !== true) addLoaded(other, file);
  }
  addLoaded(entry[0], toFile(entry[0]));
  for (const [path, { entryPoint = '' }] of chunks)
    if (soon.includes(entryPoint)) addLoaded(path, toFile(entryPoint));
  for (const [path, { bytes, entryPoint }] of chunks) {
    const isBig = entryPoint !== undefined && bytes >= smallestFile;
    if (!chosen.has(basename(path))) chosen.set(basename(path), isBig ? toFile(entryPoint) : shared);
  }
  return { fileOf: chosen, entry: basename(entry[0]) };
}
