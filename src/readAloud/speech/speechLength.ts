import { measureMpeg } from '../../relay/speech/audioFrames.ts';
import { syllabicLetter } from '../../text/scripts.ts';
import { measureWav } from './mp3.ts';
import type { SpokenAudio } from './speechSource.ts';

/**
 * Three times the letters per second of the fastest speech. People read English aloud at 15 letters per second, and
 * auctioneers reach 25; Mandarin has 4 to 5 syllables per second, at most 8 with newsreaders, Japanese 8 kana and at
 * most 11. Audio shorter than a third of the fastest speech can't contain the whole text.
 */
const mostLettersASecond = 75;
const mostSyllablesASecond = 33;

/** Tolerance for voices that skip a word that they can't pronounce. Exempts short texts from the check. */
const roomSeconds = 0.4;

/** Four times as long as the slowest reader takes; the extra minute leaves room for numbers and signs. */
const mostSecondsALetter = 1;
const mostRoomSeconds = 60;

const syllables = new RegExp(syllabicLetter, 'gu');
/** Digits count as letters, although they take longer; signs may be spoken or not. */
const letters = /[\p{L}\p{Nd}]/gu;

/** Audio with fewer seconds can't contain the whole text, at this speed of synthesis; 0 if any duration is possible. */
export function shortestSpeechSeconds(text: string, speed = 1): number {
  const syllableCount = text.match(syllables)?.length ?? 0;
  const letterCount = (text.match(letters)?.length ?? 0) - syllableCount;
  const seconds = letterCount / mostLettersASecond + syllableCount / mostSyllablesASecond;
  return Math.max(0, (seconds - roomSeconds) / Math.max(1, speed));
}

/**
 * Audio with more seconds is not speech of the text, at this speed of synthesis. A few megabytes can last for hours,
 * and decoding them takes a hundred times their size.
 */
export function longestSpeechSeconds(text: string, speed = 1): number {
  return (mostRoomSeconds + [...text].length * mostSecondsALetter) / Math.min(1, speed);
}

/** The duration of a sound, if its bytes tell. */
export function measureSound({ bytes, format }: SpokenAudio): number | undefined {
  if (format === 'mp3') return measureMpeg(bytes).seconds;
  return format === 'wav' ? measureWav(bytes) : undefined;
}
