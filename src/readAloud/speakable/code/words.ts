import type { WordsLanguage } from '../block.ts';
import { chinese } from './words/chinese.ts';
import type { CodeWords } from './words/codeWords.ts';
import { english } from './words/english.ts';

export const codeWords: Readonly<Record<WordsLanguage, CodeWords>> = { en: english, zh: chinese };
