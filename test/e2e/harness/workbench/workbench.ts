import { basename, join } from 'node:path';
import type { Page } from 'playwright-core';
import type { HostDoor } from '../server/hostDoor.ts';
import { patienceMs, waitUntil } from '../waitUntil.ts';
import { commandIds } from './commandTitles.ts';
import type { QuickInput } from './quickInput.ts';

/** How long a click on a menu's entry may take. */
const choosingMs = 12_000;

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

/** What a person does in the workbench outside of webviews and quick inputs. */
export function createWorkbench(page: Page, quickInput: QuickInput, workspaceFolder: string, door: HostDoor) {
  /** A message in the corner, by what it says. The list that has been cleared may keep its last rows, out of sight. */
  const notification = (text: string | RegExp) =>
    page.locator('.notification-list-item', { hasText: text }).filter({ visible: true });
  return {
    /** Starts a command: one of ours by its title in the palette ("Model Relay: New Chat"), or any by its ID. */
    runCommand: async (titleOrId: string) => {
      const id = /^[\w.-]+$/.test(titleOrId) ? titleOrId : commandIds.get(titleOrId);
      if (id === undefined) throw new Error(`commandTitles.ts knows no command “${titleOrId}”.`);
      await door.ask('begin', id);
    },
    /** Opens a file of the workspace by its path there, and returns when its editor has the focus. */
    openFile: async (path: string) => {
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
    /** Selects the first occurrence of a text in the active editor; the editor has the focus afterwards. */
    selectText: async (text: string) => {
      await door.ask('select', text);
    },
    /** Types a path into the dialog with this title, for a file to be opened or saved. */
    chooseFile: async (title: string, path: string) => {
      await quickInput.waitFor(title);
      // While the dialog looks up a path, Enter does nothing, or fills in another path.
      await waitUntil('the dialog to close', async () => {
        if (!(await quickInput.widget.isVisible())) return true;
        if ((await quickInput.value()) === path) await quickInput.accept();
        else await quickInput.type(path);
        return undefined;
      });
    },
    /** Picks an entry of the context menu that is open. */
    pickFromMenu: async (label: string) => {
      const entry = page.locator('.monaco-menu .action-menu-item', { hasText: label });
      await entry.waitFor();
      // A click too soon after the one that opened the menu counts as a part of that one.
      await waitUntil('the menu to close', async () => {
        if (!(await entry.isVisible())) return true;
        await entry.click({ timeout: choosingMs }).catch(() => {});
        return undefined;
      });
    },
    /** A part of the status bar, by what it says. */
    statusBarItem: (text: string | RegExp) =>
      page.locator('.part.statusbar .statusbar-item', { hasText: text }),
    notification,
    /** A button of such a message. */
    notificationButton: (text: string | RegExp, button: string) =>
      notification(text).getByRole('button', { name: button }),
    /** A modal dialog, by what it says. */
    dialog: (text: string | RegExp) => page.locator('.monaco-dialog-box', { hasText: text }),
    /** Opens the view container with this title from the activity bar. */
    openViewContainer: async (title: string) => {
      // Only the label inside carries the name for sure; it may end with a key binding.
      const label = page.locator(`.action-label[aria-label^="${title}"]`);
      const tab = page.locator('.activitybar [role="tab"]', { has: label });
      // A click on the open one would close it.
      if ((await tab.getAttribute('aria-expanded')) !== 'true') await tab.click();
    },
  };
}
