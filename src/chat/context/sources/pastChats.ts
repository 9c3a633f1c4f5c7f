import * as vscode from 'vscode';
import type { Conversation } from '../../model/conversation.ts';
import { textOf } from '../../model/message.ts';
import { titleOf, toFileName } from '../../model/titles.ts';
import type { History, HistoryEntry } from '../../storage/history.ts';
import type { Journal } from '../../storage/journal.ts';
import { maxChatCharacters } from './attachedTexts.ts';
import { type Gathered, gatherText, type Refusal } from './gathered.ts';

/** The chats of the history, without the one that is open. */
export type PastChats = ReturnType<typeof createPastChats>;

export function createPastChats(
  history: Pick<History, 'list'>,
  { load }: Pick<Journal, 'load'>,
  session: () => Promise<{ readonly conversation: Pick<Conversation, 'id'> }>,
) {
  return {
    /** The likeliest chats come first. */
    async list(): Promise<readonly HistoryEntry[]> {
      const { conversation } = await session();
      return (await history.list()).filter(({ id }) => id !== conversation.id);
    },
    load,
  };
}

/** A past chat, as a value among the suggestions. */
const chatScheme = 'model-relay-chat:';

export const isPastChat = (value: string) => value.startsWith(chatScheme);

export const toChatValue = ({ id }: Pick<HistoryEntry, 'id'>) => `${chatScheme}${id}`;

/** The messages of a past chat, without tool calls and attachments. A long chat is cut to its end, with the results. */
export async function gatherChat(value: string, chats: PastChats): Promise<Gathered | Refusal> {
  const { t } = vscode.l10n;
  // The ID becomes a file name, so only plain characters are allowed.
  const [id] = /^[\w-]{1,64}$/.exec(value.slice(chatScheme.length)) ?? [];
  const conversation = id === undefined ? undefined : await chats.load(id);
  if (!conversation || conversation.isDeleted || conversation.messages.size === 0)
    return { name: t('Chat'), reason: t('This chat no longer exists.') };
  const name = `${toFileName(titleOf(conversation)) || t('Chat')}.md`;
  const text = writeMessages(conversation);
  const end = text.slice(-maxChatCharacters).toWellFormed();
  return gatherText(
    {
      kind: 'file',
      name,
      text: end.length < text.length ? `(The beginning was left out.)\n${end}` : text,
      language: 'markdown',
    },
    { source: value, file: name },
  );
}

/** In English: it is for the model. */
function writeMessages({ turns }: Conversation): string {
  const messages = turns.flatMap(({ prompt, answer }) => [
    `User: ${prompt.text}\n`,
    ...prompt.attachments.map(({ name }) => `Attached: ${name}\n`),
    `Assistant: ${textOf(answer)}\n`,
  ]);
  return messages.join('\n');
}
