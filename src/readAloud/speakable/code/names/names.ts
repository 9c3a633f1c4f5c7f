import { sayPart } from './abbreviations.ts';

const shortened = /[iIlLaAkK]\d{1,2}[nNyYsS](?!\p{Ll})/u;
const parts = new RegExp(
  [
    shortened.source,
    String.raw`\p{Lu}{2,}s(?!\p{Ll})`,
    String.raw`\p{Lu}+(?!\p{Ll})`,
    String.raw`\p{Lu}?\p{Ll}+`,
  ]
    .concat(String.raw`\p{Nd}+`, String.raw`[^\p{Lu}\p{Ll}\p{Nd}]+`)
    .join('|'),
  'gu',
);
/** Longer ones are not split: nobody named anything so. */
const longestName = 200;

/**
 * A name as programmers say it: `getUserById` "get user by id", `HTTPServer2` "H T T P server 2". A single letter
 * stays as it is.
 */
export function sayName(name: string): string {
  const core = name
    .replace(/^[_$#@\-.]{1,20}/, '')
    .replace(/[?!']{1,3}$/, '')
    .slice(0, longestName);
  if (core === '') return name.includes('_') ? 'underscore' : '';
  if (/^\p{L}$/u.test(core)) return core;
  const isAllCapitals = !/\p{Ll}/u.test(core);
  return core
    .split(/[_$\-./\s\u200c\u200d]+/u)
    .flatMap((piece) => sayPiece(piece, isAllCapitals))
    .filter((word) => word !== '')
    .join(' ');
}

function sayPiece(piece: string, isAllCapitals: boolean): string[] {
  const whole = /^\p{Ll}+$|^\p{Lu}+$|^\p{L}\d+\p{L}$/u.test(piece);
  if (whole) return [sayPart(piece, isAllCapitals)];
  return (piece.match(parts) ?? []).map((part) => sayPart(part, isAllCapitals));
}

/** Whether a word of a text for people is a name of code, by its form alone. */
export function looksLikeName(word: string): boolean {
  if (word.length > longestName) return false;
  return (
    /\p{Ll}\p{Lu}/u.test(word) ||
    /[\p{L}\p{N}]_+[\p{L}\p{N}]/u.test(word) ||
    /^_+[\p{L}\p{N}]/u.test(word) ||
    /\p{Lu}{2,}\p{Ll}{2,}/u.test(word)
  );
}
