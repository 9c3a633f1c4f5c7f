import type { FieldName, ProtocolRow, TypedVerdict } from '../../../protocol/settingsProtocol.ts';

/** What was typed for a profile and is not known to be saved. It outlives the elements of the fields. */
export interface Drafts {
  readonly texts: Map<FieldName, Draft>;
  /** Of `chat.protocols`. */
  rows: RowsDraft | undefined;
}

export function createDrafts(): Drafts {
  return { texts: new Map(), rows: undefined };
}

/** Takes what the host says of a text or of rows; by now others may be there. */
export function judgeIn(drafts: Drafts, field: FieldName, text: string, verdict: TypedVerdict): void {
  if (field === 'chat.protocols') {
    drafts.rows &&= judgeRows(drafts.rows, verdict);
    return;
  }
  const draft = drafts.texts.get(field);
  if (draft) drafts.texts.set(field, judgeDraft(draft, text, verdict));
}

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
function judgeDraft(draft: Draft, text: string, verdict: TypedVerdict): Draft {
  const isRefused = draft.sent === text && verdict.remark?.severity === 'error';
  return {
    ...draft,
    ...(isRefused && { sent: undefined }),
    ...(draft.text === text && { verdict: { text, verdict } }),
  };
}

/** What is saved, and what the host says of it. */
interface Saved {
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

/** A row on its way: without a protocol while none is chosen. */
export interface DraftRow {
  readonly pattern: string;
  readonly protocol: ProtocolRow['protocol'] | '';
}

/** Rows that are not, or not known to be, the saved ones. */
export interface RowsDraft {
  readonly rows: readonly DraftRow[];
  /** The saved rows that the editing began from. */
  readonly base: readonly ProtocolRow[];
  /** The rows that the host was asked to save, while it may still do so. */
  readonly sent?: readonly ProtocolRow[] | undefined;
  readonly verdict?: { readonly rows: readonly ProtocolRow[]; readonly verdict: TypedVerdict };
}

/** The draft with other rows; none where those are the saved ones again, and nothing is on its way. */
export function editRows(
  draft: RowsDraft | undefined,
  rows: readonly DraftRow[],
  saved: readonly ProtocolRow[],
): RowsDraft | undefined {
  if (isSame(rows, saved) && draft?.sent === undefined) return undefined;
  return draft ? { ...draft, rows } : { rows, base: saved };
}

/** The draft as it is sent to be saved, in the place of what is saved now. */
export function sendRows(
  draft: RowsDraft,
  sent: readonly ProtocolRow[],
  saved: readonly ProtocolRow[],
): RowsDraft {
  return { ...draft, base: saved, sent };
}

/** The draft after the host could not save the rows that it was asked to. */
function judgeRows(draft: RowsDraft, verdict: TypedVerdict): RowsDraft {
  const { sent } = draft;
  return sent ? { ...draft, sent: undefined, verdict: { rows: sent, verdict } } : draft;
}

/** What is left of a draft now that the host says which rows are saved: where that is settled, what is half filled. */
export function meetSavedRows(draft: RowsDraft, saved: readonly ProtocolRow[]): RowsDraft | undefined {
  const { rows, base, sent } = draft;
  const own = completeRows(rows);
  // Ours were saved, perhaps in the host's spelling, unless they were changed since.
  const isOursSaved = sent !== undefined && isSame(sent, own) && !isSame(saved, base);
  if (!isSame(own, saved) && !isSame(own, base) && !isOursSaved) return draft;
  const halfFilled = rows.filter((row) => !isComplete(row));
  if (halfFilled.length === 0) return undefined;
  return { rows: isSame(own, saved) ? rows : [...saved, ...halfFilled], base: saved };
}

/** Those that can be saved, as they are saved. */
export function completeRows(rows: readonly DraftRow[]): ProtocolRow[] {
  return rows.filter(isComplete).map(({ pattern, protocol }) => ({ pattern: pattern.trim(), protocol }));
}

export function isSame(some: readonly DraftRow[], others: readonly DraftRow[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ pattern, protocol }, place) => {
      const other = others[place];
      return pattern.trim() === other?.pattern.trim() && protocol === other.protocol;
    })
  );
}

function isComplete(row: DraftRow): row is ProtocolRow {
  return row.pattern.trim() !== '' && row.protocol !== '';
}
