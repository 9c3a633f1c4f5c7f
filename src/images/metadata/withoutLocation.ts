import { bufferOf, detectImageType, type ImageMediaType } from '../../relay/media/imageFormat.ts';
import { type Jpeg, readJpeg, startsWith, writeJpeg } from './jpegSegments.ts';
import { readPngChunks, writePng } from './pngChunks.ts';
import { readWebpChunks, writeWebp } from './webpChunks.ts';

export interface StrippedImage {
  /** The given array itself if there was nothing to remove. */
  readonly bytes: Uint8Array;
  /** Whether its EXIF data contained the location, so that the person can be told that it was removed. */
  readonly hadLocation: boolean;
  /** Whether it must be rotated for display, which not every service does. */
  readonly isTurned?: boolean;
}

/** What a format has besides the pixels. */
interface Metadata {
  readonly exif?: Buffer | undefined;
  /** Writes the file without all of it, but with this orientation; undefined if that can't be done. */
  readonly write: (orientation: Buffer | undefined) => Buffer | undefined;
}

const readers: Readonly<Partial<Record<ImageMediaType, (bytes: Buffer) => Metadata | undefined>>> = {
  'image/png': readPng,
  'image/jpeg': readPhoto,
  'image/webp': readWebp,
  'image/gif': readGif,
  'image/bmp': asItIs,
};

/**
 * An image without what cameras and programs write besides the pixels: location, device, names, thumbnails, the video
 * of a motion photo. Orientation and color profile stay. Undefined if that can't be done: AVIF, HEIC, and files with a
 * broken structure. Those must be re-encoded, or not sent.
 */
export function withoutLocation(given: Uint8Array): StrippedImage | undefined {
  const type = detectImageType(given);
  const found = type && readers[type]?.(bufferOf(given));
  const { orientation, hasLocation } = found?.exif ? readExif(found.exif) : upright;
  const stripped = found?.write(orientation === 1 ? undefined : createOrientation(orientation));
  if (!found || !stripped) return undefined;
  return {
    bytes: stripped.equals(given) ? given : stripped,
    hadLocation: hasLocation,
    ...(orientation !== 1 && { isTurned: true }),
  };
}

function asItIs(bytes: Buffer): Metadata {
  return { write: () => bytes };
}

/** JFIF, color profiles, and how colors are stored. */
function isNeeded({ marker, content }: Jpeg['segments'][number]): boolean {
  const isApplication = (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe;
  if (!isApplication) return true;
  const name = content.toString('latin1', 0, 12);
  return (
    (marker === 0xe0 && name.startsWith('JFIF\0')) ||
    (marker === 0xe2 && name === 'ICC_PROFILE\0') ||
    (marker === 0xee && /^Adobe/.test(name))
  );
}

function readPhoto(bytes: Buffer): Metadata | undefined {
  const jpeg = readJpeg(bytes);
  if (!jpeg) return undefined;
  const kept = jpeg.segments.filter(isNeeded);
  // JFIF comes first.
  const place = kept[0]?.marker === 0xe0 ? 1 : 0;
  return {
    exif: jpeg.segments.find(({ content }) => startsWith(content, exifPrefix))?.content,
    write: (orientation) => {
      const own = orientation ? [{ marker: 0xe1, content: Buffer.concat([exifPrefix, orientation]) }] : [];
      return writeJpeg({ ...jpeg, segments: kept.toSpliced(place, 0, ...own) });
    },
  };
}

/** Chunks without which an image would look different. */
const pngChunks = new Set(
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP sBIT bKGD hIST pHYs mDCV cLLI acTL fcTL fdAT'.split(' '),
);

function readPng(bytes: Buffer): Metadata | undefined {
  const chunks = readPngChunks(bytes);
  if (chunks[0]?.type !== 'IHDR' || chunks.at(-1)?.type !== 'IEND') return undefined;
  const kept = chunks.filter(({ type }) => pngChunks.has(type));
  return {
    exif: chunks.find(({ type }) => type === 'eXIf')?.content,
    write: (orientation) =>
      writePng(kept.toSpliced(1, 0, ...(orientation ? [{ type: 'eXIf', content: orientation }] : []))),
  };
}

function readWebp(bytes: Buffer): Metadata | undefined {
  const chunks = readWebpChunks(bytes);
  if (!chunks.some(({ type }) => /^(?:VP8 |VP8L|ANMF)$/.test(type))) return undefined;
  const kept = chunks.filter(({ type }) => /^(?:VP8.|ALPH|ANIM|ANMF|ICCP)$/.test(type));
  return {
    exif: chunks.find(({ type }) => type === 'EXIF')?.content,
    write: (orientation) =>
      writeWebp([...kept, ...(orientation ? [{ type: 'EXIF', content: orientation }] : [])], bytes),
  };
}

const gifXmp = Buffer.from('\x21\xff\x0bXMP DataXMP', 'latin1');
/** Follows the packet, so that readers without XMP support find its end. */
const gifXmpEnd = Buffer.from([1, ...Array.from({ length: 256 }, (_, index) => 255 - index), 0]);

/** XMP is the only part of a GIF that could contain a location. */
function readGif(bytes: Buffer): Metadata | undefined {
  const start = bytes.indexOf(gifXmp);
  if (start < 0) return bytes.includes('XMP DataXMP') ? undefined : asItIs(bytes);
  const end = bytes.indexOf(gifXmpEnd, start);
  if (end < 0) return undefined;
  return { write: () => Buffer.concat([bytes.subarray(0, start), bytes.subarray(end + gifXmpEnd.length)]) };
}

/** The EXIF data that we need. */
interface ExifFacts {
  /** Orientation, 1 to 8; 1 is upright. */
  readonly orientation: number;
  readonly hasLocation: boolean;
}

/** The facts of an image without EXIF data. */
const upright: ExifFacts = { orientation: 1, hasLocation: false };

const tags = { orientation: 0x0112, gps: 0x8825 } as const;
const mostEntries = 500;

/** The prefix of EXIF data in a JPEG, which some programs also write in a WebP. */
const exifPrefix = Buffer.from('Exif\0\0', 'latin1');

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

/** EXIF data with only the orientation. */
function createOrientation(orientation: number): Buffer {
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex');
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}
