import type { ScriptLanguage } from '../../../text/scripts.ts';
import type { BlockKind } from '../block.ts';
import type { TextRange } from '../text/ranges.ts';

/** One request to the relay and one highlight in the text: a range of the source, and its spoken text. */
export interface Utterance extends TextRange {
  /** 0, 1, 2, … within one reading. */
  readonly index: number;
  /** Never over the byte limit, never without a letter or a digit. */
  readonly text: string;
  /** Size of `text` in UTF-8, as relays count it. */
  readonly bytes: number;
  /** Counts the blocks of one reading, from 0. */
  readonly paragraph: number;
  readonly kind: BlockKind;
  /** For the first utterance of a heading, which begins a chapter. */
  readonly heading?: { readonly depth: number; readonly title: string };
  /** Detected by its script; undefined if there is none, such as in a number. */
  readonly language: ScriptLanguage | undefined;
}

/** The utterances of one reading in order, as they become known. */
export interface UtteranceSource {
  /** The next utterance; 'later' while the text is still streaming; undefined at the end. */
  next(): Utterance | 'later' | undefined;
  /** Calls back whenever `next` may have more to give after 'later', until the returned function is called. */
  onMore?(listener: () => void): () => void;
}
