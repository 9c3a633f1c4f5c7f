import { bufferOf, detectImageType, type ImageMediaType } from '../../relay/media/imageFormat.ts';
import { createOrientation, exifPrefix, readExif, startsWith, upright } from './exif.ts';
import { type Jpeg, readJpeg, writeJpeg } from './jpegSegments.ts';
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
