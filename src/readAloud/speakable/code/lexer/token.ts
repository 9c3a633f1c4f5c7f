import type { TextRange } from '../../../text/ranges.ts';

export type TokenKind =
  | 'word'
  | 'number'
  | 'sign'
  /** A text, or the part of one up to where code begins in it. */
  | 'string'
  /** What begins or ends the code in a text. */
  | 'hole'
  | 'regularExpression'
  | 'lineComment'
  | 'blockComment'
  /** A text that documents what it stands in. */
  | 'docstring'
  | 'newline';

/** One piece of source code. White space lies between pieces. */
export interface Token extends TextRange {
  readonly kind: TokenKind;
  /** Of comments and strings: what stands between their marks. */
  readonly content?: TextRange;
  /** A string that goes on behind code in it. */
  readonly isContinued?: boolean;
}

export function isComment({ kind }: Token): boolean {
  return kind === 'lineComment' || kind === 'blockComment' || kind === 'docstring';
}
