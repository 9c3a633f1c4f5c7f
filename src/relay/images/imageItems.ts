import * as z from 'zod';
import { cleanHandle, cleanMessage } from '../errors/cleanText.ts';
import { isErrorJson, readErrorJson } from '../errors/errorBody.ts';
import type { ReplyHead } from '../errors/errorReply.ts';
import { readEventsOf } from '../http/eventStream.ts';
import { parseJson } from '../json.ts';
import { maybe, text } from '../lenientFields.ts';

/** One picture of a reply: where its bytes are, or that they were held back. */
export type ImageItem =
  | { readonly base64: string; readonly revisedPrompt?: string }
  | { readonly url: string; readonly revisedPrompt?: string }
  | { readonly withheld: { readonly reason?: string } };

/** What a reply holds, and the error in it, if it is one beside that or in place of it. */
interface ImageItems {
  readonly items: readonly ImageItem[];
  readonly error?: unknown;
}

const itemFields = z.looseObject({
  bytesBase64Encoded: text,
  b64_json: text,
  url: text,
  /** Both protocols' word for the prompt as it was drawn. */
  prompt: text,
  revised_prompt: text,
  raiFilteredReason: text,
  error: z.unknown().optional(),
  /** Of an entry that only tells how safe the prompt is. */
  contentType: text,
});

/** A bare string is an address or base64. */
const itemSchema = maybe(
  z.preprocess((item) => {
    if (typeof item !== 'string') return item;
    return /^(https?|data):/i.test(item) ? { url: item } : { b64_json: item };
  }, itemFields),
);

const listSchema = maybe(z.array(itemSchema));
const replySchema = z.looseObject({ predictions: listSchema, data: listSchema });

/**
 * Reads the pictures of either protocol: `predictions` or `data`, or events that carry one each. Undefined for
 * what is no such reply. That all pictures were held back looks like this: an empty list, or no list at all.
 * Throws `invalidResponse` where an event is too large.
 */
export function readImageItems(body: string, head: ReplyHead): ImageItems | undefined {
  if (/^\s*(data|event)?:/.test(body)) return readEvents(body, head);
  const json = parseJson(body);
  const reply = replySchema.safeParse(json).data;
  if (!reply) return undefined;
  const error = isErrorJson(json) ? { error: json } : {};
  const list = reply.predictions ?? reply.data;
  if (!list) return Object.keys(reply).length === 0 || 'error' in error ? { items: [], ...error } : undefined;
  return { items: list.flatMap((item) => readItem(item, head)), ...error };
}

function readEvents(body: string, head: ReplyHead): ImageItems | undefined {
  const items: ImageItem[] = [];
  let error: unknown;
  for (const { data } of readEventsOf(body, head)) {
    const json = parseJson(data);
    const event = itemFields.extend({ type: text }).safeParse(json).data;
    if (!event || event.type?.endsWith('.partial_image')) continue;
    if (event.type?.endsWith('partial_failed') || event.b64_json || event.url) {
      items.push(...readItem(event, head));
    } else if (isErrorJson(json)) error = json;
  }
  return items.length > 0 || error ? { items, ...(error !== undefined && { error }) } : undefined;
}

function readItem(item: z.infer<typeof itemSchema>, { redact }: ReplyHead): ImageItem[] {
  const base64 = item?.bytesBase64Encoded || item?.b64_json;
  const url = item?.url;
  const revisedPrompt = item?.revised_prompt || item?.prompt;
  if (base64) return [{ base64, ...(revisedPrompt && { revisedPrompt }) }];
  if (url) return [{ url, ...(revisedPrompt && { revisedPrompt }) }];
  if (item?.contentType) return [];
  const words = item?.raiFilteredReason ? { message: item.raiFilteredReason } : readErrorJson(item?.error);
  const { message } = cleanMessage(words?.message ?? '', redact);
  const [code] = words && 'codes' in words ? words.codes : [];
  const reason = message ?? (code && cleanHandle(code, redact));
  return [{ withheld: { ...(reason && { reason }) } }];
}
