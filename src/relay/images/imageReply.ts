import type { CallOptions } from '../callOptions.ts';
import { errorFromJson, errorFromUnexpectedBody, requestIdOf } from '../errors/errorReply.ts';
import { RelayError } from '../errors/relayError.ts';
import { readText } from '../http/reply.ts';
import type { Reply } from '../http/request.ts';
import type { Transport } from '../http/transport.ts';
import { decodeBase64 } from '../media/base64.ts';
import { detectImageType, type ImageMediaType } from '../media/imageFormat.ts';
import { fetchMedia, type MediaFile, openMedia } from '../media/mediaFile.ts';
import { parseTaskJson } from '../tasks/taskLayers.ts';
import { readTaskInstead, type SubmittedTask } from '../tasks/taskReply.ts';
import { type ImageItem, readImageItems } from './imageItems.ts';

/** A picture that was made. Its type is what its bytes are, whatever was declared. */
interface GeneratedImage extends MediaFile<ImageMediaType> {
  /** The prompt as the model drew it, where it changed it. */
  readonly revisedPrompt?: string;
}

/** A picture that was asked for and is not there. */
interface WithheldImage {
  /** The relay's own words, cleaned: why it was filtered or failed. */
  readonly reason?: string;
  /** Why a picture that was made could not be had. */
  readonly error?: RelayError;
}

export interface ImagesResult {
  readonly images: readonly GeneratedImage[];
  /** Empty where every picture came. When all were filtered, `images` is empty: that is an answer, no error. */
  readonly withheld: readonly WithheldImage[];
  /** In place of all pictures, where the relay made a task of it (contract 1 and 7): to be looked up by its id. */
  readonly task?: SubmittedTask;
  /** The support handle. */
  readonly requestId?: string;
}

/** Four of the largest pictures, in base64. */
export const largestImagesReplyBytes = 192 * 1024 ** 2;
const largestImageBytes = 64 * 1024 ** 2;
/** More than any model makes at once. A reply with more can't make us ask for all of them. */
const mostImages = 64;

/**
 * Reads a reply with pictures and gets those that are only addresses, which soon expire. What can't be had is
 * withheld; where that leaves nothing, the first reason is thrown.
 */
export async function readImages(
  transport: Transport,
  reply: Reply,
  askedCount: number,
  call: CallOptions | undefined,
): Promise<ImagesResult> {
  const body = await readText(reply.body);
  const read = readImageItems(body, reply);
  if (!read) {
    const task = readTaskInstead(reply, parseTaskJson(body));
    if (!task) throw errorFromUnexpectedBody(reply, body);
    return { images: [], withheld: [], task };
  }
  const found = await Promise.all(
    read.items.slice(0, mostImages).map((item) => openItem(transport, reply, item, call)),
  );
  const images = found.flatMap((one) => ('image' in one ? [one.image] : []));
  const withheld = found.flatMap((one) => ('withheld' in one ? [one.withheld] : []));
  if (images.length === 0) {
    const failure = withheld.find(({ error }) => error)?.error;
    if (failure) throw failure;
    if (read.error !== undefined) throw errorFromJson(reply, read.error);
  }
  const requestId = requestIdOf(reply);
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
        ? openMedia(reply, decodeBase64(item.base64), detectImageType)
        : await fetchMedia(transport, {
            // Some relays leave their own origin out.
            url: URL.parse(item.url, reply.url)?.href ?? item.url,
            maxBytes: largestImageBytes,
            detect: detectImageType,
            call,
          });
    return { image: { bytes, mediaType, ...(revisedPrompt && { revisedPrompt }) } };
  } catch (error) {
    if (!(error instanceof RelayError) || error.kind === 'cancelled') throw error;
    const reason = error.details.relayMessage;
    return { withheld: { ...(reason && { reason }), error } };
  }
}
