import { bufferOf, detectImageType } from '../../relay/media/imageFormat.ts';
import { ellipsize } from '../../text/ellipsize.ts';
import { exifPrefix, readExif, startsWith } from './exif.ts';
import { type ImageSettings, readSettings, writeSettings } from './imageSettings.ts';
import { longestSegment, readJpeg, writeJpeg } from './jpegSegments.ts';
import { foreignReaders, readWebUi } from './otherTools.ts';
import {
  createTextChunk,
  keywordOf,
  type PngChunk,
  readPngChunks,
  readTextChunk,
  writePng,
} from './pngChunks.ts';
import { readWebpChunks, writeWebp } from './webpChunks.ts';
import { decodePacket, readPacket, writePacket, xmpPrefix } from './xmp.ts';

/** The keyword of our own text in a PNG. */
const ownKeyword = 'Model Relay';
const textReaders: typeof foreignReaders = { [ownKeyword]: readSettings, ...foreignReaders };
const app1 = 0xe1;
const longestDescription = 500;

/**
 * The image with its settings in it: in a PNG as `iTXt`, in JPEG and WebP as XMP. Undefined if the format has no place
 * for them, or the file is broken. The image data itself stays unchanged.
 */
export function writeProvenance(bytes: Uint8Array, settings: ImageSettings): Uint8Array | undefined {
  const view = bufferOf(bytes);
  switch (detectImageType(bytes)) {
    case 'image/png':
      return writeToPng(view, settings);
    case 'image/jpeg':
      return writeToJpeg(view, settings);
    case 'image/webp':
      return writeToWebp(view, settings);
    default:
      return undefined;
  }
}

/** The settings of an image, if its file contains them. Never throws, whatever the bytes are. */
export function readProvenance(bytes: Uint8Array): ImageSettings | undefined {
  const view = bufferOf(bytes);
  switch (detectImageType(bytes)) {
    case 'image/png':
      return readFromPng(view);
    case 'image/jpeg':
      return readFromJpeg(view);
    case 'image/webp':
      return readFromWebp(view);
    default:
      return undefined;
  }
}

function writeToPng(png: Buffer, settings: ImageSettings): Uint8Array | undefined {
  const chunks = readPngChunks(png).filter((chunk) => keywordOf(chunk) !== ownKeyword);
  if (chunks[0]?.type !== 'IHDR' || chunks.at(-1)?.type !== 'IEND') return undefined;
  const own = createTextChunk({ keyword: ownKeyword, text: writeSettings(settings) });
  return writePng(chunks.toSpliced(1, 0, own));
}

function readFromPng(png: Buffer): ImageSettings | undefined {
  const isOwn = (chunk: PngChunk) => keywordOf(chunk) === ownKeyword;
  const texts = readPngChunks(png).filter((chunk) => Object.hasOwn(textReaders, keywordOf(chunk) ?? ''));
  for (const chunk of texts.slice(0, 8).toSorted((one, other) => Number(isOwn(other)) - Number(isOwn(one)))) {
    const { keyword = '', text = '' } = readTextChunk(chunk) ?? {};
    const settings = textReaders[keyword]?.(text);
    if (settings) return settings;
  }
  return undefined;
}

function writeToJpeg(bytes: Buffer, settings: ImageSettings): Uint8Array | undefined {
  const jpeg = readJpeg(bytes);
  if (!jpeg) return undefined;
  const isXmp = ({ marker, content }: (typeof jpeg.segments)[number]) =>
    marker === app1 && startsWith(content, xmpPrefix);
  const existing = jpeg.segments.find(isXmp)?.content.subarray(xmpPrefix.length);
  const packet = writeFitting(existing, settings, longestSegment - xmpPrefix.length);
  if (!packet) return undefined;
  const others = jpeg.segments.filter((segment) => !isXmp(segment));
  // JFIF and EXIF come first.
  const place = others.findLastIndex(({ marker }) => marker === 0xe0 || marker === app1) + 1;
  const segment = { marker: app1, content: Buffer.concat([xmpPrefix, packet]) };
  return writeJpeg({ ...jpeg, segments: others.toSpliced(place, 0, segment) });
}

function readFromJpeg(bytes: Buffer): ImageSettings | undefined {
  const segments = (readJpeg(bytes)?.segments ?? []).filter(({ marker }) => marker === app1);
  const xmp = segments.find(({ content }) => startsWith(content, xmpPrefix));
  const exif = segments.find(({ content }) => startsWith(content, exifPrefix));
  return readEither(xmp?.content.subarray(xmpPrefix.length), exif?.content);
}

function writeToWebp(bytes: Buffer, settings: ImageSettings): Uint8Array | undefined {
  const chunks = readWebpChunks(bytes);
  const existing = chunks.find(({ type }) => type === 'XMP ')?.content;
  const packet = writeFitting(existing, settings, Number.POSITIVE_INFINITY);
  const others = chunks.filter(({ type }) => type !== 'XMP ');
  return packet && writeWebp([...others, { type: 'XMP ', content: packet }], bytes);
}

function readFromWebp(bytes: Buffer): ImageSettings | undefined {
  const chunks = readWebpChunks(bytes);
  const contentOf = (name: string) => chunks.find(({ type }) => type === name)?.content;
  return readEither(contentOf('XMP '), contentOf('EXIF'));
}

function readEither(xmp: Buffer | undefined, exif: Buffer | undefined): ImageSettings | undefined {
  const packet = xmp && decodePacket(xmp);
  const json = packet === undefined ? undefined : readPacket(packet);
  const own = json === undefined ? undefined : readSettings(json);
  if (own) return own;
  const { comment } = exif ? readExif(exif) : {};
  // Cameras write comments, too: only one with settings counts.
  return comment && /(?:^|\n)Steps: \d/.test(comment) ? readWebUi(comment) : undefined;
}

/**
 * A packet of at most `longest` bytes: the existing one with as much of the prompt as fits. Undefined if nothing
 * fits.
 */
function writeFitting(
  existing: Buffer | undefined,
  settings: ImageSettings,
  longest: number,
): Buffer | undefined {
  const found = existing && decodePacket(existing);
  for (let length = settings.prompt.length; length > 0; length = Math.floor(length / 2)) {
    const json = writeSettings({ ...settings, prompt: ellipsize(settings.prompt, length) });
    const written = writePacket(found, {
      settings: json,
      // The prompt as the settings have it, without secrets.
      description: ellipsize(readSettings(json)?.prompt ?? '', longestDescription),
      date: new Date(settings.createdAt ?? Date.now()).toISOString(),
    });
    const packet = Buffer.from(written);
    if (packet.length <= longest) return packet;
  }
  return undefined;
}
