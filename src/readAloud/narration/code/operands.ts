import { brands, colorInWords, looksLikeName, opaqueInWords, optionInWords, splitName } from '../names.ts';
import type { Narrator } from '../narrator.ts';
import type { TextRange } from '../text/ranges.ts';
import type { CodeContext, Token } from './codeTokens.ts';

/** Of a longer text, as many characters are said. */
const longestText = 400;

/** A keyword in words, or a name by its parts. */
export function narrateName(
  narrator: Narrator,
  context: CodeContext,
  range: TextRange,
  isMember: boolean,
): void {
  const { words } = narrator;
  const word = context.text.slice(range.start, range.end);
  const keyword = isMember ? undefined : words.keywords.get(word);
  const said = word.startsWith('#') ? colorInWords(word, words) : (keyword ?? opaqueInWords(word, words));
  narrateOrCopy(narrator, context, range, said ?? splitName(word));
}

/** What is said as it is written is copied: the mark in the text follows its words. */
function narrateOrCopy(
  narrator: Narrator,
  { text, isInline }: CodeContext,
  range: TextRange,
  said: string,
): void {
  const word = text.slice(range.start, range.end);
  const isAsWritten = said.toLowerCase() === word.toLowerCase() && !isInline && word !== word.toUpperCase();
  if (isAsWritten || said === word) narrator.copyAsIs(range);
  else narrator.say(said, range);
}

/** A word of a command: an option, a path, a pattern, a name; `dist/*.js:ro` by its parts. */
export function narrateCommandWord(narrator: Narrator, context: CodeContext, range: TextRange): void {
  const { words } = narrator;
  const word = context.text.slice(range.start, range.end);
  if (/^\[{1,2}$|^\]{1,2}$/.test(word)) return;
  const { slash, dot, star } = words;
  const between = new Map([
    ['/', slash],
    ['.', dot],
    ['*', star],
    [':', ''],
  ]);
  const said =
    optionInWords(word, words.dash) ??
    opaqueInWords(word, words) ??
    (/^[\d.]+$/.test(word)
      ? word
      : word
          .split(/([/.*:])/)
          .map((part) => between.get(part) ?? splitName(part))
          .filter((part) => part !== '')
          .join(' '));
  narrateOrCopy(narrator, context, range, said);
}

/** Numbers stay as they are, but for their bases, separators, units and types. */
export function narrateNumber(narrator: Narrator, { text }: CodeContext, token: Token): void {
  const { words } = narrator;
  const number = text.slice(token.start, token.end);
  const hex = hexInWords(number.replaceAll('_', ''), words.hex);
  if (hex !== undefined) return narrator.say(hex, token);
  const parts = /^([\d_]+(?:\.[\d_]+)?(?:[eE][+-]?\d+)?)([\p{L}_][\p{L}\d_]*)?%?$/u.exec(number);
  const value = parts?.[1]?.replaceAll('_', '') ?? number;
  const suffix = parts?.[2] ?? '';
  if (suffix === '' && value === number.replace('%', '')) narrator.copyAsIs(token);
  // What only says the type of a number is not said.
  else if (suffix === '' || /^(?:n|[uUlLfFdD]{1,3}|_?[iuf](?:8|16|32|64|128|size))$/.test(suffix))
    narrator.say(value, token);
  else narrator.say(`${value} ${words.units.get(suffix) ?? splitName(suffix)}`, token);
}

const escapes = /\\(?:u\{[\da-fA-F]{1,6}\}|[ux][\da-fA-F]{2,4}|\r?\n|[\s\S])|\$[A-Za-z_]\w{0,80}/gu;

/** A text as it would be read, or that it is long. */
export function narrateString(narrator: Narrator, context: CodeContext, token: Token): void {
  const { text } = context;
  const { words } = narrator;
  const range = token.content ?? token;
  const content = text.slice(range.start, range.end);
  if (content.trim() === '') {
    if (content === '' && token.end - token.start > 1 && !token.isContinued)
      narrator.say(words.emptyText, token);
    return;
  }
  const isName =
    context.form === 'data' &&
    /^[\p{L}\p{N}_$@./:-]+$/u.test(content) &&
    /^\s*:/.test(text.slice(token.end, token.end + 9));
  const opaque = /\s/.test(content) ? undefined : opaqueInWords(content, words);
  if (isName) return narrateOrCopy(narrator, context, range, content.split(/[./:]/).map(splitName).join(' '));
  if (opaque !== undefined) return narrator.say(opaque, range);
  const beginning = content.slice(0, longestText);
  const isLong = content.length > longestText;
  const end = isLong && !/\s/.test(beginning) ? range.start : range.start + beginning.length;
  let at = range.start;
  for (const { index, 0: found } of text.slice(at, end).matchAll(escapes)) {
    const start = range.start + index;
    narrateProse(narrator, text, { start: at, end: start });
    at = start + found.length;
    if (/^\\["'`\\/]$/.test(found)) narrator.copyAsIs({ start: start + 1, end: at });
    else if (/^\\[nr]/.test(found)) narrator.pauseBeforeMore();
    else {
      if (found.startsWith('$')) narrator.say(splitName(found), { start, end: at });
      narrator.space();
    }
  }
  narrateProse(narrator, text, { start: at, end });
  if (!isLong) return;
  narrator.pauseBeforeMore();
  narrator.say(words.longText(content.length), { start: end, end: range.end });
}

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
  // Its type is not said: `0xFFu32` is 0xFF.
  const digits = /^0[xX]([\da-fA-F]{1,16})(?:n|[uUlL]{1,3}|[iu](?:8|16|32|64|128|size))?$/.exec(word)?.[1];
  return digits && `${hex} ${digits.toLowerCase().split('').join(' ')}`;
}
