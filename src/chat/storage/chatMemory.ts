import * as z from 'zod/mini';
import type { Memory } from './persistence.ts';

const text = z.catch(z.string(), '');
const texts = z.catch(z.array(z.string()), []);

/** The state of a window's chat that is persisted between sessions. */
export type ChatMemory = ReturnType<typeof createChatMemory>;

export function createChatMemory(memory: Memory) {
  const keep = (key: string, value: unknown) => void memory.update(`chat.${key}`, value);
  const read = (key: string) => memory.get(`chat.${key}`);
  return {
    get openConversation(): string | undefined {
      return text.parse(read('openConversation')) || undefined;
    },
    set openConversation(id: string | undefined) {
      keep('openConversation', id);
    },
    get draft(): string {
      return text.parse(read('draft'));
    },
    set draft(text: string) {
      keep('draft', text || undefined);
    },
    /** Messages that were sent but have no prompt record yet. */
    get unsent(): readonly string[] {
      return texts.parse(read('unsent'));
    },
    set unsent(unsent: readonly string[]) {
      keep('unsent', unsent.length > 0 ? unsent : undefined);
    },
    /** Models that are compared with the selected one. */
    get others(): readonly string[] {
      return texts.parse(read('others'));
    },
    set others(ids: readonly string[]) {
      keep('others', ids.length > 0 ? ids : undefined);
    },
  };
}
