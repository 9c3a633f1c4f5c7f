import type { WordsLanguage } from '../block.ts';
import type { TextRange } from '../text/ranges.ts';
import type { CodeLanguage } from './codeLanguages.ts';

/** What all parts of one reading of code share. */
export interface CodeReading {
  readonly text: string;
  readonly code: CodeLanguage;
  readonly language: WordsLanguage;
  /** Nothing outside of it is said. */
  readonly asked: TextRange;
}

/** How code is said: in the words of its language, or of none, in the middle of a text. */
export interface CodeContext extends Pick<CodeLanguage, 'grammar' | 'form'> {
  readonly text: string;
  /** In the middle of a text names are said in small letters, and a hyphen belongs to its name. */
  readonly isInline?: boolean;
}
