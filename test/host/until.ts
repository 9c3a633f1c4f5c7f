import * as vscode from 'vscode';

/** Shorter than mocha's time-out, after which a test's loops would keep running beside the next tests. */
const limitMs = 50_000;

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** Waits until this holds; between checks, the editor has time to report changes. */
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

/** Runs a command on the open box again and again, until the call that waits for its input has settled. */
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

/** An untitled document with a unique name: under load, VS Code gives a reused name the text of its last document. */
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
 * Closes editors one by one, without the question that closing all of them would ask for each unsaved one. Untitled
 * documents are gone afterwards.
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
