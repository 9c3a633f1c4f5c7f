import { ok } from 'node:assert/strict';
import type { CodeSymbol, WordsLanguage } from '../../../../../src/readAloud/narration/block.ts';

/** A language, a source, and the blocks that a listener hears; one of another kind than is usual begins with it. */
export type CodeCase = readonly [
  languageId: string,
  source: string,
  blocks: readonly string[],
  wordsLanguage?: WordsLanguage | undefined,
  /** What an editor knows to be declared, in order: "method keep". */
  symbols?: readonly string[],
];

/** Symbols as an editor gives them: of their whole line, and of their name. */
export function symbolsOf(source: string, symbols: readonly string[]): CodeSymbol[] {
  let at = 0;
  return symbols.map((symbol) => {
    const [kind = '', ...head] = symbol.split(' ');
    const name = head.at(-1) ?? '';
    const nameStart = source.indexOf(head.join(' '), at) + head.join(' ').length - name.length;
    ok(nameStart >= at, symbol);
    at = nameStart + name.length;
    const lineStart = source.lastIndexOf('\n', nameStart) + 1;
    return { kind, name, nameStart, start: lineStart + source.slice(lineStart).search(/\S/) };
  });
}
