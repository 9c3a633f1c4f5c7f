import * as vscode from 'vscode';
import { confirm } from '../../../platform/notifications.ts';
import { createPromptLibrary, type PromptLibrary, type PromptLibraryPorts } from './promptLibrary.ts';
import { registerPromptCommands } from './registerPromptCommands.ts';

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
        vscode.l10n.t('Put the clipboard into your message?'),
        vscode.l10n.t(
          'The prompt /{0} of this workspace asks for it. The relay and the model get it.',
          prompt,
        ),
        vscode.l10n.t('Insert Clipboard'),
      ),
  });
  const commands = registerPromptCommands({ list: library.list, ownFolder, logger: ports.logger });
  return { ...library, dispose: () => commands.dispose() };
}
