import { crc32 } from 'node:zlib';

/** A PNG is this signature, followed by chunks. */
const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex');

export interface PngChunk {
  /** Four letters. */
  readonly type: string;
  readonly content: Buffer;
}

interface PngText {
  readonly keyword: string;
  readonly text: string;
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
export function createTextChunk({ keyword, text }: PngText): PngChunk {
  return { type: 'iTXt', content: Buffer.from(`${keyword}\0\0\0\0\0${text}`) };
}

/** The keyword of a chunk with text; undefined for all other chunks. */
export function keywordOf({ type, content }: PngChunk): string | undefined {
  if (!['tEXt', 'zTXt', 'iTXt'].includes(type)) return undefined;
  const end = content.subarray(0, 80).indexOf(0);
  return end < 1 ? undefined : content.toString('latin1', 0, end);
}

/** The text of such a chunk; undefined if it is deflated, which no image tool does, or too long. */
export function readTextChunk({ type, content }: PngChunk): PngText | undefined {
  const keyword = keywordOf({ type, content });
  if (keyword === undefined || type === 'zTXt' || content.length > longestText) return undefined;
  const rest = content.subarray(keyword.length + 1);
  if (type === 'tEXt') return { keyword, text: decode(rest) };
  const language = rest.indexOf(0, 2);
  const translated = language < 0 ? -1 : rest.indexOf(0, language + 1);
  const isDeflated = rest[0] === 1;
  return isDeflated || translated < 0 ? undefined : { keyword, text: decode(rest.subarray(translated + 1)) };
}

/** The standard wants Latin-1 except in `iTXt`, but several tools always write UTF-8. */
function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}
