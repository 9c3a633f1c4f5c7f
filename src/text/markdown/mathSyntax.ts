import type { Literal } from 'mdast';
import type { CompileContext, Extension as TreeExtension } from 'mdast-util-from-markdown';
import type {
  Code,
  Construct,
  Effects,
  Extension,
  State,
  Token,
  TokenizeContext,
} from 'micromark-util-types';

/** An inline formula. `value` is the TeX, `source` also has the delimiters. */
interface InlineMath extends Literal {
  type: 'inlineMath';
  source: string;
  /** Whether to display it on its own line. */
  isDisplay: boolean;
}

/** A multi-line formula, as a block. */
export interface MathBlock extends Literal {
  type: 'math';
  source: string;
  isClosed: boolean;
  /** The text after the closing mark, on its last line. */
  trailing: string;
}

declare module 'mdast' {
  interface PhrasingContentMap {
    inlineMath: InlineMath;
  }
  interface BlockContentMap {
    math: MathBlock;
  }
  interface RootContentMap {
    inlineMath: InlineMath;
    math: MathBlock;
  }
}

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    mathBlock: 'mathBlock';
    mathLine: 'mathLine';
    mathText: 'mathText';
    mathData: 'mathData';
  }
}

/** The parser's codes for characters: code points, and numbers below 0 for line endings and tabs. */
const dollar = 36;
const backslash = 92;

const isLineEnding = (code: Code): code is number => code !== null && code < -2;
export const isEnd = (code: Code): boolean => code === null || isLineEnding(code);
const isSpace = (code: Code): boolean => code === 32 || code === -1 || code === -2;

/** A character, or half of one; a space for the end of the text, of a line, and for tabs. */
const toCharacter = (code: Code): string => (code === null || code < 0 ? ' ' : String.fromCharCode(code));

/** What occurs in formulas, but not in prose. */
const formulaMark = /[\\^_{}=+*/<>|]/;

/** Consumes the current line ending as a token. */
function consumeLineEnding(effects: Effects, code: Code): void {
  effects.enter('lineEnding');
  effects.consume(code);
  effects.exit('lineEnding');
}

/**
 * A multi-line formula: it begins with a line that opens it without closing it, and ends with the line that closes
 * it, or before a blank line, as in TeX itself. So an unclosed mark never takes more than its own paragraph. Lines
 * inside are not parsed as headings, lists or anything else. Formulas that are opened and closed on one line are left
 * to the text syntax.
 */
const mathBlock: Construct = { name: 'mathBlock', tokenize: tokenizeBlock, concrete: true };

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
function readFormula(text: string, isBracket: boolean): string | undefined {
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

/**
 * Formulas between words: `$…$`, `$$…$$`, `\(…\)` and `\[…\]`. Prose mostly has amounts of money: a single dollar sign
 * opens only directly before text and closes only directly after text, never next to a digit or letter on its outer
 * side, and without another one in between. That also bounds the search: each ends at the next sign.
 */
const mathText: Construct = { name: 'mathText', tokenize: tokenizeText };

/** An amount of money: a number, and then a word, or any character of a script without spaces. */
const amount = /^\d[^\\\s]*(?:\s+[a-z]{2}|\s*[\u2E80-\uFFEF])/i;

/** What can't follow the closing mark: `\[…\]` may also be the text of a link. */
const neverAfter: Readonly<Record<string, RegExp>> = { $: /[$a-z\d]/i, $$: /\$/, '\\[': /[([:]/ };

function tokenizeText(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
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

/** Math as models write it: `$…$` and `\(…\)` between words, `$$…$$` and `\[…\]` on lines of their own. */
export const mathSyntax: Extension = {
  flow: { [dollar]: mathBlock, [backslash]: mathBlock },
  text: { [dollar]: mathText, [backslash]: mathText },
};

/** Puts the formulas into the tree. */
export const mathTree: TreeExtension = {
  enter: {
    mathBlock(token) {
      this.enter({ type: 'math', value: '', source: '', isClosed: false, trailing: '' }, token);
    },
    mathText(token) {
      this.enter({ type: 'inlineMath', value: '', source: '', isDisplay: false }, token);
    },
  },
  exit: { mathBlock: leaveMath, mathText: leaveMath },
};

function leaveMath(this: CompileContext, token: Token): void {
  const node = this.stack.at(-1);
  const text = this.sliceSerialize(token);
  if (node?.type === 'inlineMath') {
    const mark = text.startsWith('$') && !text.startsWith('$$') ? 1 : 2;
    node.value = text.slice(mark, -mark);
    node.source = text;
    node.isDisplay = text.startsWith('$$') || text.startsWith('\\[');
  } else if (node?.type === 'math') {
    const formula = readFormula(text.slice(2), text.startsWith('\\'));
    node.isClosed = formula !== undefined;
    node.value = formula?.slice(0, -2) ?? text.slice(2);
    const end = formula === undefined ? text.length : formula.length + 2;
    node.source = text.slice(0, end);
    node.trailing = text.slice(end).trim();
  }
  this.exit(token);
}
