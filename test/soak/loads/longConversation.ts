import { type Load, pick } from '../load.ts';

const requests = [
  'long 4',
  'code',
  'thinking table',
  'math',
  'edits',
  'chinese',
  'html',
  'long 8',
  'cut',
  'raw tail',
];

/** A conversation in the sidebar that goes on and on. */
export const longConversation: Load =
  async ({ chat, conversation, random, signal }) =>
  async () => {
    let messages = 0;
    while (!signal.aborted) {
      await conversation.send(chat, pick(random, requests));
      messages += 1;
    }
    return { did: `${messages} messages`, wrong: [] };
  };
