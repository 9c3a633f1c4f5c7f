import * as z from 'zod';

const textPart = z.looseObject({ type: z.literal('text'), text: z.string() });

const imagePart = z.looseObject({
  type: z.literal('image_url'),
  image_url: z.looseObject({ url: z.string(), detail: z.string().nullish() }),
});

const texts = z.union([z.string(), z.array(textPart).min(1)]);

const toolCall = z.looseObject({
  id: z.string().min(1),
  type: z.literal('function'),
  function: z.looseObject({ name: z.string().min(1), arguments: z.string() }),
  /** Of the provider whose own protocol is generate content. */
  extra_content: z
    .looseObject({ google: z.looseObject({ thought_signature: z.string() }).optional() })
    .optional(),
});

const message = z.discriminatedUnion('role', [
  z.looseObject({ role: z.enum(['system', 'developer']), content: texts }),
  z.looseObject({
    role: z.literal('user'),
    content: z.union([z.string(), z.array(z.discriminatedUnion('type', [textPart, imagePart])).min(1)]),
  }),
  z.looseObject({
    role: z.literal('assistant'),
    content: texts.nullish(),
    tool_calls: z.array(toolCall).min(1).nullish(),
  }),
  z.looseObject({ role: z.literal('tool'), content: texts, tool_call_id: z.string() }),
]);

const tool = z.looseObject({
  type: z.literal('function'),
  function: z.looseObject({
    name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
    description: z.string().nullish(),
    parameters: z.record(z.string(), z.unknown()).nullish(),
  }),
});

const toolChoice = z.union([
  z.enum(['none', 'auto', 'required']),
  z.looseObject({ type: z.literal('function'), function: z.looseObject({ name: z.string() }) }),
]);

const penalty = z.number().min(-2).max(2).nullish();

/** The public fields of the protocol. Others are taken and not looked at, as relays take them. */
export const chatCompletionsBody = z.looseObject({
  model: z.string(),
  messages: z.array(message).min(1),
  max_tokens: z.int().min(1).nullish(),
  max_completion_tokens: z.int().min(1).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  n: z.literal(1).nullish(),
  stop: z.union([z.string(), z.array(z.string()).max(4)]).nullish(),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  tools: z.array(tool).max(128).nullish(),
  tool_choice: toolChoice.nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  frequency_penalty: penalty,
  presence_penalty: penalty,
  logprobs: z.boolean().nullish(),
  seed: z.int().nullish(),
  user: z.string().nullish(),
  reasoning_effort: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']).nullish(),
  response_format: z.looseObject({ type: z.enum(['text', 'json_object', 'json_schema']) }).nullish(),
  functions: z.array(z.unknown()).nullish(),
  function_call: z.unknown().optional(),
});

export type ChatCompletionsBody = z.infer<typeof chatCompletionsBody>;
export type ChatMessage = ChatCompletionsBody['messages'][number];
