import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { type BuildOptions, build, context, type Metafile } from 'esbuild';
import { provideCodicons } from './packaging/codicons.ts';
import { hostBundle, loadedSoon } from './packaging/hostBundle.ts';
import { splitBundle } from './packaging/splitBundle.ts';
import { textBundle, withoutText } from './packaging/textBundle.ts';
import { collectThirdPartyNotices } from './packaging/thirdPartyNotices.ts';
import { projectFolder } from './projectPaths.ts';
import { runScript } from './runScript.ts';

const distFolder = join(projectFolder, 'dist');
/** What went into each bundle and how big it is, for the tests that watch over it. Not shipped. */
const metafileFolder = join(projectFolder, 'out', 'meta');

// The `worker` condition keeps out builds of packages that decode text through innerHTML.
const forAWebview = {
  platform: 'browser',
  format: 'iife',
  target: 'chrome132',
  conditions: ['worker'],
} satisfies BuildOptions;

const bundles: Readonly<Record<string, BuildOptions>> = {
  'text.cjs': textBundle,
  'extension.cjs': hostBundle,
  'chat.js': {
    ...forAWebview,
    entryPoints: ['src/webview/chat/main.ts'],
    plugins: [withoutText('page')],
  },
  'reader.js': { ...forAWebview, entryPoints: ['src/webview/reader/main.ts'] },
  'settings.js': { ...forAWebview, entryPoints: ['src/webview/settings/main.ts'] },
  'images.js': { ...forAWebview, entryPoints: ['src/webview/images/main.ts'] },
  'tasks.js': { ...forAWebview, entryPoints: ['src/webview/tasks/main.ts'] },
  'diagram.js': { ...forAWebview, entryPoints: ['src/webview/diagram/main.ts'] },
};

function bundleOptions(file: string, production: boolean) {
  return {
    ...bundles[file],
    absWorkingDir: projectFolder,
    metafile: true,
    bundle: true,
    minify: production,
    sourcemap: production ? false : 'linked',
    // All licenses are in ThirdPartyNotices.txt.
    legalComments: 'none',
    logLevel: 'warning',
  } satisfies BuildOptions;
}

async function copyFiles(quality: number): Promise<void> {
  // LAME's license requires an unmodified, separate file, which people can replace with another build.
  const encoder = join(projectFolder, 'node_modules/wasm-media-encoders/wasm/mp3.wasm');
  await copyFile(encoder, join(distFolder, 'lame.wasm'));
  const { css, ttf } = await provideCodicons();
  await writeFile(join(distFolder, 'codicon.css'), css);
  await writeFile(join(distFolder, 'codicon.ttf'), ttf);
  await compressDiagramLibrary(quality);
}

/**
 * The library for diagrams would be half of the package. With brotli it is a quarter smaller than with the package's
 * own compression; it is unpacked when a diagram is shown (`src/chat/code/diagramPanel.ts`).
 */
async function compressDiagramLibrary(quality: number): Promise<void> {
  const library = await readFile(join(projectFolder, 'node_modules/@mermaid-js/tiny/dist/mermaid.tiny.js'));
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: library.length,
  };
  await writeFile(join(distFolder, 'mermaid.js.br'), await promisify(brotliCompress)(library, { params }));
}

async function bundle(file: string, production: boolean): Promise<Metafile> {
  const options = bundleOptions(file, production);
  // In development, the host bundle stays one file, whose source map is exact.
  if (production && bundles[file] === hostBundle) {
    const { metafile } = await splitBundle({ ...options, outdir: 'dist', soon: loadedSoon });
    return metafile;
  }
  return (await build({ ...options, outfile: join('dist', file) })).metafile;
}

async function buildOnce(production: boolean): Promise<void> {
  await rm(distFolder, { recursive: true, force: true });
  await mkdir(distFolder, { recursive: true });
  await mkdir(metafileFolder, { recursive: true });
  const copying = copyFiles(production ? constants.BROTLI_MAX_QUALITY : constants.BROTLI_MIN_QUALITY);
  const metafiles: Metafile[] = [];
  for (const file of Object.keys(bundles)) {
    const metafile = await bundle(file, production);
    metafiles.push(metafile);
    await writeFile(join(metafileFolder, `${file}.json`), JSON.stringify(metafile, undefined, 1));
  }
  await copying;
  const notices = await collectThirdPartyNotices(metafiles, ['@vscode/codicons', '@mermaid-js/tiny']);
  await writeFile(join(distFolder, 'ThirdPartyNotices.txt'), notices);
}

async function watch(): Promise<void> {
  await mkdir(distFolder, { recursive: true });
  await copyFiles(constants.BROTLI_MIN_QUALITY);
  for (const file of Object.keys(bundles)) {
    const watched = await context({
      ...bundleOptions(file, false),
      outfile: join('dist', file),
      logLevel: 'info',
    });
    await watched.watch();
  }
  console.log('Watching src; Ctrl-C ends it.');
}

const { values } = parseArgs({
  options: { production: { type: 'boolean', default: false }, watch: { type: 'boolean', default: false } },
});
await runScript(async () => {
  await (values.watch ? watch() : buildOnce(values.production));
});
