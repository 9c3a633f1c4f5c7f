import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildOptions, Plugin } from 'esbuild';
import { withoutText } from './textBundle.ts';

/**
 * Leaves out what our requests never reach in undici: HTTP/2, which we don't allow, bodies that are undici's own forms,
 * and one of its two HTTP parsers. The one without SIMD runs on every processor, and is fast enough for a network.
 */
const lessOfUndici: Plugin = {
  name: 'less-of-undici',
  setup: (pluginBuild) => {
    pluginBuild.onResolve({ filter: /\/llhttp_simd-wasm\.js$/ }, ({ resolveDir }) => ({
      path: join(resolveDir, '../llhttp/llhttp-wasm.js'),
    }));
    pluginBuild.onLoad({ filter: /\/undici\/lib\/(dispatcher\/client-h2|web\/fetch\/body)\.js$/ }, () => ({
      contents: '',
    }));
  },
};

/**
 * Relays' replies are parsed with full zod, everything else with zod/mini. Both have the same core, which would be
 * loaded on activation with everything that full zod needs of it, so full zod gets a separate copy of the core.
 */
const twoFormsOfZod: Plugin = {
  name: 'two-forms-of-zod',
  setup: (pluginBuild) => {
    const full = '?full';
    pluginBuild.onResolve(
      { filter: /^zod$|^\.\.?\// },
      async ({ path, importer, resolveDir, kind, pluginData }) => {
        if (pluginData === 'resolving' || (path !== 'zod' && pluginData !== full)) return undefined;
        const found = await pluginBuild.resolve(path, {
          importer,
          resolveDir,
          kind,
          pluginData: 'resolving',
        });
        return { ...found, suffix: full };
      },
    );
    pluginBuild.onLoad({ filter: /\/node_modules\/zod\// }, async ({ path, suffix }) =>
      // `pluginData` marks the imports of this file as part of full zod.
      suffix === full ? { contents: await readFile(path), pluginData: full } : undefined,
    );
  },
};

/** The oldest editor we promise, VS Code 1.133, has newer ones; desktop editors built from it may lag behind. */
export const hostBundle = {
  platform: 'node',
  format: 'cjs',
  target: 'node22',
  external: ['vscode'],
  entryPoints: ['src/extension.ts'],
  plugins: [withoutText('host'), lessOfUndici, twoFormsOfZod],
} satisfies BuildOptions & { entryPoints: [string] };

/** VS Code asks for the models as soon as it hears that there are some. */
export const loadedSoon = ['src/chatProvider/models/modelInformation.ts'];
