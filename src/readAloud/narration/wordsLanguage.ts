import { CodeFollower } from '../../text/codeFence.ts';
import type { WordsLanguage } from './block.ts';
import { chinese } from './chinese.ts';
import { english, type Vocabulary } from './english.ts';

export const vocabularies: Readonly<Record<WordsLanguage, Vocabulary>> = { en: english, zh: chinese };

/** Number of characters that are enough to detect the language. */
const sampleLength = 4000;
/** With at least this share of Chinese letters, a text is Chinese: Chinese voices read English, but not vice versa. */
const leastChinese = 0.2;
/** The same for a sentence in a Chinese document, which may contain many names and commands. */
const leastChineseAmongChinese = 0.05;
/** So many Latin letters without a Chinese one are an English sentence, even in a Chinese text. */
const longEnglish = 40;

/**
 * The language of words that are added to a text, detected by its script. `around` is the language of the document,
 * which decides if the text has too few letters.
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

/** The language of a Markdown document: the language of its prose, not of its code. */
export function markdownLanguageOf(source: string): WordsLanguage {
  const follower = new CodeFollower();
  const lines = source.slice(0, 2 * sampleLength).split('\n');
  return wordsLanguageOf(withoutCode(lines.filter((line) => !follower.isCode(line)).join('\n')));
}

/** The same for one of its blocks. */
export function blockLanguageOf(block: string, around: WordsLanguage): WordsLanguage {
  return wordsLanguageOf(withoutCode(block.slice(0, 2 * sampleLength)), around);
}

function withoutCode(prose: string): string {
  return prose.replaceAll(/`[^`\n]*`|https?:\/\/[\w\-.~:/?#@!$&*+,;=%]+|<[^<>\n]*>|\]\([^()\n]*\)/g, ' ');
}

function count(text: string, letters: RegExp): number {
  return text.match(letters)?.length ?? 0;
}
