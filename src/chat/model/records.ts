import * as z from 'zod/mini';
import { attachmentKinds } from '../../protocol/attachmentKinds.ts';
import { protocols } from '../../relay/chat/protocolNames.ts';
import { parseJson } from '../../relay/json.ts';
import { chatImageTypes } from '../../relay/media/chatImageTypes.ts';
import { configurationFields } from '../../relay/models/modelConfiguration.ts';

/** An image of a conversation in its own file, whose name is a hash of its bytes. */
export const pictureRecord = z.object({
  file: z.string().check(z.regex(/^[\da-f]{64}\.(png|jpg|gif|webp|avif|bmp)$/)),
  mediaType: z.enum([...chatImageTypes, 'image/avif', 'image/bmp']),
  /** How large it is; absent where an older version stored it. */
  bytes: z.optional(z.number()),
  /** In pixels; absent where its header doesn't say. */
  width: z.optional(z.number()),
  height: z.optional(z.number()),
});
export type PictureRecord = z.infer<typeof pictureRecord>;

/** An attachment, as it was when it was attached. Has a text or an image. */
export const attachmentRecord = z.object({
  kind: z.enum(attachmentKinds),
  /** The name that is shown: a path relative to its workspace folder, with lines if it is a part of a file. */
  name: z.string(),
  text: z.optional(z.string()),
  /** The language of the text, as code fences name it. */
  language: z.optional(z.string()),
  picture: z.optional(pictureRecord),
  /** The image was scaled down, or re-encoded, before it was attached. */
  isScaled: z.optional(z.boolean()),
  /** An estimate of what it costs. */
  tokens: z.optional(z.number()),
});
export type AttachmentRecord = z.infer<typeof attachmentRecord>;

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
    /** `continue`: asks for the rest of an interrupted response. */
    kind: z.optional(z.enum(['question', 'continue'])),
    /**
     * Asks for a summary that takes the place of all messages before it in later requests. Not a `kind`: versions that
     * don't know it would drop the whole record, and with it all that follows; so they show a question and its response.
     */
    isCompaction: z.catch(z.optional(z.boolean()), undefined),
    attachments: z.optional(z.array(attachmentRecord)),
    at: z.number(),
  }),
  z.object({
    type: z.literal('answer'),
    id: z.string(),
    parentId: z.string(),
    model: z.string(),
    /** Origin of the relay. */
    relay: z.catch(z.optional(z.url()), undefined),
    /** The protocol, if the model's id does not imply it: signatures belong to one protocol. */
    protocol: z.catch(z.optional(z.enum(protocols)), undefined),
    /** The process that writes it: while it runs, a response without an end is not interrupted. */
    writer: z.optional(z.string()),
    /** By an image model, which gets only the prompt and its images, and not the conversation. */
    isImage: z.catch(z.optional(z.boolean()), undefined),
    /** One of several compared models; all responses are shown until one is kept. */
    isCompared: z.optional(z.boolean()),
    at: z.number(),
  }),
  z.object({
    type: z.literal('delta'),
    id: z.string(),
    kind: z.enum(['text', 'thinking']),
    text: z.string(),
  }),
  /** Belongs to the text or the thinking before it, and is sent back to the model with it. */
  z.object({ type: z.literal('signature'), id: z.string(), signature: z.string() }),
  /** Thinking in a form that only the service can read. */
  z.object({ type: z.literal('redactedThinking'), id: z.string(), data: z.string() }),
  z.object({
    type: z.literal('picture'),
    id: z.string(),
    picture: pictureRecord,
    /** The prompt as the model revised it. */
    revisedPrompt: z.catch(z.optional(z.string()), undefined),
  }),
  /** A tool call of the model. */
  z.object({
    type: z.literal('toolCall'),
    id: z.string(),
    callId: z.string(),
    name: z.string(),
    input: z.record(z.string(), z.unknown()),
    /** The input that the model sent, if it was not a JSON object. */
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
    /** For the person, in the display language at that time. */
    summary: z.optional(z.string()),
    pictures: z.optional(z.array(pictureRecord)),
  }),
  z.object({
    type: z.literal('end'),
    id: z.string(),
    status: z.enum(['complete', 'stopped', 'interrupted', 'failed']),
    at: z.number(),
    failure: z.optional(failureRecord),
    /** Of all rounds of the response. */
    usage: z.optional(usageRecord),
    /** Usage of the last round only, if tools were called. */
    lastUsage: z.optional(usageRecord),
    /**
     * The model wanted more tool calls, but the person declined or the model was looping; or the response was stopped
     * because its window was closed.
     */
    endedBy: z.catch(z.optional(z.enum(['person', 'loop', 'closing'])), undefined),
    /** Number of images that could not be saved. */
    pictures: z.optional(z.number()),
    /** The relay's reasons for withheld images; '' for an image without one. */
    withheld: z.catch(z.optional(z.array(z.string())), undefined),
    cause: z.optional(z.enum(['stop', 'length', 'toolCalls', 'refusal', 'other'])),
    /** The relay's own finish reason. */
    finishReason: z.optional(z.string()),
    servedModel: z.optional(z.string()),
    requestId: z.optional(z.string()),
    /** From the request to the first word, and to the end, in milliseconds. */
    firstTokenMs: z.optional(z.number()),
    durationMs: z.optional(z.number()),
    /** In US dollars, by the prices of the relay's list when the request was sent; absent where not all of it is known. */
    cost: z.catch(z.optional(z.number().check(z.nonnegative())), undefined),
    /** Number of retries before the response began. */
    retries: z.optional(z.number()),
  }),
  /** Shows this version of a message: one of several children of one parent. */
  z.object({ type: z.literal('choose'), id: z.string() }),
  z.object({
    type: z.literal('title'),
    title: z.string(),
    /** Generated by a model, so that another may replace it; the person's own title stays. */
    isMade: z.optional(z.boolean()),
    at: z.number(),
  }),
  /** The system prompt of this conversation; without a text it has the one of the settings. */
  z.object({ type: z.literal('system'), text: z.optional(z.string()), at: z.number() }),
  /** How this conversation's models respond; what is absent is left to the model. */
  z.object({ type: z.literal('configuration'), ...configurationFields, at: z.number() }),
  /** Which tools its models get. */
  z.object({ type: z.literal('mode'), mode: z.enum(['ask', 'agent']), at: z.number() }),
  z.object({ type: z.literal('pin'), isPinned: z.boolean() }),
  /** A deleted conversation is no longer listed; its file stays for a while, so that it can be undone. */
  z.object({ type: z.literal('delete'), isDeleted: z.boolean(), at: z.number() }),
]);
export type JournalRecord = z.infer<typeof journalRecord>;
export type EndRecord = Extract<JournalRecord, { type: 'end' }>;
export type ToolCallRecord = Extract<JournalRecord, { type: 'toolCall' }>;
export type ToolResultRecord = Extract<JournalRecord, { type: 'toolResult' }>;

/** The record in a line of a journal; undefined if the line is torn, or from another program or version. */
export function parseRecord(line: string): JournalRecord | undefined {
  const value = parseJson(line);
  return readDelta(value) ?? journalRecord.safeParse(value).data;
}

/** Nearly every line is a delta: checking only this shape by hand halves the time to open a journal. */
function readDelta(value: unknown): JournalRecord | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { type, id, kind, text } = value as Record<'type' | 'id' | 'kind' | 'text', unknown>;
  if (type !== 'delta' || typeof id !== 'string' || typeof text !== 'string') return undefined;
  return kind === 'text' || kind === 'thinking' ? { type, id, kind, text } : undefined;
}
