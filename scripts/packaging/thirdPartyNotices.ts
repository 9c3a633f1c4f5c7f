import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { projectFolder } from '../projectPaths.ts';

/** The package that a bundled file is from, as a path in the project: `node_modules/lit`. Undefined for our own. */
function findPackageFolder(inputPath: string): string | undefined {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(inputPath)?.[0];
}

async function describePackage(folder: string): Promise<string> {
  const path = join(projectFolder, folder);
  const manifest = JSON.parse(await readFile(join(path, 'package.json'), 'utf8'));
  const licenceFiles = (await readdir(path)).filter((name) => /^(licen[cs]e|notice)/i.test(name)).sort();
  const texts = await Promise.all(
    licenceFiles.map(async (name) => (await readFile(join(path, name), 'utf8')).trim()),
  );
  const heading = `${manifest.name} ${manifest.version} (${manifest.license})`;
  return [heading, '='.repeat(heading.length), ...texts].join('\n\n');
}

/**
 * What is inside of a package under a licence of its own, which the package does not carry. LAME's asks for its text,
 * for the word that LAME is used, and for where its source is.
 */
async function describeLame(): Promise<string> {
  const heading = 'LAME 3.100 (LGPL-2.0-or-later)';
  const licence = await readFile(join(projectFolder, 'scripts/packaging/licences/LGPL-2.0.txt'), 'utf8');
  return [
    heading,
    '='.repeat(heading.length),
    'This extension uses LAME to encode MP3. It is the file dist/lame.wasm, as wasm-media-encoders 0.7.0 has it, and can\n' +
      'be replaced by another build of it. Source: https://lame.sourceforge.io, and how it becomes this file:\n' +
      'https://github.com/arseneyr/wasm-media-encoders',
    licence.trimEnd(),
  ].join('\n\n');
}

/** Name, version and licence text of every package of which something went into a bundle. */
export async function collectThirdPartyNotices(
  metafiles: readonly Metafile[],
  copiedPackages: readonly string[],
): Promise<string> {
  const folders = new Set(copiedPackages.map((name) => `node_modules/${name}`));
  for (const output of metafiles.flatMap((metafile) => Object.values(metafile.outputs))) {
    for (const [input, { bytesInOutput }] of Object.entries(output.inputs)) {
      const folder = findPackageFolder(input);
      if (folder !== undefined && bytesInOutput > 0) folders.add(folder);
    }
  }
  const descriptions = await Promise.all([...[...folders].sort().map(describePackage), describeLame()]);
  return `This extension contains the following packages.\n\n${descriptions.join('\n\n\n')}\n`;
}
