import { type AudioFormat, detectAudioFormat, isCutShort } from '../speech/audioFormat.ts';
import {
  areBoxesCutShort,
  bufferOf,
  detectImageType,
  type ImageMediaType,
  isImageCutShort,
  readBrands,
} from './imageFormat.ts';

/** The detected type of a task's result, whatever it was called. */
export type MediaType =
  | ImageMediaType
  | 'video/mp4'
  | 'video/quicktime'
  | 'video/webm'
  | 'audio/mp4'
  | 'audio/mpeg'
  | 'audio/wav'
  | 'audio/ogg'
  | 'audio/flac'
  | 'audio/aac';

const audioTypes: Readonly<Record<AudioFormat, MediaType>> = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
  aac: 'audio/aac',
};

/** The header of a Matroska file names its kind near the beginning. */
const matroskaHeadBytes = 256;

/** The type of an image, video or sound by its bytes alone; undefined for text and unknown types. */
export function detectMediaType(bytes: Uint8Array): MediaType | undefined {
  const audio = detectAudioFormat(bytes);
  return detectImageType(bytes) ?? detectFilm(bytes) ?? (audio && audioTypes[audio]);
}

/** Whether a file ends before it should, as far as its format can tell. */
export function isMediaCutShort(bytes: Uint8Array, type: MediaType): boolean {
  if (type.startsWith('image/')) return isImageCutShort(bytes, type as ImageMediaType);
  if (/\/(mp4|quicktime)$/.test(type)) return areBoxesCutShort(bufferOf(bytes));
  const audio = detectAudioFormat(bytes);
  return audio !== undefined && isCutShort(bytes, audio);
}

function detectFilm(bytes: Uint8Array): MediaType | undefined {
  const head = bufferOf(bytes).subarray(0, matroskaHeadBytes);
  if (head.toString('latin1', 0, 4) === '\x1aE\xdf\xa3')
    return head.includes('webm') ? 'video/webm' : undefined;
  const [major] = readBrands(head);
  if (major === undefined || /^(hei|hev|mif1|msf1)/.test(major)) return undefined;
  if (major === 'qt  ') return 'video/quicktime';
  return /^M4[AB] $/.test(major) ? 'audio/mp4' : 'video/mp4';
}
