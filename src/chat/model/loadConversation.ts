import { randomUUID } from 'node:crypto';
import type { ChatServices } from './chatServices.ts';
import { Conversation } from './conversation.ts';

/** The conversation that was open, or a new one if it was deleted or can't be read. */
export async function loadOrCreate({ journal, logger, memory, tell }: ChatServices): Promise<Conversation> {
  const id = memory.openConversation;
  let conversation: Conversation | undefined;
  try {
    if (id !== undefined) conversation = (await journal.load(id)) ?? new Conversation(id);
  } catch (error) {
    logger.error(`History: failed to read a conversation: ${String(error)}`);
    tell({ type: 'unreadable' });
  }
  if (!conversation || conversation.isDeleted) conversation = new Conversation(randomUUID());
  // A new conversation has no file yet. Store its ID now, so that what is saved under it can be found again.
  if (conversation.id !== id) memory.openConversation = conversation.id;
  return conversation;
}
