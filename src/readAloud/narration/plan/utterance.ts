import type { ScriptLanguage } from '../../../text/scripts.ts';
import type { BlockKind } from '../block.ts';
import type { TextRange } from '../text/ranges.ts';

/** Languages that may have a voice of their own. */
export type SpeechLanguage = ScriptLanguage;

/** One request to the relay and one mark in the text: the source's range, and what is said for it. */
export interface Utterance extends TextRange {
  /** 0, 1, 2, … within one reading. */
  readonly index: number;
  /** Never over the limit of bytes, never without a letter or a digit. */
  readonly text: string;
  /** Of `text` in UTF-8: what a relay counts. */
  readonly bytes: number;
  /** Counts the blocks of one reading, from 0. */
  readonly paragraph: number;
  readonly kind: BlockKind;
  /** Of a heading's first utterance: it begins a chapter. */
  readonly heading?: { readonly depth: number; readonly title: string };
  /** By its script; undefined where there is none to speak of, such as in a number. */
  readonly language: SpeechLanguage | undefined;
}

/** The utterances of one reading in order, as they become known. */
export interface UtteranceSource {
  /** The next one; 'later' while the text is still being written; undefined when that was all. */
  next(): Utterance | 'later' | undefined;
  /** Calls back whenever `next` may have more to give after 'later', until the returned function is called. */
  onMore?(listener: () => void): () => void;
}
