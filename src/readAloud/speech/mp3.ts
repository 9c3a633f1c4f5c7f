import { isSound, readMpegFrames } from '../../relay/speech/audioFrames.ts';

/** The sound of an mp3 without what files have around it. */
export interface Mp3Sound {
  /** Whole frames alone: no tags, no frame that only describes the file, nothing that is cut. */
  readonly bytes: Uint8Array;
  readonly seconds: number;
  readonly frameCount: number;
  /** More than one where parts of several services were joined: players cope, their clocks go on. */
  readonly sampleRates: ReadonlySet<number>;
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
    for (const frame of readMpegFrames(part)) {
      if (!isSound(part, frame)) continue;
      const { offset, length, samples, sampleRate } = frame;
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
