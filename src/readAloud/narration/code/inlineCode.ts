import type { WordsLanguage } from '../block.ts';
import { fileInWords, opaqueInWords, optionInWords, splitName } from '../names.ts';
import { createNarrator, type Narrator } from '../narrator.ts';
import type { TextRange } from '../text/ranges.ts';
import { inlineTokens } from './codeTokens.ts';
import { narrateTokens } from './narrateTokens.ts';

/** Longer inline code is cut. */
const longest = 1000;

/**
 * Inline code in words: `getUserById` "get user by id", `foo.bar()` "foo dot bar", `--no-verify` "dash dash no verify".
 * Empty if it is only brackets.
 */
export function inlineCodeInWords(text: string, language: WordsLanguage): string {
  const range = { start: 0, end: Math.min(longest, text.length) };
  const narrator = createNarrator(text, range, language);
  narrateInlineCode(narrator, text, range);
  return narrator.build('code')[0]?.text ?? '';
}

/**
 * Ratios, dates, times, ranges, addresses, versions, factors, escapes and drawn keys stay as written: voices know how to
 * pronounce them.
 */
const asWritten = [
  /^\d+(?:[.,:/–-]\d+)+%?$/,
  /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)?$/,
  /^[\^~]?\d+(?:\.(?:\d+|[x*]))*(?:-[A-Za-z][\w.-]*)?(?:\+[\w.]+)?$/,
  /^\d+(?:\.\d+)?\s?×(?:\s?\d+)?$/,
  /^(?!\w%)[\w.~-]*%[-+.\w%~]+$/,
  /^(?:[A-Z][a-z]+\+)*[⌃⌥⇧⌘←↑→↓]/,
];

/** The same in the middle of a block: a command, a path, a name, an expression. */
export function narrateInlineCode(narrator: Narrator, text: string, range: TextRange): void {
  const content = text.slice(range.start, range.end).trim();
  const isCommand =
    /(?:^|\s)(?:--?[A-Za-z][\w-]*(?:[\s=]|$)|--\s)/.test(content) || /(?:^|\s)\.{0,2}\/[\w.]/.test(content);
  const [bare = ''] = /[^([‹«“•\s].*(?<![)\]›»”•\s])/u.exec(content) ?? [];
  const whole = wholeThingInWords(narrator, content);
  if (bare.length <= 100 && asWritten.some((form) => form.test(bare))) {
    const start = range.start + text.slice(range.start, range.end).indexOf(bare);
    narrator.copy({ start, end: start + bare.length });
  } else if (whole !== undefined) narrator.say(whole, range);
  else if (isCommand) narrateCommand(narrator, text, range);
  else narrateTokens(narrator, text, inlineTokens(text, range), 'inline');
  narrator.join();
}

/** Narrates a command word by word, each by its own form. */
function narrateCommand(narrator: Narrator, text: string, range: TextRange): void {
  const { words } = narrator;
  for (const { index, 0: word } of text.slice(range.start, range.end).matchAll(/[^\s=]+|=/g)) {
    const part = { start: range.start + index, end: range.start + index + word.length };
    const said = optionInWords(word, words.dash) ?? opaqueInWords(word, words);
    narrator.space();
    if (said === undefined) narrateTokens(narrator, text, inlineTokens(text, part), 'inline');
    else narrator.say(said, part);
    // `--` separates the command's own options from the arguments that it passes on.
    if (word === '--') narrator.pauseBeforeMore();
  }
}

/** The words for code that is one unit despite its signs; undefined if it is narrated by its parts. */
function wholeThingInWords({ words }: Narrator, content: string): string | undefined {
  const whole = opaqueInWords(content, words);
  if (whole !== undefined || content.length > 100) return whole;
  // `Ctrl+,`: the sign is a key, not a pause or an operator.
  if (/^(?:[A-Z][a-z]+\+)+[^\w\s]$/.test(content)) return content;
  const tag = /^<\/?([A-Za-z][\w.-]*)\s?\/?>$/.exec(content)?.[1];
  if (tag !== undefined) return `${words.tag} ${splitName(tag)}`;
  const isPath = /^@?\w[\w.-]*(?:\/(?:[\w@.-]+|<[\w-]+>))*\/?(?<!-)$/.test(content) && /[-/]/.test(content);
  if (!isPath || !/[A-Za-z]{2}|\w\/$/.test(content)) return undefined;
  const segments = content.split('/').filter((segment) => segment !== '');
  return segments.map((segment) => fileInWords(segment.replace(/[<>]/g, ''), words)).join(` ${words.slash} `);
}
