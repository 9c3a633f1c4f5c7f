import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

interface PngHeader {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  /** By PNG's numbers: 0 is gray, 2 red, green and blue, 3 a place in a palette. */
  readonly kind: 0 | 2 | 3;
}

/** A chunk of a PNG file: its length, its name and content, and their checksum. */
export function writeChunk(type: string, content: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(content.length, 0);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
}

/** A PNG file. Each row begins with 0, the number of no filter; the chunks of `extra` stand before the rows. */
export function writePng(
  { width, height, bits, kind }: PngHeader,
  rows: Uint8Array,
  extra: readonly Buffer[] = [],
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bits, kind], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    writeChunk('IHDR', header),
    ...extra,
    // What is flat gets small enough at once, and the images of tests are drawn by the hundred.
    writeChunk('IDAT', deflateSync(rows, { level: 1 })),
    writeChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A PNG whose pixels are red, green and blue. */
export function drawPixels(
  width: number,
  height: number,
  colourAt: (x: number, y: number) => ArrayLike<number>,
  extra: readonly Buffer[] = [],
): Buffer {
  const rowLength = 1 + 3 * width;
  const rows = Buffer.alloc(rowLength * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rows.set(colourAt(x, y), y * rowLength + 1 + 3 * x);
  return writePng({ width, height, bits: 8, kind: 2 }, rows, extra);
}

/** A PNG of so many black pixels on each side, and few bytes: decoded, it takes a page’s memory. */
export function drawHugePng(pixels: number): Buffer {
  const rows = Buffer.alloc((1 + Math.ceil(pixels / 8)) * pixels);
  return writePng({ width: pixels, height: pixels, bits: 1, kind: 0 }, rows);
}

const side = 32;

/** A PNG of 32 × 32 pixels: a square on a ground, both in colours that the seed decides; `padding` makes it larger. */
export function drawPng(seed: string, padding = 0): Buffer {
  const colours = createHash('sha256').update(seed).digest();
  const [ground, square] = [colours.subarray(0, 3), colours.subarray(3, 6)];
  const isInside = (place: number) => place >= side / 4 && place < (3 * side) / 4;
  const extra = padding > 0 ? [writeChunk('prVt', Buffer.alloc(padding))] : [];
  return drawPixels(side, side, (x, y) => (isInside(x) && isInside(y) ? square : ground), extra);
}
