import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startServer } from '../test/e2e/harness/server/editorServer.ts';
import { linkExtension } from '../test/e2e/harness/server/installExtension.ts';
import { startReferenceRelay } from '../test/relay/referenceRelay.ts';
import { isInstalled } from './prerequisites/debianPackages.ts';
import { currentRelease, provideEditorServer } from './prerequisites/editorServer.ts';
import { projectFolder, projectTool } from './projectPaths.ts';
import { runCommand } from './runCommand.ts';
import { runScript } from './runScript.ts';

const help = `Builds the extension and opens it in a real VS Code, connected to the reference relay on this machine.
  --port N    port of the editor; without it, any free one
  --desktop   uses the installed desktop VS Code (the command "code") instead of one in the browser
Ctrl-C ends the editor and the relay.`;

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    desktop: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

const settings = {
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'workbench.startupEditor': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'git.enabled': false,
};

interface Demo {
  /** Goes when the demo ends. */
  readonly folder: string;
  readonly workspace: string;
  readonly env: NodeJS.ProcessEnv;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

async function openInBrowser(address: string): Promise<void> {
  const hasDisplay = process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'];
  const opener = process.platform === 'darwin' ? 'open' : hasDisplay ? 'xdg-open' : undefined;
  if (opener === undefined || !(await isInstalled(opener))) return;
  spawn(opener, [address], { stdio: 'ignore', detached: true }).unref();
}

async function showInBrowser({ folder, workspace, env, signal }: Demo): Promise<void> {
  const editor = await provideEditorServer(currentRelease);
  const dataFolder = join(folder, 'data');
  await mkdir(join(dataFolder, 'data', 'User'), { recursive: true });
  await writeFile(join(dataFolder, 'data', 'User', 'settings.json'), JSON.stringify(settings, undefined, 2));
  await linkExtension(dataFolder, projectFolder);
  const server = await startServer({ editor, dataFolder, env, port: Number(values.port) });
  try {
    const address = new URL(`http://127.0.0.1:${server.port}/`);
    address.searchParams.set('folder', workspace);
    const openFile = `vscode-remote://127.0.0.1:${server.port}${join(workspace, 'welcome.md')}`;
    address.searchParams.set('payload', JSON.stringify([['openFile', openFile]]));
    console.log(`\nOpen this address in a browser (Ctrl-C here ends it):\n\n  ${address.href}\n`);
    await openInBrowser(address.href);
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  } finally {
    await server.close();
  }
}

async function showOnDesktop({ folder, workspace, env, signal }: Demo): Promise<void> {
  if (!(await isInstalled('code')))
    throw new Error('The command "code" of a desktop VS Code is not on the PATH.');
  const userFolder = join(folder, 'desktop', 'User');
  await mkdir(userFolder, { recursive: true });
  await writeFile(join(userFolder, 'settings.json'), JSON.stringify(settings, undefined, 2));
  console.log('Opening the desktop VS Code. Closing its window, or Ctrl-C here, ends the relay too.');
  const child = spawn(
    'code',
    [
      ...['--new-window', '--wait', '--disable-workspace-trust'],
      `--extensionDevelopmentPath=${projectFolder}`,
      `--user-data-dir=${join(folder, 'desktop')}`,
      `--extensions-dir=${join(folder, 'extensions')}`,
      workspace,
      join(workspace, 'welcome.md'),
    ],
    { stdio: 'inherit', env: { ...process.env, ...env } },
  );
  signal.addEventListener('abort', () => child.kill());
  await new Promise<void>((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', () => resolve());
  });
}

async function start(): Promise<void> {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stop.abort());
  const building = await runCommand(projectTool('node'), ['scripts/build.ts'], { cwd: projectFolder });
  if (building.exitCode !== 0) throw new Error('The extension could not be built.');
  const folder = await mkdtemp(join(tmpdir(), 'model-relay-demo-'));
  const relay = await startReferenceRelay();
  try {
    const workspace = join(folder, 'demo');
    await cp(join(projectFolder, 'scripts', 'demoWorkspace'), workspace, { recursive: true });
    console.log(`The reference relay runs at ${relay.baseUrl}`);
    const env = { MODEL_RELAY_BASE_URL: relay.baseUrl, MODEL_RELAY_API_KEY: relay.keys.good };
    await (values.desktop ? showOnDesktop : showInBrowser)({ folder, workspace, env, signal: stop.signal });
  } finally {
    await relay.close();
    await rm(folder, { recursive: true, force: true });
  }
}

await runScript(async () => {
  if (values.help) console.log(help);
  else await start();
});
