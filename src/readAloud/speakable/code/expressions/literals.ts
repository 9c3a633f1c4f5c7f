import type { CodeSpeech } from '../codeSpeech.ts';
import type { Token } from '../lexer/token.ts';
import { sayName } from '../names/names.ts';
import { sayOpaque } from '../names/opaque.ts';
import { sayProse } from '../prose.ts';

/** Of a longer text, as many characters are said. */
const longestText = 400;

const bases = { x: 'hex', b: 'binary', o: 'octal' } as const;

/** Numbers stay as they are, but for their bases, separators and types. */
export function sayNumber(speech: CodeSpeech, token: Token): void {
  const { words } = speech;
  const number = speech.text.slice(token.start, token.end);
  const based = /^0([xXbBoO])([\da-fA-F_]+)/.exec(number);
  const base = based?.[1]?.toLowerCase();
  if (base === 'x' || base === 'b' || base === 'o') {
    const digits = (based?.[2] ?? '').replaceAll('_', '').toLowerCase();
    const spaced = digits.slice(0, 16).split('').join(' ');
    speech.say(`${words[bases[base]]} ${base === 'x' ? spaced : digits.slice(0, 64)}`, token);
    return;
  }
  const parts = /^([\d_]+(?:\.[\d_]+)?(?:[eE][+-]?\d+)?)([\p{L}_][\p{L}\d_]*)?%?$/u.exec(number);
  const value = parts?.[1]?.replaceAll('_', '') ?? number;
  const suffix = parts?.[2] ?? '';
  const unit = words.units.get(suffix);
  if (unit !== undefined) speech.say(`${value} ${unit}`, token);
  else if (suffix === '' && value === number.replace('%', '')) speech.copy(token);
  // What only says the type of a number is not said.
  else if (suffix === '' || /^(?:n|[uUlLfFdDm]{1,3}|_?[iuf](?:8|16|32|64|128|size))$/.test(suffix)) {
    speech.say(value, token);
  } else speech.say(`${value} ${sayName(suffix)}`, token);
}

/** A text as it would be read, or that it is long. */
export function sayString(speech: CodeSpeech, token: Token): void {
  const { text, words, wordsLanguage } = speech;
  const range = token.content ?? token;
  const content = text.slice(range.start, range.end);
  if (content.trim() === '') {
    const isEmpty = content === '' && token.end - token.start > 1 && !token.isContinued;
    if (isEmpty && range.start - token.start === token.end - range.end) speech.say(words.emptyText, token);
    return;
  }
  // What Go writes behind a field is for encoders.
  if (speech.language.id === 'go' && /^\w+:"/.test(content)) return;
  const opaque = /\s/.test(content) ? undefined : sayOpaque(content, wordsLanguage);
  if (opaque !== undefined) {
    speech.say(opaque, range);
    return;
  }
  if (content.length > longestText && !/\s/.test(content.slice(0, longestText))) {
    speech.say(words.longText(content.length), range);
    return;
  }
  const end = Math.min(range.end, range.start + longestText);
  let at = range.start;
  const pieces =
    /\\(?:u\{[\da-fA-F]{1,6}\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|\r?\n|[\s\S])|''|""|%[sdifvwqT@](?!\w)|\$[A-Za-z_]\w{0,80}/gu;
  for (const { index, 0: sequence } of text.slice(range.start, end).matchAll(pieces)) {
    const start = range.start + index;
    sayProse(speech, { start: at, end: start });
    at = start + sequence.length;
    if (/^(?:\\["'`\\/]|''|"")$/.test(sequence)) speech.copy({ start: start + 1, end: at });
    else if (sequence.startsWith('$')) {
      speech.say(sayName(sequence), { start, end: at });
      speech.space();
    } else if (/^\\[ux]/.test(sequence)) speech.say(characterOf(sequence), { start, end: at });
    else if (/^\\n|\\r/.test(sequence)) speech.pause();
    else speech.space();
  }
  sayProse(speech, { start: at, end });
  if (end < range.end) {
    speech.pause();
    speech.say(words.longText(content.length), { start: end, end: range.end });
  }
}

/** The character of an sequence, unless no voice could say it. */
function characterOf(sequence: string): string {
  const code = Number.parseInt(sequence.replace(/[^\da-fA-F]/g, ''), 16);
  const character = code <= 0x10ffff ? String.fromCodePoint(code) : '';
  return /^[\p{L}\p{N}\p{P}]$/u.test(character) ? character : '';
}
