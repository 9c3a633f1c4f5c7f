import * as vscode from 'vscode';
import { commands } from '../../../manifest.ts';
import { plainText } from '../../../platform/notifications.ts';
import type { Logger } from '../../../relay/logger.ts';
import { builtInPrompts } from './builtInPrompts.ts';
import { askForNewPrompt, replacePrompt } from './newPrompt.ts';
import type { ListedPrompt } from './promptStore.ts';

export interface PromptCommandsPorts {
  readonly list: () => Promise<ListedPrompt[]>;
  readonly ownFolder: vscode.Uri;
  readonly logger: Logger;
}

interface PromptItem extends vscode.QuickPickItem {
  readonly prompt?: ListedPrompt;
}

/** Making a prompt, and finding those that are there. */
export function registerPromptCommands(ports: PromptCommandsPorts): vscode.Disposable {
  const { ownFolder, logger } = ports;
  const { t } = vscode.l10n;

  async function openPrompts(): Promise<void> {
    const newItem: PromptItem = { label: `$(add) ${t('New Prompt…')}` };
    const items = (await ports.list()).map(toItem);
    const chosen = await vscode.window.showQuickPick([newItem, ...items], {
      title: t('Prompts'),
      placeHolder: t('Choose a prompt to change it'),
      matchOnDescription: true,
      matchOnDetail: true,
    });
    if (!chosen) return;
    const { prompt } = chosen;
    if (!prompt) return askForNewPrompt(ownFolder, logger);
    if (prompt.address) {
      // By VS Code itself, which says what is wrong with a file that it can't show.
      await vscode.commands.executeCommand('vscode.open', prompt.address);
      return;
    }
    const builtIn = builtInPrompts(t).find(({ name }) => name === prompt.name);
    if (builtIn) await replacePrompt(builtIn, ownFolder, logger);
  }

  return vscode.Disposable.from(
    vscode.commands.registerCommand(commands.newPrompt, () => askForNewPrompt(ownFolder, logger)),
    vscode.commands.registerCommand(commands.openPrompts, openPrompts),
  );
}

function toItem(prompt: ListedPrompt): PromptItem {
  const { name, description, from } = prompt;
  return {
    prompt,
    label: `/${name}`,
    description: plainText(from),
    ...(description && { detail: plainText(description) }),
  };
}
