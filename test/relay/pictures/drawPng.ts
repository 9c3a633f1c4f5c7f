import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

const side = 32;

function writeChunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(content.length, 0);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
}

function writePng(header: Buffer, rows: Buffer, padding = 0): Buffer {
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    writeChunk('IHDR', header),
    ...(padding > 0 ? [writeChunk('prVt', Buffer.alloc(padding))] : []),
    writeChunk('IDAT', deflateSync(rows)),
    writeChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A PNG of so many black pixels on each side, and few bytes: decoded, it takes a page’s memory. */
export function drawHugePng(pixels: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(pixels, 0);
  header.writeUInt32BE(pixels, 4);
  header.writeUInt8(1, 8);
  return writePng(header, Buffer.alloc((1 + Math.ceil(pixels / 8)) * pixels));
}

/** A PNG of 32 × 32 pixels: a square on a ground, both in colours that the seed decides; `padding` makes it larger. */
export function drawPng(seed: string, padding = 0): Buffer {
  const colours = createHash('sha256').update(seed).digest();
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  // Eight bits each of red, green and blue.
  header.set([8, 2], 8);
  const isInside = (place: number) => place >= side / 4 && place < (3 * side) / 4;
  const rows = Array.from({ length: side }, (_, y) => [
    // No filter.
    0,
    ...Array.from({ length: side }, (_, x) => [
      ...colours.subarray(isInside(x) && isInside(y) ? 3 : 0).subarray(0, 3),
    ]),
  ]);
  return writePng(header, Buffer.from(rows.flat(2)), padding);
}
