import { Conversation } from '../model/conversation.ts';
import { firstWords, toOneLine } from '../model/historyText.ts';
import { fileStart, readLines } from './lines.ts';
import { parseRecord } from './recordLine.ts';

/** What is known of a conversation without its answers. */
export interface Summary {
  readonly title: string;
  readonly updatedAt: number;
  readonly turnCount: number;
  readonly isPinned: boolean;
  /** When it was deleted, if it is. */
  readonly deletedAt?: number;
}

/** Nearly all of a file is pieces of answers, of which nothing is listed. */
const isPart = /^\{"type":"(?:delta|signature|redactedThinking|picture|toolCall|toolResult)"/;

/** Reads a conversation's file for the list; undefined when nothing in it is a message. */
export async function summarize(path: string, id: string): Promise<Summary | undefined> {
  const conversation = new Conversation(id);
  let updatedAt = 0;
  let deletedAt = 0;
  await readLines(path, fileStart, (lines) => {
    for (const line of lines) {
      const record = line && !isPart.test(line) && parseRecord(line);
      if (!record) continue;
      conversation.append(record);
      if (record.type === 'prompt' || record.type === 'answer' || record.type === 'end')
        updatedAt = Math.max(updatedAt, record.at);
      if (record.type === 'delete') deletedAt = record.at;
    }
  });
  if (conversation.messages.size === 0) return undefined;
  return {
    title: titleOf(conversation),
    updatedAt,
    turnCount: conversation.turns.length,
    isPinned: conversation.isPinned,
    ...(conversation.isDeleted && { deletedAt }),
  };
}

/** The conversation's own title, or the first words of its first question. */
export function titleOf(conversation: Conversation): string {
  const { title = '', firstPrompt } = conversation;
  return toOneLine(title) || (firstPrompt ? firstWords(firstPrompt.text) : '');
}
