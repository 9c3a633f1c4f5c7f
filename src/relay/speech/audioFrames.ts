import { bufferOf } from '../media/imageFormat.ts';

/** Bit rates of an mp3 (layer III) in kbit/s, by the header's index from 1 to 14: of version 1, then of version 2. */
const bitrates = [
  [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
];

/** Sample rates of version 1; version 2 has half of them, version 2.5 a quarter. */
const sampleRates = [44_100, 48_000, 32_000];

/** Raw pcm has one header by chance every few thousand bytes, but not three at the right offsets. */
const enoughFrames = 3;

/** How many bytes of a file that are neither frame nor tag are searched for the next frames, in total. */
const maxSkippedBytes = 256 * 1024;

/** Number of header bytes that are read here. */
const headerBytes = 3;

/**
 * Offsets at which encoders describe their file in a silent first frame: after the header and the side information,
 * for mono and stereo, for each version, with a checksum and without.
 */
const descriptionOffsets = [13, 15, 21, 23, 36, 38];
const descriptionMarks = ['Xing', 'Info', 'VBRI'];
const firstLetters = new Set(descriptionMarks.map((mark) => mark.charCodeAt(0)));

/** An MPEG audio frame (mp3): a header, and the sound of a fraction of a second. */
export interface MpegFrame {
  readonly offset: number;
  readonly length: number;
  /** Samples per channel. */
  readonly samples: number;
  readonly sampleRate: number;
}

/** The MPEG frame whose header is at an offset; undefined if there is none. It may extend past the bytes. */
function readMpegFrame(bytes: Uint8Array, offset: number): MpegFrame | undefined {
  const kind = bytes[offset + 1];
  const rates = bytes[offset + 2];
  // The sync word, and layer III.
  if (bytes[offset] !== 0xff || kind === undefined || rates === undefined || (kind & 0xe6) !== 0xe2)
    return undefined;
  const versionBits = (kind >> 3) & 3;
  const isFirst = versionBits === 3;
  const fullRate = sampleRates[(rates >> 2) & 3];
  const kilobits = bitrates[isFirst ? 0 : 1]?.[(rates >> 4) - 1];
  if (versionBits === 1 || fullRate === undefined || kilobits === undefined) return undefined;
  const sampleRate = fullRate / (isFirst ? 1 : versionBits === 2 ? 2 : 4);
  const samples = isFirst ? 1152 : 576;
  const padding = (rates >> 1) & 1;
  const length = Math.floor(((samples / 8) * kilobits * 1000) / sampleRate) + padding;
  return { offset, length, samples, sampleRate };
}

function mpegFrameLength(bytes: Uint8Array, offset: number): number | undefined {
  return readMpegFrame(bytes, offset)?.length;
}

/** Length in bytes of the ADTS frame (aac) whose header is at an offset; undefined if there is none. */
function adtsFrameLength(bytes: Uint8Array, offset: number): number | undefined {
  const [sync, kind, , high, middle, low] = bytes.subarray(offset, offset + 6);
  if (sync !== 0xff || kind === undefined || (kind & 0xf6) !== 0xf0) return undefined;
  if (high === undefined || middle === undefined || low === undefined) return undefined;
  const length = ((high & 3) << 11) | (middle << 3) | (low >> 5);
  return length > 7 ? length : undefined;
}

/** Where the first few frames from an offset end, and whether they are enough for audio. */
function followFrames(
  bytes: Uint8Array,
  start: number,
  frameLength: (bytes: Uint8Array, offset: number) => number | undefined,
) {
  let frames = 0;
  let end = start;
  for (; frames < enoughFrames; frames += 1) {
    const length = frameLength(bytes, end);
    if (length === undefined) break;
    end += length;
  }
  // Fewer frames are enough if they fill the bytes exactly: a very short sound.
  return { end, isAudio: frames === enoughFrames || (frames > 0 && end === bytes.length) };
}

/** Whether bytes begin with the header of an MPEG frame, and end within the first few frames. */
export function hasMpegHeader(bytes: Uint8Array): boolean {
  return followFrames(bytes, 0, mpegFrameLength).end > bytes.length;
}

/** Whether MPEG audio begins at an offset. */
export function hasMpegFrames(bytes: Uint8Array, offset: number): boolean {
  return followFrames(bytes, offset, mpegFrameLength).isAudio;
}

/** Whether ADTS audio begins at an offset. */
export function hasAdtsFrames(bytes: Uint8Array, offset: number): boolean {
  return followFrames(bytes, offset, adtsFrameLength).isAudio;
}

/**
 * The frames of an mp3 in order, the last of which may be truncated, and then where the last one should end. ID3v2
 * tags before, between and after the frames are skipped; after other data, the frames go on at the next offset that
 * has some, unless that is too far away.
 */
export function* readMpegFrames(bytes: Uint8Array): Generator<MpegFrame, number> {
  let offset = 0;
  let skippable = maxSkippedBytes;
  while (offset < bytes.length) {
    const frame = readMpegFrame(bytes, offset);
    if (frame) yield frame;
    const length = frame?.length ?? id3Length(bytes, offset);
    if (length !== undefined) offset += length;
    // An incomplete header.
    else if (bytes[offset] === 0xff && offset + headerBytes > bytes.length) return offset + headerBytes;
    else {
      const next = findMpegFrames(bytes, offset + 1, offset + skippable);
      if (next === undefined) return offset;
      skippable -= next - offset;
      offset = next;
    }
  }
  return offset;
}

/** The duration of an mp3, by its frames, and where the last one should end: past the bytes if it is truncated. */
export function measureMpeg(bytes: Uint8Array): { readonly seconds: number; readonly end: number } {
  const frames = readMpegFrames(bytes);
  let seconds = 0;
  let step = frames.next();
  for (; !step.done; step = frames.next()) {
    const { samples, sampleRate } = step.value;
    if (isSound(bytes, step.value)) seconds += samples / sampleRate;
  }
  return { seconds, end: step.value };
}

/** Whether a frame is complete and has sound, not just a description of its file. */
export function isSound(bytes: Uint8Array, { offset, length }: MpegFrame): boolean {
  if (offset + length > bytes.length) return false;
  return !descriptionOffsets.some((place) => {
    // The first letter rules out most frames; decoding a string for each would be slow.
    if (place + 4 > length || !firstLetters.has(bytes[offset + place] ?? 0)) return false;
    const mark = bytes.subarray(offset + place, offset + place + 4);
    return descriptionMarks.includes(String.fromCharCode(...mark));
  });
}

/** Length of the ID3v2 tag at an offset, with its footer. */
function id3Length(bytes: Uint8Array, offset: number): number | undefined {
  if (bytes[offset] !== 0x49 || bytes[offset + 1] !== 0x44 || bytes[offset + 2] !== 0x33) return undefined;
  const size = bytes.subarray(offset + 6, offset + 10).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0);
  const hasFooter = ((bytes[offset + 5] ?? 0) & 0x10) !== 0;
  return 10 + size + (hasFooter ? 10 : 0);
}

function findMpegFrames(bytes: Uint8Array, start: number, end: number): number | undefined {
  let offset = bytes.indexOf(0xff, start);
  while (offset !== -1 && offset < end) {
    if (hasMpegFrames(bytes, offset)) return offset;
    offset = bytes.indexOf(0xff, offset + 1);
  }
  return undefined;
}

/** An ogg page's header, up to the table of its segments. */
const oggHeaderBytes = 27;
const oggMagic = Buffer.from('OggS');

/**
 * Whether ogg ends before it should: inside a page, or without the page that is marked as the last. Streams may
 * follow one another; data between or after them is skipped.
 */
export function isOggCutShort(bytes: Uint8Array): boolean {
  const view = bufferOf(bytes);
  let isLastPage = false;
  let offset = view.indexOf(oggMagic);
  while (offset !== -1) {
    const tableStart = offset + oggHeaderBytes;
    const segments = view[tableStart - 1];
    if (segments === undefined || tableStart + segments > view.length) return true;
    const table = view.subarray(tableStart, tableStart + segments);
    const end = table.reduce((sum, length) => sum + length, tableStart + segments);
    if (end > view.length) return true;
    isLastPage = ((view[offset + 5] ?? 0) & 4) !== 0;
    offset = view.indexOf(oggMagic, end);
  }
  return !isLastPage;
}
