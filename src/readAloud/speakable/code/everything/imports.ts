import type { TextRange } from '../../../text/ranges.ts';
import type { CodeSpeech } from '../codeSpeech.ts';
import { sayTokens, sayWordOfCode } from '../expressions/expressions.ts';
import type { Token } from '../lexer/token.ts';
import { sayName } from '../names/names.ts';

/** Whether a statement brings in what stands elsewhere: its paths are said without their signs. */
export function isImport({ text, language }: CodeSpeech, tokens: readonly Token[]): boolean {
  const words = tokens
    .slice(0, 3)
    .map((token) =>
      token.kind === 'string' ? '"' : text.slice(token.start, Math.min(token.end, token.start + 12)),
    );
  const [first = '', second = '', third = ''] = words;
  switch (first) {
    case 'import':
      return second !== '.' && (second !== '(' || language.id === 'go');
    case 'from':
      return language.id === 'python' || third === 'import';
    case 'use':
    case 'using':
    case 'package':
    case 'namespace':
    case 'include':
      return tokens[1]?.kind === 'word' || tokens[1]?.kind === 'string';
    case 'pub':
      return second === 'use';
    case '#':
      return second === 'include' || second === 'import';
    case 'export':
      return (second === '*' || second === '{') && hasSource(text, tokens);
    default:
      return false;
  }
}

function hasSource(text: string, tokens: readonly Token[]): boolean {
  return (
    tokens.at(-1)?.kind === 'string' || tokens.some(({ start, end }) => text.slice(start, end) === 'from')
  );
}

/** "import read file from node fs promises" */
export function sayImport(speech: CodeSpeech, tokens: readonly Token[]): void {
  const { text, words } = speech;
  for (const token of tokens) {
    if (token.kind === 'string') {
      speech.space();
      saySource(speech, token.content ?? token);
      speech.pause();
    } else if (token.kind === 'word') {
      speech.space();
      sayWordOfCode(speech, token);
      speech.space();
    } else if (token.kind !== 'sign') {
      sayTokens(speech, [token]);
    } else {
      const sign = text.slice(token.start, token.end);
      if (sign === ',' || sign === ';') speech.pause();
      else if (sign === '*') {
        speech.space();
        speech.say(words.all, token);
      } else if (sign === '=') sayTokens(speech, [token]);
      speech.space();
    }
  }
}

/** Where something comes from: a file by its name, a package by all of its parts. */
function saySource(speech: CodeSpeech, range: TextRange): void {
  const source = speech.text.slice(range.start, range.end);
  if (source.length > 200) return;
  const isFile = /^[./~]/.test(source);
  const names = source.split(/[/:\\]/).filter((part) => !/^[.~]*$/.test(part));
  const said = isFile ? names.slice(-1).map((name) => name.replace(/\.\w{1,5}$/, '')) : names;
  const name = said.map((part) => part.split('.').map(sayName).join(' ')).join(' ');
  if (name === source) speech.copy(range);
  else speech.say(name, range);
}
