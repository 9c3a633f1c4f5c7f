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
  if (hasMagic(bytes, 'RIFF') && hasMagic(bytes, 'WAVE', 8)) return 'wav';
  if (hasMagic(bytes, 'OggS')) return 'ogg';
  if (hasMagic(bytes, 'fLaC')) return 'flac';
  if (hasMagic(bytes, 'ID3') || hasMpegFrames(bytes, 0)) return 'mp3';
  return hasAdtsFrames(bytes, 0) ? 'aac' : undefined;
}

/** MP4 and WebM: audio perhaps, but nothing that a speech endpoint of the contract sends. */
export function isForeignContainer(bytes: Uint8Array): boolean {
  return hasMagic(bytes, 'ftyp', 4) || hasMagic(bytes, '\x1aE\xdf\xa3');
}

/**
 * Whether audio ends before it should, as far as its format can tell: inside a frame, short of its size, or
 * without the page that is marked as the last.
 */
export function isCutShort(bytes: Uint8Array, format: AudioFormat): boolean {
  if (format === 'mp3') return measureMpeg(bytes).end > bytes.length;
  if (format === 'ogg') return isOggCutShort(bytes);
  if (format !== 'wav') return false;
  const declared = viewOf(bytes).getUint32(4, true);
  // The declared length may include one byte of padding that is missing.
  return declared < placeholderSize && declared + 8 > bytes.length + 1;
}

/** Raw pcm (16 bit, little-endian, mono) with the 44-byte header that makes it a wav file. */
export function wrapPcmAsWav(pcm: Uint8Array, sampleRate: number): Uint8Array {
  const bytesPerSample = 2;
  const wav = new Uint8Array(wavHeaderBytes + pcm.length);
  const view = viewOf(wav);
  writeMagic(wav, 'RIFF', 0);
  view.setUint32(4, wav.length - 8, true);
  writeMagic(wav, 'WAVEfmt ', 8);
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * bytesPerSample, true);
  view.setUint16(32, bytesPerSample, true);
  view.setUint16(34, bytesPerSample * 8, true);
  writeMagic(wav, 'data', 36);
  view.setUint32(40, pcm.length, true);
  wav.set(pcm, wavHeaderBytes);
  return wav;
}

function hasMagic(bytes: Uint8Array, magic: string, offset = 0): boolean {
  return [...magic].every((character, index) => bytes[offset + index] === character.charCodeAt(0));
}

function writeMagic(bytes: Uint8Array, magic: string, offset: number): void {
  for (const [index, character] of [...magic].entries()) bytes[offset + index] = character.charCodeAt(0);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
