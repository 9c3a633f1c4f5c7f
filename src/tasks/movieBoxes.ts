/** MP4 and QuickTime: boxes of a length, a name of four letters, and content, which may be boxes again. */

/** A file that can be inspected without reading all of it. */
export interface ReadableFile {
  readonly size: number;
  /** Returns fewer bytes at the end of the file. */
  read(offset: number, length: number): Promise<Buffer>;
}

/** The tracks of a movie, with the file's own names for codecs. */
export interface Tracks {
  readonly isCutShort: boolean;
  readonly seconds: number | undefined;
  /** In pixels. */
  readonly width: number | undefined;
  readonly height: number | undefined;
  readonly video: string | undefined;
  readonly audio: string | undefined;
}

const largestMovie = 32 * 1024 ** 2;
/** Limit for a file of nothing but tiny boxes. */
const mostBoxes = 100_000;
/** From a box's start to the entries of a sample description. */
const entriesOffset = 16;

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
  const tracks = movie ? boxesIn(movie).filter(({ name }) => name === 'trak') : [];
  const of = (handler: string) =>
    tracks
      .map(({ box }) => box)
      .find((box) => find(box, 'mdia', 'hdlr')?.toString('latin1', 16, 20) === handler);
  const video = of('vide');
  const header = video && find(video, 'tkhd');
  // The integer parts of the last two numbers in a track’s header.
  const sideAt = (fromEnd: number) =>
    header && header.length >= 16 ? header.readUInt16BE(header.length - fromEnd) : undefined;
  return {
    seconds: readDuration(movie && find(movie, 'mvhd')),
    width: sideAt(8),
    height: sideAt(4),
    video: readCodec(video),
    audio: readCodec(of('soun')),
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

/** The name of the first sample description. */
function readCodec(track: Buffer | undefined): string | undefined {
  const descriptions = track && find(track, 'mdia', 'minf', 'stbl', 'stsd');
  return descriptions && boxesIn(descriptions, entriesOffset)[0]?.name;
}
