import { invisibleCharacters } from '../../text/invisibleCharacters.ts';

const longestLabel = 200;

/**
 * What a relay calls something, as one line of words that stay words: VS Code reads icons, links, pictures and tags out of
 * what it is told of a model.
 */
export function plainLabel(words: string): string {
  return words
    .slice(0, longestLabel)
    .replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
    .replace(invisibleCharacters, '')
    .trim()
    .replace(/(?<=[$\]])(?=[([:])|(?<=<)(?=[\w/!])/g, '\u200b');
}
