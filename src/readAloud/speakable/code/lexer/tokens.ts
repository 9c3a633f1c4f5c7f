import type { TextRange } from '../../../text/ranges.ts';
import type { BlockComment, CodeLanguage, StringRule } from '../languages/codeLanguage.ts';
import { createHeredocs, endOfRegularExpression, readString } from './strings.ts';
import type { Token } from './token.ts';

const whiteSpace = /[^\S\r\n\u2028\u2029]+/uy;
const number =
  /0[xX][\da-fA-F_]+\w*|0[bBoO][\d_]+\w*|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?(?:[\p{L}_][\p{L}\d_]*|%)?/uy;
const sign =
  /===|!==|>>>=?|\*\*=?|&&=?|\|\|=?|\?\?=?|<=>|\.\.[.=<]?|<<=?|>>=|=>|->|<-|::|:=|[=!<>+\-*/%&|^~]=|\?\.|\+\+|--|>>|\|>|=~|!~|<>|\/\/|\S/uy;
/** Behind these a slash begins a regular expression. */
const beforeExpression =
  /^(?:return|typeof|case|in|of|do|else|void|delete|throw|yield|await|when|if|unless|and|or|not|split|grep|match)$/;

interface OpenString {
  readonly rule: StringRule;
  readonly close: string;
  readonly holeClose: string;
  /** Brackets that were opened in the code since. */
  depth: number;
}

/** The pieces of a part of a text, which begins outside of comments and texts. Linear, and never at a loss. */
export function* tokensFrom(text: string, language: CodeLanguage, part: TextRange): Generator<Token> {
  const { end } = part;
  const heredocs = createHeredocs(text, end);
  const open: OpenString[] = [];
  let at = part.start;
  let previous: Token | undefined;
  let isStatementStart = true;
  let depth = 0;
  let noExpressionBefore = 0;

  function matchAt(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = at;
    return pattern.exec(text);
  }

  function readPieces(from: number, rule: StringRule, close: string, isContinued: boolean): Token[] {
    const piece = readString(text, from, end, rule, close);
    const content = { start: from, end: piece.contentEnd };
    const string: Token = {
      kind: 'string',
      start: at,
      end: piece.holeClose === undefined ? piece.end : piece.contentEnd,
      content,
      ...(isContinued && { isContinued }),
    };
    if (piece.holeClose === undefined) return [string];
    open.push({ rule, close, holeClose: piece.holeClose, depth: 0 });
    return [string, { kind: 'hole', start: piece.contentEnd, end: piece.end }];
  }

  function readText(): Token[] | undefined {
    for (const rule of language.strings) {
      const opening = matchAt(rule.open);
      if (!opening) continue;
      const from = Math.min(end, at + opening[0].length);
      if (rule.close === undefined) {
        return [{ kind: 'string', start: at, end: from, content: { start: at + 1, end: from - 1 } }];
      }
      const close = typeof rule.close === 'string' ? rule.close : rule.close(opening);
      const tokens = readPieces(from, rule, close, false);
      const first = tokens[0];
      if (first && tokens.length === 1 && isDocstring(opening[0])) return [{ ...first, kind: 'docstring' }];
      return tokens;
    }
    return undefined;
  }

  function isDocstring(opening: string): boolean {
    if (!language.traits.has('docstrings') || depth > 0) return false;
    const isLong = opening.endsWith('"""') || opening.endsWith("'''");
    const word = previous?.kind === 'word' ? text.slice(previous.start, previous.end) : '';
    if (language.id === 'elixir') return isLong && /^(?:module|type)?doc$/.test(word);
    const before = previous && text.charAt(previous.end - 1);
    return isStatementStart && (isLong || before === undefined || before === ':');
  }

  function readComment(): Token | undefined {
    if (at === 0 && /^#!(?!\[)/.test(text.slice(0, 3))) {
      const stop = Math.min(end, endOfLine(text, at));
      return { kind: 'lineComment', start: at, end: stop, content: { start: Math.min(stop, 2), end: stop } };
    }
    if (language.traits.has('spacedComments') && !/^$|[\s;()|&]/.test(text.slice(Math.max(0, at - 1), at))) {
      return undefined;
    }
    for (const rule of language.blockComments) {
      const opening = matchAt(rule.open);
      if (opening) return readBlockComment(text, at, end, rule, opening);
    }
    const mark = language.lineComments.find((candidate) => text.startsWith(candidate, at));
    if (mark === undefined || isNoComment(text, at, mark, language)) return undefined;
    const stop = Math.min(end, endOfLine(text, at));
    return { kind: 'lineComment', start: at, end: stop, content: { start: at + mark.length, end: stop } };
  }

  function readSlash(): Token | undefined {
    if (text.charAt(at) !== '/' || !language.traits.has('regularExpressions')) return undefined;
    if (previous) {
      const before = text.slice(previous.start, Math.min(previous.end, previous.start + 20));
      if (/^(?:string|number|regularExpression)$/.test(previous.kind) || /^[)\]}<]$/.test(before))
        return undefined;
      if (previous.kind === 'word' && !beforeExpression.test(before)) return undefined;
    }
    const stop = at < noExpressionBefore ? undefined : endOfRegularExpression(text, at, end);
    // Where one look found no end, another one soon behind it would find none either.
    if (stop === undefined) noExpressionBefore = Math.max(noExpressionBefore, at + 200);
    return stop === undefined ? undefined : { kind: 'regularExpression', start: at, end: stop };
  }

  function readHole(): Token[] | undefined {
    const hole = open.at(-1);
    if (!hole) return undefined;
    const character = text.charAt(at);
    if (character === hole.holeClose && hole.depth === 0) {
      open.pop();
      const token: Token = { kind: 'hole', start: at, end: at + 1 };
      at += 1;
      return [token, ...readPieces(at, hole.rule, hole.close, true)];
    }
    if (character === hole.holeClose) hole.depth -= 1;
    else if (character === (hole.holeClose === '}' ? '{' : '(')) hole.depth += 1;
    return undefined;
  }

  function readTokens(): Token[] {
    const hole = readHole();
    if (hole) return hole;
    const comment = readComment();
    if (comment) return [comment];
    const heredoc =
      language.traits.has('heredocs') && text.startsWith('<<', at) ? heredocs.open(at) : undefined;
    if (heredoc !== undefined) return [{ kind: 'sign', start: at, end: heredoc }];
    const string = readText() ?? readSlash();
    if (string) return Array.isArray(string) ? string : [string];
    const numeral = matchAt(number);
    if (numeral) return [{ kind: 'number', start: at, end: at + numeral[0].length }];
    const word = matchAt(language.word);
    if (word) return [{ kind: 'word', start: at, end: at + word[0].length }];
    const other = matchAt(sign);
    return [{ kind: 'sign', start: at, end: at + (other?.[0].length ?? 1) }];
  }

  while (at < end) {
    const newline = lengthOfNewline(text, at);
    if (newline > 0) {
      yield { kind: 'newline', start: at, end: Math.min(end, at + newline) };
      at += newline;
      isStatementStart = true;
      noExpressionBefore = 0;
      // A text of one line that lost its end in code: the line is its end.
      while (open.at(-1)?.rule.isMultiline === false) open.pop();
      const body = heredocs.read(at);
      if (body) {
        yield { kind: 'string', start: at, end: body.end, content: { start: at, end: body.contentEnd } };
        at = body.end;
      }
      continue;
    }
    const space = matchAt(whiteSpace);
    if (space) {
      at += space[0].length;
      continue;
    }
    for (const token of readTokens()) {
      const clipped = token.end > end ? { ...token, end } : token;
      if (clipped.kind === 'sign') depth = Math.max(0, depth + bracketStep(text.charAt(token.start)));
      if (clipped.end > clipped.start || clipped.kind === 'string') yield clipped;
      at = clipped.end;
      if (clipped.kind.endsWith('omment')) continue;
      previous = clipped;
      isStatementStart = false;
    }
  }
}

function readBlockComment(
  text: string,
  start: number,
  end: number,
  { open, close, isNested }: BlockComment,
  opening: RegExpExecArray,
): Token {
  const closing = typeof close === 'string' ? close : close(opening);
  const from = start + opening[0].length;
  const stop = isNested ? endOfNested(text, from, end, open, closing) : text.indexOf(closing, from);
  const contentEnd = stop === -1 ? end : Math.min(end, stop);
  return {
    kind: 'blockComment',
    start,
    end: stop === -1 ? end : Math.min(end, stop + closing.length),
    content: { start: Math.min(from, contentEnd), end: contentEnd },
  };
}

/** Where the closing mark of a comment stands that may hold others, or -1. */
function endOfNested(text: string, from: number, end: number, open: RegExp, close: string): number {
  let depth = 1;
  let at = from;
  while (at < end) {
    open.lastIndex = at;
    const inner = open.exec(text);
    if (inner) {
      depth += 1;
      at += inner[0].length;
    } else if (text.startsWith(close, at)) {
      depth -= 1;
      if (depth === 0) return at;
      at += close.length;
    } else {
      at += 1;
    }
  }
  return -1;
}

/** Addresses, attributes and operators that look like the beginning of a comment. */
function isNoComment(text: string, at: number, mark: string, { id }: CodeLanguage): boolean {
  const before = at > 0 ? text.charAt(at - 1) : '';
  const after = text.charAt(at + mark.length);
  if (mark === '//') return before === ':' && /\S/.test(after);
  if (mark === '#') return id === 'php' && after === '[';
  if (mark === '--') return id === 'haskell' && /[!#$%&*+./<=>?@\\^|~:]/.test(after);
  // Words that begin a comment in batch files and Visual Basic, and two colons, stand at the start of a line.
  if (mark === '::' || mark.endsWith(' ')) return !/^$|[\r\n\s&]/.test(before);
  return false;
}

function endOfLine(text: string, from: number): number {
  const lineEnd = /[\r\n\u2028\u2029]/g;
  lineEnd.lastIndex = from;
  return lineEnd.exec(text)?.index ?? text.length;
}

function lengthOfNewline(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code === 13) return text.charCodeAt(at + 1) === 10 ? 2 : 1;
  return code === 10 || code === 0x2028 || code === 0x2029 ? 1 : 0;
}

function bracketStep(character: string): number {
  if (character === '(' || character === '[' || character === '{') return 1;
  return character === ')' || character === ']' || character === '}' ? -1 : 0;
}
