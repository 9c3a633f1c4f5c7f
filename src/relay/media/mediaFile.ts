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
import { type AudioFormat, detectAudioFormat, isCutShort } from '../speech/audioFormat.ts';
import {
  areBoxesCutShort,
  decodeBase64,
  detectImageType,
  type ImageMediaType,
  isImageCutShort,
  readBrands,
} from './imageFormat.ts';

/** What the file that a task leads to turned out to be, whatever it was called. */
export type MediaType =
  | ImageMediaType
  | 'video/mp4'
  | 'video/quicktime'
  | 'video/webm'
  | 'audio/mp4'
  | 'audio/mpeg'
  | 'audio/wav'
  | 'audio/ogg'
  | 'audio/flac'
  | 'audio/aac';

const audioTypes: Readonly<Record<AudioFormat, MediaType>> = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
  aac: 'audio/aac',
};

/** The header of a Matroska file names its kind near the beginning. */
const matroskaHeadBytes = 256;

/** The type of an image, film or sound by its bytes alone; undefined for text and for what is not known here. */
export function detectMediaType(bytes: Uint8Array): MediaType | undefined {
  const audio = detectAudioFormat(bytes);
  return detectImageType(bytes) ?? detectFilm(bytes) ?? (audio && audioTypes[audio]);
}

/** Whether a file ends before it should, as far as its format can tell. */
export function isMediaCutShort(bytes: Uint8Array, type: MediaType): boolean {
  switch (type) {
    case 'video/mp4':
    case 'video/quicktime':
    case 'audio/mp4':
      return areBoxesCutShort(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    case 'video/webm':
      return false;
    case 'audio/mpeg':
    case 'audio/wav':
    case 'audio/ogg':
    case 'audio/flac':
    case 'audio/aac': {
      const audio = detectAudioFormat(bytes);
      return audio !== undefined && isCutShort(bytes, audio);
    }
    default:
      return isImageCutShort(bytes, type);
  }
}

function detectFilm(bytes: Uint8Array): MediaType | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, matroskaHeadBytes));
  if (head.toString('latin1', 0, 4) === '\x1aE\xdf\xa3')
    return head.includes('webm') ? 'video/webm' : undefined;
  const [major] = readBrands(head);
  if (major === undefined || /^(hei|hev|mif1|msf1)/.test(major)) return undefined;
  if (major === 'qt  ') return 'video/quicktime';
  return /^M4[AB] $/.test(major) ? 'audio/mp4' : 'video/mp4';
}

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
