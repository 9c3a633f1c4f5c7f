import { crc32, deflateSync } from 'node:zlib';
import { drawHugePng } from '../relay/pictures/drawPng.ts';

/** Images that the host of the chat's test page has, by their names. */
export const pictures: Readonly<Record<string, Buffer>> = {
  'wide.png': drawPng(1200, 600),
  'tall.png': drawPng(300, 1500),
  'small.png': drawPng(40, 30),
  'huge.png': drawHugePng(8_000),
};

/** A PNG of this many pixels: a gradient between two colors, from corner to corner. */
function drawPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits each of red, green and blue.
  header.set([8, 2], 8);
  const lineLength = 1 + 3 * width;
  const lines = Buffer.alloc(lineLength * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const share = Math.round((255 * (x / width + y / height)) / 2);
      lines.set([60 + share / 2, 90, 220 - share / 2], y * lineLength + 1 + 3 * x);
    }
  }
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    writeChunk('IHDR', header),
    writeChunk('IDAT', deflateSync(lines)),
    writeChunk('IEND', Buffer.alloc(0)),
  ]);
}

function writeChunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(content.length, 0);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
}
