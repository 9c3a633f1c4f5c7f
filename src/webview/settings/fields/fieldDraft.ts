import type { TypedVerdict } from '../../../protocol/settingsProtocol.ts';

/** A text that was typed and is not, or not known to be, the saved value. */
export interface Draft {
  readonly text: string;
  /** The saved value that the editing began from. */
  readonly base: string;
  /** The text that the host was asked to save, while it may still do so. */
  readonly sent?: string | undefined;
  readonly verdict?: { readonly text: string; readonly verdict: TypedVerdict };
}

/** The draft with another text; none where that is the saved value again, and nothing is on its way. */
export function editDraft(draft: Draft | undefined, text: string, saved: string): Draft | undefined {
  if (text === saved && draft?.sent === undefined) return undefined;
  return draft ? { ...draft, text } : { text, base: saved };
}

/** The draft as it is sent to be saved, in the place of what is saved now. */
export function sendDraft(draft: Draft, saved: string): Draft {
  return { ...draft, base: saved, sent: draft.text };
}

/** The draft with what the host says of a text. What it refuses it will not save, so that it may be sent again. */
export function judgeDraft(draft: Draft, text: string, verdict: TypedVerdict): Draft {
  const isRefused = draft.sent === text && verdict.remark?.severity === 'error';
  return {
    ...draft,
    ...(isRefused && { sent: undefined }),
    ...(draft.text === text && { verdict: { text, verdict } }),
  };
}

/** What is saved, and what the host says of it. */
export interface Saved {
  readonly value: string;
  readonly verdict: TypedVerdict;
  readonly isNumber: boolean;
}

/** What is left of a draft now that the host says what is saved. */
export function meetSaved(draft: Draft, saved: Saved): Draft | undefined {
  const { value } = saved;
  if (draft.text === value) return undefined;
  // Not sent, and the same value as before; or one from elsewhere: then the base stays, so that this can be said.
  if (draft.sent === undefined) return draft;
  if (value === draft.base) return isOtherSpelling(draft, saved) ? undefined : draft;
  // Ours was saved, perhaps in the host's spelling; what was typed since then is still a draft.
  return draft.text === draft.sent ? undefined : { ...draft, base: value, sent: undefined };
}

/** Whether saving the text changed nothing, since it means what is saved already. */
function isOtherSpelling({ text, sent, verdict }: Draft, saved: Saved): boolean {
  if (text !== sent) return false;
  const endpoints = verdict?.text === text ? verdict.verdict.endpoints : undefined;
  return (
    text.trim() === saved.value ||
    (saved.isNumber && saved.value !== '' && readNumber(text) === readNumber(saved.value)) ||
    (endpoints !== undefined && JSON.stringify(endpoints) === JSON.stringify(saved.verdict.endpoints))
  );
}

/** Full-width digits are digits, too. */
function readNumber(text: string): number {
  return Number(text.normalize('NFKC'));
}
