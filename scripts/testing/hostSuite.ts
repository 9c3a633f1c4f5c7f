import { EventEmitter, once } from 'node:events';
import { existsSync } from 'node:fs';
import { glob, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { build } from 'esbuild';
import { closeBrowsers, provideBrowser } from '../../test/e2e/harness/browser.ts';
import { quietSettings } from '../../test/e2e/harness/quietSettings.ts';
import { startServer } from '../../test/e2e/harness/server/editorServer.ts';
import { startReferenceRelay } from '../../test/relay/referenceRelay.ts';
import { type DesktopEditor, tryDesktopEditor } from '../prerequisites/desktopEditor.ts';
import { type EditorRelease, provideEditorServer } from '../prerequisites/editorServer.ts';
import { projectFolder } from '../projectPaths.ts';
import { runCommand } from '../runCommand.ts';
import { judgeSuite, readResults, type TestResults } from './testResults.ts';

/** How long the whole suite may take before the editor counts as hung. */
const suiteLimitMs = 10 * 60_000;

/** Nobody looks at it, and every pixel of it is painted. */
const smallWindow = { width: 640, height: 480 };

/** One bundle of all specs, found by their names: a list kept by hand forgets one. */
async function bundleSpecs(testsPath: string, chosen?: readonly string[]): Promise<void> {
  const hostFolder = join(projectFolder, 'test', 'host');
  const loaders: string[] = [];
  for await (const spec of glob('**/*.test.ts', { cwd: hostFolder })) {
    if (chosen && !chosen.includes(`test/host/${spec.replaceAll(sep, '/')}`)) continue;
    loaders.push(`() => import(${JSON.stringify(`./${spec}`)})`);
  }
  await build({
    stdin: {
      contents: `import { runSpecs } from './runner.ts';\nexport const run = () => runSpecs([${loaders.toSorted().join(', ')}]);`,
      resolveDir: hostFolder,
      loader: 'ts',
    },
    outfile: testsPath,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    sourcemap: 'inline',
    external: ['vscode', 'mocha/lib/mocha.cjs'],
    // Mocha's CommonJS file, because Node 22 and Node 24 `require` its ES module entry differently.
    alias: { mocha: 'mocha/lib/mocha.cjs' },
    logLevel: 'warning',
  });
}

interface HostRun {
  readonly env: NodeJS.ProcessEnv;
  readonly testsPath: string;
  /** Data, extensions and workspace of this run; goes afterwards. */
  readonly folder: string;
}

/** Turns off TypeScript's validation: its problems would come at any time, among those that tests create. */
async function writeUserSettings(userFolder: string): Promise<void> {
  await mkdir(userFolder, { recursive: true });
  const settings = {
    ...quietSettings,
    'git.enabled': true,
    'typescript.validate.enable': false,
    'js/ts.validate.enabled': false,
  };
  await writeFile(join(userFolder, 'settings.json'), JSON.stringify(settings));
}

async function runInDesktop(
  editor: DesktopEditor,
  { env, testsPath, folder }: HostRun,
): Promise<number | undefined> {
  await writeUserSettings(join(folder, 'data', 'User'));
  const [command = editor.executable, ...commandArguments] = [
    ...editor.launcher,
    editor.executable,
    join(folder, 'workspace'),
    `--extensionDevelopmentPath=${projectFolder}`,
    `--extensionTestsPath=${testsPath}`,
    `--user-data-dir=${join(folder, 'data')}`,
    `--extensions-dir=${join(folder, 'extensions')}`,
    ...['--no-sandbox', '--disable-gpu', '--disable-updates', '--skip-welcome', '--skip-release-notes'],
    '--disable-workspace-trust',
  ];
  const result = await runCommand(command, commandArguments, {
    env: { ...process.env, ...env },
    quiet: true,
  });
  if (result.exitCode !== 0) console.log(result.output.slice(-4000));
  return result.exitCode;
}

async function runInServer(release: EditorRelease, { env, testsPath, folder }: HostRun): Promise<number> {
  const editor = await provideEditorServer(release);
  await writeUserSettings(join(folder, 'data', 'data', 'User'));
  const server = await startServer({ editor, dataFolder: join(folder, 'data'), env, honourPayload: true });
  try {
    const page = await (await provideBrowser()).newPage({ viewport: smallWindow });
    const hostConsole: string[] = [];
    await page.exposeFunction('codeAutomationLog', (type: string, values: unknown[]) => {
      hostConsole.push(`[${type}] ${values.join(' ')}`);
    });
    const exits = new EventEmitter();
    await page.exposeFunction('codeAutomationExit', (code: number) => exits.emit('exit', code));
    const exit = once(exits, 'exit', { signal: AbortSignal.timeout(suiteLimitMs) });
    const uri = (path: string) => `vscode-remote://127.0.0.1:${server.port}${path}`;
    const address = new URL(`http://127.0.0.1:${server.port}/`);
    address.searchParams.set('folder', join(folder, 'workspace'));
    address.searchParams.set(
      'payload',
      JSON.stringify([
        ['extensionDevelopmentPath', uri(projectFolder)],
        ['extensionTestsPath', uri(testsPath)],
        ['skipWelcome', 'true'],
      ]),
    );
    await page.goto(address.href);
    const [code] = await exit;
    if (code !== 0) console.log(hostConsole.slice(-40).join('\n'));
    return code;
  } finally {
    await closeBrowsers();
    await server.close();
  }
}

/**
 * Runs test/host, or some of its specs, in a real VS Code: the desktop one where it can be had, else code-server's.
 * Says which and why.
 */
export async function runHostSuite(
  release: EditorRelease,
  grep: string | undefined,
  specs?: readonly string[],
): Promise<TestResults> {
  const folder = await mkdtemp(join(tmpdir(), 'model-relay-host-'));
  const report = join(folder, 'report.txt');
  const relay = await startReferenceRelay({ slowWordMs: 50 });
  const testsPath = join(projectFolder, 'out', 'test', 'host', 'index.cjs');
  const run: HostRun = {
    folder,
    testsPath,
    env: {
      HOST_TEST_PROJECT: projectFolder,
      HOST_TEST_REPORT: report,
      HOST_TEST_GREP: grep ?? '',
      // The extension under test connects to this relay; the tests ask the relay what it received.
      MODEL_RELAY_BASE_URL: relay.baseUrl,
      MODEL_RELAY_API_KEY: relay.keys.good,
    },
  };
  try {
    await bundleSpecs(testsPath, specs);
    await mkdir(join(folder, 'workspace'));
    const editorVersion = release.codeServerVersion.replace(/^4/, '1');
    const desktop = await tryDesktopEditor(editorVersion);
    let exitCode: number | undefined;
    if (typeof desktop !== 'string') {
      console.log(`Editor: the desktop VS Code ${editorVersion}, from @vscode/test-electron.`);
      exitCode = await runInDesktop(desktop, run);
    }
    if (typeof desktop === 'string' || !existsSync(report)) {
      const reason = typeof desktop === 'string' ? desktop : 'it did not get as far as the tests';
      console.log(`Editor: VS Code ${editorVersion} as code-server; no desktop VS Code, because ${reason}.`);
      exitCode = await runInServer(release, run);
    }
    if (existsSync(report)) console.log(await readFile(report, 'utf8'));
    return judgeSuite('test/host', await readResults(`${report}.results.json`), exitCode);
  } finally {
    await relay.close();
    await rm(folder, { recursive: true, force: true });
  }
}
