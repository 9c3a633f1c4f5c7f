import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { projectFolder } from '../projectPaths.ts';

/** The package that a bundled file is from, as a path in the project: `node_modules/lit`. Undefined for our own. */
function findPackageFolder(inputPath: string): string | undefined {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(inputPath)?.[0];
}

/** Where a licence asks for its text or its address, its address, and that a part was left out (CC BY 4.0, 3 a 1). */
function shorten(licence: string): string {
  return licence.startsWith('Attribution 4.0 International')
    ? 'Attribution 4.0 International (CC BY 4.0): https://creativecommons.org/licenses/by/4.0/legalcode\nChanged: only what is used of it is here.'
    : licence;
}

async function describePackage(folder: string): Promise<string> {
  const path = join(projectFolder, folder);
  const manifest = JSON.parse(await readFile(join(path, 'package.json'), 'utf8'));
  const licenceFiles = (await readdir(path)).filter((name) => /^(licen[cs]e|notice)/i.test(name)).sort();
  const texts = await Promise.all(
    licenceFiles.map(async (name) => shorten((await readFile(join(path, name), 'utf8')).trim())),
  );
  const heading = `${manifest.name} ${manifest.version} (${manifest.license})`;
  return [heading, '='.repeat(heading.length), ...texts].join('\n\n');
}

const licencesFolder = join(projectFolder, 'scripts/packaging/licences');

/** Code inside a package or our own files with a separate license, which no package here includes. */
const embedded: readonly { readonly heading: string; readonly words: string; readonly licence: string }[] = [
  {
    heading: 'LAME 3.100 (LGPL-2.0-or-later)',
    // The license requires its text, a notice that LAME is used, and its source.
    words:
      'This extension uses LAME to encode MP3. It is the file dist/lame.wasm, as wasm-media-encoders 0.7.0 has it, and can\n' +
      'be replaced by another build of it. Its source is at https://lame.sourceforge.io, and how it becomes this file at\n' +
      'https://github.com/arseneyr/wasm-media-encoders. For at least three years after a release of this extension, its\n' +
      'publisher gives anyone who asks the complete source of the LAME in it, with what it was built by, for no more than\n' +
      'the cost of handing it over. The way to ask is on the page of the extension in the marketplace.',
    licence: 'LGPL-2.0.txt',
  },
  {
    heading: 'What mermaid.js contains',
    words:
      'dist/mermaid.js.br is @mermaid-js/tiny 12.0.0 as its makers built it, compressed. These packages are in it, each under its licence.',
    licence: 'mermaid.txt',
  },
  {
    heading: 'gitleaks v8.30.1 (MIT)',
    words:
      'The rules by which texts are searched for secrets are made from config/gitleaks.toml of gitleaks.',
    licence: 'gitleaks.txt',
  },
];

async function describeEmbedded({ heading, words, licence }: (typeof embedded)[number]): Promise<string> {
  const text = await readFile(join(licencesFolder, licence), 'utf8');
  return [heading, '='.repeat(heading.length), words, text.trimEnd()].join('\n\n');
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
  const descriptions = await Promise.all([
    ...[...folders].sort().map(describePackage),
    ...embedded.map(describeEmbedded),
  ]);
  return `This extension contains the following packages.\n\n${descriptions.join('\n\n\n')}\n`;
}
