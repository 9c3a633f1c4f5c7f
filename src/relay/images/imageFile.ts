import type { CallOptions } from '../callOptions.ts';
import { isErrorJson } from '../errors/errorBody.ts';
import type { RelayErrorKind } from '../errors/errorKind.ts';
import { errorAboutReply, errorFromJson, longestErrorBody, type ReplyHead } from '../errors/errorReply.ts';
import { RelayError } from '../errors/relayError.ts';
import { readBytes } from '../http/reply.ts';
import type { Transport } from '../http/transport.ts';
import { parseJson } from '../json.ts';
import { decodeBase64, detectImageType, type ImageMediaType, isImageCutShort } from '../media/imageFormat.ts';

const largestImageBytes = 64 * 1024 ** 2;

export interface ImageFile {
  readonly bytes: Uint8Array;
  /** The type by the bytes, not as declared. */
  readonly mediaType: ImageMediaType;
}

/**
 * Gets an image from a web URL or a `data:` URL. Throws RelayErrors: the server's own, also under status 200;
 * `interrupted` if the image is truncated; `invalidResponse` for anything that is not an image.
 */
export async function fetchImage(
  transport: Transport,
  url: string,
  call: CallOptions | undefined,
): Promise<ImageFile> {
  if (/^data:/i.test(url)) return openImage(undefined, decodeBase64(url));
  const reply = await transport.fetchFile({ url, maxBytes: largestImageBytes, call });
  return openImage(reply, await readBytes(reply.body));
}

/** Detects the image's type, or throws what is wrong with the bytes; `head` is that of their reply. */
export function openImage(head: ReplyHead | undefined, bytes: Uint8Array | undefined): ImageFile {
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
