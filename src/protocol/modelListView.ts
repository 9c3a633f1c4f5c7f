import type { FailureView } from './protocolViews.ts';

/** A chat model that can be selected. Unknown facts are absent. */
export interface ModelEntryView {
  readonly id: string;
  /** Its display name, if it differs from the ID. */
  readonly name?: string;
  readonly provider?: string;
  readonly contextTokens?: number;
  readonly takesTools?: boolean;
  readonly takesImages?: boolean;
  readonly thinks?: boolean;
  /** US dollars per token. */
  readonly prices?: { readonly input: number; readonly output: number };
  readonly isPinned?: boolean;
  /** Whether the relay does not list it. */
  readonly isUnlisted?: boolean;
}

/** The model menu: each model once, in groups, in their order. */
export interface ModelListView {
  readonly sections: readonly { readonly title: string; readonly models: readonly ModelEntryView[] }[];
  /** Whether the relay's lists are being read. */
  readonly isLoading: boolean;
  /** Why they could not be read; what is listed then is the last good list. */
  readonly failure?: FailureView;
  /** How old the list is, or that it is incomplete. */
  readonly notice?: string;
}
