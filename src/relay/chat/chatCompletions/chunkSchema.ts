import * as z from 'zod';
import { count, maybe, text } from '../../schemas.ts';
import type { Usage } from '../chatEvent.ts';
import { createInputUsage } from '../inputUsage.ts';

/** Every gateway has a different field for the tokens written to the cache. */
const inputDetails = maybe(
  z.looseObject({
    cached_tokens: count,
    cache_write_tokens: count,
    cache_creation_tokens: count,
    cached_creation_tokens: count,
  }),
);

/** Tokens in the fields of this protocol, or of Messages: relays send either, or both with zeros. */
const usageSchema = maybe(
  z.looseObject({
    prompt_tokens: count,
    completion_tokens: count,
    total_tokens: count,
    prompt_tokens_details: inputDetails,
    completion_tokens_details: maybe(z.looseObject({ reasoning_tokens: count })),
    prompt_cache_hit_tokens: count,
    cached_tokens: count,
    input_tokens: count,
    output_tokens: count,
    cache_read_input_tokens: count,
    cache_creation_input_tokens: count,
  }),
);

/** The known counts; zeros are left out, because relays fill in 0 for unknown ones. */
export function readUsage(raw: z.infer<typeof usageSchema>): Usage | undefined {
  if (!raw) return undefined;
  const details = raw.prompt_tokens_details;
  const cached =
    details?.cached_tokens ||
    raw.prompt_cache_hit_tokens ||
    raw.cached_tokens ||
    raw.cache_read_input_tokens ||
    0;
  const written =
    details?.cache_write_tokens ||
    details?.cache_creation_tokens ||
    details?.cached_creation_tokens ||
    raw.cache_creation_input_tokens ||
    0;
  const thought = raw.completion_tokens_details?.reasoning_tokens || 0;
  const input = raw.prompt_tokens || raw.input_tokens || 0;
  const output = raw.completion_tokens || raw.output_tokens || 0;
  const total = raw.total_tokens;
  // Only field names of the Messages protocol: there, input does not include cached tokens.
  const isApart = !raw.prompt_tokens && !details;
  // Some services don't count thinking as output, which only the total shows.
  const isThinkingApart = thought > 0 && total === input + output + thought;
  const usage: Usage = {
    ...createInputUsage({ input, cached, written, isApart, output, total }),
    ...(output && { outputTokens: isThinkingApart ? output + thought : output }),
  };
  return Object.keys(usage).length > 0 ? usage : undefined;
}

/** A list in which invalid items become null, so that the others keep their index. */
function list<T extends z.ZodType>(item: T) {
  return maybe(z.array(z.nullable(item).catch(null)));
}

const imageSchema = z.union([
  z.string(),
  z.looseObject({
    image_url: maybe(z.union([z.string(), z.looseObject({ url: text })])),
    url: text,
    b64_json: text,
  }),
]);

const partSchema = z.union([
  z.string(),
  z.looseObject({
    type: text,
    text,
    refusal: text,
    /** Text, or again parts with text. */
    thinking: maybe(z.union([z.string(), z.array(z.looseObject({ text }))])),
    image_url: z.unknown().optional(),
  }),
]);

/** A delta of a stream, or the message of a whole reply. */
const messageSchema = z.looseObject({
  content: maybe(z.union([z.string(), z.array(partSchema.catch(''))])),
  reasoning_content: text,
  reasoning: text,
  /** A service's own blocks, which some relays pass on next to the content that they made of them. */
  content_blocks: list(z.looseObject({ thinking: text, delta: maybe(z.looseObject({ thinking: text })) })),
  refusal: text,
  images: list(imageSchema),
  tool_calls: list(
    z.looseObject({
      index: count,
      id: text,
      function: maybe(z.looseObject({ name: text, arguments: z.unknown().optional() })),
      extra_content: maybe(z.looseObject({ google: maybe(z.looseObject({ thought_signature: text })) })),
    }),
  ),
});

const choiceSchema = z.looseObject({
  index: count,
  delta: maybe(messageSchema),
  message: maybe(messageSchema),
  finish_reason: text,
});

/** A chunk of a stream, or a whole reply; relays send either in either's place. */
export const chunkSchema = z.looseObject({
  id: text,
  model: text,
  choices: list(choiceSchema),
  usage: usageSchema,
});

export type Chunk = z.infer<typeof chunkSchema>;
export type Message = z.infer<typeof messageSchema>;
export type ContentPart = z.infer<typeof partSchema>;
export type ToolCall = NonNullable<NonNullable<Message['tool_calls']>[number]>;

/** The URL of an image: a data URI or, from some relays, bare base64; or a remote URL. */
export function readImageAddress(json: unknown): string | undefined {
  const image = imageSchema.safeParse(json).data;
  if (image === undefined || typeof image === 'string') return image;
  const { image_url: address, url, b64_json: base64 } = image;
  return (typeof address === 'string' ? address : address?.url) ?? url ?? base64 ?? undefined;
}
