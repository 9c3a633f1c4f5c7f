import type { WordsLanguage } from '../block.ts';
import {
  colorInWords,
  fileInWords,
  keyPressesInWords,
  opaqueInWords,
  optionInWords,
  splitName,
} from '../names.ts';
import { createNarrator, type Narrator } from '../narrator.ts';
import type { TextRange } from '../text/ranges.ts';
import { type CodeContext, inlineTokens } from './codeTokens.ts';
import { narrateTokens } from './narrateTokens.ts';

/** Longer code in the middle of a text is cut. */
const longest = 1000;

/**
 * A little code, as it stands in the middle of a text, in words: `getUserById` "get user by id", `foo.bar()` "foo dot
 * bar", `--no-verify` "dash dash no verify". Empty for mere brackets.
 */
export function inlineCodeInWords(text: string, language: WordsLanguage): string {
  const range = { start: 0, end: Math.min(longest, text.length) };
  const narrator = createNarrator(text, range, language);
  narrateInlineCode(narrator, text, range);
  return narrator.build('code')?.text ?? '';
}

/** The same in the middle of a block: a command, a path, a name, an expression. */
export function narrateInlineCode(narrator: Narrator, text: string, range: TextRange): void {
  const content = text.slice(range.start, range.end);
  const context: CodeContext = { text, grammar: 'typescript', form: 'code', isInline: true };
  const whole = wholeThingInWords(narrator, content.trim());
  const isCommand =
    /(?:^|\s)(?:--?[A-Za-z][\w-]*(?:[\s=]|$)|--\s)/.test(content) || /(?:^|\s)\.{0,2}\/[\w.]/.test(content);
  if (whole !== undefined) narrator.say(whole, range);
  else if (isCommand) narrateCommand(narrator, context, range);
  else narrateTokens(narrator, context, inlineTokens(text, range));
  narrator.join();
}

/** Words of a command, each by its own form. */
function narrateCommand(narrator: Narrator, context: CodeContext, range: TextRange): void {
  const { words } = narrator;
  for (const { index, 0: word } of context.text.slice(range.start, range.end).matchAll(/[^\s=]+|=/g)) {
    const part = { start: range.start + index, end: range.start + index + word.length };
    narrator.space();
    const said = optionInWords(word, words.dash) ?? opaqueInWords(word, words);
    if (said === undefined) narrateTokens(narrator, context, inlineTokens(context.text, part));
    else narrator.say(said, part);
    // Parts what an option of the command itself is from what it hands on.
    if (word === '--') narrator.pauseBeforeMore();
  }
}

/** Ratios, dates, times, ranges, addresses and versions, as they stand in a text: a voice knows how to say them. */
const written = [
  /^\d+(?:[.,:/–-]\d+)+%?$/,
  /^[\^~]?\d+(?:\.(?:\d+|[x*]))*(?:-[A-Za-z][\w.-]*)?(?:\+[\w.]+)?$/,
  /^(?:%[\da-fA-F]{2})+$/,
  /^[\w.~-]+(?:%[\da-fA-F]{2}[\w.~-]*)*%[\da-fA-F]{2}[A-Za-z_][\w.~-]*$/,
  /^%[-+0]?[\d.]*[A-Za-z]$/,
];
const moment = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?$/;

/** What is one thing, however many signs are in it; undefined for what is said by its parts. */
function wholeThingInWords({ words, language }: Narrator, content: string): string | undefined {
  if (content.length <= 100) {
    const said = keyPressesInWords(content, language);
    if (said !== undefined) return said;
    const time = moment.exec(content);
    if (time) return [time[1], time[2], time[3]].filter(Boolean).join(' ');
    const inside = content.replace(/^[([‹«“•\s]+|[)\]›»”•\s]+$/gu, '');
    if (/[%.,:/–^~-]/.test(inside) && written.some((form) => form.test(inside))) return inside;
  }
  const opaque = opaqueInWords(content, words);
  if (opaque !== undefined) return opaque;
  if (content.length > 100) return undefined;
  const factor = /^(\d+(?:\.\d+)?)\s?×$/.exec(content);
  if (factor?.[1] !== undefined) return `${factor[1]} ${words.timesAsMuch}`;
  const environment = /^%(\w{2,60})%$/.exec(content);
  if (environment?.[1] !== undefined) return splitName(environment[1]);
  const color = colorInWords(content, words);
  if (color !== undefined) return color;
  const tag = /^<\/?([A-Za-z][\w.-]{0,60})\s?\/?>$/.exec(content);
  if (tag?.[1] !== undefined) return `${words.tag} ${splitName(tag[1])}`;
  if (content === '{}') return words.emptyObject;
  if (content === '[]') return words.emptyArray;
  const beginning = /^([A-Za-z]\w{0,20}(?:-\w{1,20}){0,4})-$/.exec(content);
  if (beginning?.[1] !== undefined) {
    return `${beginning[1].split('-').map(beginningInWords).join(` ${words.dash} `)} ${words.dash}`;
  }
  if (
    /^@?\w[\w.-]*(?:\/(?:[\w@.-]+|<[\w-]+>))*\/?$/.test(content) &&
    /[-/]/.test(content) &&
    (/[A-Za-z]{2}/.test(content) || /^\w*[A-Za-z]\w*\/$/.test(content))
  ) {
    const segments = content.split('/').filter((segment) => segment !== '');
    const said = segments.map((segment) => fileInWords(segment.replace(/[<>]/g, ''), words));
    return said.join(` ${words.slash} `);
  }
  return undefined;
}

/** What keys and names begin with, as in `sk-`, has letters where it is short and no voice could say it. */
function beginningInWords(part: string): string {
  return /^[b-df-hj-np-tv-xz]{1,4}$/i.test(part) ? part.toUpperCase().split('').join(' ') : splitName(part);
}
