import type { CodeSpeech } from '../codeSpeech.ts';
import type { Token } from '../lexer/token.ts';

/** The index of the token in whose place "then" is said, or -1: where the condition of an `if` ends. */
export function indexOfThen({ text, language }: CodeSpeech, tokens: readonly Token[]): number {
  if (language.condition === undefined) return -1;
  const start = tokens.findIndex(({ kind, start: from, end }) => {
    return kind === 'word' || !/^[{}()[\];,]$/.test(text.slice(from, end));
  });
  let at = start;
  while (at !== -1 && /^(?:else|elif|if)$/.test(wordAt(text, tokens, at))) {
    if (wordAt(text, tokens, at) !== 'else') return endOfCondition(text, tokens, at + 1, language.condition);
    at += 1;
  }
  return -1;
}

function wordAt(text: string, tokens: readonly Token[], index: number): string {
  const token = tokens[index];
  return token?.kind === 'word' && token.end - token.start < 8 ? text.slice(token.start, token.end) : '';
}

function endOfCondition(text: string, tokens: readonly Token[], from: number, condition: string): number {
  let depth = 0;
  for (let index = from; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (token?.kind !== 'sign') continue;
    const sign = text.slice(token.start, token.end);
    if (depth === 0 && (condition === 'brace' ? sign === '{' : condition === 'colon' && sign === ':'))
      return index;
    if (sign === '(' || sign === '[' || sign === '{') depth += 1;
    if (sign === ')' || sign === ']' || sign === '}') depth -= 1;
    if (condition === 'parentheses' && depth === 0 && sign === ')') return index;
    if (condition === 'parentheses' && depth === 0 && index === from) return -1;
  }
  return -1;
}
