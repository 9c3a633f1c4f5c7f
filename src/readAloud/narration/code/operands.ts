import { opaqueInWords, optionInWords, splitName } from '../names.ts';
import type { Narrator } from '../narrator.ts';
import type { TextRange } from '../text/ranges.ts';
import type { CodeContext } from './codeReading.ts';
import type { Token } from './codeTokens.ts';
import { narrateProse } from './prose.ts';

/** Of a longer text, as many characters are said. */
const longestText = 400;

/** A keyword in words, or a name by its parts. */
export function narrateName(
  narrator: Narrator,
  context: CodeContext,
  range: TextRange,
  isMember = false,
): void {
  const { words } = narrator;
  const word = context.text.slice(range.start, range.end);
  const keyword = isMember ? undefined : words.keywords.get(word);
  if (context.form === 'styles' && word === 'var') return;
  if (context.form === 'styles' && /^#[\da-f]{3,8}$/i.test(word)) {
    narrator.say(`${words.hex} ${word.slice(1).toLowerCase().split('').join(' ')}`, range);
    return;
  }
  const variable = context.form === 'styles' && word.startsWith('--') ? `${words.variable} ` : '';
  narrateOrCopy(
    narrator,
    context,
    range,
    keyword ?? opaqueInWords(word, words) ?? variable + splitName(word),
  );
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

/** A word of a command: an option, a path, a pattern, a name. */
export function narrateCommandWord(narrator: Narrator, context: CodeContext, range: TextRange): void {
  const { words } = narrator;
  const word = context.text.slice(range.start, range.end);
  if (/^\[{1,2}$|^\]{1,2}$/.test(word)) return;
  if (word === '2' && context.text.charAt(range.end) === '>') return narrator.say(words.errors, range);
  const isInstruction = context.grammar === 'dockerfile' && /^[A-Z]{2,12}$/.test(word);
  const said = isInstruction
    ? word.toLowerCase()
    : ((/^(?:if|then|else|elif|for|in|while|function|return|export|case)$/.test(word)
        ? words.keywords.get(word)
        : undefined) ??
      optionInWords(word, words.dash) ??
      opaqueInWords(word, words) ??
      (/^[\d.]+$/.test(word) ? word : partsInWords(word, narrator)));
  narrateOrCopy(narrator, context, range, said);
}

/** `dist/*.js:ro` by its parts. */
function partsInWords(word: string, { words }: Narrator): string {
  const between = { '/': words.slash, '.': words.dot, '*': words.star, ':': '' };
  return word
    .split(/([/.*:])/)
    .map((part) => (Object.hasOwn(between, part) ? between[part as keyof typeof between] : splitName(part)))
    .filter((part) => part !== '')
    .join(' ')
    .replace(new RegExp(`^(?:${words.slash}|${words.dot}) (?=${words.slash})`), '');
}

const bases = { x: 'hex', b: 'binary', o: 'octal' } as const;

/** Numbers stay as they are, but for their bases, separators, units and types. */
export function narrateNumber(narrator: Narrator, { text }: CodeContext, token: Token): void {
  const { words } = narrator;
  const number = text.slice(token.start, token.end);
  const based = /^0([xXbBoO])([\da-fA-F_]+)/.exec(number);
  const base = based?.[1]?.toLowerCase();
  if (base === 'x' || base === 'b' || base === 'o') {
    const digits = (based?.[2] ?? '').replaceAll('_', '').toLowerCase().slice(0, 64);
    narrator.say(
      `${words[bases[base]]} ${base === 'x' ? digits.slice(0, 16).split('').join(' ') : digits}`,
      token,
    );
    return;
  }
  const parts = /^([\d_]+(?:\.[\d_]+)?(?:[eE][+-]?\d+)?)([\p{L}_][\p{L}\d_]*)?%?$/u.exec(number);
  const value = parts?.[1]?.replaceAll('_', '') ?? number;
  const suffix = parts?.[2] ?? '';
  const unit = words.units.get(suffix);
  if (suffix === '' && value === number.replace('%', '')) narrator.copyAsIs(token);
  // What only says the type of a number is not said.
  else if (suffix === '' || /^(?:n|[uUlLfFdD]{1,3}|_?[iuf](?:8|16|32|64|128|size))$/.test(suffix))
    narrator.say(value, token);
  else narrator.say(`${value} ${unit ?? splitName(suffix)}`, token);
}

/** Where something comes from: a file by its name, a package by all of its parts. */
export function narrateSource(
  narrator: Narrator,
  context: CodeContext,
  { start, end, content }: Token,
): void {
  const range = content ?? { start, end };
  const source = context.text.slice(range.start, range.end);
  const names = source.split(/[/:\\]/).filter((part) => !/^[.~]*$/.test(part));
  const said = /^[./~]/.test(source) ? names.slice(-1).map((name) => name.replace(/\.\w{1,5}$/, '')) : names;
  const isLong = source.length > 200;
  narrateOrCopy(
    narrator,
    context,
    range,
    isLong ? '' : said.map((part) => part.split('.').map(splitName).join(' ')).join(' '),
  );
}

const escapes =
  /\\(?:u\{[\da-fA-F]{1,6}\}|[ux][\da-fA-F]{2,4}|\r?\n|[\s\S])|''|""|%[sdifvwqT@](?!\w)|\$[A-Za-z_]\w{0,80}/gu;

/** A text as it would be read, or that it is long. */
export function narrateString(narrator: Narrator, context: CodeContext, token: Token): void {
  const { text, grammar } = context;
  const { words } = narrator;
  const range = token.content ?? token;
  const content = text.slice(range.start, range.end);
  if (content.trim() === '') {
    if (content === '' && token.end - token.start > 1 && !token.isContinued)
      narrator.say(words.emptyText, token);
    return;
  }
  // What Go writes behind a field is for encoders.
  if (grammar === 'go' && /^\w+:"/.test(content)) return;
  const isName =
    context.form === 'data' &&
    /^[\p{L}\p{N}_$@./:-]+$/u.test(content) &&
    /^\s*:/.test(text.slice(token.end, token.end + 9));
  const opaque = /\s/.test(content) ? undefined : opaqueInWords(content, words);
  if (isName) narrateOrCopy(narrator, context, range, content.split(/[./:]/).map(splitName).join(' '));
  else if (opaque !== undefined) narrator.say(opaque, range);
  else if (content.length > longestText && !/\s/.test(content.slice(0, longestText))) {
    narrator.say(words.longText(content.length), range);
  } else {
    const end = Math.min(range.end, range.start + longestText);
    let at = range.start;
    for (const { index, 0: found } of content.slice(0, longestText).matchAll(escapes)) {
      const start = range.start + index;
      narrateProse(narrator, text, { start: at, end: start });
      at = Math.min(end, start + found.length);
      if (/^(?:\\["'`\\/]|''|"")$/.test(found)) narrator.copyAsIs({ start: start + 1, end: at });
      else if (found.startsWith('$')) {
        narrator.say(splitName(found), { start, end: at });
        narrator.space();
      } else if (/^\\[nr]/.test(found)) narrator.pauseBeforeMore();
      else narrator.space();
    }
    narrateProse(narrator, text, { start: at, end });
    if (end === range.end) return;
    narrator.pauseBeforeMore();
    narrator.say(words.longText(content.length), { start: end, end: range.end });
  }
}
