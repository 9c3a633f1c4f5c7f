import type { Vocabulary } from '../english.ts';
import { hexInWords, opaqueInWords, splitName } from '../names.ts';
import type { Narrator } from '../narrator.ts';
import type { Token } from './codeTokens.ts';

/** Maximum number of characters of a string that are narrated. */
const longestText = 400;
/** The same for one without a space. */
const longestWord = 60;

/** A name in parts, a number without its type suffix, a path such as `dist/*.js` in parts and signs. */
export function wordOfCodeInWords(word: string, words: Vocabulary): string {
  const whole = opaqueInWords(word, words) ?? numberInWords(word, words);
  if (whole !== undefined) return whole;
  const between: Readonly<Record<string, string>> = { '/': words.slash, '.': words.dot, '*': words.star };
  return word
    .split(/([/.*])/)
    .map((part) => (/^[/.*]$/.test(part) ? between[part] : splitName(part)))
    .filter((part) => part !== '')
    .join(' ');
}

/** A number in words: base, separators, unit and type suffix are replaced, the rest stays. */
function numberInWords(word: string, words: Vocabulary): string | undefined {
  const [, sign = '', number = ''] = /^(-?)(\d.*)$/.exec(word.replaceAll('_', '')) ?? [];
  if (number === '') return undefined;
  const hex = hexInWords(number, words.hex);
  if (hex !== undefined) return hex;
  const [, value = number, suffix = ''] =
    /^(\d[\d.,:-]*(?:[eE][+-]?\d+)?)([\p{L}][\p{L}\d]*)?%?$/u.exec(number) ?? [];
  const isType = /^(?:n|[uUlLfFdD]{1,3}|[iuf](?:8|16|32|64|128|size))$/.test(suffix);
  const unit = suffix === '' || isType ? '' : ` ${words.units.get(suffix) ?? splitName(suffix)}`;
  return `${sign && `${words.minus} `}${value}${unit}`;
}

const escapes =
  /\\(?:u\{[\da-fA-F]{1,6}\}|[ux][\da-fA-F]{2,4}|[0-7]{1,3}|\r?\n|[\s\S])|\$[A-Za-z_]\w{0,80}|&#?\w{1,8};/gu;
const onlyEscapes = /^(?:\\(?:u\{[\da-fA-F]{1,6}\}|[ux][\da-fA-F]{2,4}|[0-7]{1,3}|[a-z])){1,4}$/;

/** Narrates a string as prose, or announces that it is long. */
export function narrateString(narrator: Narrator, text: string, token: Token): void {
  const { words } = narrator;
  const range = token.content ?? token;
  const content = text.slice(range.start, range.end);
  if (content === '' && token.end - token.start > 1 && !token.isContinued)
    narrator.say(words.emptyText, token);
  const word = /^\S+$/.test(content) ? content : '';
  const opaque =
    opaqueInWords(word, words) ?? (word.length > longestWord ? words.longText(word.length) : undefined);
  if (opaque !== undefined) return narrator.say(opaque, range);
  // A line break as a value, not one within a text.
  if (onlyEscapes.test(content)) return narrator.sayWord(content, range);
  const isLong = content.length > longestText;
  const end = isLong ? range.start + longestText : range.end;
  let at = range.start;
  for (const { index, 0: found } of text.slice(at, end).matchAll(escapes)) {
    const start = range.start + index;
    narrator.copy({ start: at, end: start }, true);
    at = start + found.length;
    if (found.startsWith('$')) narrator.sayWord(splitName(found), { start, end: at });
    else if (/^\\["'`\\/]$/.test(found)) narrator.copyAsIs({ start: start + 1, end: at });
    else if (found.startsWith('&')) narrator.space();
    else narrator.pauseBeforeMore();
  }
  narrator.copy({ start: at, end }, true);
  if (!isLong) return;
  narrator.pauseBeforeMore();
  narrator.say(words.longText(content.length), { start: end, end: range.end });
}
