import { setImmediate as nextTurn } from 'node:timers/promises';
import { createEncoder } from 'wasm-media-encoders/esnext';
import { isSound, readMpegFrames } from '../../relay/speech/audioFrames.ts';
import { countSamples, readSamples, readWav } from './wav.ts';

/** The audio frames of an MP3, without the file's tags. */
interface Mp3Sound {
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

export type Mp3Encoding = ReturnType<typeof createMp3Encoding>;

/** The sample rates that mp3 has. Others are made into the next higher one. */
const sampleRates = [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000] as const;

/** What says to be slower or faster than any sound is not believed. */
const lowestRate = 4000;
const highestRate = 192_000;

/**
 * Makes mp3 of wav, so that everything plays in one stream and is kept at an eighth of its size. The encoder is
 * loaded on first use. It is fed a second at a time: a minute at once would hold everything else up for 0.3 s, and
 * a second takes 5 ms.
 */
export function createMp3Encoding({ readWasm }: { readonly readWasm: () => Promise<Uint8Array> }) {
  let loading: ReturnType<typeof loadEncoder> | undefined;
  /** The encoder has one state, so that one sound comes after the other. */
  let last: Promise<unknown> = Promise.resolve();

  async function loadEncoder() {
    // A copy, since the encoder wants memory that is not shared.
    return createEncoder('audio/mpeg', new Uint8Array(await readWasm()));
  }

  async function encode(bytes: Uint8Array): Promise<Uint8Array | undefined> {
    const wav = readWav(bytes);
    const channels = wav?.channels;
    if (!wav?.sample || (channels !== 1 && channels !== 2)) return undefined;
    if (wav.sampleRate < lowestRate || wav.sampleRate > highestRate) return undefined;
    loading ??= loadEncoder();
    const encoder = await loading;
    const { sampleRate } = wav;
    const outputSampleRate = sampleRates.find((rate) => rate >= sampleRate) ?? 48_000;
    encoder.configure({
      sampleRate,
      channels,
      outputSampleRate,
      bitrate: bitrateOf(outputSampleRate, channels),
    });
    const pieces: Uint8Array[] = [];
    const count = countSamples(wav);
    for (let start = 0; start < count; start += sampleRate) {
      // What the encoder hands out is its own memory, and changes with its next call.
      pieces.push(Uint8Array.from(encoder.encode(readSamples(wav, start, start + sampleRate))));
      await nextTurn();
    }
    pieces.push(Uint8Array.from(encoder.finalize()));
    return new Uint8Array(Buffer.concat(pieces));
  }

  return {
    /** Encodes WAV as MP3. Undefined if its sample format is not supported. */
    encode(wav: Uint8Array) {
      const encoding = last.then(() => encode(wav));
      last = encoding.catch(() => {
        // Nothing is known of the state of an encoder that failed.
        loading = undefined;
      });
      return encoding;
    },
  };
}

/** In kilobits a second: more than speech needs to sound as it did before. */
function bitrateOf(sampleRate: number, channels: 1 | 2) {
  if (sampleRate >= 32_000) return channels === 1 ? 96 : 160;
  if (sampleRate >= 16_000) return channels === 1 ? 64 : 112;
  return channels === 1 ? 32 : 64;
}
