import { type MpegFrame, readMpegFrames } from '../../relay/speech/audioFrames.ts';

/** The sound of an mp3 without what files have around it. */
export interface Mp3Sound {
  /** Whole frames alone: no tags, no frame that only describes the file, nothing that is cut. */
  readonly bytes: Uint8Array;
  readonly seconds: number;
  readonly frameCount: number;
  /** More than one where parts of several services were joined: players cope, their clocks go on. */
  readonly sampleRates: ReadonlySet<number>;
}

/**
 * Where encoders describe their file in a first frame of silence: behind the header and the side information, of
 * mono and stereo, of each version, with a checksum and without.
 */
const descriptionOffsets = [13, 15, 21, 23, 36, 38];
const descriptionMarks = ['Xing', 'Info', 'VBRI'];
const firstLetters = new Set(descriptionMarks.map((mark) => mark.charCodeAt(0)));

/** How long an mp3 sounds, by its frames: true for any bitrate, and whatever its tags say. */
export function measureMp3(bytes: Uint8Array): number {
  let seconds = 0;
  for (const { samples, sampleRate } of soundFrames(bytes)) seconds += samples / sampleRate;
  return seconds;
}

/** The sound of one mp3, or of several one after the other: what follows a plain join of the frames is playable. */
export function joinMp3(parts: readonly Uint8Array[]): Mp3Sound {
  const runs: Uint8Array[] = [];
  const sampleRates = new Set<number>();
  let seconds = 0;
  let frameCount = 0;
  for (const part of parts) {
    let start = 0;
    let end = 0;
    for (const { offset, length, samples, sampleRate } of soundFrames(part)) {
      if (offset !== end) {
        runs.push(part.subarray(start, end));
        start = offset;
      }
      end = offset + length;
      seconds += samples / sampleRate;
      frameCount += 1;
      sampleRates.add(sampleRate);
    }
    runs.push(part.subarray(start, end));
  }
  return { bytes: new Uint8Array(Buffer.concat(runs)), seconds, frameCount, sampleRates };
}

function* soundFrames(bytes: Uint8Array): Generator<MpegFrame> {
  for (const frame of readMpegFrames(bytes)) {
    if (frame.offset + frame.length <= bytes.length && !isDescription(bytes, frame)) yield frame;
  }
}

function isDescription(bytes: Uint8Array, { offset, length }: MpegFrame): boolean {
  return descriptionOffsets.some((place) => {
    // Most frames are out at the first letter; making a text of every one would take its time.
    if (place + 4 > length || !firstLetters.has(bytes[offset + place] ?? 0)) return false;
    const mark = bytes.subarray(offset + place, offset + place + 4);
    return descriptionMarks.includes(String.fromCharCode(...mark));
  });
}
