import type { AttachmentKind, attachmentIcons } from './attachmentKinds.ts';

/** The active file or selection, which can be added to the message. */
export interface SuggestedView {
  readonly kind: 'file' | 'selection';
  readonly name: string;
  /** Whether it is added automatically. */
  readonly isIncluded: boolean;
  /** Whether it is prose rather than code. */
  readonly isProse?: boolean;
  /** Number of problems in the file; absent if there are none, or for a selection. */
  readonly problems?: number;
}

/** Codicons in front of suggestions. */
export type SuggestionIcon =
  | (typeof attachmentIcons)[AttachmentKind]
  | 'comment-discussion'
  | 'symbol-class'
  | 'symbol-constant'
  | 'symbol-enum'
  | 'symbol-field'
  | 'symbol-interface'
  | 'symbol-method'
  | 'symbol-misc'
  | 'symbol-property'
  | 'symbol-variable';

/** A suggestion while typing. */
export interface SuggestionView {
  /** The address of a file, symbol or chat, or a prompt's name. */
  readonly value: string;
  readonly label: string;
  readonly detail: string;
  /** Absent: the icon of its kind. */
  readonly icon?: SuggestionIcon;
  /** The text that replaces the typed `#…` of an attachment; absent: none. */
  readonly mention?: string;
}
