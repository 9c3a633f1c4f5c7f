import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder, projectTool } from '../projectPaths.ts';
import { runCommand } from '../runCommand.ts';

const hostFiles = ['extension', 'modelInformation', 'shared', 'text', 'client', 'narration'];
const features = ['Chat', 'Connection', 'ReadAloud', 'Images', 'Tasks'];
const pages = ['chat', 'reader', 'settings', 'diagram', 'images', 'tasks'];

/** What must be in the package. */
const requiredFiles = [
  ...['package.json', 'package.nls.json', 'README.md', 'CHANGELOG.md', 'LICENSE'],
  ...[...hostFiles, ...features.map((name) => `register${name}`)].map((name) => `dist/${name}.cjs`),
  ...pages.map((name) => `dist/${name}.js`),
  ...['codicon.css', 'codicon.ttf', 'lame.wasm', 'mermaid.js.br', 'ThirdPartyNotices.txt'].map(
    (name) => `dist/${name}`,
  ),
];
/** What may be in it besides, and nothing else: a source map or a test in it is a mistake. */
const otherFiles = [
  /^package\.nls\.[a-z-]+\.json$/,
  // Small features are part of the shared file.
  /^dist\/register(CommitMessage|Rewrite)\.cjs$/,
  /^media\/[\w-]+\.(css|svg|png)$/,
  /^media\/walkthrough\/\w+\.svg$/,
  /^media\/readme\/[\w-]+\.webp$/,
  /^l10n\/bundle\.l10n(\.[a-z-]+)?\.json$/,
];
/** A third of it draws diagrams. */
const sizeLimitBytes = 1536 * 1024;

/** Packs the extension into a VSIX and checks what is in it. Throws, in words, when it is not right. */
export async function packageExtension(vsixPath: string): Promise<void> {
  const packing = await runCommand(
    process.execPath,
    [projectTool('vsce'), 'package', '--no-dependencies', '--out', vsixPath],
    { cwd: projectFolder },
  );
  if (packing.exitCode !== 0) throw new Error('vsce could not pack the extension.');
  const listing = await runCommand(process.execPath, [projectTool('vsce'), 'ls', '--no-dependencies'], {
    cwd: projectFolder,
    quiet: true,
  });
  const files = listing.output.split('\n').filter((line) => line !== '');
  const stray = files.filter(
    (file) => !requiredFiles.includes(file) && !otherFiles.some((pattern) => pattern.test(file)),
  );
  const missing = requiredFiles.filter((file) => !files.includes(file));
  const { size } = await stat(vsixPath);
  const complaints = [
    ...stray.map((file) => `${file} does not belong into the package`),
    ...missing.map((file) => `${file} is missing from the package`),
    ...(size > sizeLimitBytes ? [`the package has ${size} bytes; ${sizeLimitBytes} are allowed`] : []),
  ];
  if (complaints.length > 0) throw new Error(`The package is not right:\n  ${complaints.join('\n  ')}`);
  console.log(`${vsixPath}: ${files.length} files, ${Math.round(size / 1024)} KB`);
  const manifest: unknown = JSON.parse(await readFile(join(projectFolder, 'package.json'), 'utf8'));
  const warning = describePlaceholder(manifest);
  if (warning !== undefined) console.warn(warning);
}

/** In package.json, until the repository has an owner. No GitHub account can have this name, so nobody gets the links. */
const placeholderOwner = '_OWNER_';

/** What has to be set before publishing, and where; undefined if all is. */
export function describePlaceholder(manifest: unknown): string | undefined {
  const fields = Object.entries(manifest as object)
    .filter(([, value]) => JSON.stringify(value).includes(placeholderOwner))
    .map(([name]) => `"${name}"`);
  if (fields.length === 0) return undefined;
  return `WARNING: package.json has no repository owner yet. Replace ${placeholderOwner} in ${fields.join(', ')} with the GitHub account before publishing: until then, links and images of the README lead nowhere.`;
}
