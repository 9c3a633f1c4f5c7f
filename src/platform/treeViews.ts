import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { contextKeys } from '../manifest.ts';

/** What a view lists: `open` if the feature has unfinished work, `over` if it has none; undefined: no items. */
type Listed = 'open' | 'over' | undefined;

const hasItems = { tasks: contextKeys.hasTasks, images: contextKeys.hasImages };
type TreeName = keyof typeof hasItems;

/**
 * Shows the native views that have something to list, before their features are loaded. Loads the tasks if any of them
 * is unfinished.
 */
export function showEarlierTrees(storage: vscode.Uri, loadTasks: () => Promise<unknown>): void {
  for (const name of Object.keys(hasItems) as TreeName[]) if (readListed(storage, name)) showTree(name, true);
  if (readListed(storage, 'tasks') === 'open') void loadTasks();
}

/**
 * Shows or hides the view, now and in windows that open later. The state is on the disk of the machine with the items:
 * VS Code's memento is shared by all machines that it connects to. Written synchronously: a few bytes, and in order.
 */
export function createTreeMemory(storage: vscode.Uri, name: TreeName): (listed: Listed) => void {
  let last: Listed | 'unknown' = 'unknown';
  return (listed) => {
    if (listed === last) return;
    last = listed;
    showTree(name, listed !== undefined);
    if (readListed(storage, name) === listed) return;
    try {
      mkdirSync(storage.fsPath, { recursive: true });
      if (listed) writeFileSync(pathOf(storage, name), listed);
      else rmSync(pathOf(storage, name), { force: true });
    } catch {
      // With a full disk, the next window only shows the view once its feature is used.
    }
  };
}

function readListed(storage: vscode.Uri, name: TreeName): Listed {
  try {
    return readFileSync(pathOf(storage, name), 'utf8') === 'open' ? 'open' : 'over';
  } catch {
    return undefined;
  }
}

function pathOf(storage: vscode.Uri, name: TreeName): string {
  return join(storage.fsPath, `${name}.listed`);
}

function showTree(name: TreeName, isShown: boolean): void {
  void vscode.commands.executeCommand('setContext', hasItems[name], isShown);
}
