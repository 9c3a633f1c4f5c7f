import { measureMpeg } from '../../relay/speech/audioFrames.ts';
import { syllabicLetter } from '../../text/scripts.ts';
import type { SpokenAudio } from './speechSource.ts';
import { measureWav } from './wav.ts';

/**
 * Letters a second of the fastest speech, three times over. People read English aloud with 15 letters a second and
 * auctioneers reach 25; Mandarin has 4 to 5 syllables a second, the fastest newsreaders 8, Japanese 8 kana and at
 * most 11. What is said in less than a third of the time that this takes was not said.
 */
const mostLettersASecond = 75;
const mostSyllablesASecond = 33;

/** Voices may begin late, and leave out a name that they can't say. Short texts are not judged at all. */
const roomSeconds = 0.4;

/** Four times as long as the slowest reader takes for it; numbers and names of signs have room in the minute. */
const mostSecondsALetter = 1;
const mostRoomSeconds = 60;

const syllables = new RegExp(syllabicLetter, 'gu');
/** A digit is a word, and takes longer than a letter; signs may be said or not. */
const letters = /[\p{L}\p{Nd}]/gu;

/** The seconds below which the sound of a text can't be all of it, at a speed of synthesis; 0 where it may be any. */
export function shortestSpeechSeconds(text: string, speed = 1): number {
  const syllableCount = text.match(syllables)?.length ?? 0;
  const letterCount = (text.match(letters)?.length ?? 0) - syllableCount;
  const seconds = letterCount / mostLettersASecond + syllableCount / mostSyllablesASecond;
  return Math.max(0, (seconds - roomSeconds) / Math.max(1, speed));
}

/**
 * The seconds above which a sound is no speech of a text, at a speed of synthesis. A few megabytes can last for
 * hours, and what plays them needs a hundred times their size.
 */
export function longestSpeechSeconds(text: string, speed = 1): number {
  return (mostRoomSeconds + [...text].length * mostSecondsALetter) / Math.min(1, speed);
}

/** How long a sound lasts, where that can be told from its bytes. */
export function measureSound({ bytes, format }: SpokenAudio): number | undefined {
  if (format === 'mp3') return measureMpeg(bytes).seconds;
  return format === 'wav' ? measureWav(bytes) : undefined;
}
