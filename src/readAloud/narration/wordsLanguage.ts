import { CodeFollower } from '../../text/codeFence.ts';
import type { WordsLanguage } from './block.ts';
import { chinese } from './chinese.ts';
import { english, type Vocabulary } from './english.ts';

export const vocabularies: Readonly<Record<WordsLanguage, Vocabulary>> = { en: english, zh: chinese };

/** Enough of a text to tell its language by. */
const sampleLength = 4000;
/** From this share of the letters on, a text is Chinese: a Chinese voice reads English words, not the other way round. */
const leastChinese = 0.2;
/** In a Chinese document, a sentence with many names and commands in it is Chinese anyway. */
const leastChineseAmongChinese = 0.05;
/** So many Latin letters without a Chinese one are a sentence in English, also in a Chinese text. */
const longEnglish = 40;

/**
 * In which language words of ours stand in a text, by its script. `around` is the language of the document: it
 * decides where a text has too few letters to tell.
 */
export function wordsLanguageOf(text: string, around: WordsLanguage = 'en'): WordsLanguage {
  const sample = text.length > sampleLength ? text.slice(0, sampleLength) : text;
  const han = count(sample, /\p{Script=Han}/gu);
  const kana = count(sample, /[\p{Script=Hiragana}\p{Script=Katakana}]/gu);
  const others = count(sample, /[^\P{L}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu);
  if (kana > han / 4) return 'en';
  const least = around === 'zh' ? leastChineseAmongChinese : leastChinese;
  if (han > 0 && han / (han + others) >= least) return 'zh';
  return others >= longEnglish ? 'en' : around;
}

/** The language of a Markdown document: that of its prose, whatever its code is written in. */
export function markdownLanguageOf(source: string): WordsLanguage {
  const follower = new CodeFollower();
  const lines = source.slice(0, 2 * sampleLength).split('\n');
  return wordsLanguageOf(withoutCode(lines.filter((line) => !follower.isCode(line)).join('\n')));
}

/** The same of one of its blocks. */
export function blockLanguageOf(block: string, around: WordsLanguage): WordsLanguage {
  return wordsLanguageOf(withoutCode(block.slice(0, 2 * sampleLength)), around);
}

function withoutCode(prose: string): string {
  return prose.replaceAll(/`[^`\n]*`|https?:\/\/[\w\-.~:/?#@!$&*+,;=%]+|<[^<>\n]*>|\]\([^()\n]*\)/g, ' ');
}

function count(text: string, letters: RegExp): number {
  return text.match(letters)?.length ?? 0;
}
