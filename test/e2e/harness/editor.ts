import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { BrowserContext, Frame, Page } from 'playwright-core';
import {
  chosenRelease,
  type EditorRelease,
  provideEditorServer,
} from '../../../scripts/prerequisites/editorServer.ts';
import { testResultsFolder } from '../../../scripts/projectPaths.ts';
import { provideBrowser } from './browser.ts';
import { imitateDesktop, workbenchHost } from './desktopLikeness.ts';
import { type RunningServer, readLogs, type ServerOptions, startServer } from './server/editorServer.ts';
import { installEmptyLanguagePack, installVsix, linkExtension } from './server/installExtension.ts';
import { readSettingsFile } from './settingsFile.ts';
import { patienceMs, waitUntil } from './waitUntil.ts';
import { createQuickInput, type QuickInput } from './workbench/quickInput.ts';
import { waitUntilStored } from './workbench/storedState.ts';
import { findWebviewFrame } from './workbench/webviewFrames.ts';
import { createWorkbench, type Workbench, waitForWorkbench } from './workbench/workbench.ts';

export interface EditorOptions {
  /** The folder of an extension under development. */
  readonly extensionPath?: string;
  /** Or a packed one, which is installed. */
  readonly vsixPath?: string;
  /** Files of the workspace: path -> text. */
  readonly files?: Readonly<Record<string, string>>;
  /** What else is done to the workspace before it is opened. */
  readonly prepare?: (workspaceFolder: string) => void;
  /** Environment variables for the extension host. */
  readonly env?: NodeJS.ProcessEnv;
  /** User settings, on top of those that keep the editor quiet. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** False: workspace trust is on, and the folder is not trusted (Restricted Mode). */
  readonly trust?: boolean;
  /** `required`: audio needs a person's click first, as in the desktop editor. Chromium alone has no such rule here. */
  readonly gesturePolicy?: 'required';
  readonly chromiumArguments?: readonly string[];
  /** Name of a colour theme, for example "Default High Contrast". */
  readonly theme?: string;
  /** Display language, for example "zh-cn"; see `installEmptyLanguagePack`. */
  readonly language?: string;
  readonly viewport?: { readonly width: number; readonly height: number };
  /** By which the workbench tells the system apart, and so which keys it takes. */
  readonly userAgent?: string;
  /** Several windows share their secrets, as on the desktop: for tests with more than one. */
  readonly sharesSecrets?: boolean;
  /** Keeps this data folder instead of a temporary one that goes at the end. */
  readonly dataFolder?: string;
  /** Instead of the one that the run is about. */
  readonly release?: EditorRelease;
}

/** One window of the editor. */
export interface EditorWindow extends Workbench {
  readonly page: Page;
  readonly quickInput: QuickInput;
  /**
   * The inner frame of the webview that shows this selector, with this text in it; waits for it. It is no gesture
   * there, unlike everything that is then done with the frame: where that matters, wait for the right text here.
   */
  webviewFrame(selector: string, text?: string): Promise<Frame>;
}

export interface Editor extends EditorWindow {
  readonly context: BrowserContext;
  /** Another one after `restart`. */
  readonly server: RunningServer;
  readonly workspaceFolder: string;
  /** Settings, logs and storage of the server. */
  readonly dataFolder: string;
  /** Opens a second window on the same folder, of the same person. */
  openWindow(): Promise<EditorWindow>;
  /** Reads the user's settings as they are on disk. */
  readSettings(): Promise<Record<string, unknown>>;
  /** Changes the user's settings on disk. They count after a reload: this server has no file watcher. */
  changeSettings(changes: Readonly<Record<string, unknown>>): Promise<void>;
  /** Everything logged so far: log files, what the server printed, and the browser's console with the host's. */
  readLogs(): Promise<string>;
  /** Waits until a text is in the editor's storage (extensions' states); a reload just before would lose it. */
  waitUntilStored(text: string): Promise<void>;
  /** Reloads the window; the extension host starts anew. */
  reload(): Promise<void>;
  /** Quits the whole editor and starts it again with the same data, as on another day. */
  restart(): Promise<void>;
  killExtensionHost(): Promise<void>;
  /** Writes test-results/screenshots/NAME.png. */
  screenshot(name: string): Promise<void>;
  close(): Promise<void>;
}

/** What would otherwise pop up, move, or ask the network while a test looks on. */
const quietSettings = {
  'telemetry.telemetryLevel': 'off',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.enableExperiments': false,
  'workbench.settings.enableNaturalLanguageSearch': false,
  'workbench.reduceMotion': 'on',
  // Settings and the like open as tabs, as they long did, and not over everything.
  'workbench.editor.useModal': 'off',
  'update.mode': 'none',
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'git.enabled': false,
  'npm.fetchOnlinePackageInfo': false,
};

async function writeWorkspace(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

/** Starts a whole editor of its own: server, data folder, workspace and a browser context that share nothing. */
export async function startEditor(options: EditorOptions): Promise<Editor> {
  const installation = await provideEditorServer(options.release ?? chosenRelease());
  const temporaryFolder = await mkdtemp(join(tmpdir(), 'model-relay-editor-'));
  const dataFolder = options.dataFolder ?? join(temporaryFolder, 'data');
  const workspaceFolder = join(temporaryFolder, 'workspace');
  const settingsFile = join(dataFolder, 'data', 'User', 'settings.json');
  await writeWorkspace(workspaceFolder, options.files ?? {});
  options.prepare?.(workspaceFolder);
  const theme = options.theme === undefined ? {} : { 'workbench.colorTheme': options.theme };
  await mkdir(dirname(settingsFile), { recursive: true });
  await writeFile(
    settingsFile,
    JSON.stringify({ ...quietSettings, ...theme, ...options.settings }, undefined, 2),
  );
  if (options.extensionPath !== undefined) await linkExtension(dataFolder, options.extensionPath);
  if (options.vsixPath !== undefined) await installVsix(installation, dataFolder, options.vsixPath);
  if (options.language !== undefined) await installEmptyLanguagePack(dataFolder, options.language);

  const serverOptions: ServerOptions = {
    editor: installation,
    dataFolder,
    ...(options.env === undefined ? {} : { env: options.env }),
    ...(options.language === undefined ? {} : { language: options.language }),
    ...(options.trust === undefined ? {} : { trust: options.trust }),
  };
  let server = await startServer(serverOptions);
  const browser = await provideBrowser([
    ...(options.gesturePolicy === 'required' ? ['--autoplay-policy=user-gesture-required'] : []),
    ...(options.chromiumArguments ?? []),
  ]);
  const context = await browser.newContext({
    viewport: options.viewport ?? { width: 1280, height: 800 },
    ...(options.userAgent !== undefined && { userAgent: options.userAgent }),
  });
  context.setDefaultTimeout(patienceMs);
  const imitateWindow = await imitateDesktop(context, options);
  const consoleLines: string[] = [];
  const open = async (page: Page) => {
    await page.goto(`http://${workbenchHost}:${server.port}/?folder=${encodeURIComponent(workspaceFolder)}`);
    await waitForWorkbench(page);
  };
  const openWindow = async (): Promise<EditorWindow> => {
    const page = await context.newPage();
    await imitateWindow(page);
    const quickInput = createQuickInput(page);
    page.on('console', (message) => consoleLines.push(message.text()));
    await open(page);
    return {
      ...createWorkbench(page, quickInput, workspaceFolder),
      page,
      quickInput,
      webviewFrame: (selector, text) => findWebviewFrame(page, selector, text),
    };
  };
  const readSettings = () => waitUntil('the settings to be written', () => readSettingsFile(settingsFile));
  const firstWindow = await openWindow();
  const { page } = firstWindow;

  return {
    ...firstWindow,
    context,
    openWindow,
    get server() {
      return server;
    },
    workspaceFolder,
    dataFolder,
    readSettings,
    changeSettings: async (changes) => {
      const current = await readSettings();
      await writeFile(settingsFile, JSON.stringify({ ...current, ...changes }, undefined, 2));
    },
    readLogs: async () => `${await readLogs(server)}\n==> console\n${consoleLines.join('\n')}`,
    waitUntilStored: (text) => waitUntilStored(page, text),
    reload: async () => {
      await page.reload();
      await waitForWorkbench(page);
    },
    restart: async () => {
      await page.goto('about:blank');
      await server.close();
      // The same port: the browser keeps secrets and state by origin.
      server = await startServer({ ...serverOptions, port: server.port });
      await open(page);
    },
    killExtensionHost: () => server.killExtensionHost(),
    screenshot: async (name) => {
      await page.screenshot({ path: join(testResultsFolder, 'screenshots', `${name}.png`) });
    },
    close: async () => {
      await context.close();
      await server.close();
      await rm(temporaryFolder, { recursive: true, force: true });
    },
  };
}
