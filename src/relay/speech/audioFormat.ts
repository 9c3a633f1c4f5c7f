import { bufferOf } from '../media/imageFormat.ts';
import { hasAdtsFrames, hasMpegFrames, isOggCutShort, measureMpeg } from './audioFrames.ts';

/** Audio with the format of its bytes, whatever was requested or declared. Raw PCM is wrapped as WAV. */
export type AudioFormat = 'mp3' | 'wav' | 'ogg' | 'flac' | 'aac';

/** Default sample rate of raw pcm (16 bit, little-endian, mono): that of both model families. */
export const defaultPcmRate = 24_000;

/** Streamed wav files declare sizes of this order, or 0, since they can't know theirs. */
const placeholderSize = 0x7fff_0000;
const wavHeaderBytes = 44;

/** The audio format by the bytes alone; undefined for raw pcm, text, and what is not handled here. */
export function detectAudioFormat(bytes: Uint8Array): AudioFormat | undefined {
  const start = startOf(bytes);
  if (/^RIFF.{4}WAVE/s.test(start)) return 'wav';
  if (start.startsWith('OggS')) return 'ogg';
  if (start.startsWith('fLaC')) return 'flac';
  if (start.startsWith('ID3') || hasMpegFrames(bytes, 0)) return 'mp3';
  return hasAdtsFrames(bytes, 0) ? 'aac' : undefined;
}

/** MP4 and WebM: audio perhaps, but nothing that a speech endpoint of the contract sends. */
export function isForeignContainer(bytes: Uint8Array): boolean {
  const start = startOf(bytes);
  return start.startsWith('ftyp', 4) || start.startsWith('\x1aE\xdf\xa3');
}

/**
 * Whether audio ends before it should, as far as its format can tell: inside a frame, short of its size, or
 * without the page that is marked as the last.
 */
export function isCutShort(bytes: Uint8Array, format: AudioFormat): boolean {
  if (format === 'mp3') return measureMpeg(bytes).end > bytes.length;
  if (format === 'ogg') return isOggCutShort(bytes);
  if (format !== 'wav') return false;
  const declared = bufferOf(bytes).readUInt32LE(4);
  // The declared length may include one byte of padding that is missing.
  return declared < placeholderSize && declared + 8 > bytes.length + 1;
}

/** Raw pcm (16 bit, little-endian, mono) with the 44-byte header that makes it a wav file. */
export function wrapPcmAsWav(pcm: Uint8Array, sampleRate: number): Uint8Array {
  const bytesPerSample = 2;
  const wav = new Uint8Array(wavHeaderBytes + pcm.length);
  const view = bufferOf(wav);
  view.write('RIFF', 0);
  view.writeUInt32LE(wav.length - 8, 4);
  view.write('WAVEfmt ', 8);
  view.writeUInt32LE(16, 16);
  view.writeUInt16LE(1, 20);
  view.writeUInt16LE(1, 22);
  view.writeUInt32LE(sampleRate, 24);
  view.writeUInt32LE(sampleRate * bytesPerSample, 28);
  view.writeUInt16LE(bytesPerSample, 32);
  view.writeUInt16LE(bytesPerSample * 8, 34);
  view.write('data', 36);
  view.writeUInt32LE(pcm.length, 40);
  wav.set(pcm, wavHeaderBytes);
  return wav;
}

/** The first bytes as text: formats are told by the letters in them. */
function startOf(bytes: Uint8Array): string {
  return bufferOf(bytes).toString('latin1', 0, 12);
}
