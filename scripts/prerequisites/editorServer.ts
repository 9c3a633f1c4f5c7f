import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { cacheFolder } from '../projectPaths.ts';
import { runLongStep } from '../runCommand.ts';
import { installDebianPackages, isInstalled } from './debianPackages.ts';
import { whileLocked } from './installLock.ts';

/** One release of code-server, whose version is that of the VS Code inside it, and the Node it asks for. */
export interface EditorRelease {
  readonly codeServerVersion: string;
  readonly nodeVersion: string;
}

/** The editor that tests run in. */
export const currentRelease: EditorRelease = { codeServerVersion: '4.139.1', nodeVersion: '24.21.0' };

/** The oldest editor that `engines.vscode` promises. */
const minimumRelease: EditorRelease = { codeServerVersion: '4.133.0', nodeVersion: '24.21.0' };

/** The release that e2e and host tests run in: `npm run test:minimum` asks for the oldest. */
export function chosenRelease(): EditorRelease {
  return process.env['TEST_EDITOR'] === 'minimum' ? minimumRelease : currentRelease;
}

/** An installed VS Code whose workbench opens in a browser and whose extension host is the real one. */
export interface EditorServer {
  readonly release: EditorRelease;
  /** The Node to run it with. */
  readonly node: string;
  /** VS Code's own server program. */
  readonly serverMain: string;
}

/**
 * Of the server's native modules only these are missed: without the first, no log reaches the disk, and tests read
 * the logs; without the other, every extension host begins with an error. The rest would build for a minute and want
 * more Debian packages.
 */
const nativeModulesToBuild = ['@vscode/spdlog', '@vscode/native-watchdog'];

function nodePackageName(): string {
  // The same packages that the npm package `node` picks from; they hold the program and its headers.
  const prefix = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
  return `${prefix}-${process.platform}-${process.arch}`;
}

async function provideCompiler(): Promise<void> {
  const missing: string[] = [];
  if (!(await isInstalled('g++'))) missing.push('g++');
  if (!(await isInstalled('make'))) missing.push('make');
  if (!(await isInstalled('python3'))) missing.push('python3');
  if (missing.length === 0) return;
  const obstacle = await installDebianPackages(missing, "the editor's log writer is compiled on install");
  if (obstacle !== undefined) throw new Error(`${missing.join(', ')} can't be installed: ${obstacle}`);
}

async function installServer(folder: string, release: EditorRelease): Promise<void> {
  const nodePackage = nodePackageName();
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
  // Install scripts stay off: code-server's would compile modules that tests never use.
  const npmInstall = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await runLongStep(
    `Downloading VS Code as code-server ${release.codeServerVersion} (about 600 MB unpacked), once, into ${cacheFolder}`,
    'npm',
    [...npmInstall, `code-server@${release.codeServerVersion}`, `${nodePackage}@${release.nodeVersion}`],
    { cwd: folder },
  );
  const nodeFolder = join(folder, 'node_modules', nodePackage);
  const vscodeFolder = join(folder, 'node_modules', 'code-server', 'lib', 'vscode');
  const env = {
    ...process.env,
    PATH: `${join(nodeFolder, 'bin')}${delimiter}${process.env['PATH'] ?? ''}`,
    npm_config_nodedir: nodeFolder,
  };
  await runLongStep("Installing VS Code's own packages", 'npm', [...npmInstall, '--omit=dev'], {
    cwd: vscodeFolder,
    env,
  });
  await runLongStep("Installing its extensions' packages", 'npm', [...npmInstall, '--omit=dev'], {
    cwd: join(vscodeFolder, 'extensions'),
    env,
  });
  await provideCompiler();
  await runLongStep(
    `Compiling ${nativeModulesToBuild.join(' and ')}, so that the editor writes log files`,
    'npm',
    ['rebuild', '--loglevel=error', ...nativeModulesToBuild],
    { cwd: vscodeFolder, env },
  );
}

/** Finds the installed editor server, or installs it: in a temporary folder first, so that it is whole or absent. */
export async function provideEditorServer(release: EditorRelease): Promise<EditorServer> {
  if (process.platform === 'win32') throw new Error('code-server does not run on Windows; use WSL.');
  const folder = join(cacheFolder, `code-server-${release.codeServerVersion}`);
  if (!existsSync(folder)) {
    await whileLocked(`${folder}.lock`, async () => {
      if (existsSync(folder)) return;
      const unfinished = `${folder}.unfinished`;
      await rm(unfinished, { recursive: true, force: true });
      await installServer(unfinished, release);
      await rename(unfinished, folder);
    });
  }
  return {
    release,
    node: join(folder, 'node_modules', nodePackageName(), 'bin', 'node'),
    serverMain: join(folder, 'node_modules', 'code-server', 'lib', 'vscode', 'out', 'server-main.js'),
  };
}
