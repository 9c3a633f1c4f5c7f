import type { CodeSpeech } from '../codeSpeech.ts';
import { sayCommandWord } from '../expressions/expressions.ts';
import { sayNumber, sayString } from '../expressions/literals.ts';
import type { Token } from '../lexer/token.ts';
import { sayName } from '../names/names.ts';

/** A command: its words, options and paths, and what goes where. */
export function sayCommand(speech: CodeSpeech, tokens: readonly Token[]): void {
  const { text } = speech;
  let skipTo = 0;
  for (const [index, token] of tokens.entries()) {
    if (token.start < skipTo) continue;
    const previous = tokens[index - 1];
    if (!token.isContinued && previous?.end !== token.start) speech.space();
    if (token.kind === 'string') {
      if (!token.isContinued || /^\s/.test(text.charAt(token.start))) speech.space();
      sayString(speech, token);
    } else if (token.kind === 'sign') {
      skipTo = saySign(speech, tokens, index);
    } else if (token.kind === 'word' || token.kind === 'number') {
      const end = endOfWord(tokens, index);
      skipTo = end;
      sayShellWord(speech, token, end);
    }
  }
}

/** Numbers and words without white space between them are one word: `2024-01.log`. */
function endOfWord(tokens: readonly Token[], from: number): number {
  let end = tokens[from]?.end ?? 0;
  for (let index = from + 1; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (!token || token.start !== end || (token.kind !== 'word' && token.kind !== 'number')) break;
    end = token.end;
  }
  return end;
}

function sayShellWord(speech: CodeSpeech, token: Token, end: number): void {
  const { text, words } = speech;
  const range = { start: token.start, end };
  const word = text.slice(token.start, end);
  if (/^\[{1,2}$|^\]{1,2}$/.test(word)) return;
  speech.space();
  if (token.kind === 'number' && end === token.end) {
    if (word === '2' && text.charAt(end) === '>') speech.say(words.errors, token);
    else if (word === '1' && text.slice(token.start - 2, token.start) === '>&')
      speech.say(words.output, token);
    else sayNumber(speech, token);
    return;
  }
  const keyword = /^(?:if|then|else|elif|for|in|while|function|return|export|case)$/.test(word)
    ? words.keywords.get(word)
    : undefined;
  const isCapitalKeyword = /^[A-Z]{2,12}$/.test(word) && speech.language.id === 'dockerfile';
  const said =
    keyword ??
    (isCapitalKeyword ? word.toLowerCase() : sayCommandWord(speech, word)) ??
    sayPlainWord(speech, word);
  if (said === word || (said.toLowerCase() === word.toLowerCase() && word !== word.toUpperCase()))
    speech.copy(range);
  else speech.say(said, range);
}

function sayPlainWord({ words }: CodeSpeech, word: string): string {
  if (/^[\d.]+$/.test(word)) return word;
  const slash = ` ${words.slash} `;
  return word
    .split('/')
    .map((part) =>
      part
        .split('.')
        .map((name) => sayPattern(name, words.star))
        .filter((name) => name !== '')
        .join(` ${words.dot} `),
    )
    .filter((part) => part !== '')
    .join(slash);
}

function sayPattern(name: string, star: string): string {
  return name
    .split('*')
    .map((part) => part.split(':').map(sayName).join(' '))
    .join(` ${star} `)
    .trim();
}

/** Says a sign, and returns where the next one to say begins. */
function saySign(speech: CodeSpeech, tokens: readonly Token[], index: number): number {
  const { text, words } = speech;
  const token = tokens[index];
  if (!token) return 0;
  const sign = text.slice(token.start, token.end);
  const next = tokens[index + 1];
  // The prompt before a command.
  if (sign === '$' && index === 0 && next && next.start > token.end) return token.end;
  if (/^[;()[\]{},]$/.test(sign)) {
    if (sign === ';' || sign === '(') speech.pause();
    return token.end;
  }
  if (/^[$\\#:"'`]$/.test(sign)) return token.end;
  if (sign.startsWith('<<')) {
    speech.pause();
    return token.end;
  }
  if (sign === '&' && next && next.start === token.end && text.charAt(token.start - 1) === '>') {
    speech.space();
    return token.end;
  }
  const isLast = next === undefined;
  const said = sign === '&' && !isLast ? undefined : words.shellSigns[sign];
  if (said === undefined) return token.end;
  if (sign === '|' || sign === '&&' || sign === '||') speech.pause();
  speech.space();
  speech.say(said, token);
  speech.space();
  return token.end;
}
