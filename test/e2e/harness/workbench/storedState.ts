import type { Page } from 'playwright-core';
import { patienceMs, waitUntil } from '../waitUntil.ts';

async function isStored(page: Page, text: string): Promise<boolean> {
  return await page.evaluate(async (wanted) => {
    const settle = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    for (const { name = '' } of await indexedDB.databases()) {
      if (!name.startsWith('vscode-web-state-db')) continue;
      const database = await settle(indexedDB.open(name));
      try {
        for (const store of database.objectStoreNames) {
          const values = await settle(database.transaction(store).objectStore(store).getAll());
          if (values.some((value) => String(value).includes(wanted))) return true;
        }
      } finally {
        database.close();
      }
    }
    return false;
  }, text);
}

/**
 * Waits until the editor has written a text into its storage, where `globalState` and `workspaceState` of extensions
 * end. On the desktop, closing a window waits for that; a page that is reloaded can't wait, and loses what was
 * changed a moment before.
 */
export async function waitUntilStored(page: Page, text: string): Promise<void> {
  await waitUntil(
    `the editor has stored "${text}"`,
    () => isStored(page, text),
    // The editor writes when it has nothing else to do.
    2 * patienceMs,
    // Reading everything keeps the window busy, but it must be idle to write.
    250,
  );
}
