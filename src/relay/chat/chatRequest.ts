import * as z from 'zod';
import { chatImageTypes } from '../media/chatImageTypes.ts';
import { efforts } from '../models/modelFamilies.ts';
import { protocols } from './protocolNames.ts';
import { checkRequestFields } from './requestFields.ts';

/** The model sent it with the part, and expects it back with the part. */
const signature = z.string().exactOptional();

/** Plain text. It has a signature in generate content alone. */
const textPart = z.strictObject({ type: z.literal('text'), text: z.string(), signature }).readonly();

/** An image that goes to a model. */
const imagePart = z
  .strictObject({
    type: z.literal('image'),
    mediaType: z.enum(chatImageTypes),
    bytes: z.custom<Uint8Array>((bytes) => bytes instanceof Uint8Array && bytes.length > 0),
  })
  .readonly();

/**
 * A model's thinking, returned to it unchanged. Without its signature it is left out, since services refuse
 * it.
 */
const thinkingPart = z.strictObject({ type: z.literal('thinking'), text: z.string(), signature }).readonly();

/** Thinking that the service gave in a form only it can read; returned unchanged. */
const redactedThinkingPart = z
  .strictObject({ type: z.literal('redactedThinking'), data: z.string().min(1) })
  .readonly();

/** A tool that the model wants called. */
const toolCallPart = z
  .strictObject({
    type: z.literal('toolCall'),
    id: z.string().min(1),
    name: z.string().min(1),
    input: z.record(z.string(), z.unknown()).readonly(),
    signature,
  })
  .readonly();

/** A tool's result. It belongs to a call of the assistant's message before it. */
const toolResultPart = z
  .strictObject({
    type: z.literal('toolResult'),
    callId: z.string().min(1),
    content: z.union([z.string(), z.array(z.discriminatedUnion('type', [textPart, imagePart])).readonly()]),
    isError: z.boolean().exactOptional(),
  })
  .readonly();

const userPart = z.discriminatedUnion('type', [textPart, imagePart, toolResultPart]);
const assistantPart = z.discriminatedUnion('type', [
  textPart,
  thinkingPart,
  redactedThinkingPart,
  toolCallPart,
]);

function messageOf<Role extends string, Part extends z.ZodType>(role: Role, part: Part) {
  const content = z.union([z.string(), z.array(part).min(1).readonly()]);
  return z.strictObject({ role: z.literal(role), content }).readonly();
}

/** One message of a conversation, as it goes to a model. */
const message = z.discriminatedUnion('role', [
  messageOf('user', userPart),
  messageOf('assistant', assistantPart),
]);

/** A tool that the model may call. */
const tool = z
  .strictObject({
    /** Letters, digits, `_` and `-`, 64 at most: what every protocol accepts. */
    name: z.string().regex(/^[\w-]{1,64}$/),
    description: z.string().exactOptional(),
    /** A JSON schema of type object; `{ type: 'object', properties: {} }` if a tool takes nothing. */
    inputSchema: z.record(z.string(), z.unknown()).readonly().exactOptional(),
  })
  .readonly();

/** A protocol-independent request to a chat model. One that breaks the contract (2.4, 8) is not sent. */
export const chatRequestSchema = z
  .strictObject({
    model: z.string().trim().min(1),
    /** The protocol to use; by default the one for the model's id. See `protocolById`. */
    protocol: z.enum(protocols).exactOptional(),
    messages: z.array(message).min(1).readonly(),
    /** Maximum output tokens. Always sent: Messages requires it (contract 4, rule 2). */
    maxTokens: z.int().min(1),
    /** The model's limit of output tokens, if known: thinking, which counts as output, stays within it. */
    outputLimit: z.int().min(1).exactOptional(),
    /** The system prompt: one text, or several blocks (contract 2.4). */
    system: z.union([z.string(), z.array(z.string()).readonly()]).exactOptional(),
    /** Not sent if the model does not allow it while it thinks. */
    temperature: z.number().min(0).max(2).exactOptional(),
    /** How much the model is to think before it responds. By default the model decides. */
    effort: z.enum(efforts).exactOptional(),
    /** The response ends before any of these texts. */
    stopSequences: z.array(z.string().min(1)).readonly().exactOptional(),
    tools: z.array(tool).readonly().exactOptional(),
    /** A tool must be called. Needs tools; by default the model decides. */
    toolChoice: z.literal('required').exactOptional(),
    /**
     * Whether no later request continues these messages. Then services need not cache them, which costs more than
     * reading them once. Default false.
     */
    isOneOff: z.boolean().exactOptional(),
    /**
     * Additional fields of the body; the protocol's own take precedence. Never fields that the client writes itself.
     */
    fields: z
      .record(z.string(), z.unknown())
      .refine((fields) => checkRequestFields(fields).refused.length === 0)
      .readonly()
      .exactOptional(),
  })
  .readonly()
  .refine(({ tools, toolChoice }) => toolChoice === undefined || (tools?.length ?? 0) > 0, {
    path: ['toolChoice'],
  });

/** The schema of a tool that takes nothing. */
export const noInput = { type: 'object', properties: {} };

export type TextPart = z.infer<typeof textPart>;
export type ImagePart = z.infer<typeof imagePart>;
export type ToolCallPart = z.infer<typeof toolCallPart>;
export type ToolResultPart = z.infer<typeof toolResultPart>;
export type UserPart = z.infer<typeof userPart>;
export type AssistantPart = z.infer<typeof assistantPart>;
export type ChatMessage = z.infer<typeof message>;
export type ChatTool = z.infer<typeof tool>;
export type ChatRequest = z.infer<typeof chatRequestSchema>;
