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

/** A text put together from parts of a source: code without what stands before its lines in a quote. */
export interface JoinedText {
  readonly text: string;
  /** Where a range of it lies in the source. */
  toSource(range: TextRange): TextRange;
  /** What of it lies in a range of the source. */
  fromSource(range: TextRange): TextRange;
}

/** Joins parts of a source by the line ends that stand between them. */
export function joinLines(source: string, parts: readonly TextRange[]): JoinedText {
  let text = '';
  const starts: number[] = [];
  parts.forEach(({ start, end }, index) => {
    const previous = parts[index - 1];
    if (previous) text += '\n'.repeat(source.slice(previous.end, start).match(/\r\n?|\n/g)?.length ?? 0);
    starts.push(text.length);
    text += source.slice(start, end);
  });

  /** The last part that begins at or before an offset of the joined text. */
  function partAt(offset: number): number {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  function place(offset: number): number {
    const index = partAt(offset);
    const part = parts[index];
    if (!part) return 0;
    return Math.min(part.end, part.start + offset - (starts[index] ?? 0));
  }

  return {
    text,
    toSource: ({ start, end }) => {
      const from = place(start);
      return { start: from, end: end > start ? Math.max(from, place(end - 1) + 1) : from };
    },
    fromSource: ({ start, end }) => {
      const at = (offset: number): number => {
        const index = parts.findIndex((part) => part.end >= offset);
        const part = parts[index];
        return part ? (starts[index] ?? 0) + Math.max(0, offset - part.start) : text.length;
      };
      return { start: at(start), end: Math.max(at(start), at(end)) };
    },
  };
}

/** A block that was made of the joined text, with the offsets of the source. */
export function blockInSource(block: NarratedBlock, joined: JoinedText): NarratedBlock {
  return {
    ...block,
    spans: block.spans.map((span): SpokenSpan => ({ ...span, source: joined.toSource(span.source) })),
  };
}
