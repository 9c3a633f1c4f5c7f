import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Frame, Page } from 'playwright-core';
import { testResultsFolder } from '../../../scripts/projectPaths.ts';
import type { DisplayLanguage } from './server/displayLanguages.ts';
import type { RunningServer } from './server/editorServer.ts';
import type { HostDoor } from './server/hostDoor.ts';
import { waitUntil } from './waitUntil.ts';
import { createQuickInput, type QuickInput } from './workbench/quickInput.ts';
import { waitUntilStored } from './workbench/storedState.ts';
import { findWebviewFrame } from './workbench/webviewFrames.ts';
import { createWorkbench, openWorkbench, type Workbench, waitForWorkbench } from './workbench/workbench.ts';
import { provideWorkstation } from './workstation.ts';

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
export interface EditorWindow extends Workbench {
  readonly page: Page;
  readonly quickInput: QuickInput;
  /**
   * Waits for the webview that shows this selector, with this text in it, and returns its inner frame. Unlike anything
   * done with the frame, the wait is no user gesture there: where that matters, wait for the right text here.
   */
  webviewFrame(selector: string, text?: string): Promise<Frame>;
  /** Runs a command by its ID, with values, and returns its result. */
  execute(command: string, ...values: readonly unknown[]): Promise<unknown>;
  /** Reads a document that the editor knows by this address, without showing it. */
  readDocument(uri: string): Promise<string>;
  /** Reloads the window and restarts the extension host. */
  reload(): Promise<void>;
}

export interface Editor extends EditorWindow {
  readonly context: BrowserContext;
  readonly server: RunningServer;
  readonly workspaceFolder: string;
  /** Settings, logs and storage of the server. */
  readonly dataFolder: string;
  /** Opens a second window on the same folder, of the same person. */
  openWindow(): Promise<EditorWindow>;
  /** Reads the user's settings as they are on disk. */
  readSettings(): Promise<Record<string, unknown>>;
  /** Changes the user's settings; null takes one away. They count when this is over. */
  changeSettings(changes: Readonly<Record<string, unknown>>): Promise<void>;
  /** All that this editor has logged: log files, server output, and the consoles of the browser and the host. */
  readLogs(): Promise<string>;
  /** Waits until a text is in the editor's storage (extensions' states); a reload just before would lose it. */
  waitUntilStored(text: string): Promise<void>;
  /** Closes the windows and opens one again with the same data, as on another day. */
  restart(): Promise<void>;
  killExtensionHost(): Promise<void>;
  /** Writes test-results/screenshots/NAME.png. */
  screenshot(name: string): Promise<void>;
  /** Closes its windows. The next editor starts without its data. */
  close(): Promise<void>;
}

/** Opens an editor as a new user finds it, with these files, these settings, and nothing else. */
export async function openEditor(options: EditorOptions = {}): Promise<Editor> {
  const workstation = await provideWorkstation();
  const desk = await workstation.prepare(options);
  const { workspaceFolder } = desk;
  const consoleLines: string[] = [];

  async function createWindow(page: Page, door: HostDoor): Promise<EditorWindow> {
    const quickInput = createQuickInput(page);
    page.on('console', (message) => consoleLines.push(message.text()));
    // VS Code also navigates within its document, which leaves the extension host running.
    page.on('domcontentloaded', () => door.expectAnother());
    await openWorkbench(page, desk.address);
    return {
      ...createWorkbench(page, quickInput, workspaceFolder, door),
      page,
      quickInput,
      webviewFrame: (selector, text) => findWebviewFrame(page, selector, text),
      execute: (command, ...values) => door.ask('execute', command, ...values),
      readDocument: async (uri) => String(await door.ask('read', uri)),
      reload: async () => {
        // Behind another page, the reload would be slow.
        await page.bringToFront();
        await page.reload();
        await waitForWorkbench(page);
      },
    };
  }
  const openWindow = async () => {
    const { page, door } = await desk.openPage();
    return await createWindow(page, door);
  };
  const { page, door } = await desk.openPage();
  const firstWindow = await createWindow(page, door);

  return {
    ...firstWindow,
    context: desk.context,
    openWindow,
    server: workstation.server,
    workspaceFolder,
    dataFolder: workstation.dataFolder,
    readSettings: () => waitUntil('the settings to be written', () => readSettingsFile(desk.settingsFile)),
    changeSettings: async (changes) => {
      await door.ask('configure', changes);
    },
    readLogs: async () => `${await desk.readLogs()}\n==> console\n${consoleLines.join('\n')}`,
    waitUntilStored: (text) => waitUntilStored(page, text),
    restart: async () => {
      await desk.leave();
      await openWorkbench(page, desk.address);
    },
    killExtensionHost: () => workstation.server.killExtensionHost(),
    screenshot: async (name) => {
      await page.screenshot({ path: join(testResultsFolder, 'screenshots', `${name}.png`) });
    },
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
