import * as z from 'zod';
import type { CallOptions } from '../callOptions.ts';
import { cleanHandle, cleanMessage } from '../errors/cleanText.ts';
import { isErrorJson, readErrorJson } from '../errors/errorBody.ts';
import type { RelayErrorKind } from '../errors/errorKind.ts';
import {
  errorAboutReply,
  errorFromJson,
  errorFromUnexpectedBody,
  longestErrorBody,
  type ReplyHead,
  requestIdOf,
} from '../errors/errorReply.ts';
import { RelayError } from '../errors/relayError.ts';
import { readEventsOf } from '../http/eventStream.ts';
import { readAsFarAsItCame, readBytes } from '../http/reply.ts';
import type { Reply } from '../http/request.ts';
import type { Transport } from '../http/transport.ts';
import { parseJson } from '../json.ts';
import { decodeBase64, detectImageType, type InlineImage, isImageCutShort } from '../media/imageFormat.ts';
import { maybe, text } from '../schemas.ts';
import { parseTaskJson } from '../tasks/taskLayers.ts';
import { readTaskInstead, type SubmittedTask } from '../tasks/taskReply.ts';

/** A generated image. Its type is that of its bytes, whatever was declared. */
interface GeneratedImage extends InlineImage {
  /** The prompt as revised by the model. */
  readonly revisedPrompt?: string;
}

/** A requested image that is missing. */
interface WithheldImage {
  /** The relay's message, cleaned: why it was filtered or failed. */
  readonly reason?: string;
  /** Why a generated image could not be downloaded. */
  readonly error?: RelayError;
}

export interface ImagesResult {
  readonly images: readonly GeneratedImage[];
  /** Empty if every image arrived. If all were filtered, `images` is empty: that is a response, not an error. */
  readonly withheld: readonly WithheldImage[];
  /**
   * In place of all images, if the relay turned the request into a task (contract 1 and 7): to be queried by its id.
   */
  readonly task?: SubmittedTask;
  /** The request id, which support asks for. */
  readonly requestId?: string;
}

/** Four of the largest images, in base64. */
export const largestImagesReplyBytes = 192 * 1024 ** 2;
/** The largest image that is downloaded. */
const largestImageBytes = 64 * 1024 ** 2;
/** Maximum number of images that are read from a reply. */
const mostImages = 64;
/** Longer ones are not reported. */
const longestAddress = 4_000;

/** What is found in a reply, reported as soon as it arrives: it is billed, even if the request fails later. */
type FoundImage =
  | (GeneratedImage & { readonly type: 'image'; readonly requestId?: string })
  /** The URL of an image that could not be downloaded. It soon expires. */
  | { readonly type: 'address'; readonly url: string };

export type OnFoundImage = (found: FoundImage) => Promise<void>;

/**
 * Reads a reply with images, as far as it arrived, and downloads those that are only URLs, which soon expire. Images
 * that can't be downloaded count as withheld; if that leaves none, the first reason is thrown.
 */
export async function readImages(
  transport: Transport,
  reply: Reply,
  askedCount: number,
  call: CallOptions | undefined,
  onFound: OnFoundImage = async () => {},
): Promise<ImagesResult> {
  const { text: body, broken } = await readAsFarAsItCame(reply.body);
  const read = readImageItems(body, reply);
  if (!read) {
    if (broken) throw broken;
    const task = readTaskInstead(reply, parseTaskJson(body));
    if (!task) throw errorFromUnexpectedBody(reply, body);
    return { images: [], withheld: [], task };
  }
  const requestId = requestIdOf(reply);
  const found = await Promise.all(
    read.items.slice(0, mostImages).map(async (item) => {
      const one = await openItem(transport, reply, item, call);
      if ('image' in one) await onFound({ type: 'image', ...one.image, ...(requestId && { requestId }) });
      else if ('url' in item && isShowable(item.url, reply))
        await onFound({ type: 'address', url: item.url });
      return one;
    }),
  );
  const images = found.flatMap((one) => ('image' in one ? [one.image] : []));
  const withheld = found.flatMap((one) => ('withheld' in one ? [one.withheld] : []));
  // JSON that parses is complete, even if the body ended before its declared length.
  if (broken && isEventStream(body)) withheld.push({ error: broken });
  const failures = withheld.flatMap(({ error }) => error ?? []);
  const cancelled = failures.find(({ kind }) => kind === 'cancelled');
  if (cancelled) throw cancelled;
  if (images.length === 0) {
    if (failures[0]) throw failures[0];
    if (read.error !== undefined) throw errorFromJson(reply, read.error);
  }
  return {
    images,
    withheld: found.length === 0 ? Array.from({ length: askedCount }, () => ({})) : withheld,
    ...(requestId && { requestId }),
  };
}

async function openItem(
  transport: Transport,
  reply: Reply,
  item: ImageItem,
  call: CallOptions | undefined,
): Promise<{ image: GeneratedImage } | { withheld: WithheldImage }> {
  if ('withheld' in item) return item;
  const { revisedPrompt } = item;
  try {
    const { bytes, mediaType } =
      'base64' in item
        ? openImage(reply, decodeBase64(item.base64))
        : await fetchImage(transport, item.url, call);
    return { image: { bytes, mediaType, ...(revisedPrompt && { revisedPrompt }) } };
  } catch (error) {
    if (!(error instanceof RelayError)) throw error;
    const reason = error.details.relayMessage;
    return { withheld: { ...(reason && { reason }), error } };
  }
}

/**
 * Gets an image from a web URL or a `data:` URL. Throws RelayErrors: the server's own, also under status 200;
 * `interrupted` if the image is truncated; `invalidResponse` for anything that is not an image.
 */
async function fetchImage(
  transport: Transport,
  url: string,
  call: CallOptions | undefined,
): Promise<InlineImage> {
  if (/^data:/i.test(url)) return openImage(undefined, decodeBase64(url));
  const reply = await transport.fetchFile({ url, maxBytes: largestImageBytes, call });
  return openImage(reply, await readBytes(reply.body));
}

/** Detects the image's type, or throws what is wrong with the bytes; `head` is that of their reply. */
function openImage(head: ReplyHead | undefined, bytes: Uint8Array | undefined): InlineImage {
  const createError = (kind: RelayErrorKind) => (head ? errorAboutReply(head, kind) : new RelayError(kind));
  if (!bytes) throw createError('invalidResponse');
  const mediaType = detectImageType(bytes);
  if (!mediaType) {
    const json = bytes.length <= longestErrorBody ? parseJson(new TextDecoder().decode(bytes)) : undefined;
    throw head && isErrorJson(json) ? errorFromJson(head, json) : createError('invalidResponse');
  }
  if (isImageCutShort(bytes, mediaType)) throw createError('interrupted');
  return { bytes, mediaType };
}

/** Not a `data:` URL, which is the image itself, and none with a key in it. */
function isShowable(url: string, { redact }: ReplyHead): boolean {
  return /^https?:/i.test(url) && url.length <= longestAddress && redact(url) === url;
}

/** One image of a reply: where its bytes are, or that it was withheld. */
type ImageItem =
  | { readonly base64: string; readonly revisedPrompt?: string }
  | { readonly url: string; readonly revisedPrompt?: string }
  | { readonly withheld: { readonly reason?: string } };

/** The images of a reply, and its error, if there is one next to them or in place of them. */
interface ImageItems {
  readonly items: readonly ImageItem[];
  readonly error?: unknown;
}

const itemFields = z.looseObject({
  bytesBase64Encoded: text,
  b64_json: text,
  url: text,
  /** The fields of both protocols for the revised prompt. */
  prompt: text,
  revised_prompt: text,
  raiFilteredReason: text,
  error: z.unknown().optional(),
  /** In an entry that only rates the safety of the prompt. */
  contentType: text,
  /** Of an event. */
  type: text,
});

/** A bare string is a URL or base64. */
const itemSchema = maybe(
  z.preprocess((item) => {
    if (typeof item !== 'string') return item;
    return /^(https?|data):/i.test(item) ? { url: item } : { b64_json: item };
  }, itemFields),
);

const listSchema = maybe(z.array(itemSchema));
const replySchema = z.looseObject({ predictions: listSchema, data: listSchema });

/**
 * Reads the images of either protocol: `predictions` or `data`, or events that carry one each. Undefined for any
 * other reply. If all images were withheld, the list is empty or missing. Throws `invalidResponse` if an event is too
 * large.
 */
function readImageItems(body: string, head: ReplyHead): ImageItems | undefined {
  if (isEventStream(body)) return readEvents(body, head);
  const json = parseJson(body);
  const reply = replySchema.safeParse(json).data;
  if (!reply) return undefined;
  const error = isErrorJson(json) ? { error: json } : {};
  const list = reply.predictions ?? reply.data;
  if (!list) return Object.keys(reply).length === 0 || 'error' in error ? { items: [], ...error } : undefined;
  return { items: list.flatMap((item) => readItem(item, head)), ...error };
}

function isEventStream(body: string): boolean {
  return /^\s*(data|event)?:/.test(body);
}

function readEvents(body: string, head: ReplyHead): ImageItems | undefined {
  const items: ImageItem[] = [];
  let error: unknown;
  for (const { data } of readEventsOf(body, head)) {
    const json = parseJson(data);
    const event = itemFields.safeParse(json).data;
    if (!event || event.type?.endsWith('.partial_image')) continue;
    if (event.type?.endsWith('partial_failed') || event.b64_json || event.url) {
      items.push(...readItem(event, head));
    } else if (isErrorJson(json)) error = json;
  }
  return items.length > 0 || error ? { items, ...(error !== undefined && { error }) } : undefined;
}

function readItem(item: z.infer<typeof itemSchema>, { redact, url: base }: ReplyHead): ImageItem[] {
  const base64 = item?.bytesBase64Encoded || item?.b64_json;
  const url = item?.url;
  const revisedPrompt = item?.revised_prompt || item?.prompt;
  if (base64) return [{ base64, ...(revisedPrompt && { revisedPrompt }) }];
  // Some relays omit their own origin from URLs.
  if (url) return [{ url: URL.parse(url, base)?.href ?? url, ...(revisedPrompt && { revisedPrompt }) }];
  if (item?.contentType) return [];
  const filtered = item?.raiFilteredReason;
  const words = filtered ? { message: filtered, codes: [] } : readErrorJson(item?.error);
  const { message } = cleanMessage(words?.message ?? '', redact);
  const reason = message ?? cleanHandle(words?.codes[0] ?? '', redact);
  return [{ withheld: { ...(reason && { reason }) } }];
}
