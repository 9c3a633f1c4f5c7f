import type { FieldName, ProtocolRow, TypedVerdict } from '../../../protocol/settingsProtocol.ts';

/** A row on its way: without a protocol while none is chosen. */
export interface DraftRow {
  readonly pattern: string;
  readonly protocol: ProtocolRow['protocol'] | '';
}

/** A text, or the rows of `chat.protocols`. */
export type DraftValue = string | readonly DraftRow[];

/** A value that was typed and is not, or not known to be, the saved one. */
export interface Draft {
  readonly value: DraftValue;
  /** The saved value that the editing began from. */
  readonly base: DraftValue;
  /** The value that the host was asked to save, while it may still do so. */
  readonly sent?: DraftValue | undefined;
  readonly verdict?: { readonly about: DraftValue; readonly verdict: TypedVerdict };
}

/** The drafts of a profile. They outlive the elements of the fields. */
export type Drafts = Map<FieldName, Draft>;

/** The draft with another value; none where that is the saved one again, and nothing is on its way. */
export function editDraft(draft: Draft | undefined, value: DraftValue, saved: DraftValue): Draft | undefined {
  if (isSame(value, saved) && draft?.sent === undefined) return undefined;
  return draft ? { ...draft, value } : { value, base: saved };
}

/** The draft as it is sent to be saved, in the place of what is saved now. */
export function sendDraft(draft: Draft, saved: DraftValue): Draft {
  return { ...draft, base: saved, sent: completeOf(draft.value) };
}

/** The draft with what the host says of a text, or of rows that it was asked to save; by now others may be there. */
export function judgeDraft(draft: Draft, text: string, verdict: TypedVerdict): Draft {
  const about = typeof draft.value === 'string' ? text : draft.sent;
  if (about === undefined) return draft;
  // The host does not save a value that it rejects, so that value may be sent again.
  const isRefused = isSame(draft.sent, about) && verdict.remark?.severity === 'error';
  return {
    ...draft,
    ...(isRefused && { sent: undefined }),
    ...(isSame(completeOf(draft.value), about) && { verdict: { about, verdict } }),
  };
}

/** What is saved, and what the host says of it. */
interface Saved {
  readonly value: DraftValue;
  readonly verdict: TypedVerdict;
  readonly isNumber: boolean;
}

/** What is left of a draft now that the host says what is saved. */
export function meetSaved(draft: Draft, saved: Saved): Draft | undefined {
  const { value, base, sent } = draft;
  const own = completeOf(value);
  const isNews = !isSame(saved.value, base);
  const isSettled =
    isSame(own, saved.value) ||
    (sent === undefined
      ? isSame(own, base)
      : // This draft was saved, perhaps in the host's spelling.
        isSame(own, sent) && (isNews || isOtherSpelling(draft, saved)));
  if (isSettled) return keepHalfFilled(value, saved.value);
  // Text typed since saving is still a draft. If another change was saved, `base` stays, to show that change.
  return sent !== undefined && isNews ? { ...draft, base: saved.value, sent: undefined } : draft;
}

/** The draft of the rows that can't be saved yet. */
function keepHalfFilled(value: DraftValue, saved: DraftValue): Draft | undefined {
  if (typeof value === 'string' || typeof saved === 'string' || value.every(isComplete)) return undefined;
  const rows = isSame(completeOf(value), saved)
    ? value
    : [...saved, ...value.filter((row) => !isComplete(row))];
  return { value: rows, base: saved };
}

/** Whether saving the text changed nothing, since it means what is saved already. */
function isOtherSpelling({ value, verdict }: Draft, saved: Saved): boolean {
  if (typeof value !== 'string' || typeof saved.value !== 'string') return false;
  const endpoints = verdict?.about === value ? verdict.verdict.endpoints : undefined;
  return (
    value.trim() === saved.value ||
    (saved.isNumber && saved.value !== '' && readNumber(value) === readNumber(saved.value)) ||
    (endpoints !== undefined && JSON.stringify(endpoints) === JSON.stringify(saved.verdict.endpoints))
  );
}

/** Full-width digits are digits, too. */
function readNumber(text: string): number {
  return Number(text.normalize('NFKC'));
}

/** What of a value can be saved, as it is saved. */
export function completeOf(value: DraftValue): string | ProtocolRow[] {
  if (typeof value === 'string') return value;
  return value.filter(isComplete).map(({ pattern, protocol }) => ({ pattern: pattern.trim(), protocol }));
}

export function isSame(one: DraftValue | undefined, other: DraftValue | undefined): boolean {
  return JSON.stringify(toComparable(one)) === JSON.stringify(toComparable(other));
}

function toComparable(value: DraftValue | undefined) {
  return typeof value === 'object' ? value.map(({ pattern, protocol }) => [pattern.trim(), protocol]) : value;
}

function isComplete(row: DraftRow): row is ProtocolRow {
  return row.pattern.trim() !== '' && row.protocol !== '';
}
