import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { contextKeys } from '../manifest.ts';

/** What a view lists: `open` where the feature has work to go on with, `over` where it has none; else nothing. */
type Listed = 'open' | 'over' | undefined;

const hasItems = { tasks: contextKeys.hasTasks, images: contextKeys.hasImages };
type TreeName = keyof typeof hasItems;

/**
 * Shows the native views that have something to list, before their features are loaded. Loads the tasks where another window
 * began what is not over.
 */
export function showEarlierTrees(storage: vscode.Uri, loadTasks: () => Promise<unknown>): void {
  for (const name of Object.keys(hasItems) as TreeName[]) if (readListed(storage, name)) showTree(name, true);
  if (readListed(storage, 'tasks') === 'open') void loadTasks();
}

/**
 * Shows the view, or hides it, now and in the windows that open later. It is on the disk of the machine that has the items:
 * VS Code's own memory is the same for all machines that it connects to. A few bytes, and in the order in which they come.
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
