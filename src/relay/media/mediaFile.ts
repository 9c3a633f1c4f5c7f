import type { CallOptions } from '../callOptions.ts';
import { isErrorJson } from '../errors/errorBody.ts';
import type { RelayErrorKind } from '../errors/errorKind.ts';
import {
  errorAboutReply,
  errorFromJson,
  longestErrorBody,
  type ReplyHead,
  requestIdOf,
} from '../errors/errorReply.ts';
import { RelayError } from '../errors/relayError.ts';
import { readBytes } from '../http/reply.ts';
import type { Transport } from '../http/transport.ts';
import { parseJson } from '../json.ts';
import { decodeBase64 } from './imageFormat.ts';
import { isMediaCutShort, type MediaType } from './mediaType.ts';

/** A file whose bytes were looked at. */
export interface MediaFile<Type extends MediaType = MediaType> {
  readonly bytes: Uint8Array;
  /** The type by the bytes, not as declared. */
  readonly mediaType: Type;
}

interface MediaRequest<Type extends MediaType> {
  /** An address of the web, or a `data:` URL. */
  readonly url: string;
  readonly maxBytes: number;
  readonly detect: (bytes: Uint8Array) => Type | undefined;
  readonly call: CallOptions | undefined;
}

/**
 * Gets a file and finds out what it is. Throws RelayErrors: the server's own, also under status 200;
 * `interrupted` where the file is seen to be cut short; `invalidResponse` for anything that is no such file.
 */
export async function fetchMedia<Type extends MediaType>(
  transport: Transport,
  { url, maxBytes, detect, call }: MediaRequest<Type>,
): Promise<MediaFile<Type> & { readonly requestId?: string }> {
  if (/^data:/i.test(url)) return openMedia(undefined, decodeBase64(url), detect);
  const reply = await transport.fetchFile({ url, maxBytes, call });
  const file = openMedia(reply, await readBytes(reply.body), detect);
  const requestId = requestIdOf(reply);
  return { ...file, ...(requestId && { requestId }) };
}

/** Says what bytes are, or throws what is wrong with them; `head` is that of the reply that they came in. */
export function openMedia<Type extends MediaType>(
  head: ReplyHead | undefined,
  bytes: Uint8Array | undefined,
  detect: (bytes: Uint8Array) => Type | undefined,
): MediaFile<Type> {
  const createError = (kind: RelayErrorKind) => (head ? errorAboutReply(head, kind) : new RelayError(kind));
  if (!bytes) throw createError('invalidResponse');
  const mediaType = detect(bytes);
  if (!mediaType) {
    const json = bytes.length <= longestErrorBody ? parseJson(new TextDecoder().decode(bytes)) : undefined;
    throw head && isErrorJson(json) ? errorFromJson(head, json) : createError('invalidResponse');
  }
  if (isMediaCutShort(bytes, mediaType)) throw createError('interrupted');
  return { bytes, mediaType };
}
