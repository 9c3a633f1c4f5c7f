import type { Speakable } from './block.ts';
import { narrateCode } from './code/narrateCode.ts';
import { createSpeakMarkdown } from './markdown/speakMarkdown.ts';
import { speakPlainText } from './plainText.ts';
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
export function speakableFor(languageId: string): Speakable {
  const speak = makerFor(languageId);
  return function* speakAsWanted(text, options) {
    const pronunciations = listPronunciations(options.pronunciations);
    for (const block of speak(text, options)) {
      const wanted = applyPronunciations(block, pronunciations);
      if (/[\p{L}\p{N}]/u.test(wanted.text)) yield wanted;
    }
  };
}

function makerFor(languageId: string): Speakable {
  if (markdownLanguages.has(languageId)) {
    return createSpeakMarkdown(languageId === 'mdx' ? { dialect: 'mdx' } : {});
  }
  return narrateCode(languageId) ?? speakPlainText;
}
