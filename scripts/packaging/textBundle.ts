import type { BuildOptions, Plugin } from 'esbuild';
import { projectFolder } from '../projectPaths.ts';

/** The modules with which both the reader in the host and the chat's page parse texts. */
const modules = [
  `export * from './src/text/highlighting.ts';`,
  `export * from './src/text/markdown/mathSyntax.ts';`,
  `export * from './src/text/markdown/syntax.ts';`,
  `export { fromMarkdown } from 'mdast-util-from-markdown';`,
  `export { gfmFromMarkdown } from 'mdast-util-gfm';`,
];
const asked =
  /^(\.\.\/.*\/text\/(highlighting|markdown\/(mathSyntax|syntax))\.ts|mdast-util-(from-markdown|gfm))$/;

/** Bundles them into a separate file, which is a module for the host and a script for the page. */
export const textBundle = {
  stdin: { contents: modules.join('\n'), resolveDir: projectFolder },
  format: 'iife',
  globalName: 'relayText',
  footer: { js: `if (typeof module === 'object') module.exports = relayText;` },
  // As for a page, with `worker`, so that no entity is decoded through innerHTML.
  platform: 'browser',
  conditions: ['worker'],
  target: ['chrome132', 'node22'],
} satisfies BuildOptions;

/** Leaves that file out of a bundle, which then finds it beside it in the host, and as a script before it in a page. */
export function withoutText(place: 'host' | 'page'): Plugin {
  return {
    name: 'without-text',
    setup: (pluginBuild) => {
      pluginBuild.onResolve({ filter: asked }, ({ importer }) => {
        if (importer.includes('/node_modules/')) return undefined;
        return place === 'host'
          ? { path: './text.cjs', external: true }
          : { path: 'text', namespace: 'text' };
      });
      pluginBuild.onLoad({ filter: /./, namespace: 'text' }, () => ({
        contents: 'module.exports = relayText;',
      }));
    },
  };
}
