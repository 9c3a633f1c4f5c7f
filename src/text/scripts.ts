const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}`;
/** A letter of a script that has no spaces between words. */
export const unspacedLetter = new RegExp(`[${unspaced}]`, 'u');
/** The same, and the signs that are used with these letters. */
export const wideCharacter = new RegExp(`[${unspaced}\\u3000-\\u303F\\uFF00-\\uFFEF]`, 'u');
/** A letter that is a syllable, or a word: all of Chinese, Japanese and Korean. */
export const syllabicLetter = new RegExp(`[${unspaced}\\p{Script=Hangul}]`, 'u');

/** Languages that can be told apart by their script. */
export type ScriptLanguage = 'zh' | 'ja' | 'ko' | 'ru' | 'en';

/** From this share of a text's letters on, the script decides: its voice reads English words, but not the other way. */
const decidingShare = 0.2;
/** Japanese has far more kana than this; a Chinese text may have one の in a name. */
const kanaShare = 0.05;

/** The language of a text, by its script alone: guesses at the language of short texts are often wrong. */
export function languageOf(text: string): ScriptLanguage | undefined {
  const han = count(text, /\p{Script=Han}/gu);
  const kana = count(text, /[\p{Script=Hiragana}\p{Script=Katakana}]/gu);
  const hangul = count(text, /\p{Script=Hangul}/gu);
  const cyrillic = count(text, /\p{Script=Cyrillic}/gu);
  const latin = count(text, /\p{Script=Latin}/gu);
  const letters = count(text, /\p{L}/gu);
  if (letters === 0) return undefined;
  const wide = han + kana;
  // A Chinese, Japanese or Korean character is a word or half of one; a Cyrillic letter counts like a Latin one.
  if (wide >= letters * decidingShare && wide >= hangul) return kana > wide * kanaShare ? 'ja' : 'zh';
  if (hangul >= letters * decidingShare) return 'ko';
  if (cyrillic > 0 && cyrillic >= latin && cyrillic * 2 >= letters) return 'ru';
  return latin * 2 > letters ? 'en' : undefined;
}

function count(text: string, letter: RegExp): number {
  return text.match(letter)?.length ?? 0;
}
