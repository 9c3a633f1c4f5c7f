import { crc32 } from 'node:zlib';

/** A PNG is this signature, followed by chunks. */
const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex');

export interface PngChunk {
  /** Four letters. */
  readonly type: string;
  readonly content: Buffer;
}

/** Only malicious files have longer texts. */
const longestText = 1_000_000;
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

/** An `iTXt` chunk: text in UTF-8, not compressed. */
export function createTextChunk(keyword: string, text: string): PngChunk {
  return { type: 'iTXt', content: Buffer.from(`${keyword}\0\0\0\0\0${text}`) };
}

/** The keyword of a chunk with text; undefined for all other chunks. */
export function keywordOf({ type, content }: PngChunk): string | undefined {
  if (!['tEXt', 'zTXt', 'iTXt'].includes(type)) return undefined;
  const end = content.subarray(0, 80).indexOf(0);
  return end < 1 ? undefined : content.toString('latin1', 0, end);
}

/** The text of an `iTXt` chunk; undefined if it is compressed or too long. */
export function readText(chunk: PngChunk): string | undefined {
  const keyword = keywordOf(chunk);
  if (keyword === undefined || chunk.type !== 'iTXt' || chunk.content.length > longestText) return undefined;
  const rest = chunk.content.subarray(keyword.length + 1);
  const language = rest.indexOf(0, 2);
  const translated = language < 0 ? -1 : rest.indexOf(0, language + 1);
  return rest[0] === 1 || translated < 0 ? undefined : rest.toString('utf8', translated + 1);
}
