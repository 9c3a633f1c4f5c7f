import * as vscode from 'vscode';
import { confirm, notify } from '../../platform/notifications.ts';
import { fitsInDialog, hasControlCharacters, readCommands, showInvisible } from './linksAndCommands.ts';
import type { OwnTerminals } from './ownTerminals.ts';

/** Runs the commands of a code block in a terminal, after the person saw them and agreed. */
export async function runInTerminal(
  terminals: OwnTerminals,
  code: string,
  language: string,
  folder: vscode.Uri | undefined,
): Promise<void> {
  const { t } = vscode.l10n;
  const commands = readCommands(code, language);
  if (commands === '') return void (await notify('info', t('This code contains no command.')));
  if (hasControlCharacters(commands)) {
    const words = t(
      'The code was not run because it contains control characters that the terminal would execute.',
    );
    return void (await notify('warning', words));
  }
  if (!fitsInDialog(commands)) return offerInEditor(code);
  if (!(await agrees(commands))) return;
  const ready = await terminals.take(folder);
  if (ready?.shell) ready.shell.executeCommand(commands);
  else ready?.terminal.sendText(commands, true);
}

/** Offers to open the commands in an editor, where the person can read all of them and run them. */
async function offerInEditor(code: string): Promise<void> {
  const { t } = vscode.l10n;
  const words = t('This code is too long to review here. Open it in an editor and run it from there.');
  const open = t('Open in Editor');
  if ((await notify('info', words, open)) !== open) return;
  const document = await vscode.workspace.openTextDocument({ content: code, language: 'shellscript' });
  await vscode.window.showTextDocument(document);
}

async function agrees(commands: string): Promise<boolean> {
  const { t } = vscode.l10n;
  const lines = commands.split('\n').length;
  const question =
    lines === 1 ? t('Run this command in the terminal?') : t('Run these {0} lines in the terminal?', lines);
  return confirm('warning', question, showInvisible(commands), t('Run'));
}
