import { bufferOf, detectImageType } from '../../relay/media/imageFormat.ts';
import { createOrientation, type ExifFacts, exifPrefix, readExif, startsWith } from './exif.ts';
import { type Jpeg, readJpeg, writeJpeg } from './jpegSegments.ts';
import { keywordOf, type PngChunk, readPngChunks, readTextChunk, writePng } from './pngChunks.ts';
import { readWebpChunks, writeWebp } from './webpChunks.ts';
import { decodePacket, hasLocation, xmpPrefix } from './xmp.ts';

export interface StrippedImage {
  /** The given array itself if there was nothing to remove. */
  readonly bytes: Uint8Array;
  /** Whether the bytes contained the location, so that the person can be told that it was removed. */
  readonly hadLocation: boolean;
  /** Whether it must be rotated for display, which not every service does. */
  readonly isTurned?: boolean;
}

const upright: ExifFacts = { orientation: 1, hasLocation: false };

/**
 * An image without what cameras and programs write besides the pixels: location, device, names, thumbnails, the video
 * of a motion photo. Orientation and color profile stay. Undefined if that can't be done: AVIF, HEIC, and files with a
 * broken structure. Those must be re-encoded, or not sent.
 */
export function withoutLocation(bytes: Uint8Array): StrippedImage | undefined {
  const view = bufferOf(bytes);
  switch (detectImageType(bytes)) {
    case 'image/png':
      return stripPng(view, bytes);
    case 'image/jpeg':
      return stripJpeg(view, bytes);
    case 'image/webp':
      return stripWebp(view, bytes);
    case 'image/bmp':
      return { bytes, hadLocation: false };
    case 'image/gif':
      return stripGif(view, bytes);
    default:
      return undefined;
  }
}

function same(given: Uint8Array, stripped: Buffer, { hasLocation, orientation }: ExifFacts): StrippedImage {
  const bytes = stripped.equals(given) ? given : stripped;
  return { bytes, hadLocation: hasLocation, ...(orientation !== 1 && { isTurned: true }) };
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

function stripJpeg(view: Buffer, given: Uint8Array): StrippedImage | undefined {
  const jpeg = readJpeg(view);
  if (!jpeg) return undefined;
  const contents = jpeg.segments.map(({ content }) => content);
  const found = contents.find((content) => startsWith(content, exifPrefix));
  const exif = found ? readExif(found) : upright;
  const kept = jpeg.segments.filter(isNeeded);
  const place = kept[0]?.marker === 0xe0 ? 1 : 0;
  const turned = { marker: 0xe1, content: Buffer.concat([exifPrefix, createOrientation(exif.orientation)]) };
  const segments = exif.orientation === 1 ? kept : kept.toSpliced(place, 0, turned);
  const hasLocation =
    exif.hasLocation || contents.some((content) => startsWith(content, xmpPrefix) && tellsPlace(content));
  return same(given, writeJpeg({ ...jpeg, segments }), { ...exif, hasLocation });
}

/** Chunks without which an image would look different. */
const pngChunks = new Set(
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP sBIT bKGD hIST pHYs mDCV cLLI acTL fcTL fdAT'.split(' '),
);

function stripPng(view: Buffer, given: Uint8Array): StrippedImage | undefined {
  const chunks = readPngChunks(view);
  if (chunks[0]?.type !== 'IHDR' || chunks.at(-1)?.type !== 'IEND') return undefined;
  const found = chunks.find(({ type }) => type === 'eXIf');
  const exif = found ? readExif(found.content) : upright;
  const kept = chunks.filter(({ type }) => pngChunks.has(type));
  const turned = { type: 'eXIf', content: createOrientation(exif.orientation) };
  const stripped = writePng(exif.orientation === 1 ? kept : kept.toSpliced(1, 0, turned));
  return same(given, stripped, { ...exif, hasLocation: exif.hasLocation || chunks.some(isPlaceText) });
}

function isPlaceText(chunk: PngChunk): boolean {
  const keyword = keywordOf(chunk) ?? '';
  // Profiles of other programs may contain anything, including a location.
  if (/^(?:Raw profile type|exif:GPS)/i.test(keyword)) return true;
  return keyword === 'XML:com.adobe.xmp' && hasLocation(readTextChunk(chunk)?.text ?? '');
}

function stripWebp(view: Buffer, given: Uint8Array): StrippedImage | undefined {
  const chunks = readWebpChunks(view);
  if (!chunks.some(({ type }) => /^(?:VP8 |VP8L|ANMF)$/.test(type))) return undefined;
  const found = chunks.find(({ type }) => type === 'EXIF')?.content;
  const exif = found ? readExif(found) : upright;
  const kept = chunks.filter(({ type }) => /^(?:VP8.|ALPH|ANIM|ANMF|ICCP)$/.test(type));
  const turned = { type: 'EXIF', content: createOrientation(exif.orientation) };
  const stripped = writeWebp(exif.orientation === 1 ? kept : [...kept, turned], view);
  const xmp = chunks.filter(({ type }) => type === 'XMP ').map(({ content }) => content);
  return (
    stripped && same(given, stripped, { ...exif, hasLocation: exif.hasLocation || xmp.some(tellsPlace) })
  );
}

const gifXmp = Buffer.from('\x21\xff\x0bXMP DataXMP', 'latin1');
/** Follows the packet, so that readers without XMP support find its end. */
const gifXmpEnd = Buffer.from([1, ...Array.from({ length: 256 }, (_, index) => 255 - index), 0]);

/** Removes XMP, the only part of a GIF that could contain a location. */
function stripGif(view: Buffer, given: Uint8Array): StrippedImage | undefined {
  const start = view.indexOf(gifXmp);
  if (start < 0) return view.includes('XMP DataXMP') ? undefined : { bytes: given, hadLocation: false };
  const end = view.indexOf(gifXmpEnd, start);
  if (end < 0) return undefined;
  const kept = Buffer.concat([view.subarray(0, start), view.subarray(end + gifXmpEnd.length)]);
  const hasLocation = tellsPlace(view.subarray(start + gifXmp.length, end));
  return same(given, kept, { ...upright, hasLocation });
}

function tellsPlace(packet: Buffer): boolean {
  return hasLocation(decodePacket(packet) ?? '');
}
