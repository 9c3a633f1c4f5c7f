import { setImmediate as nextTurn } from 'node:timers/promises';
import { createEncoder } from 'wasm-media-encoders/esnext';
import { isSound, readMpegFrames } from '../../relay/speech/audioFrames.ts';

/** The audio of an MP3: only whole frames, without tags and the frame that only describes the file. */
interface Mp3Sound {
  readonly bytes: Uint8Array;
  readonly seconds: number;
}

/** The audio of an MP3. Players can play several of them, simply concatenated. */
export function extractMp3(file: Uint8Array): Mp3Sound {
  const frames = [...readMpegFrames(file)].filter((frame) => isSound(file, frame));
  return {
    bytes: new Uint8Array(
      Buffer.concat(frames.map(({ offset, length }) => file.subarray(offset, offset + length))),
    ),
    seconds: frames.reduce((sum, { samples, sampleRate }) => sum + samples / sampleRate, 0),
  };
}

export type Mp3Encoding = ReturnType<typeof createMp3Encoding>;

/** The sample rates of MP3. */
const sampleRates = [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000] as const;

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
    const sampleRate = sampleRates.find((rate) => rate === wav?.sampleRate);
    if (!wav || !sampleRate || (wav.channels !== 1 && wav.channels !== 2)) return undefined;
    const { channels, data } = wav;
    loading ??= loadEncoder();
    const encoder = await loading;
    encoder.configure({
      sampleRate,
      channels,
      outputSampleRate: sampleRate,
      bitrate: bitrateOf(sampleRate, channels),
    });
    const pieces: Uint8Array[] = [];
    const secondBytes = sampleRate * channels * sampleBytes;
    const end = data.length - (data.length % (channels * sampleBytes));
    for (let start = 0; start < end; start += secondBytes) {
      // A copy, because the encoder returns its own memory, which changes with its next call.
      const samples = readSamples(data.subarray(start, start + secondBytes), channels);
      pieces.push(Uint8Array.from(encoder.encode(samples)));
      await nextTurn();
    }
    pieces.push(Uint8Array.from(encoder.finalize()));
    return new Uint8Array(Buffer.concat(pieces));
  }

  return {
    /** Encodes WAV as MP3. Undefined if its format or sample rate is not supported. */
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

/** A WAV file with samples of 16 bits, as all services send them. */
interface Wav {
  readonly sampleRate: number;
  readonly channels: number;
  readonly data: Uint8Array;
}

const integerFormat = 1;
const sampleBytes = 2;
const chunkHeaderBytes = 8;

/** Reads the header of a WAV file. Undefined if it has no valid one, or has other samples. */
function readWav(bytes: Uint8Array): Wav | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let format: Omit<Wav, 'data'> | undefined;
  let offset = 12;
  while (offset + chunkHeaderBytes <= bytes.length) {
    const name = String.fromCharCode(...bytes.subarray(offset, offset + 4));
    const size = view.getUint32(offset + 4, true);
    const start = offset + chunkHeaderBytes;
    if (name === 'fmt ' && size >= 16 && start + size <= bytes.length) format = readFormat(view, start);
    if (name === 'data') {
      // Streamed files declare no size, or a wrong one.
      const end = size === 0 ? bytes.length : start + size;
      return format && { ...format, data: bytes.subarray(start, end) };
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
  const bits = view.getUint16(start + 14, true);
  const isValid = code === integerFormat && bits === 8 * sampleBytes && channels > 0 && sampleRate > 0;
  return isValid ? { sampleRate, channels } : undefined;
}

/** The duration of a WAV file. Undefined if its header doesn't tell. */
export function measureWav(bytes: Uint8Array): number | undefined {
  const wav = readWav(bytes);
  return wav && wav.data.length / (wav.sampleRate * wav.channels * sampleBytes);
}

/** The whole samples of each channel, from -1 to 1. */
function readSamples(data: Uint8Array, channels: number): readonly Float32Array[] {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const length = Math.floor(data.length / (channels * sampleBytes));
  return Array.from({ length: channels }, (_, channel) =>
    Float32Array.from(
      { length },
      (__, index) => view.getInt16((index * channels + channel) * sampleBytes, true) / 32_768,
    ),
  );
}
