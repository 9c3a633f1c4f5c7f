import { invisibleCharacters } from '../../../text/invisibleCharacters.ts';

const longestName = 300;

/** A name of a file, fit to be shown and sent: on one line, not too long, with nothing in it that can't be seen. */
export function cleanName(name: string): string {
  const clean = name
    .slice(0, 10 * longestName)
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(invisibleCharacters, '')
    .trim();
  // What is at the end tells files apart.
  return clean.length > longestName
    ? `…${clean.slice(1 - longestName).replace(/^[\udc00-\udfff]/, '')}`
    : clean;
}
