import { randomUUID } from 'node:crypto';
import type { Logger } from '../relay/logger.ts';
import { type Conversation, createConversation } from './conversation.ts';
import type { Journal } from './journal.ts';

/** The conversation with this id, or a new one when it is not there, was deleted, or can't be read. */
export async function loadOrCreate(
  id: string | undefined,
  { journal, logger }: { readonly journal: Journal; readonly logger: Logger },
): Promise<Conversation> {
  try {
    const loaded = id === undefined ? undefined : await journal.load(id);
    return loaded && !loaded.isDeleted ? loaded : createConversation(randomUUID());
  } catch (error) {
    logger.error(`A conversation could not be read: ${String(error)}`);
    return createConversation(randomUUID());
  }
}
