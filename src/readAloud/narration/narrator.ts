import { wideCharacter } from '../../text/scripts.ts';
import type { BlockKind, NarratedBlock, WordsLanguage } from './block.ts';
import { findSpoken } from './prose.ts';
import type { TextRange } from './text/ranges.ts';
import { createSpokenText } from './text/spokenText.ts';
import { vocabularies } from './wordsLanguage.ts';

/** Builds one narrated block, without text that is useless to listeners. */
export type Narrator = ReturnType<typeof createNarrator>;

const pauses = /[,.;:!?…，。；：！？、—–-]["'”’»）)\]」』]*$/;
const pronounceable = /[\p{L}\p{N}]/u;

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

  return {
    language,
    words,
    /** Adds prose as it is, without emoji; URLs, paths and hashes are shortened. In code, names are split. */
    copy(range: TextRange, isCode = false) {
      const { start, end } = clip(range);
      let at = start;
      for (const part of findSpoken(source.slice(start, end), words, isCode)) {
        copyPlain(at, start + part.start);
        at = start + part.end;
        if (part.said === 'pause') {
          pause();
          at += /^\s*/.exec(source.slice(at, end))?.[0].length ?? 0;
        } else if (part.said === undefined) isBehindEmoji = true;
        else narrateApart(part.said, { start: start + part.start, end: at });
      }
      copyPlain(at, end);
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
    /** A short pause or a colon, unless there is a punctuation mark already. */
    pause,
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
    /** The block, or none if there is nothing to narrate. A heading has a depth, and ends with a full stop or its own mark. */
    build(kind: BlockKind, depth?: number): readonly NarratedBlock[] {
      if (!hasContent) return [];
      const { text, spans } = spoken.build();
      if (depth === undefined) return [{ kind, text, spans }];
      const stop = wideCharacter.test(text.at(-1) ?? '') ? '。' : '.';
      return [{ kind, text: pauses.test(text) ? text : text + stop, spans, depth }];
    },
  };
}
