import type { Narrate } from './block.ts';
import { narrateCode } from './code/narrateCode.ts';
import { createNarrateMarkdown } from './markdown/narrateMarkdown.ts';
import { narratePlainText } from './plainText.ts';
import { applyPronunciations, listPronunciations } from './pronunciations.ts';

/** Languages of VS Code that are Markdown, or a little more than that. */
const markdownLanguages: ReadonlySet<string> = new Set([
  'markdown',
  'mdx',
  'quarto',
  'rmd',
  'rmarkdown',
  'juliamarkdown',
  'markdown-math',
  'mdc',
  'prompt',
  'instructions',
  'chatagent',
  'chatmode',
  'skill',
]);

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
  if (markdownLanguages.has(languageId)) {
    return createNarrateMarkdown(languageId === 'mdx' ? { dialect: 'mdx' } : {});
  }
  return narrateCode(languageId) ?? narratePlainText;
}
