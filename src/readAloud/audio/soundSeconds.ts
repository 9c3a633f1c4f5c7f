import { measureMpeg } from '../../relay/speech/audioFrames.ts';
import type { SpokenAudio } from './speechSource.ts';
import { measureWav } from './wav.ts';

/** How long a sound lasts, where that can be told from its bytes. */
export function measureSound({ bytes, format }: SpokenAudio): number | undefined {
  if (format === 'mp3') return measureMpeg(bytes).seconds;
  return format === 'wav' ? measureWav(bytes) : undefined;
}
