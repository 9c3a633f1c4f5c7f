import * as z from 'zod';
import { contextTokens } from '../../account/models.ts';

const mostTools = 128;

const cacheControl = z.looseObject({ type: z.literal('ephemeral') }).nullish();

const textBlock = z.strictObject({
  type: z.literal('text'),
  text: z.string().min(1, 'text content blocks must be non-empty'),
  cache_control: cacheControl,
  citations: z.unknown().optional(),
});

const imageBlock = z.strictObject({
  type: z.literal('image'),
  source: z.strictObject({
    type: z.literal('base64'),
    media_type: z.enum(['image/jpeg', 'image/png', 'image/gif', 'image/webp']),
    data: z.string(),
  }),
  cache_control: cacheControl,
});

const toolUseBlock = z.strictObject({
  type: z.literal('tool_use'),
  id: z.string().regex(/^[a-zA-Z0-9_-]+$/),
  name: z.string().min(1),
  input: z.record(z.string(), z.unknown()),
  cache_control: cacheControl,
  caller: z.unknown().optional(),
});

const toolResultBlock = z.strictObject({
  type: z.literal('tool_result'),
  tool_use_id: z.string(),
  content: z.union([z.string(), z.array(z.discriminatedUnion('type', [textBlock, imageBlock]))]).optional(),
  is_error: z.boolean().optional(),
  cache_control: cacheControl,
});

const thinkingBlock = z.strictObject({
  type: z.literal('thinking'),
  thinking: z.string(),
  signature: z.string(),
});

const redactedThinkingBlock = z.strictObject({ type: z.literal('redacted_thinking'), data: z.string() });

const userBlock = z.discriminatedUnion('type', [textBlock, imageBlock, toolResultBlock]);
const assistantBlock = z.discriminatedUnion('type', [
  textBlock,
  toolUseBlock,
  thinkingBlock,
  redactedThinkingBlock,
]);

const message = z.discriminatedUnion('role', [
  z.strictObject({
    role: z.literal('user'),
    content: z.union([z.string(), z.array(userBlock).min(1)]),
  }),
  z.strictObject({
    role: z.literal('assistant'),
    content: z.union([z.string(), z.array(assistantBlock).min(1)]),
  }),
]);

const tool = z.strictObject({
  name: z.string().regex(/^[a-zA-Z0-9_-]{1,128}$/),
  description: z.string().optional(),
  input_schema: z.looseObject({ type: z.literal('object') }),
  type: z.literal('custom').nullish(),
  cache_control: cacheControl,
  strict: z.boolean().optional(),
  defer_loading: z.boolean().optional(),
  eager_input_streaming: z.boolean().nullish(),
  allowed_callers: z.array(z.string()).optional(),
  input_examples: z.array(z.record(z.string(), z.unknown())).optional(),
});

const parallelism = { disable_parallel_tool_use: z.boolean().optional() };

const toolChoice = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('auto'), ...parallelism }),
  z.strictObject({ type: z.literal('any'), ...parallelism }),
  z.strictObject({ type: z.literal('tool'), name: z.string(), ...parallelism }),
  z.strictObject({ type: z.literal('none') }),
]);

const display = z.enum(['summarized', 'omitted']).nullish();

const thinking = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('enabled'), budget_tokens: z.int().min(1024), display }),
  z.strictObject({ type: z.literal('adaptive'), display }),
  z.strictObject({ type: z.literal('disabled') }),
]);

/** Contract 2.4, and the public fields of the protocol where the contract shows none. Nothing beside them. */
export const messagesBody = z.strictObject({
  model: z.string(),
  messages: z.array(message).min(1),
  max_tokens: z.int().min(1).max(contextTokens),
  system: z.union([z.string(), z.array(textBlock)]).optional(),
  temperature: z.number().min(0).max(2).optional(),
  stream: z.boolean().optional(),
  tools: z.array(tool).max(mostTools).optional(),
  tool_choice: toolChoice.optional(),
  stop_sequences: z.array(z.string().min(1)).optional(),
  top_p: z.number().min(0).max(1).optional(),
  top_k: z.int().min(0).optional(),
  metadata: z.strictObject({ user_id: z.string().nullish() }).optional(),
  thinking: thinking.optional(),
  service_tier: z.enum(['auto', 'standard_only']).optional(),
  cache_control: cacheControl,
  output_config: z
    .looseObject({ effort: z.enum(['low', 'medium', 'high', 'xhigh', 'max']).nullish() })
    .optional(),
  inference_geo: z.string().nullish(),
});

export type MessagesBody = z.infer<typeof messagesBody>;
export type MessageOfBody = MessagesBody['messages'][number];
export type UserBlock = z.infer<typeof userBlock>;
export type AssistantBlock = z.infer<typeof assistantBlock>;
export type ImageBlock = z.infer<typeof imageBlock>;
export type ToolResultBlock = z.infer<typeof toolResultBlock>;
