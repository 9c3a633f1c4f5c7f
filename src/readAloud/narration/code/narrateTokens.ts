import type { Narrator } from '../narrator.ts';
import type { CodeContext, Token } from './codeTokens.ts';
import { narrateCommandWord, narrateName, narrateNumber, narrateString } from './operands.ts';

/** Words that no operand ends with: a sign behind them stands alone. */
const beforeOperand =
  /^(?:return|case|in|of|and|or|not|is|if|elif|else|while|when|await|yield|throw|new|delete|typeof|void|import|export|from|select|distinct|lambda|let|mut|do|then|where|raise|assert|print|echo)$/i;
const beforeBracket = /^(?:if|while|for|switch|elif|catch|return|in|of|and|or|not|match)$/;
/** In brackets behind these are other types, and no place in a list. */
const nameOfType = /^(?:\p{Lu}\p{Ll}|(?:list|dict|tuple|set|type|map)$)/u;
/** The types of a generic, up to the `>` that closes them nearby. */
const types = /^<(?:(?!&&)[\w\s,.:&|?[\]'"*(){}=$<-]|(?<=[=-])>){0,200}>/;

/** The tokens of one statement: names split, signs in words, structure as pauses. */
export function narrateTokens(narrator: Narrator, context: CodeContext, tokens: readonly Token[]): void {
  const { text, form, isInline } = context;
  const { words } = narrator;
  const brackets: string[] = [];
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
    if (tagDepth === brackets.length && /^[=>/]$/.test(sign)) {
      if (sign === '>') tagDepth = -1;
      return sign === '=' ? narrator.colonBeforeMore() : narrator.pauseBeforeMore();
    }
    if (/^<\/[^<>]*>$/.test(sign)) return narrator.pauseBeforeMore();
    switch (sign) {
      case '{':
        if (after === '}' && /^(?:[=:(,]|return|\?\?|\|\|)?$/.test(before)) say(words.emptyObject, token);
        brackets.push(sign);
        return narrator.pauseBeforeMore();
      case '(':
        brackets.push(sign);
        return beforeBracket.test(before) ? undefined : narrator.pauseBeforeMore();
      case '[':
        brackets.push(sign);
        if (/^[#!]$/.test(before)) return;
        if (after === ']') {
          const next = tokens[index + 2];
          const isOfType = next?.kind === 'word' && next.start === token.end + 1;
          return say(isOfType || (isBinary && !isSpacedBefore) ? words.array : words.emptyArray, token);
        }
        return form === 'code' && isBinary && !isSpacedBefore && !nameOfType.test(before)
          ? say(words.at, token)
          : narrator.pauseBeforeMore();
      case '}':
      case ')':
      case ']':
        brackets.pop();
        return before === '[' ? undefined : narrator.pauseBeforeMore();
      case ',':
      case ';':
        return narrator.pauseBeforeMore();
      case ':':
        if (ternaries === 0 || brackets.at(-1) === '{') return narrator.colonBeforeMore();
        ternaries -= 1;
        return say(words.elseWord, token);
      case '?':
        if (!isSpacedBefore || after === ':') return say(words.questionMark, token);
        ternaries += 1;
        return say(words.thenWord, token);
      case '<':
        if (isSpacedAfter || !/^[\p{L}_'>]/u.test(after)) break;
        if (!isBinary && before !== '::') {
          tagDepth = brackets.length;
          narrator.pauseBeforeMore();
          return say(words.tag, token);
        }
        if (isSpacedBefore || !types.test(text.slice(token.start, token.start + 200))) break;
        openTypes += 1;
        return narrator.pauseBeforeMore();
      case '>':
      case '>>':
        if (openTypes === 0) break;
        openTypes = Math.max(0, openTypes - sign.length);
        return narrator.pauseBeforeMore();
      default:
        break;
    }
    const said = signInWords(sign, index, { before, after, isBinary, isSpacedBefore, isSpacedAfter });
    if (said) say(said, token);
    else if (/[\p{L}\p{N}]/u.test(sign)) narrator.copyAsIs(token);
    else if (isSpacedBefore) narrator.space();
  }

  /** The words for a sign where it stands, if it has any. */
  function signInWords(
    sign: string,
    index: number,
    place: Record<'before' | 'after', string> &
      Record<'isBinary' | 'isSpacedBefore' | 'isSpacedAfter', boolean>,
  ): string | undefined {
    const { before, after, isBinary, isSpacedBefore, isSpacedAfter } = place;
    if (form === 'styles') return undefined;
    if (form === 'commands') {
      if (/^(?:\||&&|\|\|)$/.test(sign)) narrator.pauseBeforeMore();
      return sign === '&' && after !== '' ? undefined : words.shellSigns.get(sign);
    }
    if (form === 'data' && sign === '=') narrator.colonBeforeMore();
    if (form === 'data' && (sign === '=' || (sign === '-' && index === 0))) return undefined;
    // `a * b` and `a*b`, but not `int *a`.
    const isOperator = isBinary && isSpacedBefore === isSpacedAfter;
    switch (sign) {
      case '!':
        return isBinary && !isSpacedBefore ? undefined : words.not;
      case '-': {
        // In the middle of a text, `apt-get` is a name; `a-b` and `n-1` are differences there too.
        const isHyphen =
          isInline &&
          isOperator &&
          !isSpacedBefore &&
          /\p{L}/u.test(before) &&
          /^\p{L}/u.test(after) &&
          (before + after).length > 2;
        return isHyphen ? undefined : isBinary ? words.signs.get(sign) : words.minus;
      }
      case '--':
        // In the middle of a text an option is likelier than a step down.
        return isInline && !isBinary && !isSpacedAfter && /^\p{L}/u.test(after)
          ? `${words.dash} ${words.dash}`
          : words.signs.get(sign);
      case '*':
      case '**':
        return isOperator ? words.signs.get(sign) : sign.replaceAll('*', ` ${words.star}`);
      case '&':
        return isOperator || after === '' || isSpacedAfter ? words.signs.get(sign) : words.reference;
      case '|':
        // What a closure takes stands between two of them.
        if (!isOperator) narrator.pauseBeforeMore();
        return isOperator ? words.signs.get(sign) : undefined;
      case '<>':
        return isSpacedBefore ? words.signs.get('!=') : undefined;
      case '//':
        return isBinary ? words.signs.get(sign) : undefined;
      default:
        return words.signs.get(sign);
    }
  }

  for (const [index, token] of tokens.entries()) {
    switch (token.kind) {
      case 'sign':
        narrateSign(token, index);
        break;
      case 'word': {
        narrator.space();
        const isMember =
          /^(?:\.|\?\.|->|::)$/.test(written(index - 1)) ||
          (written(index + 1) === ':' && index + 2 < tokens.length);
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
        narrateString(narrator, context, token);
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
