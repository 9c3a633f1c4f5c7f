import * as vscode from 'vscode';
import { contextKeys } from '../manifest.ts';

/** In VS Code's memory: `open` where tasks are not over, `over` where all are. */
const key = 'tasks.are';

/** Shows the view of tasks where there are any, and loads the feature where another window began what is not over. */
export function continueEarlierTasks(memory: vscode.Memento, load: () => Promise<unknown>): void {
  const are = memory.get(key);
  if (are !== undefined) showTasksView(true);
  if (are === 'open') void load();
}

export async function rememberTasks(memory: vscode.Memento, are: 'open' | 'over' | undefined): Promise<void> {
  showTasksView(are !== undefined);
  if (memory.get(key) !== are) await memory.update(key, are);
}

function showTasksView(hasTasks: boolean): void {
  void vscode.commands.executeCommand('setContext', contextKeys.hasTasks, hasTasks);
}
