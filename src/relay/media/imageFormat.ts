import { areBoxesCutShort, readBrands } from './isoBoxes.ts';

/** Pictures that a view can show and that hold nothing but a picture: SVG, which may hold anything, is none. */
export type ImageMediaType =
  | 'image/png'
  | 'image/jpeg'
  | 'image/webp'
  | 'image/gif'
  | 'image/avif'
  | 'image/bmp';

const pngSignature = '\x89PNG\r\n\x1a\n';
/** A bitmap's second header has one of these lengths; two letters alone would also begin a word. */
const bitmapHeaderBytes = [12, 40, 52, 56, 64, 108, 124];

/** The type of a picture by its bytes alone; undefined for whatever is not one of these. */
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

/** Whether a picture ends before it should, as its format tells. */
export function isImageCutShort(bytes: Uint8Array, type: ImageMediaType): boolean {
  const view = bufferOf(bytes);
  switch (type) {
    case 'image/png':
      return isPngCutShort(view);
    case 'image/jpeg':
      // An end marker behind the last scan's start: a thumbnail in the header has both too.
      return view.lastIndexOf('ffd9', undefined, 'hex') <= view.lastIndexOf('ffda', undefined, 'hex');
    case 'image/webp':
      // One byte of padding may be declared and left out.
      return view.readUInt32LE(4) + 8 > view.length + 1;
    case 'image/gif':
      return lastByteBeforePadding(view) !== 0x3b;
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

function lastByteBeforePadding(view: Buffer): number | undefined {
  return view.findLast((byte) => byte !== 0);
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
