import * as z from 'zod';
import type { Fields } from '../json.ts';
import { type Effort, efforts } from '../models/efforts.ts';
import type { Protocol } from './protocolNames.ts';
import { protocols } from './protocolNames.ts';
import { checkRequestFields } from './requestFields.ts';

/** Plain text. `signature`: as the model gave it with this text (generate content), to be returned with it. */
export interface TextPart {
  readonly type: 'text';
  readonly text: string;
  readonly signature?: string;
}

/** A picture that goes to a model. */
export interface ImagePart {
  readonly type: 'image';
  readonly mediaType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
  readonly bytes: Uint8Array;
}

/**
 * What a model thought, returned to it as it came. Only with its signature can it be; without one it is left
 * out, since services refuse it.
 */
export interface ThinkingPart {
  readonly type: 'thinking';
  readonly text: string;
  readonly signature?: string;
}

/** Thinking that the service gave in a form only it can read; returned unchanged. */
export interface RedactedThinkingPart {
  readonly type: 'redactedThinking';
  readonly data: string;
}

/** A tool that the model wants called. */
export interface ToolCallPart {
  readonly type: 'toolCall';
  readonly id: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly signature?: string;
}

/** What a tool gave. It answers a call of the assistant's message before it. */
export interface ToolResultPart {
  readonly type: 'toolResult';
  readonly callId: string;
  readonly content: string | readonly (TextPart | ImagePart)[];
  readonly isError?: boolean;
}

export type UserPart = TextPart | ImagePart | ToolResultPart;
export type AssistantPart = TextPart | ThinkingPart | RedactedThinkingPart | ToolCallPart;

/** One message of a conversation, as it goes to a model. */
export type ChatMessage =
  | { readonly role: 'user'; readonly content: string | readonly UserPart[] }
  | { readonly role: 'assistant'; readonly content: string | readonly AssistantPart[] };

/** A tool that the model may call. */
export interface ChatTool {
  /** Letters, digits, `_` and `-`, 64 at most: what every protocol takes. */
  readonly name: string;
  readonly description?: string;
  /** A JSON schema of type object; `{ type: 'object', properties: {} }` where a tool takes nothing. */
  readonly inputSchema?: Readonly<Record<string, unknown>>;
}

/** Whether tools may, must or must not be called; or the name of the one that must be. */
export type ToolChoice = 'auto' | 'required' | 'none' | { readonly name: string };

/** A question to a chat model, in no protocol's words. Checked before it is sent. */
export interface ChatRequest {
  readonly model: string;
  /** How the model is spoken to; by its id where nothing is given. See `protocolById`. */
  readonly protocol?: Protocol;
  /** At least one message (contract 8). */
  readonly messages: readonly ChatMessage[];
  /** Maximum output tokens, >= 1. Always sent: Messages requires it (contract 4, rule 2). */
  readonly maxTokens: number;
  /** The most tokens that the model gives, where that is known: thinking, which counts among them, stays within. */
  readonly outputLimit?: number;
  /** The system prompt: one text, or several blocks (contract 2.4). */
  readonly system?: string | readonly string[];
  /** 0 to 2 (contract 8). Not sent where the model may not have one while it thinks. */
  readonly temperature?: number;
  /** How much the model is to think before it answers. Left to the model where nothing is given. */
  readonly effort?: Effort;
  /** The answer ends before any of these texts. */
  readonly stopSequences?: readonly string[];
  readonly tools?: readonly ChatTool[];
  /** Left to the model where nothing is given. Needs tools. */
  readonly toolChoice?: ToolChoice;
  /** false asks for the whole answer in one piece. The events are the same. Default true. */
  readonly stream?: boolean;
  /**
   * No later request goes on from these messages. Services need not cache them then, which costs more than to read
   * them once. Default false.
   */
  readonly isOneOff?: boolean;
  /** Further fields of the body, which the protocol's own come before; none that the client writes itself. */
  readonly fields?: Fields;
}

const textPart = z.strictObject({
  type: z.literal('text'),
  text: z.string(),
  signature: z.string().optional(),
});

const imagePart = z.strictObject({
  type: z.literal('image'),
  mediaType: z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
  bytes: z.instanceof(Uint8Array).refine((bytes) => bytes.length > 0),
});

const toolResultPart = z.strictObject({
  type: z.literal('toolResult'),
  callId: z.string().min(1),
  content: z.union([z.string(), z.array(z.discriminatedUnion('type', [textPart, imagePart]))]),
  isError: z.boolean().optional(),
});

const thinkingPart = z.strictObject({
  type: z.literal('thinking'),
  text: z.string(),
  signature: z.string().optional(),
});

const redactedThinkingPart = z.strictObject({ type: z.literal('redactedThinking'), data: z.string().min(1) });

const toolCallPart = z.strictObject({
  type: z.literal('toolCall'),
  id: z.string().min(1),
  name: z.string().min(1),
  input: z.record(z.string(), z.unknown()),
  signature: z.string().optional(),
});

const userMessage = z.strictObject({
  role: z.literal('user'),
  content: z.union([
    z.string(),
    z.array(z.discriminatedUnion('type', [textPart, imagePart, toolResultPart])).min(1),
  ]),
});

const assistantMessage = z.strictObject({
  role: z.literal('assistant'),
  content: z.union([
    z.string(),
    z
      .array(z.discriminatedUnion('type', [textPart, thinkingPart, redactedThinkingPart, toolCallPart]))
      .min(1),
  ]),
});

const tool = z.strictObject({
  name: z.string().regex(/^[\w-]{1,64}$/),
  description: z.string().optional(),
  inputSchema: z.record(z.string(), z.unknown()).optional(),
});

/** What `streamChat` takes; a request that breaks the contract (2.4, 8) is not sent. */
export const chatRequestSchema = z
  .strictObject({
    model: z.string().trim().min(1),
    protocol: z.enum(protocols).optional(),
    messages: z.array(z.discriminatedUnion('role', [userMessage, assistantMessage])).min(1),
    maxTokens: z.int().min(1),
    outputLimit: z.int().min(1).optional(),
    system: z.union([z.string(), z.array(z.string())]).optional(),
    temperature: z.number().min(0).max(2).optional(),
    effort: z.enum(efforts).optional(),
    stopSequences: z.array(z.string().min(1)).optional(),
    tools: z.array(tool).optional(),
    toolChoice: z
      .union([z.enum(['auto', 'required', 'none']), z.strictObject({ name: z.string().min(1) })])
      .optional(),
    stream: z.boolean().optional(),
    isOneOff: z.boolean().optional(),
    fields: z
      .record(z.string(), z.unknown())
      .refine((fields) => checkRequestFields(fields).refused.length === 0)
      .optional(),
  })
  .refine(({ tools, toolChoice }) => toolChoice === undefined || (tools?.length ?? 0) > 0, {
    path: ['toolChoice'],
  });
