import type { TypedVerdict } from '../../settingsProtocol.ts';

/** A text that was typed and is not, or not known to be, the saved value. */
export interface Draft {
  readonly text: string;
  /** The saved value that the editing began from. */
  readonly base: string;
  /** The text that the host was asked to save, while it may still do so. */
  readonly sent?: string | undefined;
  /** The last text that the host can't save. */
  readonly refused?: string | undefined;
  readonly verdict?: { readonly text: string; readonly verdict: TypedVerdict };
}

/** The drafts of a profile by the names of the fields. They outlive the fields' elements. */
export type Drafts = Map<string, Draft>;

/** The draft with another text; none where that is the saved value again, and nothing is on its way. */
export function editDraft(draft: Draft | undefined, text: string, saved: string): Draft | undefined {
  if (text === saved && draft?.sent === undefined) return undefined;
  return draft ? { ...draft, text } : { text, base: saved };
}

/** The draft as it is sent to be saved. What is known to be refused is not waited for. */
export function sendDraft(draft: Draft): Draft {
  const { text, verdict } = draft;
  const isRefused = verdict?.text === text && isError(verdict.verdict);
  return isRefused ? { ...draft, sent: undefined, refused: text } : { ...draft, sent: text };
}

/** The draft with what the host says of a text. */
export function judgeDraft(draft: Draft, text: string, verdict: TypedVerdict): Draft {
  const isRefused = draft.sent === text && isError(verdict);
  return {
    ...draft,
    ...(isRefused && { sent: undefined, refused: text }),
    ...(draft.text === text && { verdict: { text, verdict } }),
  };
}

/** What is left of a draft now that the host says which value is saved, and what it says of that. */
export function meetSaved(draft: Draft, saved: string, verdict: TypedVerdict): Draft | undefined {
  if (draft.text === saved) return undefined;
  // Not sent, and the same value as before; or one from elsewhere: then the base stays, so that this can be said.
  if (draft.sent === undefined) return draft;
  if (saved === draft.base) return isOtherSpelling(draft, saved, verdict) ? undefined : draft;
  // Ours was saved, perhaps in the host's spelling; what was typed since then is still a draft.
  return draft.text === draft.sent ? undefined : { ...draft, base: saved, sent: undefined };
}

/** Whether saving the text changed nothing, since it means what is saved already. */
function isOtherSpelling({ text, sent, verdict }: Draft, saved: string, savedVerdict: TypedVerdict): boolean {
  if (text !== sent) return false;
  const endpoints = verdict?.text === text ? verdict.verdict.endpoints : undefined;
  return (
    text.trim() === saved ||
    (endpoints !== undefined && JSON.stringify(endpoints) === JSON.stringify(savedVerdict.endpoints))
  );
}

function isError({ remark }: TypedVerdict): boolean {
  return remark?.severity === 'error';
}
