import * as vscode from 'vscode';
import { commands } from '../manifest.ts';

/**
 * Escapes plain text. Notifications, the status bar and labels read `$(…)` as an icon, and notifications `[…](…)` as a
 * link that may run a command: the name of a relay or a model must not become either.
 */
export function plainText(words: string): string {
  return words.replaceAll('$(', '$\u200b(').replaceAll('](', ']\u200b(');
}

/** VS Code cuts a notification without buttons after its first line, which has room for about this many letters. */
const lettersInLine = 55;

/** Shows a notification. Resolves to the button that was pressed. */
export async function notify(
  severity: 'info' | 'warning',
  words: string,
  ...buttons: string[]
): Promise<string | undefined> {
  const show = severity === 'info' ? vscode.window.showInformationMessage : vscode.window.showWarningMessage;
  // A Chinese character is as wide as two letters.
  const isLong = words.replaceAll(/\p{Script=Han}/gu, '  ').length > lettersInLine;
  return show(plainText(words), ...(buttons.length === 0 && isLong ? [vscode.l10n.t('OK')] : buttons));
}

/** Warns of a failure whose reason is in the log, and offers to show the log. */
export function notifyOfLogged(words: string): Promise<void> {
  return offer('warning', words, vscode.l10n.t('Show Log'), commands.showLog);
}

/** Says that a file was saved, with a button that opens it. */
export function offerToOpen(file: vscode.Uri, severity: 'info' | 'warning', words: string): Promise<void> {
  return offer(severity, words, vscode.l10n.t('Open'), 'vscode.open', file);
}

/** Says what is disabled in an untrusted workspace, with a button to manage trust. */
export function promptForWorkspaceTrust(severity: 'info' | 'warning', words: string): Promise<void> {
  return offer(severity, words, vscode.l10n.t('Manage Workspace Trust'), 'workbench.trust.manage');
}

async function offer(
  severity: 'info' | 'warning',
  words: string,
  button: string,
  ...command: readonly [id: string, ...args: unknown[]]
): Promise<void> {
  if ((await notify(severity, words, button)) === button) await vscode.commands.executeCommand(...command);
}

const briefMs = 10_000;
let brief:
  | { readonly item: vscode.StatusBarItem; timer: NodeJS.Timeout; shown: vscode.Disposable }
  | undefined;

/** Shows a message in the status bar, for some seconds or until it is disposed; screen readers announce it. */
export function notifyBriefly(words: string): vscode.Disposable {
  clearTimeout(brief?.timer);
  const item = brief?.item ?? createBriefItem();
  item.text = plainText(words);
  // Screen readers don't announce messages of `setStatusBarMessage`.
  item.accessibilityInformation = { label: words, role: 'alert' };
  item.show();
  // By then the item may show a later message.
  const shown = new vscode.Disposable(() => {
    if (brief?.shown === shown) item.hide();
  });
  brief = { item, timer: setTimeout(() => shown.dispose(), briefMs), shown };
  return shown;
}

function createBriefItem(): vscode.StatusBarItem {
  const { Left } = vscode.StatusBarAlignment;
  const item = vscode.window.createStatusBarItem('modelRelay.brief', Left, Number.MIN_VALUE);
  item.name = vscode.l10n.t('Model Relay: Notifications');
  return item;
}

/** Asks for confirmation of something that can't be undone, or that comes from outside. */
export async function confirm(
  severity: 'info' | 'warning',
  question: string,
  detail: string,
  button: string,
): Promise<boolean> {
  return (await ask(severity, question, detail, button)) === button;
}

/** The same with several buttons; undefined if it was canceled. */
export async function ask(
  severity: 'info' | 'warning',
  question: string,
  detail: string,
  ...buttons: string[]
): Promise<string | undefined> {
  const show = severity === 'info' ? vscode.window.showInformationMessage : vscode.window.showWarningMessage;
  return show(plainText(question), { modal: true, detail: plainText(detail) }, ...buttons);
}
