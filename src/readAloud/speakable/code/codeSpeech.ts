import type { TextRange } from '../../text/ranges.ts';
import { createSpokenText } from '../../text/spokenText.ts';
import type { BlockKind, SpeakableBlock, WordsLanguage } from '../block.ts';
import type { CodeLanguage } from './languages/codeLanguage.ts';
import type { CodeWords } from './words/codeWords.ts';
import { codeWords } from './words.ts';

/** What all parts of one reading of code share. */
export interface CodeReading {
  readonly text: string;
  readonly language: CodeLanguage;
  readonly wordsLanguage: WordsLanguage;
  /** Names are said in small letters, whatever they are written in. */
  readonly isLowerCase?: boolean;
  /** Nothing outside of it is said. */
  readonly asked: TextRange;
}

/** One block while it is put together: what is asked for of it, with pauses only between things that are said. */
export interface CodeSpeech extends CodeReading {
  readonly words: CodeWords;
  /** A space before what comes next; `pause` and `colon` are said only where something comes. */
  space(): void;
  pause(): void;
  /** Takes such gaps back: what comes next belongs to what was said. */
  join(): void;
  colon(): void;
  copy(range: TextRange): void;
  say(words: string, range: TextRange): void;
  /** Words of ours before what comes next. */
  insert(words: string): void;
  isEmpty(): boolean;
  build(kind: BlockKind): SpeakableBlock | undefined;
}

type Gap = 'none' | 'space' | 'pause' | 'colon';
const strength: readonly Gap[] = ['none', 'space', 'pause', 'colon'];

export function createCodeSpeech(reading: CodeReading): CodeSpeech {
  const { text, asked } = reading;
  const words = codeWords[reading.wordsLanguage];
  const builder = createSpokenText(text);
  let gap: Gap = 'none';
  let lastCharacter = '';

  function widen(wanted: Gap): void {
    if (strength.indexOf(wanted) > strength.indexOf(gap)) gap = wanted;
  }

  function fillGap(next: string): void {
    const isFirst = lastCharacter === '';
    if (!isFirst && gap !== 'none') {
      const sign = gap === 'pause' ? words.comma : gap === 'colon' ? words.colon : '';
      const isPunctuated = /[,.:;!?，。：；！？、…]/.test(lastCharacter) || /^[,.;!?，。；！？、]/.test(next);
      const mark = isPunctuated ? '' : sign;
      builder.insert(/[，：]/.test(mark) ? mark : `${mark} `);
    }
    gap = 'none';
  }

  function clip({ start, end }: TextRange): TextRange | undefined {
    const clipped = { start: Math.max(start, asked.start), end: Math.min(end, asked.end) };
    return clipped.end > clipped.start ? clipped : undefined;
  }

  return {
    ...reading,
    words,
    space: () => widen('space'),
    pause: () => widen('pause'),
    colon: () => widen('colon'),
    join: () => {
      gap = 'none';
    },
    copy(range) {
      const clipped = clip(range);
      const content = clipped && text.slice(clipped.start, clipped.end).trim();
      if (!clipped || !content) return;
      if (/^\s/.test(text.charAt(clipped.start))) widen('space');
      fillGap(content);
      builder.copy(clipped);
      lastCharacter = content.slice(-1);
      if (/\s/.test(text.charAt(clipped.end - 1))) widen('space');
    },
    say(wanted, range) {
      const said = wanted.replace(/\s+/g, ' ').trim();
      const clipped = clip(range);
      if (!clipped || said === '') return;
      fillGap(said);
      builder.say(said, clipped);
      lastCharacter = said.slice(-1);
    },
    insert(said) {
      fillGap(said);
      builder.insert(said);
      lastCharacter = said.slice(-1);
    },
    isEmpty: () => lastCharacter === '',
    build(kind) {
      const spoken = builder.build();
      // Mere signs are nothing that a voice could say.
      const isSaid = spoken.spans.length > 0 && /[\p{L}\p{N}]/u.test(spoken.text);
      return isSaid ? { ...spoken, kind } : undefined;
    },
  };
}
