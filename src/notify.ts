import * as vscode from 'vscode';

/**
 * Words as they stand. Notifications, the status bar and labels read `$(…)` as an icon, and notifications `[…](…)` as a
 * link that may run a command: what a relay or a model is called must not become either.
 */
export function plainText(words: string): string {
  return words.replaceAll('$(', '$\u200b(').replaceAll('](', ']\u200b(');
}

/** A message in the corner. Gives the button that was pressed. */
export async function notify(
  severity: 'info' | 'warning',
  words: string,
  ...buttons: string[]
): Promise<string | undefined> {
  const show = severity === 'info' ? vscode.window.showInformationMessage : vscode.window.showWarningMessage;
  return show(plainText(words), ...buttons);
}

/** A few words in the status bar, for some seconds. */
export function notifyBriefly(words: string): void {
  vscode.window.setStatusBarMessage(plainText(words), 10_000);
}

/** Asks before something is done that can't be undone, or that a stranger asks for. */
export async function confirm(
  severity: 'info' | 'warning',
  question: string,
  detail: string,
  button: string,
): Promise<boolean> {
  return (await ask(severity, question, detail, button)) === button;
}

/** The same with several answers; undefined where it was cancelled. */
export async function ask(
  severity: 'info' | 'warning',
  question: string,
  detail: string,
  ...buttons: string[]
): Promise<string | undefined> {
  const show = severity === 'info' ? vscode.window.showInformationMessage : vscode.window.showWarningMessage;
  return show(plainText(question), { modal: true, detail: plainText(detail) }, ...buttons);
}
