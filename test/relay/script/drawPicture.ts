import { crc32, deflateSync } from 'node:zlib';

const width = 64;
const height = 48;

function writeChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

/** A PNG of 64 × 48 pixels: a sky that gets lighter downwards. */
export function drawPicture(): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits each of red, green and blue; no filter, no interlace.
  header.set([8, 2], 8);
  const rows = Array.from({ length: height }, (_, y) => {
    const pixel = [40 + 4 * y, 90 + 3 * y, 200];
    return Buffer.from([0, ...Array.from({ length: width }, () => pixel).flat()]);
  });
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    writeChunk('IHDR', header),
    writeChunk('IDAT', deflateSync(Buffer.concat(rows))),
    writeChunk('IEND', Buffer.alloc(0)),
  ]);
}
