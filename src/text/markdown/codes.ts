import type { Code, Effects } from 'micromark-util-types';

/** The parser's codes for characters: code points, and numbers below 0 for line endings and tabs. */
export const dollar = 36;
export const backslash = 92;

export const isLineEnding = (code: Code): code is number => code !== null && code < -2;
export const isEnd = (code: Code): boolean => code === null || isLineEnding(code);
export const isSpace = (code: Code): boolean => code === 32 || code === -1 || code === -2;
export const isLetter = (code: Code): boolean =>
  code !== null && ((code >= 65 && code <= 90) || (code >= 97 && code <= 122));

/** A character, or half of one; a space for the end of the text, of a line, and for tabs. */
export const toCharacter = (code: Code): string =>
  code === null || code < 0 ? ' ' : String.fromCharCode(code);

/** What occurs in formulas, but not in prose. */
export const formulaMark = /[\\^_{}=+*/<>|]/;

/** Consumes the current line ending as a token. */
export function consumeLineEnding(effects: Effects, code: Code): void {
  effects.enter('lineEnding');
  effects.consume(code);
  effects.exit('lineEnding');
}
