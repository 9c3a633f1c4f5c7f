import type { TextRange } from '../../../text/ranges.ts';
import type { CodeSpeech } from '../codeSpeech.ts';
import { languageOf } from '../languages/languages.ts';
import type { Token } from '../lexer/token.ts';
import { tokensFrom } from '../lexer/tokens.ts';
import { sayName } from '../names/names.ts';
import { sayOpaque } from '../names/opaque.ts';
import { sayOption } from '../prose.ts';
import { indexOfThen } from './conditions.ts';
import { sayNumber, sayString } from './literals.ts';
import { opensTypes, type SignPlace, saySignByPlace } from './signs.ts';
import { createTagReader } from './tags.ts';
import { sayWholeThing } from './wholeThings.ts';

/** Words that no operand ends with: a sign behind them stands alone. */
const beforeOperand =
  /^(?:return|case|in|of|and|or|not|is|if|elif|else|while|when|await|yield|throw|new|delete|typeof|void|import|export|from|select|distinct|lambda|let|mut|do|then|where|raise|assert|print|echo)$/i;

/** Code in the middle of a text, such as between ticks: a command, a path, a name, an expression. */
export function sayExpression(speech: CodeSpeech, range: TextRange): void {
  const content = speech.text.slice(range.start, range.end);
  const whole = sayWholeThing(speech, content.trim());
  if (whole !== undefined) {
    speech.say(whole, range);
  } else if (
    /(?:^|\s)(?:--?[A-Za-z][\w-]*(?:[\s=]|$)|--\s)/.test(content) ||
    /(?:^|\s)\.{0,2}\/[\w.]/.test(content)
  ) {
    sayCommandWords(speech, range);
    speech.join();
  } else {
    const language = speech.language.form === 'statements' ? speech.language : languageOf('typescript');
    if (language) sayTokens({ ...speech, language }, Array.from(tokensFrom(speech.text, language, range)));
    speech.join();
  }
}

/** Words of a command, each by its own form. */
function sayCommandWords(speech: CodeSpeech, range: TextRange): void {
  const language = languageOf('typescript');
  for (const { index, 0: word } of speech.text.slice(range.start, range.end).matchAll(/[^\s=]+|=/g)) {
    const part = { start: range.start + index, end: range.start + index + word.length };
    speech.space();
    const said = sayCommandWord(speech, word);
    if (said !== undefined) speech.say(said, part);
    // Parts what an option of the command itself is from what it hands on.
    if (word === '--') speech.pause();
    else if (said === undefined && language)
      sayTokens({ ...speech, language }, Array.from(tokensFrom(speech.text, language, part)));
  }
}

/** An option, a path or a file pattern; undefined for any other word. */
export function sayCommandWord({ words, wordsLanguage }: CodeSpeech, word: string): string | undefined {
  const option = /^(--?)([A-Za-z][\w-]{0,60})$/.exec(word);
  if (option?.[2] !== undefined) return sayOption(option[1] === '--', option[2], words.dash);
  if (word === '--') return words.doubleDash;
  return sayOpaque(word, wordsLanguage);
}

/** The tokens of one statement, or of a part of one. */
export function sayTokens(speech: CodeSpeech, tokens: readonly Token[]): void {
  const { text, words } = speech;
  const thenIndex = indexOfThen(speech, tokens);
  const openTypes: number[] = [];
  const brackets: string[] = [];
  const tags = createTagReader(speech);
  let ternaries = 0;
  /** Between the bars around what a closure takes. */
  let isInClosure = false;

  function textAt(index: number): string {
    const token = tokens[index];
    return token ? text.slice(token.start, Math.min(token.end, token.start + 40)) : '';
  }

  function placeOf(index: number, token: Token): SignPlace {
    const previous = tokens[index - 1];
    const next = tokens[index + 1];
    const before = textAt(index - 1);
    const isOperand =
      previous !== undefined &&
      (previous.kind === 'sign' ? /^[)\]}]$|^(?:\+\+|--)$/.test(before) : !beforeOperand.test(before));
    return {
      speech,
      tokens,
      index,
      sign: text.slice(token.start, token.end),
      before,
      after: textAt(index + 1),
      isSpacedBefore: previous !== undefined && previous.end < token.start,
      isSpacedAfter: next !== undefined && next.start > token.end,
      isBinary: isOperand,
    };
  }

  function sayStructure(place: SignPlace, token: Token): boolean {
    const { sign, before, after, isSpacedBefore } = place;
    switch (sign) {
      case ',':
      case ';':
        speech.pause();
        return true;
      case '(':
        brackets.push(sign);
        if (!/^(?:if|while|for|switch|elif|catch|return|in|of|and|or|not|match)$/.test(before))
          speech.pause();
        return true;
      case '{':
        brackets.push(sign);
        if (after === '}' && /^(?:=|:|\(|,|return|\?\?|\|\|)$/.test(before)) {
          speech.space();
          speech.say(words.emptyObject, token);
        }
        speech.pause();
        return true;
      case '[':
        openBracket(place, token);
        return true;
      case ')':
      case ']':
      case '}':
        brackets.pop();
        if (before !== '[') speech.pause();
        return true;
      case ':':
        sayColon(place, token);
        return true;
      case '?':
        sayQuestion(isSpacedBefore, after, token);
        return true;
      default:
        return false;
    }
  }

  function openBracket({ before, after, index, isSpacedBefore, isBinary }: SignPlace, token: Token): void {
    brackets.push('[');
    if (after === ']') {
      const isType = isBinary && !isSpacedBefore;
      const isFirst = !isBinary && /^[=:(,]$|^return$|^(?:\?\?|\|\|)$/.test(before);
      const closing = tokens[index + 1];
      const behind = tokens[index + 2];
      speech.space();
      const isPrefix = closing && behind?.kind === 'word' && behind.start === closing.end;
      if (isPrefix) speech.say(words.arrayOf, token);
      else if (isType) speech.say(words.array, token);
      else if (isFirst) speech.say(words.emptyArray, token);
    } else if (isBinary && !isSpacedBefore && before !== '#' && before !== '!') {
      const isTypeList = /^\p{Lu}\p{Ll}/u.test(before) || /^(?:list|dict|tuple|set|type|map)$/.test(before);
      if (isTypeList && words.of === words.comma) speech.pause();
      speech.space();
      if (!(isTypeList && words.of === words.comma)) speech.say(isTypeList ? words.of : words.at, token);
      speech.space();
    } else if (before !== '#' && before !== '!') {
      speech.pause();
    }
  }

  function sayColon({ before, after, index, isSpacedBefore }: SignPlace, token: Token): void {
    if (ternaries > 0 && brackets.at(-1) !== '{') {
      ternaries -= 1;
      speech.space();
      speech.say(words.elseWord, token);
    } else if (brackets.at(-1) === '[' && speech.language.id === 'python') {
      speech.space();
      speech.say(words.through, token);
    } else if (before === ')' && !isSpacedBefore && index < tokens.length - 1 && after !== '{') {
      speech.pause();
      speech.say(words.returns, token);
    } else {
      speech.colon();
      return;
    }
    speech.space();
  }

  function sayQuestion(isSpacedBefore: boolean, after: string, token: Token): void {
    speech.space();
    if (isSpacedBefore && after !== ':') {
      ternaries += 1;
      speech.say(words.thenWord, token);
    } else if (speech.language.id === 'rust') {
      speech.say(words.questionMark, token);
    } else {
      speech.say(words.optional, token);
    }
    speech.space();
  }

  /** Types between angle brackets: whether this sign was one of theirs. */
  function sayTypeBracket(sign: string, token: Token): boolean {
    if (sign === '<' && speech.language.traits.has('generics') && opensTypes(text, token.start)) {
      openTypes.push(token.start);
      if (words.of === words.comma) speech.pause();
      else {
        speech.space();
        speech.say(words.of, token);
        speech.space();
      }
      return true;
    }
    if (openTypes.length === 0 || !/^>+$/.test(sign)) return false;
    openTypes.length = Math.max(0, openTypes.length - sign.length);
    speech.pause();
    return true;
  }

  function saySign(index: number, token: Token): void {
    const place = placeOf(index, token);
    if (speech.language.traits.has('tags') && tags.take(place, token, brackets.length)) return;
    if (sayTypeBracket(place.sign, token) || sayStructure(place, token)) return;
    if (
      place.sign === '|' &&
      /^(?:rust|ruby|crystal)$/.test(speech.language.id) &&
      (isInClosure || !place.isBinary)
    ) {
      isInClosure = !isInClosure;
      speech.pause();
      return;
    }
    const said = saySignByPlace(place) ?? words.signs[place.sign];
    if (said === undefined) {
      if (/\p{L}|\p{N}/u.test(place.sign)) speech.copy(token);
      return;
    }
    speech.space();
    speech.say(said, token);
    speech.space();
  }

  for (const [index, token] of tokens.entries()) {
    if (index === thenIndex) {
      speech.space();
      speech.say(words.thenWord, token);
      speech.space();
      if (text.charAt(token.start) === ')') brackets.pop();
    } else if (tags.isClosing() && token.kind !== 'sign') {
      // The name of an element that ends was said when it began.
    } else if (token.kind === 'sign') {
      saySign(index, token);
    } else {
      const isJoined = token.isContinued && /^[\s,.:;!?)\]}"'，。：；！？）]/.test(text.charAt(token.start));
      if (isJoined) speech.join();
      else if (index > 0) speech.space();
      sayOperand(speech, token, isMember(textAt(index - 1), textAt(index + 1), index + 2 < tokens.length));
      speech.space();
    }
  }
}

/** Whether a word is no keyword here, whatever it looks like: `.then`, `{ in: 1 }`. */
function isMember(before: string, after: string, isFollowed: boolean): boolean {
  return /^(?:\.|\?\.|->|::)$/.test(before) || (after === ':' && isFollowed);
}

function sayOperand(speech: CodeSpeech, token: Token, member: boolean): void {
  if (token.kind === 'number') sayNumber(speech, token);
  else if (token.kind === 'string') sayString(speech, token);
  else if (token.kind === 'regularExpression') speech.say(speech.words.regularExpression, token);
  else if (token.kind === 'word') sayWordOfCode(speech, token, member);
}

/** A keyword in words, or a name by its parts. */
export function sayWordOfCode(speech: CodeSpeech, range: TextRange, isMember = false): void {
  const { text, words } = speech;
  const word = text.slice(range.start, range.end);
  const keyword = isMember ? undefined : words.keywords.get(word);
  const said = keyword ?? sayOpaque(word, speech.wordsLanguage) ?? sayName(word);
  const isAsWritten = said.toLowerCase() === word.toLowerCase();
  if (isAsWritten && !speech.isLowerCase && word !== word.toUpperCase()) speech.copy(range);
  else if (said === word) speech.copy(range);
  else speech.say(said, range);
}
