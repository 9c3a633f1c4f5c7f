import type { Construct, Effects, State, TokenizeContext } from 'micromark-util-types';
import {
  consumeLineEnding,
  dollar,
  formulaMark,
  isEnd,
  isLineEnding,
  isSpace,
  toCharacter,
} from './codes.ts';

/**
 * A multi-line formula: it begins with a line that opens it without closing it, and ends with the line that closes
 * it, or before a blank line, as in TeX itself. So an unclosed mark never takes more than its own paragraph. Lines
 * inside are not parsed as headings, lists or anything else. Formulas that are opened and closed on one line are left
 * to the text syntax.
 */
export const mathBlock: Construct = { name: 'mathBlock', tokenize: tokenizeBlock, concrete: true };

/** Matches a line ending after which the same block has more text. */
const textInNextLine: Construct = {
  partial: true,
  tokenize(effects, ok, nok) {
    const start: State = (code) => {
      if (!isLineEnding(code)) return nok(code);
      consumeLineEnding(effects, code);
      return startOfLine;
    };
    const startOfLine: State = (code) => {
      if (this.parser.lazy[this.now().line]) return nok(code);
      effects.enter('mathLine');
      return skipSpaces(code);
    };
    const skipSpaces: State = (code) => {
      if (isEnd(code)) return nok(code);
      if (isSpace(code)) {
        effects.consume(code);
        return skipSpaces;
      }
      effects.exit('mathLine');
      return ok(code);
    };
    return start;
  },
};

/** A text up to the mark that closes a formula, which no backslash may escape; undefined if it isn't there. */
export function readFormula(text: string, isBracket: boolean): string | undefined {
  const formula = isBracket ? /^(?:[^\\]|\\[^\]])*\\\]/s : /^(?:[^\\$]|\\.|\$(?!\$))*\$\$/s;
  return formula.exec(text)?.[0];
}

function tokenizeBlock(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
  let mark = '';
  let line = '';
  let isFirstLine = true;

  const start: State = (code) => {
    effects.enter('mathBlock');
    effects.enter('mathLine');
    return inMark(code);
  };
  const inMark: State = (code) => {
    mark += toCharacter(code);
    if (!['$', '$$', '\\', '\\['].includes(mark)) return nok(code);
    effects.consume(code);
    return mark.length < 2 ? inMark : afterMark;
  };
  const afterMark: State = (code) => (code === dollar ? nok(code) : inLine(code));
  const inLine: State = (code) => {
    if (isEnd(code)) return atLineEnd(code);
    line += toCharacter(code);
    effects.consume(code);
    return inLine;
  };
  const atLineEnd: State = (code) => {
    const isClosed = readFormula(line, mark !== '$$') !== undefined;
    // Words alone are prose, such as `$$` for a price range.
    const isProse = /\S/.test(line) && !formulaMark.test(line);
    if (isFirstLine && (isClosed || isProse)) return nok(code);
    effects.exit('mathLine');
    isFirstLine = false;
    line = '';
    return isClosed || this.interrupt ? end(code) : effects.check(textInNextLine, nextLine, end)(code);
  };
  const nextLine: State = (code) => {
    consumeLineEnding(effects, code);
    effects.enter('mathLine');
    return inLine;
  };
  const end: State = (code) => {
    effects.exit('mathBlock');
    return ok(code);
  };
  return start;
}
