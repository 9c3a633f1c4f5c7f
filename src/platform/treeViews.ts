import * as vscode from 'vscode';
import { contextKeys } from '../manifest.ts';

/** What a view lists, as VS Code's memory has it: `open` where the feature has work to go on with, `over` where it has none. */
type Listed = 'open' | 'over' | undefined;

const hasItems = { tasks: contextKeys.hasTasks, images: contextKeys.hasImages };
type TreeName = keyof typeof hasItems;
const keyOf = (name: TreeName) => `${name}.are`;

/**
 * Shows the native views that have something to list, before their features are loaded. Loads the tasks where another window
 * began what is not over.
 */
export function showEarlierTrees(memory: vscode.Memento, loadTasks: () => Promise<unknown>): void {
  for (const name of Object.keys(hasItems) as TreeName[])
    if (memory.get(keyOf(name)) !== undefined) showTree(name, true);
  if (memory.get(keyOf('tasks')) === 'open') void loadTasks();
}

/** Shows the view, or hides it, now and in the windows that open later. */
export async function rememberTree(memory: vscode.Memento, name: TreeName, listed: Listed): Promise<void> {
  showTree(name, listed !== undefined);
  if (memory.get(keyOf(name)) !== listed) await memory.update(keyOf(name), listed);
}

function showTree(name: TreeName, isShown: boolean): void {
  void vscode.commands.executeCommand('setContext', hasItems[name], isShown);
}
