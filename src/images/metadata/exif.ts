/** The EXIF data that we need. */
interface ExifFacts {
  /** Orientation, 1 to 8; 1 is upright. */
  readonly orientation: number;
  readonly hasLocation: boolean;
}

/** The facts of an image without EXIF data. */
export const upright: ExifFacts = { orientation: 1, hasLocation: false };

const tags = { orientation: 0x0112, gps: 0x8825 } as const;
const mostEntries = 500;

/** The prefix of EXIF data in a JPEG, which some programs also write in a WebP. */
export const exifPrefix = Buffer.from('Exif\0\0', 'latin1');

/** Reads EXIF data, with or without this prefix. Broken data counts as absent. */
export function readExif(content: Buffer): ExifFacts {
  const tiff = startsWith(content, exifPrefix) ? content.subarray(exifPrefix.length) : content;
  const order = tiff.toString('latin1', 0, 2);
  if (order !== 'II' && order !== 'MM') return upright;
  const short = (at: number) => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const long = (at: number) => (order === 'II' ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  try {
    const start = long(4);
    /** Where the value of each entry is. */
    const values = new Map<number, number>();
    for (let index = 0; index < Math.min(short(start), mostEntries); index += 1) {
      const entry = start + 2 + index * 12;
      values.set(short(entry), entry + 8);
    }
    const at = values.get(tags.orientation);
    const turned = at === undefined ? 1 : short(at);
    return { orientation: turned >= 1 && turned <= 8 ? turned : 1, hasLocation: values.has(tags.gps) };
  } catch (error) {
    if (error instanceof RangeError) return upright;
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
