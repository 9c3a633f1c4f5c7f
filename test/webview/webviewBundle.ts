import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { projectFolder } from '../../scripts/projectPaths.ts';

/** How the views' bundles are made: `worker` has the parser decode entities from a table, and not through HTML. */
const webviewBundle = {
  bundle: true,
  platform: 'browser',
  format: 'iife',
  target: 'chrome132',
  conditions: ['worker'],
  write: false,
} satisfies BuildOptions;

const bundles = new Map<string, Promise<string>>();

/** The text of a bundle, made once for each entry. */
export function provideBundle(entry: string): Promise<string> {
  let bundle = bundles.get(entry);
  if (!bundle) {
    bundle = build({ ...webviewBundle, entryPoints: [join(projectFolder, entry)] }).then(
      ({ outputFiles }) => outputFiles[0]?.text ?? '',
    );
    bundles.set(entry, bundle);
  }
  return bundle;
}
