import { type FileHandle, open } from 'node:fs/promises';
import type { VideoFacts } from '../protocol/taskRecord.ts';
import { detectMediaType, isMediaCutShort, type MediaType } from '../relay/media/mediaType.ts';

export interface InspectedFile {
  readonly mediaType: MediaType;
  readonly bytes: number;
  /** Whether it ends before it should, as far as its format tells. */
  readonly isCutShort: boolean;
  /** For videos in MP4 and QuickTime. */
  readonly facts?: VideoFacts;
}

/** A file that can be inspected without reading all of it. */
interface ReadableFile {
  readonly size: number;
  /** Returns fewer bytes at the end of the file. */
  read(offset: number, length: number): Promise<Buffer>;
}

const headBytes = 4096;
/** Images and sounds are read completely up to this size. */
const largestWhole = 64 * 1024 ** 2;

/** Codecs by their names in MP4 and QuickTime; others are shown by these names. */
const codecs: Readonly<Record<string, string>> = {
  ...{ avc1: 'H.264', avc2: 'H.264', avc3: 'H.264', avc4: 'H.264' },
  ...{ hvc1: 'HEVC', hev1: 'HEVC', dvh1: 'HEVC', dvhe: 'HEVC' },
  ...{ av01: 'AV1', vp08: 'VP8', vp09: 'VP9' },
  ...{ mp4a: 'AAC', '.mp3': 'MP3', Opus: 'Opus', fLaC: 'FLAC' },
  ...{ lpcm: 'PCM', sowt: 'PCM', twos: 'PCM', in24: 'PCM', ipcm: 'PCM' },
};

/** What VS Code’s own pages play: Chromium without the codecs that need a paid license. */
const playable = ['H.264', 'VP8', 'MP3', 'FLAC', 'PCM'];

/** Inspects a file by its bytes; undefined if it is not a video, image or sound. */
export async function inspectFile(path: string): Promise<InspectedFile | undefined> {
  const handle = await open(path, 'r');
  try {
    return await inspect(await readableOf(handle));
  } finally {
    await handle.close();
  }
}

async function readableOf(handle: FileHandle): Promise<ReadableFile> {
  const { size } = await handle.stat();
  return {
    size,
    read: async (offset, length) => {
      const wanted = Math.max(0, Math.min(length, size - offset));
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(wanted), 0, wanted, offset);
      return buffer.subarray(0, bytesRead);
    },
  };
}

async function inspect(file: ReadableFile): Promise<InspectedFile | undefined> {
  const mediaType = detectMediaType(await file.read(0, headBytes));
  if (!mediaType) return undefined;
  const { size: bytes } = file;
  if (!mediaType.startsWith('video/') && mediaType !== 'audio/mp4') {
    const isCutShort = bytes <= largestWhole && isMediaCutShort(await file.read(0, bytes), mediaType);
    return { mediaType, bytes, isCutShort };
  }
  if (mediaType === 'video/webm') return { mediaType, bytes, isCutShort: await isSegmentCutShort(file) };
  const { movie, isCutShort } = await findMovie(file);
  const facts = mediaType.startsWith('video/') ? describeMovie(movie) : undefined;
  return { mediaType, bytes, isCutShort, ...(facts && { facts }) };
}

/**
 * WebM: elements of an ID, a length, and content. After a header, one segment is all of the file. Whether the file ends
 * before its segment does, if the segment tells its length.
 */
async function isSegmentCutShort(file: ReadableFile): Promise<boolean> {
  const head = await file.read(0, headBytes);
  const header = readLength(head, 4);
  const at = header ? header.end + header.length : head.length;
  if (head.length < at + 4 || head.readUInt32BE(at) !== 0x18538067) return true;
  const segment = readLength(head, at + 4);
  return !segment || (!segment.isUnknown && segment.end + segment.length > file.size);
}

/** A length, whose first byte tells how many bytes it has; all ones mean that it is unknown. */
function readLength(bytes: Buffer, offset: number) {
  const count = Math.clz32(bytes[offset] ?? 0) - 23;
  const end = offset + count;
  if (count > 8 || end > bytes.length) return undefined;
  const digits = bytes.toString('hex', offset, end);
  const length = BigInt(`0x${digits}`) - (1n << BigInt(7 * count));
  return { length: Number(length), isUnknown: length === (1n << BigInt(7 * count)) - 1n, end };
}

// MP4 and QuickTime: boxes of a length, a name of four letters, and content, which may be boxes again.

const largestMovie = 32 * 1024 ** 2;
/** Limit for a file of nothing but tiny boxes. */
const mostBoxes = 100_000;
/** From a box's start to the entries of a sample description. */
const entriesOffset = 16;

/** Finds the movie box, wherever it is, and checks whether the last box ends with the file. */
async function findMovie(file: ReadableFile) {
  let offset = 0;
  let movie: Buffer | undefined;
  for (let boxes = 0; offset < file.size && boxes < mostBoxes; boxes += 1) {
    const head = await file.read(offset, 16);
    const length = head.length < 8 ? 0 : lengthOf(head, file.size - offset);
    if (length < 8 || offset + length > file.size) return { movie, isCutShort: true };
    if (head.toString('latin1', 4, 8) === 'moov' && length <= largestMovie)
      movie = await file.read(offset, length);
    offset += length;
  }
  // Without a `moov` box, the file can't be played.
  return { movie, isCutShort: movie === undefined };
}

function lengthOf(head: Buffer, rest: number): number {
  const length = head.readUInt32BE(0);
  // A box without a length extends to the end of the file.
  if (length === 0) return rest;
  if (length !== 1) return length;
  return head.length < 16 ? 0 : Number(head.readBigUInt64BE(8));
}

function describeMovie(movie: Buffer | undefined): VideoFacts {
  const tracks = movie ? boxesIn(movie).filter(({ name }) => name === 'trak') : [];
  const trackOf = (handler: string) =>
    tracks
      .map(({ box }) => box)
      .find((box) => find(box, 'mdia', 'hdlr')?.toString('latin1', 16, 20) === handler);
  const video = trackOf('vide');
  const header = video && find(video, 'tkhd');
  // The integer parts of the last two numbers in a track’s header.
  const sideAt = (fromEnd: number) =>
    header && header.length >= 16 ? header.readUInt16BE(header.length - fromEnd) : 0;
  const [width, height] = [sideAt(8), sideAt(4)];
  const seconds = readDuration(movie && find(movie, 'mvhd'));
  const videoCodec = readCodec(video);
  const audioCodec = readCodec(trackOf('soun'));
  return {
    ...(seconds !== undefined && { seconds }),
    ...(width > 0 && height > 0 && { width, height }),
    ...(videoCodec && { videoCodec }),
    ...(audioCodec && { audioCodec }),
    unplayable: [
      ...(videoCodec && !playable.includes(videoCodec) ? ['video' as const] : []),
      ...(audioCodec && !playable.includes(audioCodec) ? ['audio' as const] : []),
    ],
  };
}

interface Box {
  readonly name: string;
  /** With its length and name. */
  readonly box: Buffer;
}

function boxesIn(box: Buffer, from = 8): readonly Box[] {
  const found: Box[] = [];
  for (let offset = from; offset + 8 <= box.length; ) {
    const length = lengthOf(box.subarray(offset, offset + 16), box.length - offset);
    if (length < 8 || offset + length > box.length) break;
    found.push({
      name: box.toString('latin1', offset + 4, offset + 8),
      box: box.subarray(offset, offset + length),
    });
    offset += length;
  }
  return found;
}

/** The box at a path of names, each inside the one before. */
function find(box: Buffer, ...names: readonly string[]): Buffer | undefined {
  return names.reduce<Buffer | undefined>(
    (outer, name) => outer && boxesIn(outer).find((inner) => inner.name === name)?.box,
    box,
  );
}

function readDuration(header: Buffer | undefined): number | undefined {
  if (!header || header.length < 40) return undefined;
  const isLong = header[8] === 1;
  const scale = header.readUInt32BE(isLong ? 28 : 20);
  const length = isLong ? Number(header.readBigUInt64BE(32)) : header.readUInt32BE(24);
  // The header of a fragmented movie has no duration.
  return scale > 0 && length > 0 && length / scale < 86_400 ? length / scale : undefined;
}

/** The codec of a track; for an unknown one, the letters of its name that are safe to show. */
function readCodec(track: Buffer | undefined): string | undefined {
  const descriptions = track && find(track, 'mdia', 'minf', 'stbl', 'stsd');
  const name = descriptions && boxesIn(descriptions, entriesOffset)[0]?.name;
  return name && (codecs[name] ?? name.replace(/[^\w ./-]/g, '').slice(0, 24));
}
