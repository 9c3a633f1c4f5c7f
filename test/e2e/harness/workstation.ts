import { appendFileSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { chosenRelease, provideEditorServer } from '../../../scripts/prerequisites/editorServer.ts';
import { projectFolder } from '../../../scripts/projectPaths.ts';
import { closeBrowsers, provideBrowser } from './browser.ts';
import { imitateDesktop, workbenchHost } from './desktopLikeness.ts';
import type { EditorOptions } from './editor.ts';
import { quietSettings } from './quietSettings.ts';
import { installLanguagePacks, installTranslated } from './server/displayLanguages.ts';
import { type RunningServer, readLogs, startServer } from './server/editorServer.ts';
import { type HostDoor, type HostDoors, openHostDoors } from './server/hostDoor.ts';
import { linkExtension } from './server/installExtension.ts';
import { patienceMs, waitUntil } from './waitUntil.ts';

/** A page that behaves as a window of the desktop does, still empty, and the door to its extension host. */
export interface WindowPage {
  readonly page: Page;
  readonly door: HostDoor;
}

/** What a suite finds at the workstation: a folder, settings, and no trace of earlier suites. */
interface Desk {
  readonly context: BrowserContext;
  readonly address: string;
  readonly workspaceFolder: string;
  readonly settingsFile: string;
  openPage(): Promise<WindowPage>;
  /** What was logged since the desk was prepared. */
  readLogs(): Promise<string>;
  /** Leaves its pages empty, and no extension host behind. */
  leave(): Promise<void>;
  close(): Promise<void>;
}

/**
 * A running VS Code with our extension, which test suites use one after the other. Starting it takes longer than
 * most suites, so there is one for each process: nothing of what a suite asks for needs another one. Trust is a
 * setting here, each extension host reads the environment again, and the browser's storage, where VS Code keeps states
 * and secrets, is emptied.
 */
interface Workstation {
  readonly server: RunningServer;
  readonly dataFolder: string;
  prepare(options: EditorOptions): Promise<Desk>;
  close(): Promise<void>;
}

async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

/** Records each slow start, which the test script counts in its last line. */
function countStart(what: 'editor' | 'window'): void {
  const file = process.env['TEST_STARTS_FILE'];
  if (file) appendFileSync(file, `${what}\n`);
}

/** How long extension hosts without a window may take to end by themselves. */
const endingMs = 2_000;

async function endExtensionHosts(server: RunningServer): Promise<void> {
  const haveEnded = async () => (await server.findExtensionHosts()).length === 0;
  try {
    await waitUntil('the extension hosts end', haveEnded, endingMs);
  } catch {
    for (const host of await server.findExtensionHosts()) process.kill(host, 'SIGKILL');
    await waitUntil('the extension hosts are ended', haveEnded);
  }
}

const contexts = new Map<string, Promise<BrowserContext>>();

/** One context for each kind, which is reused: the next window gets what is loaded and compiled of the workbench. */
function provideContext({
  gesturePolicy,
  userAgent,
  deviceScaleFactor,
}: EditorOptions): Promise<BrowserContext> {
  const flags = gesturePolicy === 'required' ? ['--autoplay-policy=user-gesture-required'] : [];
  const kind = `${flags} ${userAgent} ${deviceScaleFactor}`;
  let context = contexts.get(kind);
  if (context === undefined) {
    context = provideBrowser(flags).then(async (browser) => {
      const made = await browser.newContext({
        ...(userAgent !== undefined && { userAgent }),
        ...(deviceScaleFactor !== undefined && { deviceScaleFactor }),
      });
      made.setDefaultTimeout(patienceMs);
      return made;
    });
    contexts.set(kind, context);
  }
  return context;
}

/** Closes the context's pages, and clears their storage. */
async function forget(context: BrowserContext, origin: string): Promise<void> {
  const [page] = context.pages();
  if (page !== undefined) {
    const session = await context.newCDPSession(page);
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  }
  for (const each of context.pages()) await each.close();
}

async function startWorkstation(): Promise<Workstation> {
  const folder = await mkdtemp(join(tmpdir(), 'model-relay-editor-'));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', removeFolder);
  const dataFolder = join(folder, 'data');
  const userFolder = join(dataFolder, 'data', 'User');
  const environmentFile = join(folder, 'environment.json');
  if (process.env['UPDATE_PICTURES']) {
    await installTranslated(dataFolder);
    await installLanguagePacks(dataFolder);
  } else await linkExtension(dataFolder, projectFolder);
  await linkExtension(dataFolder, join(projectFolder, 'test', 'e2e', 'testExtension'));
  const doors: HostDoors = await openHostDoors(join(folder, 'door'));
  const server = await startServer({
    editor: await provideEditorServer(chosenRelease()),
    dataFolder,
    trust: false,
    require: join(import.meta.dirname, 'server', 'hostEnvironment.cjs'),
    env: {
      HOST_ENVIRONMENT_FILE: environmentFile,
      HOST_DOOR: doors.path,
    },
  });
  countStart('editor');
  const origin = `http://${workbenchHost}:${server.port}`;
  let count = 0;
  let taken: Desk | undefined;

  async function prepare(options: EditorOptions): Promise<Desk> {
    // A hook that timed out leaves its desk open, which must not fail the suites that follow.
    await taken?.close();
    count += 1;
    const workspaceFolder = join(folder, String(count), 'workspace');
    const settingsFile = join(userFolder, 'settings.json');
    await writeFiles(workspaceFolder, options.files ?? {});
    options.prepare?.(workspaceFolder);
    await rm(userFolder, { recursive: true, force: true });
    await writeFiles(userFolder, {
      'settings.json': JSON.stringify(
        {
          ...quietSettings,
          'security.workspace.trust.enabled': options.trust === false,
          ...options.settings,
        },
        undefined,
        2,
      ),
      // Without a file, code-server speaks English.
      ...(options.language && { 'argv.json': JSON.stringify({ locale: options.language }) }),
    });
    await writeFile(environmentFile, JSON.stringify(options.env ?? {}));
    const before = await readLogs(server);

    const context = await provideContext(options);
    const imitateWindow = await imitateDesktop(context, options);
    const openDoors: HostDoor[] = [];

    async function leave(): Promise<void> {
      for (const page of context.pages()) await page.goto('about:blank');
      await endExtensionHosts(server);
    }
    const desk: Desk = {
      context,
      address: `${origin}/?folder=${encodeURIComponent(workspaceFolder)}`,
      workspaceFolder,
      settingsFile,
      leave,
      async openPage() {
        countStart('window');
        const door = doors.open();
        openDoors.push(door);
        const page = await context.newPage();
        await page.setViewportSize(options.viewport ?? { width: 1280, height: 800 });
        await imitateWindow(page);
        return { page, door };
      },
      readLogs: async () => {
        const texts = [...(await readLogs(server))].map(
          ([file, text]) => [file, text.slice(before.get(file)?.length)] as const,
        );
        return texts
          .filter(([, text]) => text !== '')
          .map(([file, text]) => `==> ${file}\n${text}`)
          .join('\n');
      },
      async close() {
        if (taken !== desk) return;
        await leave();
        for (const door of openDoors) door.close();
        await forget(context, origin);
        taken = undefined;
      },
    };
    taken = desk;
    return desk;
  }

  return {
    server,
    dataFolder,
    prepare,
    async close() {
      process.off('exit', removeFolder);
      await server.close();
      await doors.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

let workstation: Promise<Workstation> | undefined;

/** The workstation of this process, started on first use. */
export function provideWorkstation(): Promise<Workstation> {
  workstation ??= startWorkstation();
  return workstation;
}

/** The end of our extension's log in the current suite, for a test that failed. */
export async function readLogEnd(): Promise<string> {
  if (workstation === undefined) return '';
  const logs = [...(await readLogs((await workstation).server))];
  const own = logs.filter(([file]) => file.includes('Model Relay')).map(([, text]) => text);
  return own.join('\n').split('\n').slice(-30).join('\n');
}

/** Ends the editor of this process, and its browsers. */
export async function closeWorkstation(): Promise<void> {
  const started = workstation;
  workstation = undefined;
  contexts.clear();
  await closeBrowsers();
  await (await started)?.close();
}
