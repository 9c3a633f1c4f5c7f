import * as z from 'zod';
import { count, maybe, text } from '../../lenientFields.ts';
import { usageSchema } from './chatCompletionsUsage.ts';

/** A list of which some items can't be read; those are null, so that the others keep their places. */
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
    /** Text, or parts of text once more. */
    thinking: maybe(z.union([z.string(), z.array(z.looseObject({ text }))])),
    image_url: z.unknown().optional(),
  }),
]);

const functionSchema = maybe(z.looseObject({ name: text, arguments: z.unknown().optional() }));

/** A delta of a stream, or the message of a whole reply. */
const messageSchema = z.looseObject({
  content: maybe(z.union([z.string(), z.array(partSchema.catch(''))])),
  reasoning_content: text,
  reasoning: text,
  reasoning_details: list(z.looseObject({ text, summary: text })),
  /** A service's own blocks, as some relays pass them on beside the content that they made of them. */
  content_blocks: list(z.looseObject({ thinking: text, delta: maybe(z.looseObject({ thinking: text })) })),
  refusal: text,
  images: list(imageSchema),
  tool_calls: list(
    z.looseObject({
      index: count,
      id: text,
      function: functionSchema,
      extra_content: maybe(z.looseObject({ google: maybe(z.looseObject({ thought_signature: text })) })),
    }),
  ),
  function_call: functionSchema,
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

/** The address of a picture: a data URI or, of some relays, bare base64; or a place elsewhere. */
export function readImageAddress(json: unknown): string | undefined {
  const image = imageSchema.safeParse(json).data;
  if (image === undefined || typeof image === 'string') return image;
  const { image_url: address, url, b64_json: base64 } = image;
  return (typeof address === 'string' ? address : address?.url) ?? url ?? base64 ?? undefined;
}
