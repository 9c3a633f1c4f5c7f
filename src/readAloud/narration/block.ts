import { firstFitting, type TextRange } from './text/ranges.ts';
import type { SpokenSpan, SpokenText } from './text/spokenText.ts';

export type BlockKind =
  | 'heading'
  | 'paragraph'
  | 'listItem'
  | 'quote'
  | 'tableRow'
  /** A comment of code, or a part of one. */
  | 'comment'
  /** Code that is read as such, a line or a statement. */
  | 'code'
  /** Words of ours in the place of something that is not read: "code block, TypeScript, 12 lines". */
  | 'notice';

/** One narrated paragraph: no sentence crosses its end, where the voice may pause. */
export interface NarratedBlock extends SpokenText {
  readonly kind: BlockKind;
  /** 1 to 6, of a heading. */
  readonly depth?: number;
}

/** The language of our own words in narration. */
export type WordsLanguage = 'en' | 'zh';

/** A symbol of a file, as the editor reports it: the offsets of the declaration and of its name. */
export interface CodeSymbol {
  /** As it is said in English: "function", "class", "property"; empty for what is said without its name. */
  readonly kind: string;
  readonly name: string;
  readonly start: number;
  readonly nameStart: number;
}

/** Options of narration. */
export interface NarrationOptions {
  /** Fenced code in Markdown. */
  readonly codeBlocks: 'skip' | 'announce' | 'read';
  /** Source files: what people wrote for people, or every line. */
  readonly code: 'comments' | 'everything';
  /** Pronunciations of whole words, ignoring case unless the word has capitals. */
  readonly pronunciations: Readonly<Record<string, string>>;
  /** Of words of ours; by the text itself where not given. */
  readonly wordsLanguage?: WordsLanguage;
  /** Of source files, in order of their names; where the editor knows none, the code's own words have to do. */
  readonly symbols?: readonly CodeSymbol[];
}

/** Narrates a range of a text, lazily and in order. Ranges of the spans are offsets into `text`. */
export type Narrate = (
  text: string,
  options: NarrationOptions & { readonly start?: number; readonly end?: number },
) => Iterable<NarratedBlock>;

/** Joins parts of a source by the line ends that stand between them: code without what stands before its lines in a quote. */
export function joinLines(source: string, parts: readonly TextRange[]): SpokenText {
  let text = '';
  const spans: SpokenSpan[] = [];
  parts.forEach(({ start, end }, index) => {
    const previous = parts[index - 1];
    if (previous) text += '\n'.repeat(source.slice(previous.end, start).match(/\r\n?|\n/g)?.length ?? 0);
    const spokenStart = text.length;
    text += source.slice(start, end);
    spans.push({ spokenStart, spokenEnd: text.length, source: { start, end }, isVerbatim: true });
  });
  return { text, spans };
}

/** What of joined parts lies in a range of their source. */
export function rangeInJoined({ text, spans }: SpokenText, { start, end }: TextRange): TextRange {
  const at = (offset: number): number => {
    const span = spans[firstFitting(spans, ({ source }) => source.end >= offset)];
    return span ? span.spokenStart + Math.max(0, offset - span.source.start) : text.length;
  };
  return { start: at(start), end: Math.max(at(start), at(end)) };
}
