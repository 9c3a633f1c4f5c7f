import { randomUUID } from 'node:crypto';
import type { ChatPorts } from './chatPorts.ts';
import { Conversation } from './conversation.ts';

type LoadPorts = Pick<ChatPorts, 'journal' | 'logger' | 'onUnreadable' | 'rememberConversation'>;

/** The conversation with this id; or an empty one, which is another where the one with this id was deleted or can't be read. */
export async function loadOrCreate(id: string | undefined, ports: LoadPorts): Promise<Conversation> {
  const conversation = await load(id, ports);
  // It has no file before its first record. What is written meanwhile, by its id, is to be found again all the same.
  if (conversation.id !== id) ports.rememberConversation(conversation.id);
  return conversation;
}

async function load(
  id: string | undefined,
  { journal, logger, onUnreadable }: LoadPorts,
): Promise<Conversation> {
  if (id === undefined) return new Conversation(randomUUID());
  try {
    const loaded = (await journal.load(id)) ?? new Conversation(id);
    return loaded.isDeleted ? new Conversation(randomUUID()) : loaded;
  } catch (error) {
    logger.error(`A conversation could not be read: ${String(error)}`);
    onUnreadable();
    return new Conversation(randomUUID());
  }
}
