import * as z from 'zod/mini';
import { configurationFields } from '../../relay/models/modelConfiguration.ts';
import { attachmentRecord, pictureRecord } from './attachment.ts';

/** The records of a conversation's journal, one line each. Their meaning: `conversation.ts`. */

const failureRecord = z.object({
  kind: z.string(),
  details: z.record(z.string(), z.unknown()),
});

const usageRecord = z.object({
  inputTokens: z.optional(z.number()),
  outputTokens: z.optional(z.number()),
  cachedInputTokens: z.optional(z.number()),
  cacheWrittenTokens: z.optional(z.number()),
});

export const journalRecord = z.discriminatedUnion('type', [
  z.object({ type: z.literal('conversation'), version: z.literal(1), id: z.string(), at: z.number() }),
  z.object({
    type: z.literal('prompt'),
    id: z.string(),
    parentId: z.nullable(z.string()),
    text: z.string(),
    /** `continue`: asks for the rest of an answer that was cut. */
    kind: z.optional(z.enum(['question', 'continue'])),
    attachments: z.optional(z.array(attachmentRecord)),
    at: z.number(),
  }),
  z.object({
    type: z.literal('answer'),
    id: z.string(),
    parentId: z.string(),
    model: z.string(),
    /** Origin of the relay that was asked. */
    relay: z.catch(z.optional(z.url()), undefined),
    /** In which it was asked, where its id alone doesn't say so: signatures are of one protocol. */
    protocol: z.catch(z.optional(z.enum(['messages', 'chatCompletions', 'generateContent'])), undefined),
    /** The process that writes it: while that is there, an answer without an end is not cut. */
    writer: z.optional(z.string()),
    /** One of several models that are asked the same at once; all of them are shown until one is kept. */
    isCompared: z.optional(z.boolean()),
    at: z.number(),
  }),
  z.object({
    type: z.literal('delta'),
    id: z.string(),
    kind: z.enum(['text', 'thinking']),
    text: z.string(),
  }),
  /** Belongs to the text or the thinking before it, and goes back to the model with it. */
  z.object({ type: z.literal('signature'), id: z.string(), signature: z.string() }),
  /** Thinking in a form that only the service can read. */
  z.object({ type: z.literal('redactedThinking'), id: z.string(), data: z.string() }),
  z.object({ type: z.literal('picture'), id: z.string(), picture: pictureRecord }),
  /** The model wants a tool called. */
  z.object({
    type: z.literal('toolCall'),
    id: z.string(),
    callId: z.string(),
    name: z.string(),
    input: z.record(z.string(), z.unknown()),
    /** What the model sent as input where that was no JSON object. */
    invalidInput: z.optional(z.string()),
    signature: z.optional(z.string()),
  }),
  z.object({
    type: z.literal('toolResult'),
    id: z.string(),
    callId: z.string(),
    status: z.enum(['done', 'failed', 'refused', 'cancelled']),
    /** As the model gets it. */
    text: z.string(),
    pictures: z.optional(z.array(pictureRecord)),
  }),
  z.object({
    type: z.literal('end'),
    id: z.string(),
    status: z.enum(['complete', 'stopped', 'interrupted', 'failed']),
    at: z.number(),
    failure: z.optional(failureRecord),
    /** Of all rounds of the answer. */
    usage: z.optional(usageRecord),
    /** Of the last round alone, where tools were called. */
    lastUsage: z.optional(usageRecord),
    /**
     * It wanted more tools called, and the person did not let it, or it went in circles; or it was stopped, since its
     * window was closed.
     */
    endedBy: z.catch(z.optional(z.enum(['person', 'loop', 'closing'])), undefined),
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
  z.object({
    type: z.literal('title'),
    title: z.string(),
    /** A model made it, so that another may take its place; the person's own stays. */
    isMade: z.optional(z.boolean()),
    at: z.number(),
  }),
  /** The system prompt of this conversation; without a text it has the one of the settings. */
  z.object({ type: z.literal('system'), text: z.optional(z.string()), at: z.number() }),
  /** How this conversation's models answer; what is absent is left to the model. */
  z.object({ type: z.literal('configuration'), ...configurationFields, at: z.number() }),
  z.object({ type: z.literal('pin'), isPinned: z.boolean() }),
  /** A deleted conversation is no longer listed; its file stays for a while, so that it can be undone. */
  z.object({ type: z.literal('delete'), isDeleted: z.boolean(), at: z.number() }),
]);
export type JournalRecord = z.infer<typeof journalRecord>;
export type EndRecord = Extract<JournalRecord, { type: 'end' }>;
export type ToolCallRecord = Extract<JournalRecord, { type: 'toolCall' }>;
export type ToolResultRecord = Extract<JournalRecord, { type: 'toolResult' }>;
