import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testResultsFolder } from '../../../scripts/projectPaths.ts';
import type { DisplayLanguage } from './server/displayLanguages.ts';
import { waitUntil } from './waitUntil.ts';
import { createQuickInput } from './workbench/quickInput.ts';
import { waitUntilStored } from './workbench/storedState.ts';
import { findWebviewFrame } from './workbench/webviewFrames.ts';
import { createWorkbench, openWorkbench, waitForWorkbench } from './workbench/workbench.ts';
import { provideWorkstation, type WindowPage } from './workstation.ts';

export interface EditorOptions {
  /** Files of the workspace: path -> text. */
  readonly files?: Readonly<Record<string, string>>;
  /** What else is done to the workspace before it is opened. */
  readonly prepare?: (workspaceFolder: string) => void;
  /** Environment variables for the extension host. */
  readonly env?: Readonly<Record<string, string>>;
  /** User settings, on top of those that keep the editor quiet. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** False: workspace trust is on, and the folder is not trusted (Restricted Mode). */
  readonly trust?: boolean;
  /** `required`: audio needs a person's click first, as in the desktop editor. Chromium alone has no such rule here. */
  readonly gesturePolicy?: 'required';
  readonly viewport?: { readonly width: number; readonly height: number };
  /** The number of screen pixels for each CSS pixel, in each direction. */
  readonly deviceScaleFactor?: number;
  /** The workbench detects the system by it, and so its keys. */
  readonly userAgent?: string;
  /** The display language, for pictures; English by default. */
  readonly language?: DisplayLanguage;
  /** Several windows share their secrets, as on the desktop: for tests with more than one. */
  readonly sharesSecrets?: boolean;
}

/** One window of the editor. */
export type EditorWindow = Awaited<ReturnType<typeof createWindow>>;

async function createWindow({ page, door }: WindowPage, address: string, workspaceFolder: string) {
  const quickInput = createQuickInput(page);
  // VS Code also navigates within its document, which leaves the extension host running.
  page.on('domcontentloaded', () => door.expectAnother());
  await openWorkbench(page, address);
  return {
    ...createWorkbench(page, quickInput, workspaceFolder, door),
    page,
    quickInput,
    /**
     * Waits for the webview that shows this selector, with this text in it, and returns its inner frame. Unlike
     * anything done with the frame, the wait is no user gesture there: where that matters, wait for the right text
     * here.
     */
    webviewFrame: (selector: string, text?: string) => findWebviewFrame(page, selector, text),
    /** Runs a command by its ID, with values, and returns its result. */
    execute: (command: string, ...values: readonly unknown[]) => door.ask('execute', command, ...values),
    /** Reads a document that the editor knows by this address, without showing it. */
    readDocument: async (uri: string) => String(await door.ask('read', uri)),
    /** Reloads the window and restarts the extension host. */
    async reload(): Promise<void> {
      // Behind another page, the reload would be slow.
      await page.bringToFront();
      await page.reload();
      await waitForWorkbench(page);
    },
  };
}

export type Editor = Awaited<ReturnType<typeof openEditor>>;

/** Opens an editor as a new user finds it, with these files, these settings, and nothing else. */
export async function openEditor(options: EditorOptions = {}) {
  const workstation = await provideWorkstation();
  const desk = await workstation.prepare(options);
  const { address, workspaceFolder } = desk;
  const consoleLines: string[] = [];
  const openPage = async () => {
    const opened = await desk.openPage();
    opened.page.on('console', (message) => consoleLines.push(message.text()));
    return opened;
  };
  const readSettings = () =>
    waitUntil('the settings to be written', () => readSettingsFile(desk.settingsFile));
  const first = await openPage();
  const { page, door } = first;

  return {
    ...(await createWindow(first, address, workspaceFolder)),
    context: desk.context,
    /** Opens a second window on the same folder, of the same person. */
    openWindow: async () => createWindow(await openPage(), address, workspaceFolder),
    server: workstation.server,
    workspaceFolder,
    /** Settings, logs and storage of the server. */
    dataFolder: workstation.dataFolder,
    /** Reads the user's settings as they are on disk. */
    readSettings,
    /** Waits until a user's setting has this value on disk; undefined: until it is not set. */
    waitForSetting: (name: string, value: string | number | undefined) =>
      waitUntil(`${name} to be ${value}`, async () => (await readSettings())[name] === value),
    /** Changes the user's settings; null takes one away. They count when this is over. */
    async changeSettings(changes: Readonly<Record<string, unknown>>): Promise<void> {
      await door.ask('configure', changes);
    },
    /** All that this editor has logged: log files, server output, and the consoles of the browser and the host. */
    readLogs: async () => `${await desk.readLogs()}\n==> console\n${consoleLines.join('\n')}`,
    /** Waits until a text is in the editor's storage (extensions' states); a reload just before would lose it. */
    waitUntilStored: (text: string) => waitUntilStored(page, text),
    /** The same for state of open tabs, which the editor stores when it loses the focus: shows another page meanwhile. */
    async lookAwayUntilStored(...texts: readonly string[]): Promise<void> {
      const elsewhere = await desk.context.newPage();
      await elsewhere.bringToFront();
      for (const text of texts) await waitUntilStored(page, text);
      await elsewhere.close();
    },
    /** Closes the windows and opens one again with the same data, as on another day. */
    async restart(): Promise<void> {
      await desk.leave();
      await openWorkbench(page, address);
    },
    killExtensionHost: () => workstation.server.killExtensionHost(),
    /** Writes test-results/screenshots/NAME.png. */
    async screenshot(name: string): Promise<void> {
      await page.screenshot({ path: join(testResultsFolder, 'screenshots', `${name}.png`) });
    },
    /** Closes its windows. The next editor starts without its data. */
    close: () => desk.close(),
  };
}

/** Reads settings from the disk; undefined while they are being written, when only a part of them is there. */
async function readSettingsFile(file: string): Promise<Record<string, unknown> | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
