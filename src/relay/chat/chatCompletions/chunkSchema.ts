import * as z from 'zod';
import { count, text } from '../../lenientFields.ts';
import { usageSchema } from './usage.ts';

/** A list of which some items can't be read; those are null, so that the others keep their places. */
function list<T extends z.ZodType>(item: T) {
  return z.array(z.nullable(item).catch(null)).nullish().catch(undefined);
}

const imageSchema = z.union([
  z.string(),
  z.looseObject({
    image_url: z
      .union([z.string(), z.looseObject({ url: text })])
      .nullish()
      .catch(undefined),
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
    thinking: z
      .union([z.string(), z.array(z.looseObject({ text }))])
      .nullish()
      .catch(undefined),
    image_url: z.unknown().optional(),
  }),
]);

const functionSchema = z
  .looseObject({ name: text, arguments: z.unknown().optional() })
  .nullish()
  .catch(undefined);

/** A delta of a stream, or the message of a whole reply. */
const messageSchema = z.looseObject({
  content: z
    .union([z.string(), z.array(partSchema.catch(''))])
    .nullish()
    .catch(undefined),
  reasoning_content: text,
  reasoning: text,
  reasoning_details: list(z.looseObject({ text, summary: text })),
  refusal: text,
  images: list(imageSchema),
  tool_calls: list(z.looseObject({ index: count, id: text, function: functionSchema })),
  function_call: functionSchema,
});

const choiceSchema = z.looseObject({
  index: count,
  delta: messageSchema.nullish().catch(undefined),
  message: messageSchema.nullish().catch(undefined),
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
