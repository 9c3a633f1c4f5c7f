import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder, projectTool } from '../projectPaths.ts';
import { runCommand } from '../runCommand.ts';
import { describePlaceholder } from './placeholderOwner.ts';

/** What may be in the package, and nothing else: a source map or a test in it is a mistake. */
const allowedFiles = [
  /^package(\.nls(\.[a-z-]+)?)?\.json$/,
  /^(README|CHANGELOG)\.md$/,
  /^LICENSE$/,
  /^dist\/(extension|shared|text|client|narration|register(Chat|Connection|ReadAloud|CommitMessage|Rewrite|Images|Tasks))\.cjs$/,
  /^dist\/(chat|reader|settings|diagram|images|tasks)\.js$/,
  /^dist\/mermaid\.js\.br$/,
  /^dist\/codicon\.(css|ttf)$/,
  /^dist\/lame\.wasm$/,
  /^dist\/ThirdPartyNotices\.txt$/,
  /^media\/[\w-]+\.(css|svg|png)$/,
  /^media\/walkthrough\/\w+\.svg$/,
  /^media\/readme\/[\w-]+\.webp$/,
  /^l10n\/bundle\.l10n(\.[a-z-]+)?\.json$/,
];
const requiredFiles = [
  'package.json',
  'package.nls.json',
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
  'dist/extension.cjs',
  'dist/diagram.js',
  'dist/mermaid.js.br',
  'dist/lame.wasm',
  ...[
    'shared',
    'client',
    'narration',
    'registerChat',
    'registerConnection',
    'registerReadAloud',
    'registerImages',
    'registerTasks',
  ].map((name) => `dist/${name}.cjs`),
  'dist/text.cjs',
  'dist/chat.js',
  'dist/reader.js',
  'dist/settings.js',
  'dist/images.js',
  'dist/tasks.js',
  'dist/ThirdPartyNotices.txt',
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
  const stray = files.filter((file) => !allowedFiles.some((pattern) => pattern.test(file)));
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
