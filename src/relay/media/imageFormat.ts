/** Image types that a view can show safely: not SVG, which may contain anything. */
export type ImageMediaType =
  | 'image/png'
  | 'image/jpeg'
  | 'image/webp'
  | 'image/gif'
  | 'image/avif'
  | 'image/bmp';

const pngSignature = '\x89PNG\r\n\x1a\n';
/** Lengths of a bitmap's second header: the two letters before it alone could also begin a word. */
const bitmapHeaderBytes = [12, 40, 52, 56, 64, 108, 124];

/** The type of an image by its bytes alone; undefined for other types. */
export function detectImageType(bytes: Uint8Array): ImageMediaType | undefined {
  const view = bufferOf(bytes);
  const start = view.toString('latin1', 0, 12);
  if (start.startsWith(pngSignature)) return 'image/png';
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (/^RIFF.{4}WEBP/s.test(start)) return 'image/webp';
  if (/^GIF8[79]a/.test(start)) return 'image/gif';
  if (readBrands(view).some((brand) => brand === 'avif' || brand === 'avis')) return 'image/avif';
  const isBitmap =
    start.startsWith('BM') && view.length > 18 && bitmapHeaderBytes.includes(view.readUInt32LE(14));
  return isBitmap ? 'image/bmp' : undefined;
}

/** Whether an image is truncated, according to its format. */
export function isImageCutShort(bytes: Uint8Array, type: ImageMediaType): boolean {
  const view = bufferOf(bytes);
  switch (type) {
    case 'image/png':
      return isPngCutShort(view);
    case 'image/jpeg':
      // The end marker must follow the last scan's start: a thumbnail in the header has both markers, too.
      return view.lastIndexOf('ffd9', undefined, 'hex') <= view.lastIndexOf('ffda', undefined, 'hex');
    case 'image/webp':
      // The declared length may include one byte of padding that is missing.
      return view.readUInt32LE(4) + 8 > view.length + 1;
    case 'image/gif':
      // Zeros may follow the end mark as padding.
      return view.findLast((byte) => byte !== 0) !== 0x3b;
    case 'image/avif':
      return areBoxesCutShort(view);
    case 'image/bmp':
      return view.readUInt32LE(2) > view.length;
  }
}

function isPngCutShort(view: Buffer): boolean {
  let offset = pngSignature.length;
  while (offset + 8 <= view.length) {
    const end = offset + 12 + view.readUInt32BE(offset);
    if (view.toString('latin1', offset + 4, offset + 8) === 'IEND') return end > view.length;
    offset = end;
  }
  return true;
}

/** A view of the same bytes. */
export function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The boxes that mp4, QuickTime and avif files are made of: a length, a name of four letters, then content. */

const shortestBox = 8;

/** The brands in the first box of such a file, the major one first; empty for any other file. */
export function readBrands(file: Buffer): readonly string[] {
  if (file.length < 16 || file.toString('latin1', 4, 8) !== 'ftyp') return [];
  const brands = file.toString('latin1', 8, Math.min(file.readUInt32BE(0), file.length, 256));
  // The four bytes after the major brand are its version.
  return (brands.match(/.{4}/gs) ?? []).filter((_, index) => index !== 1);
}

/** Whether the last box is truncated. */
export function areBoxesCutShort(file: Buffer): boolean {
  let offset = 0;
  while (offset + shortestBox <= file.length) {
    const length = boxLength(file, offset);
    // A box without a length extends to the end of the file, so it can't be truncated.
    if (length === 'untilEnd') return false;
    if (length < shortestBox) return true;
    offset += length;
  }
  return offset !== file.length;
}

function boxLength(file: Buffer, offset: number): number | 'untilEnd' {
  const length = file.readUInt32BE(offset);
  if (length === 0) return 'untilEnd';
  if (length > 1) return length;
  return offset + 16 <= file.length ? Number(file.readBigUInt64BE(offset + 8)) : Number.POSITIVE_INFINITY;
}

/**
 * The bytes of a base64 text, with or without a `data:` prefix, line breaks and padding, in either alphabet;
 * undefined if it is not base64. A comma or a full stop inside makes it invalid, and is not skipped.
 */
export function decodeBase64(text: string): Uint8Array | undefined {
  const base64 = text.replace(/^\s*data:[^,]{0,200},/i, '').replace(/\s+/g, '');
  return /^[\w+/-]+={0,2}$/.test(base64) ? new Uint8Array(Buffer.from(base64, 'base64')) : undefined;
}

/** An image from text. */
export interface InlineImage {
  /** The type according to the bytes, not as declared. */
  readonly mediaType: ImageMediaType;
  readonly bytes: Uint8Array;
}

/** An image as a data URI or in bare base64; undefined for anything else. */
export function readImage(data: string): InlineImage | undefined {
  const bytes = decodeBase64(data);
  const mediaType = bytes && detectImageType(bytes);
  return mediaType && { mediaType, bytes };
}
