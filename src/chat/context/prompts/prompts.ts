import * as vscode from 'vscode';
import { commands } from '../../../manifest.ts';
import { confirm, plainText } from '../../../platform/notifications.ts';
import type { Logger } from '../../../relay/logger.ts';
import { builtInPrompts } from './builtInPrompts.ts';
import { askForNewPrompt, replacePrompt } from './newPrompt.ts';
import { createPromptLibrary, type PromptLibrary, type PromptLibraryPorts } from './promptLibrary.ts';
import type { ListedPrompt } from './promptStore.ts';

export interface PromptPorts extends Omit<PromptLibraryPorts, 'ownFolder' | 'mayHaveClipboard'> {
  readonly context: Pick<vscode.ExtensionContext, 'globalStorageUri'>;
}

/** Reusable prompts with their commands, which go when they are disposed. */
export interface Prompts extends PromptLibrary, vscode.Disposable {}

/**
 * A person's own prompts are beside the chat's history: on the machine that the work is on, and in no setting, since a
 * path that is right for one machine is wrong for the next.
 */
export function createPrompts({ context, ...ports }: PromptPorts): Prompts {
  const ownFolder = vscode.Uri.joinPath(context.globalStorageUri, 'prompts');
  const library = createPromptLibrary({
    ...ports,
    ownFolder,
    mayHaveClipboard: (prompt) =>
      confirm(
        'warning',
        vscode.l10n.t('Insert the clipboard into your message?'),
        vscode.l10n.t(
          'The workspace prompt /{0} uses the clipboard. Its content is sent to the relay and the model.',
          prompt,
        ),
        vscode.l10n.t('Insert Clipboard'),
      ),
  });
  const commands = registerPromptCommands({ list: library.list, ownFolder, logger: ports.logger });
  return { ...library, dispose: () => commands.dispose() };
}

interface PromptCommandsPorts {
  readonly list: () => Promise<ListedPrompt[]>;
  readonly ownFolder: vscode.Uri;
  readonly logger: Logger;
}

interface PromptItem extends vscode.QuickPickItem {
  readonly prompt?: ListedPrompt;
}

/** Making a prompt, and finding those that are there. */
function registerPromptCommands(ports: PromptCommandsPorts): vscode.Disposable {
  const { ownFolder, logger } = ports;
  const { t } = vscode.l10n;

  async function openPrompts(): Promise<void> {
    const newItem: PromptItem = { label: `$(add) ${t('New Prompt…')}` };
    const items = (await ports.list()).map(toItem);
    const chosen = await vscode.window.showQuickPick([newItem, ...items], {
      title: t('Prompts'),
      placeHolder: t('Select a prompt to edit'),
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
