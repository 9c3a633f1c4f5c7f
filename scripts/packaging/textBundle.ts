import type { BuildOptions, Plugin } from 'esbuild';
import { projectFolder } from '../projectPaths.ts';

/** What the reader in the host and the chat's page both parse texts with. */
const modules = [
  `export * from './src/text/highlighting.ts';`,
  `export * from './src/text/markdown/mathSyntax.ts';`,
  `export * from './src/text/markdown/syntax.ts';`,
  `export { fromMarkdown } from 'mdast-util-from-markdown';`,
  `export { gfmFromMarkdown } from 'mdast-util-gfm';`,
];
const asked =
  /^(\.\.\/.*\/text\/(highlighting|markdown\/(mathSyntax|syntax))\.ts|mdast-util-(from-markdown|gfm))$/;

/** They are a file of their own, which is a module to the host and a script to the page. */
export const textBundle = {
  stdin: { contents: modules.join('\n'), resolveDir: projectFolder },
  format: 'iife',
  globalName: 'relayText',
  footer: { js: `if (typeof module === 'object') module.exports = relayText;` },
  // As in a page, so that no entity is decoded by HTML.
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
