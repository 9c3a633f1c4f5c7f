import type { CodeSpeech } from '../codeSpeech.ts';
import { sayNumber, sayString } from '../expressions/literals.ts';
import type { Token } from '../lexer/token.ts';
import { sayName } from '../names/names.ts';

/** A selector, an at-rule or a property of a style sheet. */
export function sayStyle(speech: CodeSpeech, tokens: readonly Token[]): void {
  const { text, words } = speech;
  const colon = tokens.findIndex(({ start, end }) => text.slice(start, end) === ':');
  const isSelector = text.charAt((tokens.at(-1)?.end ?? 1) - 1) === '{' || colon < 0;
  let skipTo = -1;
  for (const [index, token] of tokens.entries()) {
    if (token.start < skipTo) continue;
    const previous = tokens[index - 1];
    const next = tokens[index + 1];
    const sign = text.slice(token.start, Math.min(token.end, token.start + 40));
    if (previous && previous.end < token.start) speech.space();
    if (token.kind === 'string') {
      speech.space();
      sayString(speech, token);
    } else if (sign === '#' && !isSelector) {
      const digits = /^#([\da-fA-F]{3,8})\b/.exec(text.slice(token.start, token.start + 10));
      skipTo = token.start + (digits?.[0].length ?? 1);
      const said = `${words.hex} ${digits?.[1]?.toLowerCase().split('').join(' ') ?? ''}`;
      speech.space();
      speech.say(said.trim(), { start: token.start, end: skipTo });
    } else if (token.kind === 'number') {
      speech.space();
      sayNumber(speech, token);
      speech.space();
    } else if (token.kind === 'word') {
      speech.space();
      sayStyleName(speech, token, sign);
    } else {
      saySign(speech, token, sign, isSelector, next?.start === token.end);
    }
  }
}

function sayStyleName(speech: CodeSpeech, token: Token, name: string): void {
  const said = name.startsWith('--') ? `${speech.words.variable} ${sayName(name)}` : sayName(name);
  if (name === 'var' || said === '') return;
  if (said.toLowerCase() === name.toLowerCase() && name !== name.toUpperCase()) speech.copy(token);
  else speech.say(said, token);
}

function saySign(
  speech: CodeSpeech,
  token: Token,
  sign: string,
  isSelector: boolean,
  isJoined: boolean,
): void {
  const { words } = speech;
  switch (sign) {
    case ',':
    case '(':
    case ')':
      speech.pause();
      return;
    case ':':
    case '::':
      if (isSelector && isJoined) speech.pause();
      else speech.colon();
      return;
    case '{':
    case '}':
    case ';':
      return;
    case '.':
    case '#':
      speech.space();
      speech.say(sign === '.' ? words.classSelector : words.idSelector, token);
      speech.space();
      return;
    case '*':
      speech.space();
      speech.say(words.all, token);
      speech.space();
      return;
    default: {
      const said = sign === '&' || (isSelector && sign === '>') ? '' : words.signs[sign];
      speech.space();
      if (said !== undefined) speech.say(said, token);
      else if (/[\p{L}\p{N}]/u.test(sign)) speech.copy(token);
      speech.space();
    }
  }
}
