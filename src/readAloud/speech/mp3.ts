import { setImmediate as nextTurn } from 'node:timers/promises';
import { createEncoder } from 'wasm-media-encoders/esnext';
import { isSound, readMpegFrames } from '../../relay/speech/audioFrames.ts';

/** The audio frames of an MP3, without the file's tags. */
interface Mp3Sound {
  /** Only whole frames: no tags, no frame that only describes the file, no partial frame. */
  readonly bytes: Uint8Array;
  readonly seconds: number;
}

/**
 * The audio of one or more mp3 files: their frames, simply concatenated. Players can play that, even if the sample
 * rates differ, and their clocks continue.
 */
export function joinMp3(parts: readonly Uint8Array[]): Mp3Sound {
  const runs: Uint8Array[] = [];
  let seconds = 0;
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
    }
    runs.push(part.subarray(start, end));
  }
  return { bytes: new Uint8Array(Buffer.concat(runs)), seconds };
}

export type Mp3Encoding = ReturnType<typeof createMp3Encoding>;

/** The sample rates of MP3. Others are converted to the next higher one. */
const sampleRates = [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000] as const;

/** Sample rates beyond these limits are not plausible. */
const lowestRate = 4000;
const highestRate = 192_000;

/**
 * Encodes WAV as MP3, so that everything plays in one stream and is cached at an eighth of its size. The encoder is
 * loaded on first use. It encodes one second at a time, which takes 5 ms: a minute at once would block the extension
 * host for 0.3 s.
 */
export function createMp3Encoding({ readWasm }: { readonly readWasm: () => Promise<Uint8Array> }) {
  let loading: ReturnType<typeof loadEncoder> | undefined;
  /** The encoder has state, so sounds are encoded one after the other. */
  let last: Promise<unknown> = Promise.resolve();

  async function loadEncoder() {
    // A copy, because the encoder needs memory that is not shared.
    return createEncoder('audio/mpeg', new Uint8Array(await readWasm()));
  }

  async function encode(bytes: Uint8Array): Promise<Uint8Array | undefined> {
    const wav = readWav(bytes);
    const channels = wav?.channels;
    if (!wav?.isPlain || (channels !== 1 && channels !== 2)) return undefined;
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
      // A copy, because the encoder returns its own memory, which changes with its next call.
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
        // The state of a failed encoder is unknown: load a new one.
        loading = undefined;
      });
      return encoding;
    },
  };
}

/** Kilobits per second: more than speech needs to sound unchanged. */
function bitrateOf(sampleRate: number, channels: 1 | 2) {
  if (sampleRate >= 32_000) return channels === 1 ? 96 : 160;
  if (sampleRate >= 16_000) return channels === 1 ? 64 : 112;
  return channels === 1 ? 32 : 64;
}

/** A parsed WAV file. */
interface Wav {
  readonly sampleRate: number;
  readonly channels: number;
  /** Whether its samples are integers of 16 bits, as all services send them; other files are not encoded. */
  readonly isPlain: boolean;
  /** Bytes of one sample of all channels. */
  readonly blockBytes: number;
  readonly bytesPerSecond: number;
  readonly data: Uint8Array;
}

const integerFormat = 1;
const sampleBytes = 2;
const chunkHeaderBytes = 8;

/** Reads the header of a WAV file. Undefined if it has no valid one. */
export function readWav(bytes: Uint8Array): Wav | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let format: Omit<Wav, 'data'> | undefined;
  let offset = 12;
  while (offset + chunkHeaderBytes <= bytes.length) {
    const name = String.fromCharCode(...bytes.subarray(offset, offset + 4));
    const size = view.getUint32(offset + 4, true);
    const start = offset + chunkHeaderBytes;
    if (name === 'fmt ' && size >= 16 && start + size <= bytes.length) format = readFormat(view, start);
    if (name === 'data') {
      if (!format) return undefined;
      // Streamed files declare no size, or a wrong one.
      const end = size === 0 ? bytes.length : Math.min(bytes.length, start + size);
      return { ...format, data: bytes.subarray(start, end) };
    }
    // Chunks start at even offsets.
    offset = start + size + (size % 2);
  }
  return undefined;
}

function readFormat(view: DataView, start: number): Omit<Wav, 'data'> | undefined {
  const code = view.getUint16(start, true);
  const channels = view.getUint16(start + 2, true);
  const sampleRate = view.getUint32(start + 4, true);
  const bytesPerSecond = view.getUint32(start + 8, true);
  const blockBytes = view.getUint16(start + 12, true);
  const bits = view.getUint16(start + 14, true);
  if (channels === 0 || sampleRate === 0 || blockBytes === 0) return undefined;
  const isPlain = code === integerFormat && bits === 16 && blockBytes === channels * sampleBytes;
  return { sampleRate, channels, isPlain, blockBytes, bytesPerSecond };
}

/** The duration of a WAV file. Undefined if its rate is unknown. */
export function measureWav(bytes: Uint8Array): number | undefined {
  const wav = readWav(bytes);
  if (!wav) return undefined;
  const bytesPerSecond = wav.isPlain ? wav.sampleRate * wav.blockBytes : wav.bytesPerSecond;
  return bytesPerSecond > 0 ? wav.data.length / bytesPerSecond : undefined;
}

/** The number of whole samples per channel of a WAV file. */
export function countSamples({ data, blockBytes }: Wav): number {
  return Math.floor(data.length / blockBytes);
}

/** The samples of each channel from `start` to before `end`, each from -1 to 1. */
export function readSamples(wav: Wav, start: number, end: number): readonly Float32Array[] {
  const { data, blockBytes, channels } = wav;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const length = Math.max(0, Math.min(end, countSamples(wav)) - start);
  return Array.from({ length: channels }, (_, channel) =>
    Float32Array.from(
      { length },
      (__, index) => view.getInt16((start + index) * blockBytes + channel * sampleBytes, true) / 32_768,
    ),
  );
}
