import type * as vscode from 'vscode';
import * as z from 'zod/mini';
import { attachmentRecord } from './attachment.ts';
import type { Question } from './chatPorts.ts';

/** What a window remembers of its chat from one session to the next. */
export interface ChatMemory {
  openConversation: string | undefined;
  draft: string;
  /** What was sent and is no question yet. */
  unsent: readonly string[];
  queue: readonly Question[];
  /** Further models that a question goes to. */
  others: readonly string[];
}

const questions = z.catch(
  z.array(z.object({ text: z.string(), attachments: z.catch(z.array(attachmentRecord), []) })),
  [],
);
const texts = z.catch(z.array(z.string()), []);

export function createChatMemory(state: vscode.Memento): ChatMemory {
  const keep = (key: string, value: unknown) => void state.update(`chat.${key}`, value);
  return {
    get openConversation() {
      return state.get<string>('chat.openConversation');
    },
    set openConversation(id) {
      keep('openConversation', id);
    },
    get draft() {
      return state.get('chat.draft', '');
    },
    set draft(text) {
      keep('draft', text || undefined);
    },
    get unsent() {
      return texts.parse(state.get('chat.unsent', []));
    },
    set unsent(unsent) {
      keep('unsent', unsent.length > 0 ? unsent : undefined);
    },
    get queue() {
      return questions.parse(state.get('chat.queue', []));
    },
    set queue(queue) {
      const kept = queue.map(({ text, attachments }) => ({ text, attachments }));
      keep('queue', kept.length > 0 ? kept : undefined);
    },
    get others() {
      return texts.parse(state.get('chat.others', []));
    },
    set others(ids) {
      keep('others', ids.length > 0 ? ids : undefined);
    },
  };
}
