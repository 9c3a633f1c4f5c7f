import * as vscode from 'vscode';
import { confirm } from '../../platform/notifications.ts';
import type { ChatSession } from '../model/chatSession.ts';

/** Asks before another conversation is shown, where that would stop an answer; true where it may be. */
export async function confirmSwitch({ isAnswering }: ChatSession): Promise<boolean> {
  const { t } = vscode.l10n;
  if (!isAnswering) return true;
  return confirm(
    'warning',
    t('A response is still streaming in this chat. Stop it?'),
    t('The partial response is saved. Queued messages return to the input.'),
    t('Stop Response'),
  );
}

/** Shows an empty conversation. */
export async function startNewChat(session: ChatSession): Promise<void> {
  if (await confirmSwitch(session)) session.newConversation();
}
