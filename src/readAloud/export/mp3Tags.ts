import { type MpegFrame, readMpegFrames } from '../../relay/speech/audioFrames.ts';
import type { Utterance } from '../narration/plan/utterance.ts';

/** An utterance, and its time range within the whole audio. */
export interface TimedUtterance {
  readonly utterance: Pick<Utterance, 'text' | 'heading'>;
  readonly startSeconds: number;
  readonly endSeconds: number;
}

interface Chapter {
  readonly title: string;
  readonly startSeconds: number;
  /** Where the next utterance starts, or the audio ends. */
  readonly endSeconds: number;
}

/** The table of contents stores the number of chapters in one byte. */
const mostChapters = 255;
const longestTitle = 200;

/**
 * A chapter for each heading, without the deepest ones if there are too many. The text before the first heading is a
 * chapter with the title of the whole. Without headings, there are no chapters. Chapters of zero length are left out;
 * apart from that, the number of chapters and their titles don't depend on the times.
 */
export function createChapters(title: string, timed: readonly TimedUtterance[]): readonly Chapter[] {
  const begins = chooseHeadings(timed);
  const first = begins[0];
  if (!first) return [];
  const all = [
    ...(first === timed[0] ? [] : [{ title, startSeconds: 0 }]),
    ...begins.map(({ utterance, startSeconds }) => ({ title: utterance.heading?.title ?? '', startSeconds })),
  ];
  const endSeconds = timed.at(-1)?.endSeconds ?? 0;
  const starts = all.filter(
    ({ startSeconds }, index) => startSeconds < (all[index + 1]?.startSeconds ?? endSeconds),
  );
  return starts.map((start, index) => ({
    title: cleanTitle(start.title),
    startSeconds: index === 0 ? 0 : start.startSeconds,
    endSeconds: starts[index + 1]?.startSeconds ?? endSeconds,
  }));
}

function chooseHeadings(timed: readonly TimedUtterance[]): readonly TimedUtterance[] {
  // One less, because the beginning may need its own chapter.
  const most = mostChapters - 1;
  const headings = timed.filter(({ utterance }) => utterance.heading);
  for (let depth = 6; depth > 1 && headings.length > most; depth -= 1) {
    const higher = headings.filter(({ utterance }) => (utterance.heading?.depth ?? 1) < depth);
    if (higher.length > 0) headings.splice(0, headings.length, ...higher);
  }
  return headings.slice(0, most);
}

/** One line without invisible characters, no longer than players show. */
function cleanTitle(title: string): string {
  const line = title.replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ').trim();
  return [...line].slice(0, longestTitle).join('');
}

/** Means "located by time": chapters can also be located by byte offsets. */
const noOffset = 0xffff_ffff;
const topLevelAndOrdered = 3;

const headerBytes = 10;

/**
 * An ID3v2.3 tag with the title, and the chapters with their table of contents. Its length depends only on the titles,
 * so that it can be overwritten in place once the times are known; if there are fewer chapters then, padding fills it
 * up to `leastBytes`.
 */
export function writeId3(title: string, chapters: readonly Chapter[], leastBytes = 0): Uint8Array {
  const ids = chapters.map((_, index) => writeName(`chapter${index + 1}`));
  const contents =
    chapters.length === 0
      ? []
      : [
          writeFrame(
            'CTOC',
            Buffer.concat([
              writeName('contents'),
              Buffer.from([topLevelAndOrdered, chapters.length]),
              ...ids,
              writeText('TIT2', title),
            ]),
          ),
        ];
  const frames = Buffer.concat([
    writeText('TIT2', title),
    ...contents,
    ...chapters.map((chapter, index) => writeChapter(ids[index] ?? Buffer.alloc(0), chapter)),
  ]);
  const padding = Buffer.alloc(Math.max(0, leastBytes - headerBytes - frames.length));
  const size = frames.length + padding.length;
  const header = Buffer.from('ID3\x03\0\0\0\0\0\0', 'latin1');
  // Seven bits per byte ("synchsafe"), so that no size looks like the start of an MPEG frame.
  for (const place of [0, 1, 2, 3]) header[6 + place] = (size >> (21 - 7 * place)) & 0x7f;
  return new Uint8Array(Buffer.concat([header, frames, padding]));
}

function writeChapter(id: Buffer, { title, startSeconds, endSeconds }: Chapter): Buffer {
  const times = Buffer.alloc(16);
  times.writeUInt32BE(Math.round(startSeconds * 1000), 0);
  times.writeUInt32BE(Math.round(endSeconds * 1000), 4);
  times.writeUInt32BE(noOffset, 8);
  times.writeUInt32BE(noOffset, 12);
  return writeFrame('CHAP', Buffer.concat([id, times, writeText('TIT2', title)]));
}

/** In UTF-16, the only encoding of this version that has every character. */
function writeText(frame: string, text: string): Buffer {
  return writeFrame(
    frame,
    Buffer.concat([Buffer.from([1, 0xff, 0xfe]), Buffer.from(cleanTitle(text), 'utf16le')]),
  );
}

function writeName(name: string): Buffer {
  return Buffer.from(`${name}\0`, 'latin1');
}

function writeFrame(id: string, content: Buffer): Buffer {
  const header = Buffer.alloc(10);
  header.write(id, 'latin1');
  header.writeUInt32BE(content.length, 4);
  return Buffer.concat([header, content]);
}

/** The properties of a sound, known when all of it is written. */
export interface SoundProperties {
  readonly seconds: number;
  /** Of the sound, without this frame. */
  readonly bytes: number;
  /** Where parts begin, in order: seconds and bytes from the start of the sound. */
  readonly places: readonly { readonly seconds: number; readonly bytes: number }[];
}

const frameHeaderBytes = 4;
const tocEntries = 100;
const hasFramesBytesAndToc = 7;
const tagBytes = 16 + tocEntries;

/**
 * The silent first frame (Xing header) that states the duration and the byte position of each hundredth of it: without
 * it, players assume a constant bitrate and miss the chapters. Built like the first frame of the sound, and always of
 * the same length; undefined if the sound has no frame.
 */
export function writeInfoFrame(
  sound: Uint8Array,
  { seconds, bytes, places }: SoundProperties,
): Uint8Array | undefined {
  const first = firstFrame(sound);
  const header = first && sound.slice(first.offset, first.offset + frameHeaderBytes);
  if (!header || header.length < frameHeaderBytes) return undefined;
  const tagOffset = frameHeaderBytes + sideInformationBytes(header);
  const frame = findRoom(header, tagOffset + tagBytes);
  if (!frame) return undefined;
  const written = Buffer.alloc(frame.length);
  written.set(frame.header);
  written.write('Xing', tagOffset, 'latin1');
  written.writeUInt32BE(hasFramesBytesAndToc, tagOffset + 4);
  // The number of frames, as if all had this sample rate: players compute the duration from it.
  written.writeUInt32BE(Math.round((seconds * first.sampleRate) / first.samples), tagOffset + 8);
  written.writeUInt32BE(frame.length + bytes, tagOffset + 12);
  for (let entry = 0; entry < tocEntries; entry += 1) {
    const place = frame.length + bytesAt((seconds * entry) / tocEntries, places);
    written[tagOffset + 16 + entry] = Math.min(255, Math.floor((place * 256) / (frame.length + bytes)));
  }
  return new Uint8Array(written);
}

function firstFrame(sound: Uint8Array): MpegFrame | undefined {
  const step = readMpegFrames(sound).next();
  return step.done ? undefined : step.value;
}

/** The bytes that decoders skip before they look for the tag, by version and channels. */
function sideInformationBytes(header: Uint8Array): number {
  const isVersion1 = ((header[1] ?? 0) & 0x18) === 0x18;
  const isMono = ((header[3] ?? 0) & 0xc0) === 0xc0;
  if (isVersion1) return isMono ? 17 : 32;
  return isMono ? 9 : 17;
}

/** The same header, without a checksum, at the lowest bitrate whose frames have room for this many bytes. */
function findRoom(
  header: Uint8Array,
  leastBytes: number,
): { readonly header: Uint8Array; readonly length: number } | undefined {
  for (let bitrate = 1; bitrate < 15; bitrate += 1) {
    const [sync = 0, kind = 0, rates = 0, channels = 0] = header;
    const candidate = Uint8Array.of(sync, kind | 1, (bitrate << 4) | (rates & 0x0c), channels);
    const length = firstFrame(candidate)?.length ?? 0;
    if (length >= leastBytes) return { header: candidate, length };
  }
  return undefined;
}

function bytesAt(seconds: number, places: SoundProperties['places']): number {
  const next = places.findIndex((place) => place.seconds > seconds);
  const to = places[next];
  const from = places[next - 1];
  if (!to || !from) return places.at(next === 0 ? 0 : -1)?.bytes ?? 0;
  const share = (seconds - from.seconds) / (to.seconds - from.seconds);
  return from.bytes + share * (to.bytes - from.bytes);
}
