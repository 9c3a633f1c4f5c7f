import * as z from 'zod/mini';
import type { Memory } from './persistence.ts';

/** The state of a window's chat that is persisted between sessions. */
export interface ChatMemory {
  openConversation: string | undefined;
  draft: string;
  /** Messages that were sent but have no prompt record yet. */
  unsent: readonly string[];
  /** Models that are compared with the selected one. */
  others: readonly string[];
}

const text = z.catch(z.string(), '');
const texts = z.catch(z.array(z.string()), []);

export function createChatMemory(memory: Memory): ChatMemory {
  const keep = (key: string, value: unknown) => void memory.update(`chat.${key}`, value);
  const read = (key: string) => memory.get(`chat.${key}`);
  return {
    get openConversation() {
      return text.parse(read('openConversation')) || undefined;
    },
    set openConversation(id) {
      keep('openConversation', id);
    },
    get draft() {
      return text.parse(read('draft'));
    },
    set draft(text) {
      keep('draft', text || undefined);
    },
    get unsent() {
      return texts.parse(read('unsent'));
    },
    set unsent(unsent) {
      keep('unsent', unsent.length > 0 ? unsent : undefined);
    },
    get others() {
      return texts.parse(read('others'));
    },
    set others(ids) {
      keep('others', ids.length > 0 ? ids : undefined);
    },
  };
}
