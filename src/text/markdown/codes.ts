import type { Code, Effects } from 'micromark-util-types';

/** The parser's codes for characters: code points, and numbers below 0 for line endings and tabs. */
export const dollar = 36;
export const openParenthesis = 40;
export const closeParenthesis = 41;
export const colon = 58;
export const openBracket = 91;
export const backslash = 92;
export const closeBracket = 93;

export const isLineEnding = (code: Code): code is number => code !== null && code < -2;
export const isEnd = (code: Code): boolean => code === null || isLineEnding(code);
export const isSpace = (code: Code): boolean => code === 32 || code === -1 || code === -2;
export const isBlank = (code: Code): boolean => isEnd(code) || isSpace(code);
export const isDigit = (code: Code): boolean => code !== null && code >= 48 && code <= 57;
export const isLetter = (code: Code): boolean =>
  code !== null && ((code >= 65 && code <= 90) || (code >= 97 && code <= 122));

const formulaMarks = new Set<Code>(Array.from('^_{}=+*/<>|', (mark) => mark.charCodeAt(0)));

/** Whether a character occurs in formulas, but not in words. */
export const isFormulaMark = (code: Code): boolean => formulaMarks.has(code);

/** Consumes the current line ending as a token. */
export function consumeLineEnding(effects: Effects, code: Code): void {
  effects.enter('lineEnding');
  effects.consume(code);
  effects.exit('lineEnding');
}
