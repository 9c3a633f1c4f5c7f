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
export async function notifyOfLogged(words: string): Promise<void> {
  const showLog = vscode.l10n.t('Show Log');
  if ((await notify('warning', words, showLog)) === showLog)
    await vscode.commands.executeCommand(commands.showLog);
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
