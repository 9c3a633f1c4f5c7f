import { decodeBase64 } from './base64.ts';
import { detectImageType, type ImageMediaType } from './imageFormat.ts';

/** A picture that came as text. */
export interface InlineImage {
  /** By the bytes, never by what was declared. */
  readonly mediaType: ImageMediaType;
  readonly bytes: Uint8Array;
}

/** A picture as a data URI or in bare base64; undefined for anything else. */
export function readImage(data: string): InlineImage | undefined {
  const bytes = decodeBase64(data);
  const mediaType = bytes && detectImageType(bytes);
  return mediaType && { mediaType, bytes };
}
