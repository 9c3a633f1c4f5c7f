import * as vscode from 'vscode';
import { notify } from './notifications.ts';

/** Says what is not done in a folder that isn't trusted, with the way to trust it. */
export async function promptForWorkspaceTrust(severity: 'info' | 'warning', words: string): Promise<void> {
  const manage = vscode.l10n.t('Manage Workspace Trust');
  if ((await notify(severity, words, manage)) === manage)
    await vscode.commands.executeCommand('workbench.trust.manage');
}
