import { randomUUID } from 'node:crypto';
import type { ChatPorts } from './chatPorts.ts';
import { type Conversation, createConversation } from './conversation.ts';

/** The conversation with this id, or a new one when it is not there, was deleted, or can't be read. */
export async function loadOrCreate(
  id: string | undefined,
  { journal, logger, onUnreadable }: Pick<ChatPorts, 'journal' | 'logger' | 'onUnreadable'>,
): Promise<Conversation> {
  try {
    const loaded = id === undefined ? undefined : await journal.load(id);
    return loaded && !loaded.isDeleted ? loaded : createConversation(randomUUID());
  } catch (error) {
    logger.error(`A conversation could not be read: ${String(error)}`);
    onUnreadable();
    return createConversation(randomUUID());
  }
}
