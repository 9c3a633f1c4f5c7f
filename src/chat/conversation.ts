import * as z from 'zod/mini';

/**
 * A conversation is what its journal says: records, applied in order. Messages form a tree (each names its
 * parent), so that asking again makes a sibling and nothing is ever overwritten.
 */

const failureRecord = z.object({
  kind: z.string(),
  details: z.record(z.string(), z.unknown()),
});

const usageRecord = z.object({ inputTokens: z.optional(z.number()), outputTokens: z.optional(z.number()) });

export const journalRecord = z.discriminatedUnion('type', [
  z.object({ type: z.literal('conversation'), version: z.literal(1), id: z.string(), at: z.number() }),
  z.object({
    type: z.literal('prompt'),
    id: z.string(),
    parentId: z.nullable(z.string()),
    text: z.string(),
    at: z.number(),
  }),
  z.object({
    type: z.literal('answer'),
    id: z.string(),
    parentId: z.string(),
    model: z.string(),
    at: z.number(),
  }),
  z.object({
    type: z.literal('delta'),
    id: z.string(),
    kind: z.enum(['text', 'thinking']),
    text: z.string(),
  }),
  z.object({
    type: z.literal('end'),
    id: z.string(),
    status: z.enum(['complete', 'stopped', 'interrupted', 'failed']),
    at: z.number(),
    failure: z.optional(failureRecord),
    usage: z.optional(usageRecord),
    /** How many pictures came, which are not kept. */
    pictures: z.optional(z.number()),
    cause: z.optional(z.enum(['stop', 'length', 'toolCalls', 'refusal', 'other'])),
    /** The relay's own word for it. */
    finishReason: z.optional(z.string()),
    servedModel: z.optional(z.string()),
    requestId: z.optional(z.string()),
  }),
]);
export type JournalRecord = z.infer<typeof journalRecord>;
export type EndRecord = Extract<JournalRecord, { type: 'end' }>;

export interface Prompt {
  readonly type: 'prompt';
  readonly id: string;
  readonly parentId: string | null;
  readonly text: string;
}

export interface Answer {
  readonly type: 'answer';
  readonly id: string;
  readonly parentId: string;
  /** Empty until it is known which model answers: its record then comes again, with the name. */
  model: string;
  text: string;
  thinking: string;
  /** Absent while the answer is being written. */
  end?: EndRecord;
}

export interface Conversation {
  readonly id: string;
  /** In the order of their records. */
  readonly messages: Map<string, Prompt | Answer>;
}

/** A question on the current branch, with the latest answer to it. */
export interface Turn {
  readonly prompt: Prompt;
  readonly answer: Answer;
}

export function createConversation(id: string): Conversation {
  return { id, messages: new Map() };
}

/** Applies one record. Records that fit nothing (a delta of an unknown answer) are left out. */
export function applyRecord(conversation: Conversation, record: JournalRecord): void {
  const { messages } = conversation;
  switch (record.type) {
    case 'conversation':
      return;
    case 'prompt':
      messages.set(record.id, {
        type: 'prompt',
        id: record.id,
        parentId: record.parentId,
        text: record.text,
      });
      return;
    case 'answer': {
      const known = messages.get(record.id);
      if (known?.type === 'answer') known.model = record.model;
      else
        messages.set(record.id, {
          type: 'answer',
          id: record.id,
          parentId: record.parentId,
          model: record.model,
          text: '',
          thinking: '',
        });
      return;
    }
    case 'delta':
    case 'end': {
      const answer = messages.get(record.id);
      if (answer?.type !== 'answer') return;
      if (record.type === 'end') answer.end = record;
      else answer[record.kind] += record.text;
    }
  }
}

/** The turns of the current branch, oldest first: at every fork the latest child is taken. */
export function currentTurns(conversation: Conversation): Turn[] {
  const latestChild = new Map<string | null, Prompt | Answer>();
  for (const message of conversation.messages.values()) latestChild.set(message.parentId, message);
  const turns: Turn[] = [];
  let prompt = latestChild.get(null);
  while (prompt?.type === 'prompt') {
    const answer = latestChild.get(prompt.id);
    if (answer?.type !== 'answer') break;
    turns.push({ prompt, answer });
    prompt = latestChild.get(answer.id);
  }
  return turns;
}

/**
 * What goes to the model for the last of these turns: its prompt, and the turns before it whose answer has text.
 * A question that was refused or stopped before a word came is left out, or it would spoil all that follow.
 */
export function toChatMessages(turns: readonly Turn[]): { role: 'user' | 'assistant'; content: string }[] {
  return turns.flatMap(({ prompt, answer }, index) => {
    const question = { role: 'user' as const, content: prompt.text };
    if (index === turns.length - 1) return [question];
    return answer.text.trim() ? [question, { role: 'assistant' as const, content: answer.text }] : [];
  });
}
