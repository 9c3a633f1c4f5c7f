import type { TextRange } from '../../text/ranges.ts';
import type { CodeSpeech } from './codeSpeech.ts';
import { brands } from './names/abbreviations.ts';
import { looksLikeName, sayName } from './names/names.ts';
import { sayOpaque } from './names/opaque.ts';

const emoji =
  /(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F)(?:\u200d\p{Extended_Pictographic}|[\u{1F3FB}-\u{1F3FF}]|\uFE0F)*/gu;
const wideCharacter = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303F\uFF00-\uFFEF]/u;

/** A text for people as it stands, but for names of code, addresses and whatever else no voice can say. */
export function sayProse(speech: CodeSpeech, range: TextRange): void {
  const { text } = speech;
  const content = text.slice(range.start, range.end).replace(emoji, (found) => ' '.repeat(found.length));
  let at = range.start;
  for (const { index, 0: run } of content.matchAll(/[!-~]+|[^\s!-~]+/gu)) {
    const start = range.start + index;
    if (start > at && hasSpace(speech, at, start)) speech.space();
    at = start + run.length;
    if (/^[!-~]/.test(run)) sayWord(speech, { start, end: at }, run);
    else speech.copy({ start, end: at });
  }
  if (range.end > at && hasSpace(speech, at, range.end)) speech.space();
}

/** A line's end between Chinese characters is no space. */
function hasSpace({ text }: CodeSpeech, start: number, end: number): boolean {
  const isWrap = /[\r\n]/.test(text.slice(start, end));
  return !(isWrap && wideCharacter.test(text.charAt(start - 1)) && wideCharacter.test(text.charAt(end)));
}

const openingSigns = '([{"\'<';
const closingSigns = '.,;:!?)]}"\'>…';
/** Operators that people write between words, and the ones that they are said as. */
const standaloneSigns = new Map(
  ['=>', '===', '!==', '==', '!=', '<=', '>=', '&&', '||', '??', ':=']
    .map((sign) => [sign, sign] as const)
    .concat([['->', '=>'] as const]),
);

function sayWord(speech: CodeSpeech, range: TextRange, word: string): void {
  const sign = word.length > 1 ? standaloneSigns.get(word) : undefined;
  if (sign !== undefined) {
    speech.say(speech.words.signs[sign] ?? '', range);
    return;
  }
  if (/^[*_~#|\\/^+=<>]+$/.test(word)) return;
  const emphasis = emphasisOf(word);
  const from = range.start + emphasis.start;
  const to = range.start + emphasis.end;
  const core = coreOf(word.slice(emphasis.start, emphasis.end));
  const said = sayCore(speech, word.slice(emphasis.start + core.start, emphasis.start + core.end));
  if (said === undefined) {
    speech.copy({ start: from, end: to });
  } else {
    speech.copy({ start: from, end: from + core.start });
    speech.say(said, { start: from + core.start, end: from + core.end });
    speech.copy({ start: from + core.end, end: to });
  }
  speech.copy({ start: to + emphasis.closing, end: range.end });
}

/** Where a word stands between signs of emphasis, which are not said. */
function emphasisOf(word: string): TextRange & { readonly closing: number } {
  const opening = /^(?:\*{1,3}|_{1,2}|~~)(?=[\p{L}\p{N}"'(`])/u.exec(word)?.[0] ?? '';
  const closing = /(\*{1,3}|~~|_{1,2})[.,;:!?)]{0,3}$/.exec(word);
  const isClosed =
    closing?.[1] !== undefined && closing.index > opening.length && (closing[1] !== '_' || opening === '_');
  // An underscore belongs to a name, unless there is one at both ends.
  const isName = opening.startsWith('_') && !(isClosed && closing?.[1] === opening);
  const start = isName ? 0 : opening.length;
  if (!isClosed || (closing[1]?.startsWith('_') && isName)) return { start, end: word.length, closing: 0 };
  return { start, end: closing.index, closing: closing[1]?.length ?? 0 };
}

/** The word without the punctuation around it. A call keeps its brackets, an option its dashes. */
function coreOf(word: string): TextRange {
  let start = 0;
  let end = word.length;
  while (start < end && openingSigns.includes(word.charAt(start))) start += 1;
  while (end > start && closingSigns.includes(word.charAt(end - 1))) {
    if (word.endsWith('()', end) && end - 2 > start) break;
    end -= 1;
  }
  return { start, end };
}

/** What is said for a word, or undefined for one that is said as it stands. */
function sayCore({ words, wordsLanguage }: CodeSpeech, core: string): string | undefined {
  const opaque = sayOpaque(core, wordsLanguage);
  if (opaque !== undefined) return brands.has(core) ? undefined : opaque;
  if (brands.has(core)) return undefined;
  const call = /^([\p{L}_$][\w$]*(?:(?:\.|::)[\p{L}_$][\w$]*)*)(?:\(\))?$/u.exec(core);
  if (call?.[1] !== undefined) {
    const names = call[1].split(/\.|::/);
    const isCode = core.endsWith('()') || names.some(looksLikeName) || core.includes('::');
    if (names.length > 1 && !isCode && !isDotted(names)) return undefined;
    if (isCode || names.length > 1) return names.map(sayName).join(` ${words.dot} `);
    return undefined;
  }
  const option = /^(--?)([A-Za-z][\w-]{0,60})$/.exec(core);
  if (option?.[2] !== undefined) return sayOption(option[1] === '--', option[2], words.dash);
  const hex = /^0[xX]([\da-fA-F]{1,8})$/.exec(core);
  if (hex?.[1] !== undefined) return `${words.hex} ${hex[1].toLowerCase().split('').join(' ')}`;
  return undefined;
}

/** `foo.bar` of code, but not "e.g" or "U.S". */
function isDotted(names: readonly string[]): boolean {
  return names.every((name) => name.length > 2 && /^[\p{Ll}_]/u.test(name));
}

/** `--no-verify` "dash dash no verify", `-la` "dash l a". */
export function sayOption(isLong: boolean, name: string, dash: string): string {
  if (isLong) return `${dash} ${dash} ${sayName(name)}`;
  const isWord = name.length > 3 || /[_-]/.test(name);
  return `${dash} ${isWord ? sayName(name) : name.split('').join(' ')}`;
}
