import { firstFitting } from '../../text/firstFitting.ts';
import type { TextRange } from './text/ranges.ts';
import type { SpokenSpan, SpokenText } from './text/spokenText.ts';

export type BlockKind =
  | 'heading'
  | 'paragraph'
  | 'listItem'
  | 'quote'
  | 'tableRow'
  /** A comment of code, or a part of one. */
  | 'comment'
  /** Code that is read as code: a line or a statement. */
  | 'code'
  /** An announcement in place of something that is not read: "code block, TypeScript, 12 lines". */
  | 'notice';

/** One narrated paragraph. No sentence crosses its end, and the voice may pause there. */
export interface NarratedBlock extends SpokenText {
  readonly kind: BlockKind;
  /** Depth of a heading, 1 to 6. */
  readonly depth?: number;
}

/** The language of the words that narration adds. */
export type WordsLanguage = 'en' | 'zh';

/** A symbol of a file, as the editor reports it: the offsets of the declaration and of its name. */
export interface CodeSymbol {
  /** As spoken in English: "function", "class", "property"; empty for symbols whose names are not announced. */
  readonly kind: string;
  readonly name: string;
  readonly start: number;
  readonly nameStart: number;
}

/** Options of narration. */
export interface NarrationOptions {
  /** Fenced code in Markdown. */
  readonly codeBlocks: 'skip' | 'announce' | 'read';
  /** Source files: only comments, or every line. */
  readonly code: 'comments' | 'everything';
  /** Pronunciations of whole words, ignoring case unless the word has capitals. */
  readonly pronunciations: Readonly<Record<string, string>>;
  /** Language of added words; by default, that of the text itself. */
  readonly wordsLanguage?: WordsLanguage;
  /** Symbols of a source file, sorted by `nameStart`. Optional: the editor may know none. */
  readonly symbols?: readonly CodeSymbol[];
}

/** Narrates a range of a text, by default all of it, lazily and in order. Ranges of the spans are offsets into `text`. */
export type Narrate = (
  text: string,
  options: NarrationOptions & { readonly start?: number; readonly end?: number },
) => Iterable<NarratedBlock>;

/** Joins parts of a source with the line ends between them: code in a quote, without the quote marks of its lines. */
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

/** The section of joined parts that lies in a range of their source. */
export function rangeInJoined({ text, spans }: SpokenText, { start, end }: TextRange): TextRange {
  const at = (offset: number): number => {
    const span = spans[firstFitting(spans, ({ source }) => source.end >= offset)];
    return span ? span.spokenStart + Math.max(0, offset - span.source.start) : text.length;
  };
  return { start: at(start), end: Math.max(at(start), at(end)) };
}
