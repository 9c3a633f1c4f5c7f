import * as vscode from 'vscode';
import { summariseFailure } from '../messages/failures.ts';
import { notify, promptForWorkspaceTrust } from '../platform/notifications.ts';
import { isEditorChatOff } from '../platform/settings/editorSettings.ts';
import { withDelayedProgress } from '../platform/withDelayedProgress.ts';
import type { ListedModels } from './listedModels.ts';

/** VS Code's commands for its list of models by provider, and for its chat. */
const manageModels = 'workbench.action.chat.manage';
const openChat = 'workbench.action.chat.open';
const closeModalEditor = 'workbench.action.closeModalEditor';

/** The extension of VS Code's chat. It is built in, and not listed while the chat is switched off. */
const chatExtension = 'GitHub.copilot-chat';
const lookAgainMs = 200;
/** How long to wait until it is listed and has started. */
const longestStartMs = 30_000;

/**
 * Opens VS Code's own chat with our models. VS Code keeps its chat switched off until somebody signs in or opens its
 * list of models: opening the list switches it on permanently, without a sign-in.
 */
export async function openVsCodeChat(models: Pick<ListedModels, 'connect' | 'list'>): Promise<void> {
  const { t } = vscode.l10n;
  const known = await vscode.commands.getCommands(true);
  if (isEditorChatOff())
    return void notify(
      'info',
      t('VS Code’s chat is disabled by the setting chat.disableAIFeatures or by a policy.'),
    );
  if (!known.includes(manageModels))
    return void notify('info', t('This version of VS Code has no built-in chat that can use relay models.'));
  if (!vscode.workspace.isTrusted)
    return promptForWorkspaceTrust('info', t('VS Code’s chat is unavailable until you trust this folder.'));
  if (!(await models.connect())) return;
  try {
    const listed = await withDelayedProgress(t('Loading the relay’s models…'), (signal) =>
      models.list({ isSilent: false, signal }),
    );
    if (!listed || listed.length === 0) return;
  } catch (error) {
    return void notify('warning', summariseFailure(error, { t }));
  }
  await vscode.commands.executeCommand(manageModels, '@provider:"Model Relay"');
  const isStarted = await withDelayedProgress(t('Enabling VS Code’s chat…'), waitUntilStarted);
  if (isStarted) {
    // By default, the list covers the chat and keeps the keyboard focus.
    if (known.includes(closeModalEditor)) await vscode.commands.executeCommand(closeModalEditor);
    await vscode.commands.executeCommand(openChat);
  } else if (isStarted === false)
    await notify('info', t('VS Code’s chat did not start. Check that its extension is enabled.'));
}

/** Waits for the chat to start: before that, a request to it shows a sign-in dialog. */
async function waitUntilStarted(signal: AbortSignal): Promise<boolean> {
  const startedAt = Date.now();
  for (;;) {
    if (vscode.extensions.getExtension(chatExtension)?.isActive) return true;
    if (signal.aborted || Date.now() - startedAt > longestStartMs) return false;
    await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
  }
}
