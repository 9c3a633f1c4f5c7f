import type { Construct, Effects, State, TokenizeContext } from 'micromark-util-types';
import {
  backslash,
  closeBracket,
  consumeLineEnding,
  dollar,
  isEnd,
  isLineEnding,
  isSpace,
  openBracket,
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

function tokenizeBlock(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
  let isBracket = false;
  let isFirstLine = true;
  let isClosed = false;
  let isEscaped = false;
  let isAfterDollar = false;

  const start: State = (code) => {
    isBracket = code === backslash;
    effects.enter('mathBlock');
    effects.enter('mathLine');
    effects.consume(code);
    return secondOfMark;
  };
  const secondOfMark: State = (code) => {
    if (code !== (isBracket ? openBracket : dollar)) return nok(code);
    effects.consume(code);
    return afterMark;
  };
  const afterMark: State = (code) => (code === dollar ? nok(code) : inLine(code));
  const inLine: State = (code) => {
    if (isEnd(code)) return atLineEnd(code);
    const closes = isBracket ? isEscaped && code === closeBracket : isAfterDollar && code === dollar;
    if (closes && isFirstLine) return nok(code);
    isClosed ||= closes;
    isAfterDollar = code === dollar && !isEscaped;
    isEscaped = code === backslash && !isEscaped;
    effects.consume(code);
    return inLine;
  };
  const atLineEnd: State = (code) => {
    effects.exit('mathLine');
    isFirstLine = false;
    isEscaped = false;
    isAfterDollar = false;
    if (isClosed || this.interrupt) return end(code);
    return effects.check(textInNextLine, nextLine, end)(code);
  };
  const nextLine: State = (code) => {
    consumeLineEnding(effects, code);
    return startOfLine;
  };
  const startOfLine: State = (code) => {
    effects.enter('mathLine');
    return inLine(code);
  };
  const end: State = (code) => {
    effects.exit('mathBlock');
    return ok(code);
  };
  return start;
}
