import { ok } from 'node:assert/strict';
import type { CodeSymbol } from '../../../../../src/readAloud/narration/block.ts';

/** A language, a source, and the blocks that a listener hears, with the kind in front if it is not the usual one. */
export type CodeCase = readonly [
  languageId: string,
  source: string,
  blocks: readonly string[],
  /** The declarations that an editor reports, in order, for example "method keep". */
  symbols?: readonly string[],
];

/** Symbols as an editor reports them, with the start of their line and of their name. */
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
