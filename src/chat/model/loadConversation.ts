import { randomUUID } from 'node:crypto';
import type { ChatServices } from './chatServices.ts';
import { Conversation } from './conversation.ts';

/** The conversation that was open, or a new one if it was deleted or can't be read. */
export async function loadOrCreate(services: ChatServices): Promise<Conversation> {
  const { memory } = services;
  const id = memory.openConversation;
  const conversation = await load(id, services);
  // A new conversation has no file yet. Store its ID now, so that what is saved under it can be found again.
  if (conversation.id !== id) memory.openConversation = conversation.id;
  return conversation;
}

async function load(id: string | undefined, { journal, logger, tell }: ChatServices): Promise<Conversation> {
  if (id === undefined) return new Conversation(randomUUID());
  try {
    const loaded = (await journal.load(id)) ?? new Conversation(id);
    return loaded.isDeleted ? new Conversation(randomUUID()) : loaded;
  } catch (error) {
    logger.error(`History: failed to read a conversation: ${String(error)}`);
    tell({ type: 'unreadable' });
    return new Conversation(randomUUID());
  }
}
