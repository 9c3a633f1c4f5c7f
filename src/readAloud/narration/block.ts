import type { SpokenText } from './text/spokenText.ts';

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

/** One paragraph of what is read: no sentence goes over its end, and there the voice may breathe. */
export interface NarratedBlock extends SpokenText {
  readonly kind: BlockKind;
  /** 1 to 6, of a heading. */
  readonly depth?: number;
}

/** In which language words of ours are said. */
export type WordsLanguage = 'en' | 'zh';

/** What an editor knows to be declared in a file: offsets of the whole of it, and of its name. */
export interface CodeSymbol {
  /** As it is said in English: "function", "class", "property"; empty for what is said without its name. */
  readonly kind: string;
  readonly name: string;
  readonly start: number;
  readonly nameStart: number;
}

/** How a text is made speakable. */
export interface NarrationOptions {
  /** Fenced code in Markdown. */
  readonly codeBlocks: 'skip' | 'announce' | 'read';
  /** Source files: what people wrote for people, or every line. */
  readonly code: 'comments' | 'everything';
  /** What a person wants said for a word: whole words, in any case unless the word has capitals. */
  readonly pronunciations: Readonly<Record<string, string>>;
  /** Of words of ours; by the text itself where not given. */
  readonly wordsLanguage?: WordsLanguage;
  /** Of source files, in order of their names; where the editor knows none, the code's own words have to do. */
  readonly symbols?: readonly CodeSymbol[];
}

/** Makes the blocks of a part of a text, lazily and in order. Ranges of the spans are offsets into `text`. */
export type Narrate = (
  text: string,
  options: NarrationOptions & { readonly start?: number; readonly end?: number },
) => Iterable<NarratedBlock>;
