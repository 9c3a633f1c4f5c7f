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
    /** `continue`: asks for the rest of an answer that was cut. */
    kind: z.optional(z.enum(['question', 'continue'])),
    at: z.number(),
  }),
  z.object({
    type: z.literal('answer'),
    id: z.string(),
    parentId: z.string(),
    model: z.string(),
    /** Origin of the relay that was asked. */
    relay: z.catch(z.optional(z.url()), undefined),
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
    /** From the question to the first word, and to the end, in milliseconds. */
    firstTokenMs: z.optional(z.number()),
    durationMs: z.optional(z.number()),
    /** How often the question was sent again before it was answered. */
    retries: z.optional(z.number()),
  }),
  /** Of several children of one parent, this message is the one that is shown. */
  z.object({ type: z.literal('choose'), id: z.string() }),
  z.object({ type: z.literal('title'), title: z.string(), at: z.number() }),
  z.object({ type: z.literal('pin'), isPinned: z.boolean() }),
  /** A deleted conversation is no longer listed; its file stays for a while, so that it can be undone. */
  z.object({ type: z.literal('delete'), isDeleted: z.boolean(), at: z.number() }),
]);
export type JournalRecord = z.infer<typeof journalRecord>;
export type EndRecord = Extract<JournalRecord, { type: 'end' }>;

export interface Prompt {
  readonly type: 'prompt';
  readonly id: string;
  readonly parentId: string | null;
  readonly text: string;
  readonly kind: 'question' | 'continue';
  readonly at: number;
}

export interface Answer {
  readonly type: 'answer';
  readonly id: string;
  readonly parentId: string;
  readonly at: number;
  /** Empty until it is known which model answers: its record then comes again, with the name and the relay. */
  model: string;
  relay?: string | undefined;
  text: string;
  thinking: string;
  /** Absent while the answer is being written. */
  end?: EndRecord;
}

export interface Conversation {
  readonly id: string;
  /** In the order of their records. */
  readonly messages: Map<string, Prompt | Answer>;
  /** Ids of a message's children, oldest first, by its id; null is the parent of first prompts. */
  readonly children: Map<string | null, string[]>;
  /** Which of them is shown. */
  readonly chosen: Map<string | null, string>;
  /** As the person or a model named it. */
  title?: string;
  isPinned: boolean;
  isDeleted: boolean;
}

/** A question on the current branch, with the answer to it that is shown. */
export interface Turn {
  readonly prompt: Prompt;
  readonly answer: Answer;
}

/** What is sent to have a cut answer go on. */
export const continueText =
  'Your last answer ended too early. Continue it exactly where it ended, without repeating anything and without a word about it.';

export function createConversation(id: string): Conversation {
  return {
    id,
    messages: new Map(),
    children: new Map(),
    chosen: new Map(),
    isPinned: false,
    isDeleted: false,
  };
}

/** Applies one record. Records that fit nothing (a delta of an unknown answer) are left out. */
export function applyRecord(conversation: Conversation, record: JournalRecord): void {
  const { messages } = conversation;
  switch (record.type) {
    case 'conversation':
      return;
    case 'prompt': {
      const { id, parentId, text, kind = 'question', at } = record;
      return addMessage(conversation, { type: 'prompt', id, parentId, text, kind, at });
    }
    case 'answer': {
      const { id, parentId, model, relay, at } = record;
      const known = messages.get(id);
      if (known?.type === 'answer') Object.assign(known, { model, ...(relay && { relay }) });
      else
        addMessage(conversation, {
          type: 'answer',
          id,
          parentId,
          model,
          at,
          text: '',
          thinking: '',
          ...(relay && { relay }),
        });
      return;
    }
    case 'delta':
    case 'end': {
      const answer = messages.get(record.id);
      if (answer?.type !== 'answer') return;
      if (record.type === 'end') answer.end = record;
      else answer[record.kind] += record.text;
      return;
    }
    case 'choose': {
      const message = messages.get(record.id);
      if (message) conversation.chosen.set(message.parentId, message.id);
      return;
    }
    case 'title':
      conversation.title = record.title;
      return;
    case 'pin':
      conversation.isPinned = record.isPinned;
      return;
    case 'delete':
      conversation.isDeleted = record.isDeleted;
  }
}

/** A new message is the one that is shown, whatever siblings it has. */
function addMessage({ messages, children, chosen }: Conversation, message: Prompt | Answer): void {
  const { id, parentId } = message;
  if (messages.has(id)) return;
  messages.set(id, message);
  const siblings = children.get(parentId);
  if (siblings) siblings.push(id);
  else children.set(parentId, [id]);
  chosen.set(parentId, id);
}

/** The turns of the current branch, oldest first: at every fork the chosen child is taken. */
export function currentTurns({ messages, chosen }: Conversation): Turn[] {
  const child = (parentId: string | null) => messages.get(chosen.get(parentId) ?? '');
  const turns: Turn[] = [];
  for (let prompt = child(null); prompt?.type === 'prompt'; ) {
    const answer = child(prompt.id);
    if (answer?.type !== 'answer') break;
    turns.push({ prompt, answer });
    prompt = child(answer.id);
  }
  return turns;
}

/** The turns that lead to this answer, oldest first, whichever branch is shown by now. */
export function turnsTo({ messages }: Conversation, answerId: string): Turn[] {
  const turns: Turn[] = [];
  // A file from elsewhere may have messages that are each other's parents.
  const seen = new Set<string>();
  for (let answer = messages.get(answerId); answer?.type === 'answer' && !seen.has(answer.id); ) {
    const prompt = messages.get(answer.parentId);
    if (prompt?.type !== 'prompt') break;
    seen.add(answer.id);
    turns.push({ prompt, answer });
    answer = messages.get(prompt.parentId ?? '');
  }
  return turns.reverse();
}

/** Ids of all messages with the same parent as this one, itself among them, oldest first: the versions of it. */
export function versionsOf({ messages, children }: Conversation, id: string): readonly string[] {
  const message = messages.get(id);
  return message ? (children.get(message.parentId) ?? []) : [];
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
