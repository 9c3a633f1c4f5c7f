import * as vscode from 'vscode';
import { notify } from './notifications.ts';

/** Says that a file was saved, with a button that opens it. */
export async function offerToOpen(
  file: vscode.Uri,
  severity: 'info' | 'warning',
  words: string,
): Promise<void> {
  const open = vscode.l10n.t('Open');
  if ((await notify(severity, words, open)) === open)
    await vscode.commands.executeCommand('vscode.open', file);
}
