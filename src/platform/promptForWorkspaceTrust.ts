import * as vscode from 'vscode';
import { notify } from './notifications.ts';

/** Says what is disabled in an untrusted workspace, with a button to manage trust. */
export async function promptForWorkspaceTrust(severity: 'info' | 'warning', words: string): Promise<void> {
  const manage = vscode.l10n.t('Manage Workspace Trust');
  if ((await notify(severity, words, manage)) === manage)
    await vscode.commands.executeCommand('workbench.trust.manage');
}
