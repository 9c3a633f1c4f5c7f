import type { Narrator } from '../narrator.ts';
import type { CodeContext } from './codeReading.ts';
import type { Token } from './codeTokens.ts';
import { narrateCommandWord, narrateName, narrateNumber, narrateSource, narrateString } from './operands.ts';
import { signByPlace } from './signs.ts';

/** Words that no operand ends with: a sign behind them stands alone. */
const beforeOperand =
  /^(?:return|case|in|of|and|or|not|is|if|elif|else|while|when|await|yield|throw|new|delete|typeof|void|import|export|from|select|distinct|lambda|let|mut|do|then|where|raise|assert|print|echo)$/i;
const beforeBracket = /^(?:if|while|for|switch|elif|catch|return|in|of|and|or|not|match)$/;

/** Whether a statement brings in what stands elsewhere: its paths are said without their signs. */
export function isImport(text: string, tokens: readonly Token[]): boolean {
  const first = tokens[0] ? text.slice(tokens[0].start, Math.min(tokens[0].end, tokens[0].start + 9)) : '';
  return /^(?:import|from|use|using)$/.test(first) || (first === '#' && tokens[1]?.kind === 'word');
}

/** The tokens of one statement: names split, signs in words, structure as pauses. */
export function narrateTokens(narrator: Narrator, context: CodeContext, tokens: readonly Token[]): void {
  const { text, grammar, form, isInline } = context;
  const { words } = narrator;
  const isOfImport = isImport(text, tokens);
  const brackets: string[] = [];
  /** Where the condition of an `if` ends: at this depth, with the bracket that closes it or a sign behind it. */
  let condition: { readonly depth: number; readonly isBracketed: boolean } | undefined;
  let ternaries = 0;
  let openTypes = 0;
  /** Of an element whose head is not closed yet, how many brackets are around it. */
  let tagDepth = -1;

  const written = (index: number): string => {
    const token = tokens[index];
    return token ? text.slice(token.start, Math.min(token.end, token.start + 40)) : '';
  };
  const say = (said: string, token: Token): void => {
    narrator.space();
    narrator.say(said, token);
    narrator.space();
  };

  function narrateSign(token: Token, index: number): void {
    const sign = written(index);
    const previous = tokens[index - 1];
    const before = written(index - 1);
    const after = written(index + 1);
    const isSpacedBefore = previous !== undefined && previous.end < token.start;
    const isSpacedAfter = (tokens[index + 1]?.start ?? token.end) > token.end;
    const isBinary =
      previous !== undefined &&
      (previous.kind === 'sign' ? /^[)\]}]$|^(?:\+\+|--)$/.test(before) : !beforeOperand.test(before));
    if (/^<\/[^<>]*>$/.test(sign)) return narrator.pauseBeforeMore();
    if (endsCondition(sign)) return say(words.thenWord, token);
    if (tagDepth === brackets.length && /^(?:=|>|\/)$/.test(sign)) {
      if (sign === '=') narrator.colonBeforeMore();
      else {
        if (sign === '>') tagDepth = -1;
        narrator.pauseBeforeMore();
      }
      return;
    }
    switch (sign) {
      case '{':
      case '(':
      case '[':
        return openBracket(sign, token, {
          before,
          after,
          isOperand: isBinary && !isSpacedBefore,
          next: tokens[index + 2],
        });
      case '}':
      case ')':
      case ']':
        if (brackets.pop() !== sign || before !== '[') narrator.pauseBeforeMore();
        return;
      case ',':
      case ';':
        return narrator.pauseBeforeMore();
      case ':':
        if (form === 'styles' && isBinary && !isSpacedAfter && !/[;}]$/.test(written(tokens.length - 1))) {
          return narrator.pauseBeforeMore();
        }
        if (ternaries > 0 && brackets.at(-1) !== '}') {
          ternaries -= 1;
          return say(words.elseWord, token);
        }
        if (brackets.at(-1) === ']' && grammar === 'python') return say(words.through, token);
        if (before === ')' && !isSpacedBefore && after !== '' && after !== '{') return narrateReturns(token);
        return narrator.colonBeforeMore();
      case '?':
        if (isSpacedBefore && after !== ':') {
          ternaries += 1;
          return say(words.thenWord, token);
        }
        return say(grammar === 'rust' ? words.questionMark : words.optional, token);
      case '<':
        if (/^[\p{L}_]/u.test(after) && !isSpacedAfter && !isBinary && grammar !== 'rust') {
          tagDepth = brackets.length;
          narrator.pauseBeforeMore();
          return say(words.tag, token);
        }
        if (
          (isBinary || before === '::' || before === 'impl') &&
          !isSpacedBefore &&
          !isSpacedAfter &&
          closesTypes(text, token.start)
        ) {
          openTypes += 1;
          return narrateOf(token);
        }
        break;
      case '>':
      case '>>':
        if (openTypes > 0) {
          openTypes = Math.max(0, openTypes - sign.length);
          return narrator.pauseBeforeMore();
        }
        break;
      case '->':
        if (/^(?:python|rust|swift|haskell)$/.test(grammar)) return narrateReturns(token);
        break;
      default:
        break;
    }
    const said = signByPlace(
      sign,
      narrator,
      { form, grammar, isOfImport, ...(isInline && { isInline }) },
      {
        before,
        after,
        isBinary,
        isSpacedBefore,
        isSpacedAfter,
        isFirst: index === 0,
      },
    );
    if (said !== undefined && said !== '') say(said, token);
    else if (said === undefined && /[\p{L}\p{N}]/u.test(sign)) narrator.copyAsIs(token);
    else if (form === 'commands' && isSpacedBefore) narrator.space();
  }

  function openBracket(
    sign: string,
    token: Token,
    {
      before,
      after,
      isOperand,
      next,
    }: { before: string; after: string; isOperand: boolean; next: Token | undefined },
  ): void {
    brackets.push(sign === '{' ? '}' : sign === '(' ? ')' : ']');
    if (sign === '(') {
      if (condition === undefined || !beforeBracket.test(before)) {
        if (!beforeBracket.test(before)) narrator.pauseBeforeMore();
      }
    } else if (sign === '{') {
      if (after === '}' && /^(?:=|:|\(|,|return|\?\?|\|\|)$|^$/.test(before)) say(words.emptyObject, token);
      narrator.pauseBeforeMore();
    } else if (after === ']') {
      if (next?.kind === 'word' && next.start === token.end + 1) say(words.arrayOf, token);
      else say(isOperand ? words.array : words.emptyArray, token);
    } else if (isOperand && form === 'code' && !/^[#!]$/.test(before)) {
      // A list of types, or a place in a list.
      if (/^\p{Lu}\p{Ll}/u.test(before) || /^(?:list|dict|tuple|set|type|map)$/.test(before))
        narrateOf(token);
      else say(words.at, token);
    } else if (!/^[#!]$/.test(before)) narrator.pauseBeforeMore();
  }

  function narrateOf(token: Token): void {
    // In Chinese "of" would stand behind what it is about.
    if (words.of === words.comma) narrator.pauseBeforeMore();
    else say(words.of, token);
  }

  function narrateReturns(token: Token): void {
    narrator.pauseBeforeMore();
    narrator.say(words.returns, token);
    narrator.space();
  }

  function endsCondition(sign: string): boolean {
    if (!condition || form !== 'code') return false;
    const { depth, isBracketed } = condition;
    const isEnd = isBracketed
      ? sign === ')' && brackets.length === depth + 1
      : (sign === '{' || sign === ':') && brackets.length === depth;
    if (!isEnd) return false;
    condition = undefined;
    if (sign === ')') brackets.pop();
    else if (sign === '{') brackets.push('}');
    return true;
  }

  for (const [index, token] of tokens.entries()) {
    switch (token.kind) {
      case 'sign':
        narrateSign(token, index);
        break;
      case 'word': {
        const word = written(index);
        if (/^(?:if|elif)$/.test(word) && form === 'code') {
          condition = { depth: brackets.length, isBracketed: written(index + 1) === '(' };
        }
        narrator.space();
        const before = written(index - 1);
        const isMember =
          /^(?:\.|\?\.|->|::)$/.test(before) || (written(index + 1) === ':' && index + 2 < tokens.length);
        if (form === 'commands') narrateCommandWord(narrator, context, token);
        else narrateName(narrator, context, token, isMember);
        narrator.space();
        break;
      }
      case 'number':
        narrator.space();
        narrateNumber(narrator, context, token);
        narrator.space();
        break;
      case 'string':
        if (!token.isContinued || /^\s/.test(text.charAt(token.start))) narrator.space();
        else if (/^[,.:;!?)\]}"'，。：；！？）]/.test(text.charAt(token.start))) narrator.join();
        if (isOfImport) narrateSource(narrator, context, token);
        else narrateString(narrator, context, token);
        narrator.space();
        break;
      case 'regularExpression':
        say(words.regularExpression, token);
        break;
      default:
        break;
    }
  }
}

/** Whether a `<` behind a name opens the types of a generic, by the `>` that closes it nearby. */
function closesTypes(text: string, at: number): boolean {
  let depth = 0;
  for (let place = at; place < Math.min(text.length, at + 200); place += 1) {
    const character = text.charAt(place);
    if (character === '<') depth += 1;
    else if (character === '>' && !/[=-]/.test(text.charAt(place - 1))) {
      depth -= 1;
      if (depth === 0) return true;
    } else if (!/[\w\s,.:&|?[\]'"*(){}=$>-]/.test(character) || text.startsWith('&&', place)) return false;
  }
  return false;
}
