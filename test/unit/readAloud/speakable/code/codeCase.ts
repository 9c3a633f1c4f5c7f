import type { WordsLanguage } from '../../../../../src/readAloud/speakable/block.ts';

/** A language, a source, and the blocks that a listener hears; one of another kind than is usual begins with it. */
export type CodeCase = readonly [
  languageId: string,
  source: string,
  blocks: readonly string[],
  wordsLanguage?: WordsLanguage,
];
