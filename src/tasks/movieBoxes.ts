import type { ReadableFile, Tracks } from './mediaTracks.ts';

/** MP4 and QuickTime: boxes of a length, a name of four letters, and content, which may be boxes again. */

const largestMovie = 32 * 1024 ** 2;
/** Limit for a file of nothing but tiny boxes. */
const mostBoxes = 100_000;
/**
 * From a box's start to the entries of a sample description; and within an entry, to the data after the video or
 * sound fields.
 */
const entriesOffset = 16;
const soundFieldsBytes = 36;

/** Reads the movie box, wherever it is, and checks whether the last box ends with the file. */
export async function readMovie(file: ReadableFile): Promise<Tracks> {
  let offset = 0;
  let movie: Buffer | undefined;
  for (let boxes = 0; offset < file.size && boxes < mostBoxes; boxes += 1) {
    const head = await file.read(offset, 16);
    const length = head.length < 8 ? 0 : lengthOf(head, file.size - offset);
    if (length < 8 || offset + length > file.size) return { ...readTracks(movie), isCutShort: true };
    if (head.toString('latin1', 4, 8) === 'moov' && length <= largestMovie)
      movie = await file.read(offset, length);
    offset += length;
  }
  // Without a `moov` box, the file can't be played.
  return { ...readTracks(movie), isCutShort: movie === undefined };
}

function lengthOf(head: Buffer, rest: number): number {
  const length = head.readUInt32BE(0);
  // A box without a length extends to the end of the file.
  if (length === 0) return rest;
  if (length !== 1) return length;
  return head.length < 16 ? 0 : Number(head.readBigUInt64BE(8));
}

function readTracks(movie: Buffer | undefined): Omit<Tracks, 'isCutShort'> {
  if (!movie) return {};
  const seconds = readDuration(find(movie, 'mvhd'));
  const tracks = boxesIn(movie).filter(({ name }) => name === 'trak');
  const of = (handler: string) =>
    tracks
      .map(({ box }) => box)
      .find((box) => find(box, 'mdia', 'hdlr')?.toString('latin1', 16, 20) === handler);
  const video = of('vide');
  const audio = of('soun');
  const size = video && readSize(find(video, 'tkhd'));
  const videoName = video && readSample(video)?.name;
  const audioName = audio && soundName(readSample(audio));
  return {
    ...(seconds !== undefined && { seconds }),
    ...size,
    ...(videoName !== undefined && { video: videoName }),
    ...(audioName !== undefined && { audio: audioName }),
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

/** The integer parts of the last two numbers in a track’s header are its width and height in pixels. */
function readSize(header: Buffer | undefined): { width: number; height: number } | undefined {
  if (!header || header.length < 16) return undefined;
  return { width: header.readUInt16BE(header.length - 8), height: header.readUInt16BE(header.length - 4) };
}

/** The first sample description. */
function readSample(track: Buffer): Box | undefined {
  const descriptions = find(track, 'mdia', 'minf', 'stbl', 'stsd');
  return descriptions && boxesIn(descriptions, entriesOffset)[0];
}

/** MPEG sound has its codec in a descriptor: AAC, or MP3. */
function soundName(sample: Box | undefined): string | undefined {
  if (sample?.name !== 'mp4a') return sample?.name;
  const descriptor = boxesIn(sample.box, soundFieldsBytes).find(({ name }) => name === 'esds')?.box;
  const type = descriptor && objectType(descriptor);
  return type === 0x69 || type === 0x6b ? '.mp3' : 'mp4a';
}

/** The kind of encoding, after tag 4 and its length of one to four bytes. */
function objectType(descriptor: Buffer): number | undefined {
  let offset = skipLength(descriptor, 13);
  // The stream's ID and flags, which may announce further fields.
  const flags = descriptor[offset + 2] ?? 0;
  offset += 3 + (flags & 0x80 ? 2 : 0) + (flags & 0x40 ? (descriptor[offset + 3] ?? 0) + 1 : 0);
  offset += flags & 0x20 ? 2 : 0;
  return descriptor[offset] === 4 ? descriptor[skipLength(descriptor, offset + 1)] : undefined;
}

function skipLength(bytes: Buffer, offset: number): number {
  let end = offset;
  while (end < offset + 3 && ((bytes[end] ?? 0) & 0x80) !== 0) end += 1;
  return end + 1;
}
