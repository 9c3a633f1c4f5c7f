import type { Code, Construct, Effects, State, TokenizeContext } from 'micromark-util-types';
import {
  backslash,
  closeBracket,
  closeParenthesis,
  colon,
  consumeLineEnding,
  dollar,
  isBlank,
  isDigit,
  isEnd,
  isFormulaMark,
  isLetter,
  isLineEnding,
  openBracket,
  openParenthesis,
} from './codes.ts';

export const dollarMath: Construct = { name: 'mathText', tokenize: tokenizeDollars };
export const bracketMath: Construct = { name: 'mathText', tokenize: tokenizeBrackets };

/** What differs by the kind of marks; the rest is the same for all. */
interface Formula {
  /** Consumes the marks at the start. */
  open: State;
  /** Classifies the next character: part of the formula, end of the closing mark, or proof that it is prose. */
  judge(code: Code): 'part' | 'closing' | 'prose';
  /** Whether the mark really closes the formula if this character follows it. */
  canCloseBefore(code: Code): boolean;
}

function tokenizeFormula(
  effects: Effects,
  ok: State,
  nok: State,
  createFormula: (inside: State) => Formula,
): State {
  const inside: State = (code) => {
    if (code === null) return nok(code);
    const verdict = formula.judge(code);
    if (verdict === 'prose') return nok(code);
    if (isLineEnding(code)) {
      effects.exit('mathData');
      consumeLineEnding(effects, code);
      return startOfLine;
    }
    effects.consume(code);
    return verdict === 'closing' ? closed : inside;
  };
  const startOfLine: State = (code) => {
    if (isEnd(code)) return nok(code);
    effects.enter('mathData');
    return inside(code);
  };
  const closed: State = (code) => {
    if (!formula.canCloseBefore(code)) return nok(code);
    effects.exit('mathData');
    effects.exit('mathText');
    return ok(code);
  };
  const formula = createFormula(inside);
  return (code) => {
    effects.enter('mathText');
    effects.enter('mathData');
    return formula.open(code);
  };
}

/**
 * `$…$` and `$$…$$`. Prose mostly has amounts of money: a single mark opens only directly before text and closes only
 * directly after text, never next to a digit or letter on its outer side, and without another mark in between. That
 * also bounds the search: each ends at the next mark.
 */
function tokenizeDollars(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
  const { previous } = this;
  let marks = 0;
  let isAfterMark = false;
  let isEscaped = false;
  let last: Code = null;

  return tokenizeFormula(effects, ok, nok, (inside) => {
    const open: State = (code) => {
      if (code === dollar) {
        // Scan each dollar sign of a run only once.
        if (previous === dollar || marks === 2) return nok(code);
        marks += 1;
        effects.consume(code);
        return open;
      }
      const isProse = marks === 1 && (isBlank(code) || isDigit(previous) || isLetter(previous));
      return isProse ? nok(code) : inside(code);
    };
    return {
      open,
      judge(code) {
        const isMark = code === dollar && !isEscaped;
        if (isMark && marks === 1) return isBlank(last) ? 'prose' : 'closing';
        if (isMark && isAfterMark) return 'closing';
        if (isAfterMark) return 'prose';
        isAfterMark = isMark;
        isEscaped = code === backslash && !isEscaped;
        last = code;
        return 'part';
      },
      canCloseBefore: (code) => code !== dollar && (marks === 2 || !(isDigit(code) || isLetter(code))),
    };
  });
}

/** `\(…\)` and `\[…\]`. Escaped brackets around words are not a formula, nor are those of a possible link. */
function tokenizeBrackets(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
  let opening: Code = null;
  let isEscaped = false;
  let hasText = false;
  let isFormula = false;

  return tokenizeFormula(effects, ok, nok, (inside) => {
    const secondOfMark: State = (code) => {
      if (code !== openParenthesis && code !== openBracket) return nok(code);
      opening = code;
      effects.consume(code);
      return afterMark;
    };
    const afterMark: State = (code) => {
      isFormula = opening === openParenthesis || isBlank(code);
      return inside(code);
    };
    return {
      open(code) {
        effects.consume(code);
        return secondOfMark;
      },
      judge(code) {
        if (isEscaped && code === opening) return 'prose';
        if (isEscaped && code === (opening === openBracket ? closeBracket : closeParenthesis)) {
          return hasText && isFormula ? 'closing' : 'prose';
        }
        if (isEscaped || isFormulaMark(code)) isFormula = true;
        if (isEscaped || (!isBlank(code) && code !== backslash)) hasText = true;
        isEscaped = code === backslash && !isEscaped;
        return 'part';
      },
      canCloseBefore: (code) =>
        opening === openParenthesis || (code !== openParenthesis && code !== openBracket && code !== colon),
    };
  });
}
