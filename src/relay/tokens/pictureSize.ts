import { bufferOf, detectImageType } from '../media/imageFormat.ts';

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** The size of an image in pixels, from its header; undefined if it can't be found. */
export function readPictureSize(bytes: Uint8Array): PictureSize | undefined {
  const view = bufferOf(bytes);
  try {
    switch (detectImageType(bytes)) {
      case 'image/png':
        return { width: view.readUInt32BE(16), height: view.readUInt32BE(20) };
      case 'image/gif':
        return { width: view.readUInt16LE(6), height: view.readUInt16LE(8) };
      case 'image/jpeg':
        return readJpegSize(view);
      case 'image/webp':
        return readWebpSize(view);
      default:
        return undefined;
    }
  } catch (error) {
    // The header extends past the end of the bytes.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Goes from segment to segment, up to the one that begins a frame. */
function readJpegSize(view: Buffer): PictureSize | undefined {
  let offset = 2;
  while (offset + 4 <= view.length) {
    if (view.readUInt8(offset) !== 0xff) return undefined;
    const marker = view.readUInt8(offset + 1);
    const isFill = marker === 0xff;
    const isAlone = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    // C4, C8 and CC are in the range of frame markers, but mark tables.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { width: view.readUInt16BE(offset + 7), height: view.readUInt16BE(offset + 5) };
    if (isFill) offset += 1;
    else offset += isAlone ? 2 : 2 + view.readUInt16BE(offset + 2);
  }
  return undefined;
}

function readWebpSize(view: Buffer): PictureSize | undefined {
  switch (view.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: view.readUInt16LE(26) & 0x3fff, height: view.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const bits = view.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: view.readUIntLE(24, 3) + 1, height: view.readUIntLE(27, 3) + 1 };
    default:
      return undefined;
  }
}

/** For an image of unknown size. */
export const usualPictureTokens = 1_500;

/** Services scale an image down to this before a model sees it. */
const longestSide = 1_568;
const pixelsPerToken = 750;
const fewestPictureTokens = 85;
const mostPictureTokens = 1_600;

/** Estimates the tokens of an image by its size in pixels. */
export function estimatePictureTokens(bytes: Uint8Array): number {
  const size = readPictureSize(bytes);
  if (!size) return usualPictureTokens;
  const scale = Math.min(1, longestSide / Math.max(size.width, size.height, 1));
  const tokens = Math.ceil((size.width * scale * size.height * scale) / pixelsPerToken);
  return Math.min(Math.max(tokens, fewestPictureTokens), mostPictureTokens);
}
