import type { FieldName, TypedVerdict } from '../../../protocol/settingsProtocol.ts';

/** A typed text that is not, or not yet known to be, the saved value. */
export interface Draft {
  readonly text: string;
  /** The text that the host was asked to save, while it may still do so. */
  readonly sent?: string | undefined;
  readonly verdict?: { readonly about: string; readonly verdict: TypedVerdict };
}

/** The drafts of a profile. They outlive the elements of the fields. */
export type Drafts = Map<FieldName, Draft>;

/** The draft with another text; undefined if that is the saved value again and nothing was sent. */
export function editDraft(draft: Draft | undefined, text: string, saved: string): Draft | undefined {
  return text === saved && draft?.sent === undefined ? undefined : { ...draft, text };
}

/** The draft with the host's verdict about a text; the draft may have changed since. */
export function judgeDraft(draft: Draft, text: string, verdict: TypedVerdict): Draft {
  // The host does not save a text that it rejects, so that text may be sent again.
  const isRefused = draft.sent === text && verdict.remark?.severity === 'error';
  return {
    ...draft,
    ...(isRefused && { sent: undefined }),
    ...(draft.text === text && { verdict: { about: text, verdict } }),
  };
}

/** The rest of a draft after the host has reported the saved value. `before` is the value before it. */
export function meetSaved(draft: Draft, saved: string, before: string | undefined): Draft | undefined {
  const { text, sent, verdict } = draft;
  const isNews = before !== undefined && saved !== before;
  // Saving the text changes nothing if it means the same as the saved value.
  const isOtherSpelling =
    text.trim() === saved || (verdict?.about === text && verdict.verdict.saved === saved);
  const isSettled =
    text === saved || (sent === undefined ? text === before : text === sent && (isNews || isOtherSpelling));
  if (isSettled) return undefined;
  // Text typed since saving is still a draft.
  return isNews ? { ...draft, sent: undefined } : draft;
}
