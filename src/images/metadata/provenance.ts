import { bufferOf, detectImageType, type ImageMediaType } from '../../relay/media/imageFormat.ts';
import { type ImageSettings, readSettings, writeSettings } from './imageSettings.ts';
import { type Jpeg, longestSegment, readJpeg, startsWith, writeJpeg } from './jpegSegments.ts';
import { type PngChunk, readPngChunks, writePng } from './pngChunks.ts';
import { readWebpChunks, writeWebp } from './webpChunks.ts';

/** The start of our own `iTXt` chunk in a PNG: its keyword, and that it has no compression, language or translation. */
const ownPrefix = Buffer.from('Model Relay\0\0\0\0\0');
/** Only malicious files have longer texts. */
const longestText = 1_000_000;

/** The prefix of every XMP packet in a JPEG. */
const xmpPrefix = Buffer.from('http://ns.adobe.com/xap/1.0/\0', 'latin1');
const namespace = 'https://github.com/model-relay/ns/1.0/';
const ownElement = 'modelRelay:settings';
const longestPacket = 2_000_000;
const app1 = 0xe1;

interface Format {
  readonly read: (bytes: Buffer) => ImageSettings | undefined;
  readonly write: (bytes: Buffer, settings: ImageSettings) => Uint8Array | undefined;
}

const formats: Readonly<Partial<Record<ImageMediaType, Format>>> = {
  'image/png': { read: readFromPng, write: writeToPng },
  'image/jpeg': { read: readFromJpeg, write: writeToJpeg },
  'image/webp': { read: readFromWebp, write: writeToWebp },
};

function formatOf(bytes: Uint8Array): Format | undefined {
  const type = detectImageType(bytes);
  return type && formats[type];
}

/**
 * The image with its settings in it: in a PNG as `iTXt`, in JPEG and WebP as XMP. Undefined if the format has no place
 * for them, or the file is broken. The image data itself stays unchanged.
 */
export function writeProvenance(bytes: Uint8Array, settings: ImageSettings): Uint8Array | undefined {
  return formatOf(bytes)?.write(bufferOf(bytes), settings);
}

/** The settings of an image, if its file contains them. Never throws, whatever the bytes are. */
export function readProvenance(bytes: Uint8Array): ImageSettings | undefined {
  return formatOf(bytes)?.read(bufferOf(bytes));
}

function isOwnText({ type, content }: PngChunk): boolean {
  return type === 'iTXt' && startsWith(content, ownPrefix);
}

function writeToPng(png: Buffer, settings: ImageSettings): Uint8Array | undefined {
  const chunks = readPngChunks(png).filter((chunk) => !isOwnText(chunk));
  if (chunks[0]?.type !== 'IHDR' || chunks.at(-1)?.type !== 'IEND') return undefined;
  const content = Buffer.concat([ownPrefix, Buffer.from(writeSettings(settings))]);
  return writePng(chunks.toSpliced(1, 0, { type: 'iTXt', content }));
}

function readFromPng(png: Buffer): ImageSettings | undefined {
  const own = readPngChunks(png).find(isOwnText)?.content;
  return own && own.length <= longestText ? readSettings(own.toString('utf8', ownPrefix.length)) : undefined;
}

function writeToJpeg(bytes: Buffer, settings: ImageSettings): Uint8Array | undefined {
  const jpeg = readJpeg(bytes);
  if (!jpeg) return undefined;
  const existing = jpeg.segments.find(isXmp)?.content.subarray(xmpPrefix.length);
  const content = Buffer.concat([xmpPrefix, writeXmp(existing, settings)]);
  if (content.length > longestSegment) return undefined;
  const others = jpeg.segments.filter((segment) => !isXmp(segment));
  // JFIF and EXIF come first.
  const place = others.findLastIndex(({ marker }) => marker === 0xe0 || marker === app1) + 1;
  return writeJpeg({ ...jpeg, segments: others.toSpliced(place, 0, { marker: app1, content }) });
}

function readFromJpeg(bytes: Buffer): ImageSettings | undefined {
  const xmp = readJpeg(bytes)?.segments.find(isXmp)?.content;
  return xmp && readXmp(xmp.subarray(xmpPrefix.length));
}

function isXmp({ marker, content }: Jpeg['segments'][number]): boolean {
  return marker === app1 && startsWith(content, xmpPrefix);
}

function writeToWebp(bytes: Buffer, settings: ImageSettings): Uint8Array | undefined {
  const chunks = readWebpChunks(bytes);
  const existing = chunks.find(({ type }) => type === 'XMP ')?.content;
  const others = chunks.filter(({ type }) => type !== 'XMP ');
  return writeWebp([...others, { type: 'XMP ', content: writeXmp(existing, settings) }], bytes);
}

function readFromWebp(bytes: Buffer): ImageSettings | undefined {
  const xmp = readWebpChunks(bytes).find(({ type }) => type === 'XMP ')?.content;
  return xmp && readXmp(xmp);
}

/** The settings that we wrote into a packet last. */
function readXmp(bytes: Buffer): ImageSettings | undefined {
  const packet = decodePacket(bytes) ?? '';
  const opening = `<${ownElement}>`;
  const start = packet.lastIndexOf(opening);
  const end = start < 0 ? -1 : packet.indexOf('<', start + opening.length);
  return end < 0 ? undefined : readSettings(unescapeXml(packet.slice(start + opening.length, end)));
}

/** The existing packet, or a new one, with the settings as JSON. */
function writeXmp(existing: Buffer | undefined, settings: ImageSettings): Buffer {
  const json = escapeXml(writeSettings(settings));
  const packet = existing && decodePacket(existing);
  const statement = `<rdf:Description rdf:about="" xmlns:modelRelay="${namespace}"><${ownElement}>${json}</${ownElement}></rdf:Description>`;
  const end = packet?.lastIndexOf('</rdf:RDF>') ?? -1;
  return Buffer.from(
    packet !== undefined && end >= 0
      ? packet.slice(0, end) + statement + packet.slice(end)
      : `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${statement}</rdf:RDF></x:xmpmeta><?xpacket end="w"?>`,
  );
}

/** The packet as text; undefined if it is too long to be one. */
function decodePacket(bytes: Buffer): string | undefined {
  return bytes.length > longestPacket ? undefined : bytes.toString('utf8');
}

/** Escapes text without control characters for XML. */
function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

const characters: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>' },
  ...{ quot: '"', apos: "'", '#39': "'", '#34': '"' },
};

/** Another program may have written the packet again, and escaped quotation marks, too. */
function unescapeXml(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|apos|#34|#39);/g, (_, name: string) => characters[name] ?? '');
}
