/** The EXIF data that we need. */
export interface ExifFacts {
  /** Orientation, 1 to 8; 1 is upright. */
  readonly orientation: number;
  readonly hasLocation: boolean;
  /** The comment, in which some image tools write their settings. */
  readonly comment?: string;
}

const tags = { orientation: 0x0112, exif: 0x8769, gps: 0x8825, userComment: 0x9286 } as const;
const mostEntries = 500;
const longestComment = 200_000;

type Entries = ReadonlyMap<number, { readonly at: number; readonly count: number }>;

/** The prefix of EXIF data in a JPEG, which some programs also write in a WebP. */
export const exifPrefix = Buffer.from('Exif\0\0', 'latin1');

/** Reads EXIF data, with or without this prefix. Broken data counts as absent. */
export function readExif(content: Buffer): ExifFacts {
  const none: ExifFacts = { orientation: 1, hasLocation: false };
  const tiff = startsWith(content, exifPrefix) ? content.subarray(exifPrefix.length) : content;
  const order = tiff.toString('latin1', 0, 2);
  if (order !== 'II' && order !== 'MM') return none;
  const isLittle = order === 'II';
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const long = (at: number) => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));

  function readEntries(start: number): Entries {
    const entries = new Map<number, { at: number; count: number }>();
    const count = Math.min(short(start), mostEntries);
    for (let index = 0; index < count; index += 1) {
      const at = start + 2 + index * 12;
      entries.set(short(at), { at: at + 8, count: long(at + 4) });
    }
    return entries;
  }

  try {
    const main = readEntries(long(4));
    const orientation = main.get(tags.orientation);
    const turned = orientation ? short(orientation.at) : 1;
    const hasLocation = main.has(tags.gps);
    const facts = { orientation: turned >= 1 && turned <= 8 ? turned : 1, hasLocation };
    const inner = main.get(tags.exif);
    const comment = inner && readComment(() => readEntries(long(inner.at)), long, tiff, isLittle);
    return comment === undefined ? facts : { ...facts, comment };
  } catch (error) {
    if (error instanceof RangeError) return none;
    throw error;
  }
}

function readComment(
  entries: () => Entries,
  long: (at: number) => number,
  tiff: Buffer,
  isLittle: boolean,
): string | undefined {
  try {
    const found = entries().get(tags.userComment);
    if (!found || found.count < 9 || found.count > longestComment) return undefined;
    const start = long(found.at);
    const bytes = tiff.subarray(start, start + found.count);
    if (bytes.length < 9) return undefined;
    const text = bytes.subarray(8);
    if (!bytes.toString('latin1', 0, 8).startsWith('UNICODE')) return text.toString('utf8');
    // The standard wants the file's byte order, but tools write big-endian.
    const isBig = text[0] === 0 || !isLittle;
    return new TextDecoder(isBig ? 'utf-16be' : 'utf-16le').decode(text);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

export function startsWith(bytes: Buffer, prefix: Buffer): boolean {
  return bytes.subarray(0, prefix.length).equals(prefix);
}

/** EXIF data with only the orientation. */
export function createOrientation(orientation: number): Buffer {
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex');
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}
