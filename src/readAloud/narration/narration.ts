import { isMarkdown } from '../../text/languages.ts';
import type { Narrate } from './block.ts';
import { narrateCode } from './code/narrateCode.ts';
import { createNarrateMarkdown } from './markdown/narrateMarkdown.ts';
import { narratePlainText } from './plainText.ts';
import { applyPronunciations, listPronunciations } from './pronunciations.ts';

/** Makes texts of a language of VS Code speakable. What isn't known is read as plain text. */
export function narrationFor(languageId: string): Narrate {
  const speak = makerFor(languageId);
  return function* narrateAsWanted(text, options) {
    const pronunciations = listPronunciations(options.pronunciations);
    for (const block of speak(text, options)) {
      const wanted = applyPronunciations(block, pronunciations);
      if (/[\p{L}\p{N}]/u.test(wanted.text)) yield wanted;
    }
  };
}

function makerFor(languageId: string): Narrate {
  if (isMarkdown(languageId)) {
    return createNarrateMarkdown(languageId === 'mdx' ? { dialect: 'mdx' } : {});
  }
  return narrateCode(languageId) ?? narratePlainText;
}
