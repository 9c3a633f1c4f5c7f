import { RelayError } from '../../relay/errors/relayError.ts';
import { measureMpeg } from '../../relay/speech/audioFrames.ts';
import { syllabicLetter } from '../../text/scripts.ts';
import { clauseEnds, graphemeStarts, isPronounceable, wordStarts } from '../narration/plan/plan.ts';
import { sentencesFrom } from '../narration/text/sentences.ts';
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

/** Words for the text, and for too much of it, near each other and in any order. */
const aboutText = String.raw`\b(?:input|text|content|string|characters?|bytes|length)\b`;
const tooMuch = String.raw`\b(?:too (?:long|large|big)|exceed\w*|over the limit|at most|max(?:imum)?|limit)\b`;
const english = new RegExp(`${aboutText}[^.]{0,80}${tooMuch}|${tooMuch}[^.]{0,60}${aboutText}`, 'i');
const chinese =
  /(?:文本|输入|内容|字符|字数|字节|长度).{0,30}(?:过长|超长|太长|超出|超过|超限|上限|最多|最大)/;
/** Other limits that are described in the same words. */
const otherLimits = /\b(?:rate|concurren\w*|quota|credits?|speed|pitch|volume)\b|频率|并发|额度|余额/i;

/**
 * Whether a relay rejected a text because of its length, so that half of it may succeed. A status for it is clear; an
 * error message must mention the text, and nothing else that has limits.
 */
export function isTooLong(error: unknown): boolean {
  if (!(error instanceof RelayError)) return false;
  const { kind, details } = error;
  if (kind === 'requestTooLarge') return true;
  if (kind !== 'invalidRequest' && kind !== 'server') return false;
  // Without a relay message, it is our own check, or unknown. Some messages contain codes (`text_too_long`).
  const words = (details.relayMessage ?? '').replaceAll('_', ' ');
  return (english.test(words) || chinese.test(words)) && !otherLimits.test(words);
}

/** A few words, or a few ideographs: a text this short is rejected for another reason. */
const fewestBytes = 24;

/**
 * Splits a text in two parts of about the same length, whose concatenation is the text. Undefined if it has only a few
 * words.
 */
export function halveText(text: string): readonly [string, string] | undefined {
  if (Buffer.byteLength(text) < 2 * fewestBytes) return undefined;
  const place = findPlace(text);
  if (place === undefined) return undefined;
  const start = text.length - text.slice(place).trimStart().length;
  return [text.slice(0, start), text.slice(start)];
}

/** After a sentence or clause that ends near the middle: further away, one part could still be too long. */
function findPlace(text: string): number | undefined {
  const sentences = Array.from(sentencesFrom(text), ({ start }) => start);
  return (
    closest(text, sentences, text.length / 4) ??
    closest(text, clauseEnds(text), text.length / 4) ??
    closest(text, wordStarts(text), text.length / 2) ??
    closest(text, graphemeStarts(text), text.length / 2)
  );
}

/** The offset nearest to the middle, at most this far from it, with text to speak on both sides. */
function closest(text: string, places: readonly number[], atMost: number): number | undefined {
  const middle = text.length / 2;
  const distance = (place: number) => Math.abs(place - middle);
  return places
    .filter((place) => distance(place) <= atMost)
    .filter((place) => isPronounceable(text.slice(0, place)) && isPronounceable(text.slice(place)))
    .toSorted((one, other) => distance(one) - distance(other))[0];
}
