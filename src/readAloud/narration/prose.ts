import type { Vocabulary } from './english.ts';
import { hexInWords, looksLikeName, opaqueInWords, optionInWords, splitName } from './names.ts';

/** A part of prose, and the words for it: '' for signs that are silent, none for emoji. */
interface Spoken {
  readonly start: number;
  readonly end: number;
  readonly said: string | 'pause' | undefined;
}

/** Emoji as they are drawn, and their shortcodes; signs such as © and → are not included. */
const emoji = [
  String.raw`(?![0-9#*])(?:\p{RGI_Emoji}|\p{Emoji}\uFE0F)|[\p{Emoji_Presentation}\p{Emoji_Modifier}\uFE0E\uFE0F\u20E3]`,
  String.raw`(?<![^\s\(]):[a-z][a-z0-9_+\-]{1,30}:(?![^\s\).,!?])`,
].join('|');
const special = new RegExp(
  [
    `(?<emoji>${emoji})`,
    String.raw`(?<arrow>(?<!\S)(?:-{1,2}>|={1,2}>)(?!\S)|[\u2190-\u2193\u21D0-\u21D3\u27F5\u27F6\u27F8\u27F9\u2794\u279C-\u279E])`,
    String.raw`(?<times>\u00D7)`,
    String.raw`(?<about>(?<![^\s\(（\p{Script=Han}])[~\u2248](?=\s?\d))`,
    String.raw`(?<other>[\u00A7\u2264\u2265\u2260\u00B1])`,
    String.raw`(?<signs>(?<!\S)(?:[*_~#\|\\\/^+=<>]+|[!=]==?|&&|\?\?|:=)(?!\S))`,
    String.raw`(?![\(\[\{"'<])(?<run>[!-~]+)`,
  ].join('|'),
  'gv',
);
/** Operators that people write between words. */
const operator = /^(?:[=!<>]=|[=!]==|&&|\|\||\?\?|:=)$/;
/** What any of these parts has, without the names of code: most prose has none of it, and takes a fast path. */
const mayHaveParts = /[^\p{ASCII}\p{L}\p{P}]|[/\\~\d\u00A7]|www\.|:[a-z]|[-=]>|[\w+=]{60}/u;
const plainWord = /^[A-Za-z][a-z]{0,40}[.,;:!?)\]}"'>]*$/;

/** The parts of a prose that are not spoken as written. In code, names are split, and operators are words. */
export function* findSpoken(text: string, words: Vocabulary, isCode: boolean): Generator<Spoken> {
  if (!isCode && !mayHaveParts.test(text)) return;
  for (const { index: start, 0: written, groups = {} } of text.matchAll(special)) {
    const { run } = groups;
    const end = start + written.length;
    // "前端/React" is a choice, not a path.
    if (run && /^\/[^/]*$/.test(run) && /\p{L}/u.test(text.charAt(start - 1))) continue;
    if (run === undefined) {
      const said = signInWords(
        groups,
        text.slice(Math.max(0, start - 12), start),
        text.slice(end, end + 12),
        words,
      );
      if (groups['signs'] === undefined) yield { start, end, said };
      else if (isCode) yield { start, end, said: (operator.test(written) && words.signs.get(written)) || '' };
    } else if (!plainWord.test(run)) yield* spokenInRun(run, start, words, isCode);
  }
}

function* spokenInRun(run: string, start: number, words: Vocabulary, isCode: boolean): Generator<Spoken> {
  const from = Math.max(0, run.search(/(?:https?|ftp|wss?):\/\//));
  const core = coreOf(run.slice(from));
  const said = wordInWords(core, words, isCode);
  if (said !== undefined) yield { start: start + from, end: start + from + core.length, said };
}

/** A word without the punctuation behind it; a bracket that it opens belongs to it. */
function coreOf(run: string): string {
  const core = /^.*(?<![.,;:!?)\]}"'>])/.exec(run)?.[0] ?? run;
  const isOpen = core.lastIndexOf('(') > core.lastIndexOf(')') && run.charAt(core.length) === ')';
  return isOpen ? `${core})` : core;
}

/** The words for a sign between two texts. */
function signInWords(
  { arrow, times, about, other }: Readonly<Record<string, string | undefined>>,
  before: string,
  behind: string,
  { prose: words }: Vocabulary,
): string | 'pause' | undefined {
  if (arrow !== undefined) {
    const key = words.keys.get(arrow);
    // "press → to go on": the key, not an arrow between two words.
    if (key && (arrow !== '→' || /(?:\b(?:press|hit|the|or|and|key)|按|或|和)\s*$/i.test(before))) return key;
    return /\d\S{0,3}\s*$/.test(before) && /^\s*\S?\d/.test(behind) ? words.to : 'pause';
  }
  if (times !== undefined) return /^\s*\d/.test(behind) ? words.by : words.times;
  if (about !== undefined) return words.about;
  return other && words.others.get(other);
}

/** The words for a run of ASCII signs that nobody would pronounce as written; undefined for any other word. */
function wordInWords(word: string, words: Vocabulary, isCode: boolean): string | undefined {
  if (word === '') return undefined;
  const said = opaqueInWords(word, words);
  if (said !== undefined || !isCode) return said;
  const names = /^[\p{L}_$][\w$]*(?:(?:\.|::)[\p{L}_$][\w$]*)*(?=(?:\(\))?$)/u.exec(word)?.[0].split(/\.|::/);
  if (!names) return optionInWords(word, words.dash) ?? hexInWords(word, words.hex);
  const isName = word.endsWith('()') || word.includes('::') || names.some(looksLikeName);
  // `foo.bar` is code, but not "e.g" or "U.S".
  const isDotted =
    names.length > 1 &&
    names.slice(0, -1).every((name) => name.length > 2) &&
    !/(?:^|\.)[^\p{Ll}_]/u.test(word);
  return isName || isDotted ? names.map(splitName).join(` ${words.dot} `) : undefined;
}
