import { basename, join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import type { HostDoor } from '../server/hostDoor.ts';
import { patienceMs, waitUntil } from '../waitUntil.ts';
import { commandIds } from './commandTitles.ts';
import type { QuickInput } from './quickInput.ts';

/** What a person does in the workbench outside of webviews and quick inputs. */
export interface Workbench {
  /** Starts a command: one of ours by its title in the palette ("Model Relay: New Chat"), or any by its ID. */
  runCommand(titleOrId: string): Promise<void>;
  /** Chooses a command in the palette as a person does, for tests that it is there. */
  chooseCommand(title: string): Promise<void>;
  /** Opens a file of the workspace by its path there, and returns when its editor has the focus. */
  openFile(path: string): Promise<void>;
  /** Selects the first occurrence of a text in the active editor; the editor has the focus afterwards. */
  selectText(text: string): Promise<void>;
  /** Types a path into the dialog with this title, for a file to be opened or saved. */
  chooseFile(title: string, path: string): Promise<void>;
  /** Picks an entry of the context menu that is open. */
  pickFromMenu(label: string): Promise<void>;
  /** A part of the status bar, by what it says. */
  statusBarItem(text: string | RegExp): Locator;
  /** A message in the corner, by what it says. */
  notification(text: string | RegExp): Locator;
  /** A button of such a message. */
  notificationButton(text: string | RegExp, button: string): Locator;
  /** A modal dialog, by what it says. */
  dialog(text: string | RegExp): Locator;
  /** Opens the view container with this title from the activity bar. */
  openViewContainer(title: string): Promise<void>;
}

/** How long a list that is opened by keyboard may take to appear with the wanted row. */
const choosingMs = 12_000;
const choosingAttempts = 8;
/** How long the list may take to close after a click on a row: a click during a redraw is lost. */
const closingMs = 15_000;

/** A window takes seconds to start, and many more on a busy machine. */
const startingMs = 2 * patienceMs;

/** Opens a window at this address, and waits for it. */
export async function openWorkbench(page: Page, address: string): Promise<void> {
  await page.goto(address, { timeout: startingMs });
  await waitForWorkbench(page);
}

/** Waits until the window is drawn and the editor knows its extensions, by the marks that VS Code itself sets. */
export async function waitForWorkbench(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      ['code/didStartWorkbench', 'code/didLoadExtensions'].every(
        (mark) => performance.getEntriesByName(mark).length > 0,
      ),
    undefined,
    { timeout: startingMs },
  );
}

export function createWorkbench(
  page: Page,
  quickInput: QuickInput,
  workspaceFolder: string,
  door: HostDoor,
): Workbench {
  const closedList = page.locator('.quick-input-widget[style*="display: none"]');
  // The list that has been cleared may keep its last rows, out of sight.
  const notification = (text: string | RegExp) =>
    page.locator('.notification-list-item', { hasText: text }).filter({ visible: true });
  /** Opens the palette or the list of files by its key, types, and accepts this row; false if the list closed. */
  async function tryToChoose(key: string, text: string, row: Locator): Promise<boolean> {
    await page.keyboard.press(key);
    await quickInput.type(text, { timeout: choosingMs });
    await row.or(closedList).first().waitFor({ state: 'attached', timeout: choosingMs });
    if (!(await row.isVisible())) return false;
    await row.click({ timeout: choosingMs });
    // The command may open its own quick input; only this list must be gone.
    await page.waitForFunction(
      (typed) => {
        const widget = document.querySelector<HTMLElement>('.quick-input-widget');
        return (
          widget?.style.display === 'none' ||
          widget?.querySelector<HTMLInputElement>('.quick-input-box input')?.value !== typed
        );
      },
      text,
      { timeout: closingMs },
    );
    return true;
  }
  async function choose(key: string, text: string, row: Locator): Promise<void> {
    for (let attempt = 1; attempt <= choosingAttempts; attempt += 1) {
      // A view that takes the focus at this moment closes the list, so it is opened again, as a person would do.
      if (await tryToChoose(key, text, row).catch(() => false)) return;
    }
    const rows = await quickInput.widget.locator('.quick-input-list-label .label-name').allTextContents();
    throw new Error(`"${text}" is not in the list, which has: ${rows.join(', ')}`);
  }
  return {
    runCommand: async (titleOrId) => {
      const id = /^[\w.-]+$/.test(titleOrId) ? titleOrId : commandIds.get(titleOrId);
      if (id === undefined) throw new Error(`commandTitles.ts knows no command “${titleOrId}”.`);
      await door.ask('begin', id);
    },
    chooseCommand: (title) => choose('F1', `>${title}`, quickInput.row(title).first()),
    openFile: async (path) => {
      await door.ask('open', join(workspaceFolder, path));
      await page.locator(`.tab.active[data-resource-name="${basename(path)}"]`).waitFor();
      // Something that was closed before, such as a menu, may give the focus back late: then set the focus again.
      await waitUntil('the editor to have the focus', async () => {
        const hasFocus = await page.evaluate(
          () => document.activeElement?.closest('.editor-group-container.active .monaco-editor') != null,
        );
        if (hasFocus) return true;
        await door.ask('begin', 'workbench.action.focusActiveEditorGroup');
        return undefined;
      });
    },
    selectText: async (text) => {
      await door.ask('select', text);
    },
    chooseFile: async (title, path) => {
      await quickInput.waitFor(title);
      // While the dialog looks up a path, Enter does nothing, or fills in another path.
      await waitUntil('the dialog to close', async () => {
        if (!(await quickInput.widget.isVisible())) return true;
        if ((await quickInput.value()) === path) await quickInput.accept();
        else await quickInput.type(path);
        return undefined;
      });
    },
    pickFromMenu: async (label) => {
      const entry = page.locator('.monaco-menu .action-menu-item', { hasText: label });
      await entry.waitFor();
      // A click too soon after the one that opened the menu counts as a part of that one.
      await waitUntil('the menu to close', async () => {
        if (!(await entry.isVisible())) return true;
        await entry.click({ timeout: choosingMs }).catch(() => {});
        return undefined;
      });
    },
    statusBarItem: (text) => page.locator('.part.statusbar .statusbar-item', { hasText: text }),
    notification,
    notificationButton: (text, button) => notification(text).getByRole('button', { name: button }),
    dialog: (text) => page.locator('.monaco-dialog-box', { hasText: text }),
    openViewContainer: async (title) => {
      // Only the label inside carries the name for sure; it may end with a key binding.
      const label = page.locator(`.action-label[aria-label^="${title}"]`);
      const tab = page.locator('.activitybar [role="tab"]', { has: label });
      // A click on the open one would close it.
      if ((await tab.getAttribute('aria-expanded')) !== 'true') await tab.click();
    },
  };
}
