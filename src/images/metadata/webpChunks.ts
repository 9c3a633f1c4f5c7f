import { readPictureSize } from '../../relay/tokens/pictureSize.ts';

interface WebpChunk {
  /** Four letters: 'VP8 ', 'XMP '. */
  readonly type: string;
  readonly content: Buffer;
}

const riffHeader = 12;
const mostChunks = 100_000;
/** Flags in the first byte of the extended header. */
const flags: Readonly<Record<string, number>> = { ICCP: 0x20, EXIF: 0x08, 'XMP ': 0x04 };
const alphaFlag = 0x10;

/** The chunks up to the last complete one, within the file's declared length. */
export function readWebpChunks(webp: Buffer): readonly WebpChunk[] {
  const chunks: WebpChunk[] = [];
  const fileEnd = Math.min(webp.length, webp.readUInt32LE(4) + 8);
  let offset = riffHeader;
  while (offset + 8 <= fileEnd && chunks.length < mostChunks) {
    const end = offset + 8 + webp.readUInt32LE(offset + 4);
    if (end > fileEnd) break;
    chunks.push({
      type: webp.toString('latin1', offset, offset + 4),
      content: webp.subarray(offset + 8, end),
    });
    offset = end + ((end - offset) % 2);
  }
  return chunks;
}

/**
 * Writes a file of these chunks, whose extended header lists the metadata. Undefined if the image's size can't be
 * found.
 */
export function writeWebp(chunks: readonly WebpChunk[], original: Buffer): Buffer | undefined {
  const [first] = chunks;
  if (!first) return undefined;
  const isExtended = first.type === 'VP8X';
  const wanted = Object.entries(flags).reduce(
    (sum, [type, flag]) => (chunks.some((chunk) => chunk.type === type) ? sum | flag : sum),
    0,
  );
  if (!isExtended && wanted === 0) return joinChunks(chunks);
  const header = isExtended ? Buffer.from(first.content) : createHeader(first, original);
  if (!header || header.length < 10) return undefined;
  const others = Object.values(flags).reduce((sum, flag) => sum & ~flag, header[0] ?? 0);
  header[0] = others | wanted;
  return joinChunks([{ type: 'VP8X', content: header }, ...chunks.slice(isExtended ? 1 : 0)]);
}

function createHeader(image: WebpChunk, original: Buffer): Buffer | undefined {
  const size = readPictureSize(original);
  if (!size || size.width < 1 || size.height < 1) return undefined;
  const header = Buffer.alloc(10);
  // In a lossless image, a bit after the size tells whether any pixel is transparent.
  const hasAlpha =
    image.type === 'VP8L' && image.content.length >= 5 && ((image.content[4] ?? 0) & 0x10) !== 0;
  header[0] = hasAlpha ? alphaFlag : 0;
  header.writeUIntLE(size.width - 1, 4, 3);
  header.writeUIntLE(size.height - 1, 7, 3);
  return header;
}

function joinChunks(chunks: readonly WebpChunk[]): Buffer {
  const body = chunks.flatMap(({ type, content }) => {
    const head = Buffer.from(`${type}\0\0\0\0`, 'latin1');
    head.writeUInt32LE(content.length, 4);
    return content.length % 2 === 0 ? [head, content] : [head, content, Buffer.alloc(1)];
  });
  const header = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  header.writeUInt32LE(4 + body.reduce((sum, { length }) => sum + length, 0), 4);
  return Buffer.concat([header, ...body]);
}
