import { CodeFollower } from '../../text/codeFence.ts';
import { languageOf } from '../../text/scripts.ts';
import type { WordsLanguage } from './block.ts';
import { chinese } from './chinese.ts';
import { english, type Vocabulary } from './english.ts';

export const vocabularies: Readonly<Record<WordsLanguage, Vocabulary>> = { en: english, zh: chinese };

/** Number of characters that are enough to detect the language. */
const sampleLength = 4000;
/** So many letters without a Chinese one are an English sentence, even in a Chinese text. */
const longEnglish = 40;

/** The language of words that are added to a text; `around` is the language of its document, for a text that is short. */
export function wordsLanguageOf(text: string, around: WordsLanguage = 'en'): WordsLanguage {
  const sample = text.slice(0, sampleLength);
  const language = languageOf(sample);
  if (language === 'zh') return 'zh';
  return language === 'ja' || (sample.match(/\p{L}/gu)?.length ?? 0) >= longEnglish ? 'en' : around;
}

/** The language of the prose of Markdown or HTML, without its code; `around` is the language of its document. */
export function proseLanguageOf(source: string, around?: WordsLanguage): WordsLanguage {
  const follower = new CodeFollower();
  const prose = source
    .slice(0, 2 * sampleLength)
    .split('\n')
    .filter((line) => !follower.isCode(line))
    .join('\n')
    .replaceAll(/`[^`\n]*`|https?:\/\/[\w\-.~:/?#@!$&*+,;=%]+|<[^<>\n]*>|\]\([^()\n]*\)/g, ' ');
  return wordsLanguageOf(prose, around);
}
