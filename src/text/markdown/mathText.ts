import type { Construct, Effects, State, TokenizeContext } from 'micromark-util-types';
import { consumeLineEnding, formulaMark, isEnd, isLineEnding, toCharacter } from './codes.ts';

/**
 * Formulas between words: `$…$`, `$$…$$`, `\(…\)` and `\[…\]`. Prose mostly has amounts of money: a single dollar sign
 * opens only directly before text and closes only directly after text, never next to a digit or letter on its outer
 * side, and without another one in between. That also bounds the search: each ends at the next sign.
 */
export const mathText: Construct = { name: 'mathText', tokenize };

/** An amount of money: a number, and then a word, or any character of a script without spaces. */
const amount = /^\d[^\\\s]*(?:\s+[a-z]{2}|\s*[\u2E80-\uFFEF])/i;

/** What can't follow the closing mark: `\[…\]` may also be the text of a link. */
const neverAfter: Readonly<Record<string, RegExp>> = { $: /[$a-z\d]/i, $$: /\$/, '\\[': /[([:]/ };

function tokenize(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
  const before = toCharacter(this.previous);
  /** The opening mark, and the text after it so far. */
  let mark = '';
  let text = '';
  let isEscaped = false;

  const start: State = (code) => {
    effects.enter('mathText');
    effects.enter('mathData');
    return inMark(code);
  };
  const inMark: State = (code) => {
    const character = toCharacter(code);
    if (mark === '' || (mark === '$' && character === '$') || (mark === '\\' && /[([]/.test(character))) {
      mark += character;
      effects.consume(code);
      return inMark;
    }
    // Scan each dollar sign of a run only once.
    const isInRun = mark.startsWith('$') && (before === '$' || character === '$');
    const isMoney = mark === '$' && (/\s/.test(character) || /[a-z\d]/i.test(before));
    return mark === '\\' || isInRun || isMoney ? nok(code) : inFormula(code);
  };
  const inFormula: State = (code) => {
    if (code === null) return nok(code);
    const character = toCharacter(code);
    const isMark = mark.startsWith('$') ? character === '$' && !isEscaped : isEscaped && isBracket(character);
    if (isMark && !canClose(character)) return nok(code);
    isEscaped = character === '\\' && !isEscaped;
    text += character;
    if (isLineEnding(code)) {
      effects.exit('mathData');
      consumeLineEnding(effects, code);
      return startOfLine;
    }
    effects.consume(code);
    if (!isMark) return inFormula;
    return mark === '$$' ? secondDollar : closed;
  };
  const isBracket = (character: string) => (mark === '\\(' ? '()' : '[]').includes(character);
  const canClose = (character: string) => {
    if (mark.startsWith('$')) return mark === '$$' || (/\S$/.test(text) && !amount.test(text));
    const content = text.slice(0, -1);
    if (mark === '\\(') return character === ')' && /\S/.test(content);
    // Words alone are no formula: they may be in escaped brackets.
    return character === ']' && (/^\s.*\S/s.test(content) || formulaMark.test(content));
  };
  const startOfLine: State = (code) => {
    if (isEnd(code)) return nok(code);
    effects.enter('mathData');
    return inFormula(code);
  };
  const secondDollar: State = (code) => {
    if (toCharacter(code) !== '$') return nok(code);
    effects.consume(code);
    return closed;
  };
  const closed: State = (code) => {
    if (neverAfter[mark]?.test(toCharacter(code))) return nok(code);
    effects.exit('mathData');
    effects.exit('mathText');
    return ok(code);
  };
  return start;
}
