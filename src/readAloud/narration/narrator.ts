import { isHash } from '../../text/randomText.ts';
import { wideCharacter } from '../../text/scripts.ts';
import type { BlockKind, NarratedBlock, WordsLanguage } from './block.ts';
import type { Vocabulary } from './english.ts';
import { keysInWords } from './names.ts';
import type { TextRange } from './text/ranges.ts';
import { createSpokenText } from './text/spokenText.ts';
import { vocabularies } from './wordsLanguage.ts';

/** Builds one narrated block, without text that is useless to listeners. */
export type Narrator = ReturnType<typeof createNarrator>;

const pauses = /[,.;:!?…，。；：！？、—–-]["'”’»）)\]」』]*$/;
const pronounceable = /[\p{L}\p{N}]/u;

/** Emoji as they are drawn. A keycap counts as its digit; signs such as © and → are not included. */
const emoji = String.raw`(?<keycap>[0-9#*])\uFE0F?\u20E3|\p{RGI_Emoji}|[\p{Emoji}--[0-9#*]]\uFE0F|[\p{Emoji_Presentation}\p{Emoji_Modifier}\uFE0E\uFE0F]`;
/** Emoji shortcodes as on GitHub. */
const emojiCode = String.raw`(?<![^\s\(]):[a-z][a-z0-9_+\-]{1,30}:(?![^\s\).,!?])`;
const address = String.raw`(?<address>(?:(?:https?|ftp|wss?):\/\/|(?<![\w.@\/])www\.)[\w\-]+[^\s<>"'\`\u2E80-\uFFEF]*)`;
const uuid = `[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}`;
const longWord = String.raw`(?<![\w\/+\-.])(?<hash>${uuid}|[A-Za-z0-9+\/_=\-]{12,})(?![\w\/+\-])`;
/** A file with its folders, and optionally a line number. */
const path = String.raw`(?<![\w.~\/\\:\-@])(?<folders>(?:[A-Za-z]:\\|\\\\|~?\/|\.{1,2}\/)?(?:[\w.@+\-]{1,80}[\/\\]){2,40})(?<file>[\w.@+\-]{0,80}\.[A-Za-z]\w{0,7})(?::(?<line>\d+)(?::\d+)?)?(?![\w\/\\])`;

const modifier = 'Ctrl|Control|Shift|Alt|Option|Opt|Cmd|Command|Meta|Win|Super';
/** Signs that voices name, skip or misread, and keybindings: "Ctrl+C". */
const signPattern = [
  String.raw`(?<keys>(?<![\w+])(?:(?:${modifier})\+){1,4}(?:[A-Za-z][A-Za-z0-9]{0,11}|[0-9]|[\x21-\x2F\x3A-\x40\x5B-\x60])(?![\w]))`,
  String.raw`(?<arrow>(?<![^\s])(?:->|=>|-->|==>)(?![^\s])|[\u2190-\u2193\u21D0-\u21D3\u27F5\u27F6\u27F8\u27F9\u2794\u279C\u279D\u279E])`,
  String.raw`(?<times>\u00D7)`,
  String.raw`(?<about>(?<![^\s\(（\u4E00-\u9FFF])[~\u2248](?=\s?\d))`,
  String.raw`(?<other>[\u00A7\u2264\u2265\u2260\u00B1])`,
].join('|');

const notAsWritten = new RegExp([address, path, longWord, signPattern, emojiCode, emoji].join('|'), 'gv');
/** Almost no text contains any of these: all other text takes a fast path. */
const mayNeedCare = /[^\p{ASCII}\p{L}\p{P}]|\/|www\.|[\w+=-]{12}|:[a-z]|\\|\w\+|[-=]>|~ ?\d|\u00A7/u;

/** A narrator for one block of the source; it narrates only what lies in `part`. */
export function createNarrator(source: string, part: TextRange, language: WordsLanguage) {
  const words = vocabularies[language];
  const spoken = createSpokenText(source);
  let lastCharacter = '';
  let gap: 'none' | 'space' | 'wrap' = 'none';
  let hasContent = false;
  let due: string | undefined;
  let isBehindEmoji = false;

  function clip({ start, end }: TextRange): TextRange {
    const from = Math.max(start, part.start);
    return { start: from, end: Math.max(from, Math.min(end, part.end)) };
  }

  function bridge(next: string): void {
    if (due !== undefined && !/^[\p{P}]/u.test(next)) pause(due);
    due = undefined;
    if (isBehindEmoji && /^[,.;:!?…，。；：！？)）]/.test(next)) gap = 'none';
    isBehindEmoji = false;
    const isNeeded =
      gap === 'space' ||
      (gap === 'wrap' && !(wideCharacter.test(lastCharacter) && wideCharacter.test(next.charAt(0))));
    if (isNeeded && lastCharacter !== '') spoken.insert(' ');
    gap = 'none';
  }

  function pause(mark = words.comma): void {
    if (lastCharacter === '') return;
    if (!pauses.test(lastCharacter)) {
      spoken.insert(mark);
      lastCharacter = mark;
    }
    gap = wideCharacter.test(lastCharacter) ? 'none' : 'space';
  }

  function took(text: string): void {
    lastCharacter = Array.from(text.slice(-2)).at(-1) ?? lastCharacter;
    hasContent ||= pronounceable.test(text);
  }

  function copyPlain(start: number, end: number): void {
    const text = source.slice(start, end);
    const content = text.trim();
    if (content === '') {
      if (text !== '') gap = /[\r\n]/.test(text) && gap !== 'space' ? 'wrap' : 'space';
      return;
    }
    const from = start + text.indexOf(content);
    if (from > start) gap = /[\r\n]/.test(source.slice(start, from)) && gap !== 'space' ? 'wrap' : 'space';
    bridge(content);
    spoken.copy({ start: from, end: from + content.length });
    took(content);
    if (from + content.length < end) gap = 'space';
  }

  function narrateWords(said: string, range: TextRange): void {
    const content = said.replaceAll(/[\s\p{Cc}\p{Cs}\u00AD\u200B\u2060\uFEFF]+/gu, ' ').trim();
    if (content === '') {
      if (said !== '') gap = 'space';
      return;
    }
    bridge(content);
    spoken.say(content, range);
    took(content);
  }

  /** Narrates a sign that may stand directly next to a word. */
  function narrateApart(said: string, range: TextRange): void {
    const isLatin = (character: string) => /[\p{L}\p{N}]/u.test(character) && !wideCharacter.test(character);
    if (isLatin(lastCharacter) && gap === 'none') gap = 'space';
    narrateWords(said, range);
    if (isLatin(source.charAt(range.end))) gap = 'space';
  }

  function narrateInstead(found: RegExpExecArray, range: TextRange): number {
    const groups = found.groups ?? {};
    const { start, end } = range;
    const sign = signInWords(
      groups,
      { before: source.slice(Math.max(0, start - 12), start), behind: source.slice(end, end + 12) },
      words,
    );
    if (sign !== undefined) {
      if (sign !== 'pause') narrateApart(sign, range);
      else {
        pause();
        return end + (/^\s*/.exec(source.slice(end, end + 12))?.[0].length ?? 0);
      }
    } else if (groups['keycap'] !== undefined) copyPlain(start, start + 1);
    else if (groups['address'] !== undefined) {
      const length = lengthOfAddress(found[0]);
      const host = hostOf(found[0].slice(0, length));
      if (/[\w]$/.test(lastCharacter) && gap === 'none') gap = 'space';
      narrateWords(words.linkTo(host), { start, end: start + length });
      return start + length;
    } else if (groups['file'] !== undefined) {
      const fileStart = start + (groups['folders']?.length ?? 0);
      copyPlain(fileStart, fileStart + groups['file'].length);
      const line = groups['line'];
      if (line !== undefined) {
        gap = 'space';
        narrateWords(words.line(line), { start: fileStart + groups['file'].length, end });
      }
    } else if (groups['hash'] !== undefined) {
      if (isHash(found[0])) narrateWords(words.hash(found[0].slice(0, 4)), range);
      else copyPlain(start, end);
    } else isBehindEmoji = true;
    return end;
  }

  return {
    language,
    words,
    /** Adds prose as it is, without emoji; URLs, paths and hashes are shortened. */
    copy(range: TextRange) {
      const { start, end } = clip(range);
      const text = source.slice(start, end);
      if (!mayNeedCare.test(text)) return copyPlain(start, end);
      let at = 0;
      notAsWritten.lastIndex = 0;
      for (let found = notAsWritten.exec(text); found; found = notAsWritten.exec(text)) {
        const next = found.index;
        copyPlain(start + at, start + next);
        at = narrateInstead(found, { start: start + next, end: start + next + found[0].length }) - start;
        notAsWritten.lastIndex = at;
      }
      copyPlain(start + at, end);
    },
    /** Adds a part of the source as it is, without any changes. */
    copyAsIs(range: TextRange) {
      const { start, end } = clip(range);
      copyPlain(start, end);
    },
    /** Adds words for a part of the source. */
    say(said: string, range: TextRange) {
      const clipped = clip(range);
      if (clipped.end > clipped.start) narrateWords(said, clipped);
    },
    /** The same, with spaces around it. */
    sayWord(said: string, range: TextRange) {
      gap = 'space';
      this.say(said, range);
      gap = 'space';
    },
    /** Adds words for a mark in front of a text; a block with nothing else is dropped. */
    lead(said: string, range: TextRange) {
      const { start, end } = clip(range);
      if (end <= start) return;
      const hadContent = hasContent;
      narrateWords(said, { start, end });
      hasContent = hadContent;
      if (!wideCharacter.test(lastCharacter)) gap = 'space';
    },
    /** Adds words that have no source. */
    insert(said: string) {
      if (/^[,.;:!?，。：；！？]/.test(said)) gap = 'none';
      bridge(said);
      spoken.insert(said);
      lastCharacter = said.at(-1) ?? lastCharacter;
      if (!wideCharacter.test(lastCharacter)) gap = 'space';
    },
    /** A line wrap: adds a space, except between Chinese characters. */
    wrap() {
      if (gap === 'none') gap = 'wrap';
    },
    /** A space, as `&nbsp;` stands for. */
    space() {
      gap = 'space';
    },
    /** A short pause, unless there is one already. */
    pause: () => pause(),
    /** A colon, unless there is a punctuation mark already. */
    colon: () => pause(words.colon),
    /** The same, if anything other than a punctuation mark follows. */
    pauseBeforeMore() {
      due ??= words.comma;
    },
    colonBeforeMore() {
      due = words.colon;
    },
    /** The next words follow without a space. */
    join() {
      gap = 'none';
      due = undefined;
    },
    /** Narrates the host of a URL. */
    narrateAddress(address: string, range: TextRange) {
      const { start, end } = clip(range);
      if (end > start) narrateWords(words.linkTo(hostOf(address)), { start, end });
    },
    /** The block, or undefined if there is nothing to narrate. A heading has a depth, and ends with a full stop or its own mark. */
    build(kind: BlockKind, depth?: number): NarratedBlock | undefined {
      if (!hasContent) return undefined;
      const { text, spans } = spoken.build();
      if (depth === undefined) return { kind, text, spans };
      const stop = wideCharacter.test(text.at(-1) ?? '') ? '。' : '.';
      return { kind, text: pauses.test(text) ? text : text + stop, spans, depth };
    },
  };
}

/** The length of a URL without trailing punctuation, which belongs to the sentence. */
function lengthOfAddress(address: string): number {
  let length = address.length;
  for (; length > 0; length -= 1) {
    const last = address.charAt(length - 1);
    if (last === ')' && address.slice(0, length).includes('(')) break;
    if (!/[.,;:!?)\]}*_~|]/.test(last)) break;
  }
  return length;
}

function hostOf(address: string): string {
  return /^(?:\w+:\/\/)?(?:[^@/?#]*@)?(?:www\.)?(?<host>[\w.-]+)/i.exec(address)?.groups?.['host'] ?? address;
}

/**
 * The words for a sign, depending on the text around it, or 'pause' for a short one; undefined if no group of
 * `signPattern` matched.
 */
function signInWords(
  groups: Readonly<Record<string, string | undefined>>,
  { before, behind }: { readonly before: string; readonly behind: string },
  vocabulary: Vocabulary,
): string | undefined {
  const { prose: words } = vocabulary;
  const { keys, arrow, times, about, other } = groups;
  if (keys !== undefined) return keysInWords(keys, vocabulary) ?? keys;
  if (arrow !== undefined) {
    const key = words.keys.get(arrow);
    const isForward = !/[\u2190\u2191\u2193\u21D0\u21D1\u21D3\u27F5\u27F8]/.test(arrow);
    if (isForward && /\d\S{0,3}\s*$/.test(before) && /^\s*\S?\d/.test(behind)) return words.to;
    if (
      isForward &&
      /[\p{L}\p{N})\]"'”’`）」…]\s*$/u.test(before) &&
      /^\s*["'“‘`(（「[]?[\p{L}\p{N}]/u.test(behind)
    ) {
      // "press → to go on": the arrow key, not an arrow between two words.
      return key !== undefined && /(?:\b(?:press|hit|the|or|and|key)|按|或|和)\s*$/i.test(before)
        ? key
        : 'pause';
    }
    return key ?? 'pause';
  }
  if (times !== undefined) return /^\s*\d/.test(behind) ? words.by : words.times;
  if (about !== undefined) return words.about;
  return other === undefined ? undefined : words.others.get(other);
}
