import { brands, looksLikeName, opaqueInWords, optionInWords, splitName } from '../names.ts';
import type { Narrator } from '../narrator.ts';
import type { TextRange } from '../text/ranges.ts';

/** Operators that people write between words. */
const standalone = /^(?:=>|===?|!==?|<=|>=|&&|\|\||\?\?|:=)$/;

/** A text for people in code: as the narrator says any, but names of code are split. */
export function narrateProse(narrator: Narrator, text: string, { start, end }: TextRange): void {
  let at = start;
  const flush = (to: number) => {
    if (to > at) narrator.copy({ start: at, end: to });
  };
  for (const { index, 0: run } of text.slice(start, end).matchAll(/[!-~]+/g)) {
    const from = start + index;
    if (/^[*_~#|\\/^+=<>]+$/.test(run) && !standalone.test(run)) {
      flush(from);
      at = from + run.length;
      continue;
    }
    const core = /^[([{"'<]*(.*?)[.,;:!?)\]}"'>]*$/.exec(run)?.[1] ?? run;
    const isCall = run.startsWith(`${core}()`, run.indexOf(core));
    const word = isCall && core !== '' ? `${core}()` : core;
    const said = standalone.test(run) ? narrator.words.signs.get(run) : wordInWords(word, narrator);
    if (said === undefined) continue;
    const place = from + (standalone.test(run) ? 0 : run.indexOf(core));
    flush(place);
    at = place + (standalone.test(run) ? run.length : word.length);
    narrator.say(said, { start: place, end: at });
  }
  flush(end);
}

/** What is said for a word of a text that is code, or undefined for any other. */
function wordInWords(word: string, { words }: Narrator): string | undefined {
  if (brands.has(word) || word === '') return undefined;
  const names = /^[\p{L}_$][\w$]*(?:(?:\.|::)[\p{L}_$][\w$]*)*(?=(?:\(\))?$)/u.exec(word)?.[0].split(/\.|::/);
  const opaque = opaqueInWords(word, words);
  if (opaque !== undefined) return opaque;
  if (!names) return optionInWords(word, words.dash) ?? hexInWords(word, words.hex);
  const isCode = word.endsWith('()') || word.includes('::') || names.some(looksLikeName);
  // `foo.bar` is code, but not "e.g" or "U.S".
  const isDotted = names.length > 1 && names.every((name) => name.length > 2 && /^[\p{Ll}_]/u.test(name));
  return isCode || isDotted ? names.map(splitName).join(` ${words.dot} `) : undefined;
}

function hexInWords(word: string, hex: string): string | undefined {
  const digits = /^0[xX]([\da-fA-F]{1,8})$/.exec(word)?.[1];
  return digits && `${hex} ${digits.toLowerCase().split('').join(' ')}`;
}
