import { crc32 } from 'node:zlib';

/** A PNG is this signature, followed by chunks. */
const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex');

export interface PngChunk {
  /** Four letters. */
  readonly type: string;
  readonly content: Buffer;
}

const mostChunks = 100_000;

/** The chunks up to the last complete one; data after the end of the image is ignored. */
export function readPngChunks(png: Buffer): readonly PngChunk[] {
  const chunks: PngChunk[] = [];
  let offset = pngSignature.length;
  while (offset + 12 <= png.length && chunks.length < mostChunks) {
    const end = offset + 12 + png.readUInt32BE(offset);
    if (end > png.length) break;
    const type = png.toString('latin1', offset + 4, offset + 8);
    chunks.push({ type, content: png.subarray(offset + 8, end - 4) });
    if (type === 'IEND') break;
    offset = end;
  }
  return chunks;
}

export function writePng(chunks: readonly PngChunk[]): Buffer {
  return Buffer.concat([pngSignature, ...chunks.flatMap(writeChunk)]);
}

function writeChunk({ type, content }: PngChunk): Buffer[] {
  const name = Buffer.from(type, 'latin1');
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  checksum.writeUInt32BE(crc32(content, crc32(name)));
  return [length, name, content, checksum];
}
