import { invalidRequest } from '../wire/refusal.ts';

/** An image of a request, as far as its header tells. */
export interface ReceivedImage {
  /** By its bytes, whatever it was said to be. */
  readonly mediaType: string;
  readonly byteLength: number;
  readonly width: number;
  readonly height: number;
}

type Size = readonly [width: number, height: number];

function readPngSize(bytes: Buffer): Size | undefined {
  return bytes.toString('latin1', 12, 16) === 'IHDR'
    ? [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
    : undefined;
}

/** Walks the segments up to the frame's header, which is any SOF but the tables that share its numbers. */
function readJpegSize(bytes: Buffer): Size | undefined {
  let offset = 2;
  while (bytes.readUInt8(offset) === 0xff) {
    const marker = bytes.readUInt8(offset + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return [bytes.readUInt16BE(offset + 7), bytes.readUInt16BE(offset + 5)];
    offset += 2 + bytes.readUInt16BE(offset + 2);
  }
  return undefined;
}

function readGifSize(bytes: Buffer): Size {
  return [bytes.readUInt16LE(6), bytes.readUInt16LE(8)];
}

function readWebpSize(bytes: Buffer): Size | undefined {
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8X':
      return [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1];
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      return [(bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1];
    }
    case 'VP8 ':
      return [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff];
    default:
      return undefined;
  }
}

const formats: readonly (readonly [
  mediaType: string,
  start: RegExp,
  readSize: (bytes: Buffer) => Size | undefined,
])[] = [
  ['image/png', /^\x89PNG\r\n/, readPngSize],
  ['image/jpeg', /^\xff\xd8\xff/, readJpegSize],
  ['image/gif', /^GIF8[79]a/, readGifSize],
  ['image/webp', /^RIFF.{4}WEBP/s, readWebpSize],
];

/** Reads the header of an image, or undefined when the text is no base64 or the bytes no image. */
export function readImage(base64: string): ReceivedImage | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return undefined;
  const bytes = Buffer.from(base64, 'base64');
  const start = bytes.toString('latin1', 0, 16);
  const [mediaType = '', , readSize] = formats.find(([, pattern]) => pattern.test(start)) ?? [];
  try {
    const [width, height] = readSize?.(bytes) ?? [0, 0];
    return width > 0 && height > 0 ? { mediaType, byteLength: bytes.length, width, height } : undefined;
  } catch {
    // The header goes on past the last byte.
    return undefined;
  }
}

const maxBase64Bytes = 5 * 1024 * 1024;
const maxSide = 8_000;
/** With more images than these in one request, sides are limited further. */
const fewImages = 20;
const maxSideOfMany = 2_000;

/** Refuses what providers refuse, in images of old messages too. */
export function checkImageLimits(images: readonly ReceivedImage[]): void {
  const longestSide = images.length > fewImages ? maxSideOfMany : maxSide;
  for (const { byteLength, width, height } of images) {
    const base64Bytes = Math.ceil(byteLength / 3) * 4;
    if (base64Bytes > maxBase64Bytes) {
      throw invalidRequest(`image exceeds 5 MB maximum: ${base64Bytes} bytes > ${maxBase64Bytes} bytes`);
    }
    if (Math.max(width, height) > longestSide) {
      throw invalidRequest(
        `At least one of the image dimensions exceed max allowed size: ${longestSide} pixels`,
      );
    }
  }
}

/** The base64 text of a `data:` URI, or undefined for any other address. */
export function base64OfDataUri(uri: string): string | undefined {
  return /^data:[^,;]*;base64,(.*)$/s.exec(uri)?.[1];
}
