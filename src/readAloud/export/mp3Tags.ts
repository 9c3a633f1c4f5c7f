import { readMpegFrames } from '../../relay/speech/audioFrames.ts';
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
 * A chapter for each heading. The text before the first heading is a chapter with the title of the whole. Without
 * headings, there are no chapters. Their number and their titles don't depend on the times.
 */
export function createChapters(title: string, timed: readonly TimedUtterance[]): readonly Chapter[] {
  // One less, because the beginning may need its own chapter.
  const headings = timed.filter(({ utterance }) => utterance.heading).slice(0, mostChapters - 1);
  if (headings.length === 0) return [];
  const starts = [
    ...(headings[0] === timed[0] ? [] : [{ title, startSeconds: 0 }]),
    ...headings.map(({ utterance, startSeconds }) => ({
      title: utterance.heading?.title ?? '',
      startSeconds,
    })),
  ];
  return starts.map((start, index) => ({
    title: cleanTitle(start.title),
    startSeconds: start.startSeconds,
    endSeconds: starts[index + 1]?.startSeconds ?? timed.at(-1)?.endSeconds ?? 0,
  }));
}

/** One line without invisible characters, no longer than players show. */
function cleanTitle(title: string): string {
  const line = title.replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ').trim();
  return [...line].slice(0, longestTitle).join('');
}

/** Means "located by time": chapters can also be located by byte offsets. */
const noOffset = 0xffff_ffff;
const topLevelAndOrdered = 3;

/**
 * An ID3v2.3 tag with the title, and the chapters with their table of contents. Its length depends only on the titles,
 * so that it can be overwritten in place once the times are known.
 */
export function writeId3(title: string, chapters: readonly Chapter[]): Uint8Array {
  const ids = chapters.map((_, index) => writeName(`chapter${index + 1}`));
  const contents = [
    writeName('contents'),
    Buffer.from([topLevelAndOrdered, chapters.length]),
    ...ids,
    writeText('TIT2', title),
  ];
  const frames = Buffer.concat([
    writeText('TIT2', title),
    ...(chapters.length === 0 ? [] : [writeFrame('CTOC', Buffer.concat(contents))]),
    ...chapters.map((chapter, index) => writeChapter(ids[index] ?? Buffer.alloc(0), chapter)),
  ]);
  const header = Buffer.from('ID3\x03\0\0\0\0\0\0', 'latin1');
  // Seven bits per byte ("synchsafe"), so that no size looks like the start of an MPEG frame.
  for (const place of [0, 1, 2, 3]) header[6 + place] = (frames.length >> (21 - 7 * place)) & 0x7f;
  return new Uint8Array(Buffer.concat([header, frames]));
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

const hasFramesAndBytes = 3;

/**
 * A silent frame for the start of a sound, with its numbers of frames and bytes: without it, players take the bit rate
 * of the first frame for that of all, and show a wrong duration if it varies. Built like the first frame, and of the
 * same length whatever the numbers; empty if there is no first frame.
 */
export function writeInfoFrame(firstFrame: Uint8Array, seconds: number, soundBytes: number): Uint8Array {
  const [sync = 0, kind = 0, rates = 0, channels = 0] = firstFrame;
  // Without a checksum, and at a bit rate whose frames have room at any sample rate.
  const header = Uint8Array.of(sync, kind | 1, 0x80 | (rates & 0x0c), channels);
  const { value: built } = readMpegFrames(header).next();
  if (typeof built !== 'object') return new Uint8Array();
  const frame = Buffer.alloc(built.length);
  frame.set(header);
  const isVersion1 = (kind & 0x18) === 0x18;
  const isMono = channels >= 0xc0;
  // After the side information.
  const offset = 4 + (isVersion1 ? (isMono ? 17 : 32) : isMono ? 9 : 17);
  frame.write('Xing', offset, 'latin1');
  frame.writeUInt32BE(hasFramesAndBytes, offset + 4);
  frame.writeUInt32BE(Math.round((seconds * built.sampleRate) / built.samples), offset + 8);
  frame.writeUInt32BE(frame.length + soundBytes, offset + 12);
  return new Uint8Array(frame);
}
