import * as vscode from 'vscode';

/** Less than mocha gives a test: it says that one took too long, and leaves its loops running beside the next ones. */
const limitMs = 50_000;

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** Waits until this holds; each look leaves the editor time to say what changed. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  between: () => Promise<unknown> = nextTurn,
  description = String(holds),
): Promise<void> {
  const limit = AbortSignal.timeout(limitMs);
  while (!(await holds())) {
    if (limit.aborted) throw new Error(`This did not come to hold: ${description}`);
    await between();
  }
}

/** Runs a command on the box that is open, again and again, until the call that waits for its answers has settled. */
export async function untilSettled(call: Promise<unknown>, command: string): Promise<void> {
  let isSettled = false;
  const settle = () => {
    isSettled = true;
  };
  call.then(settle, settle);
  await until(
    () => isSettled,
    async () => {
      await vscode.commands.executeCommand(command);
      await nextTurn();
    },
    `the call that asks has settled after ${command}`,
  );
}

let unsaved = 0;

/** A document without a file. Its name is no other one's: under load, VS Code gives the next one of a number the last one's text. */
export async function openUnsaved(content: string, language?: string): Promise<vscode.TextDocument> {
  unsaved += 1;
  const address = vscode.Uri.from({ scheme: 'untitled', path: `/unsaved-${unsaved}` });
  const document = await vscode.workspace.openTextDocument(address);
  const edit = new vscode.WorkspaceEdit();
  edit.insert(document.uri, new vscode.Position(0, 0), content);
  await vscode.workspace.applyEdit(edit);
  return language === undefined ? document : vscode.languages.setTextDocumentLanguage(document, language);
}

/**
 * Closes them one by one, without the question that closing all would ask for each that is not saved. Documents without a
 * file are gone then.
 */
export async function closeEditors(): Promise<void> {
  await until(
    () =>
      vscode.window.tabGroups.all.every(({ tabs }) => tabs.length === 0) &&
      vscode.workspace.textDocuments.every(({ isUntitled }) => !isUntitled),
    async () => {
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    },
    'all editors are closed',
  );
}
