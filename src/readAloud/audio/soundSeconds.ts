import type { SpokenAudio } from '../reader/speechSource.ts';
import { measureMp3 } from './mp3.ts';
import { measureWav } from './wav.ts';

/** How long a sound lasts, where that can be told from its bytes. */
export function measureSound({ bytes, format }: SpokenAudio): number | undefined {
  if (format === 'mp3') return measureMp3(bytes);
  return format === 'wav' ? measureWav(bytes) : undefined;
}
