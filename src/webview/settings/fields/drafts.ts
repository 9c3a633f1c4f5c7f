import type { FieldName, ProtocolRow, TypedVerdict } from '../../../protocol/settingsProtocol.ts';

/** An unsaved row: without a protocol until one is selected. */
export interface DraftRow {
  readonly pattern: string;
  readonly protocol: ProtocolRow['protocol'] | '';
}

/** A text, or the rows of `chat.protocols`. */
export type DraftValue = string | readonly DraftRow[];

/** A typed value that is not, or not yet known to be, the saved one. */
export interface Draft {
  readonly value: DraftValue;
  /** The value that the host was asked to save, while it may still do so. */
  readonly sent?: DraftValue | undefined;
  readonly verdict?: { readonly about: DraftValue; readonly verdict: TypedVerdict };
}

/** The drafts of a profile. They outlive the elements of the fields. */
export type Drafts = Map<FieldName, Draft>;

/** The draft with another value; undefined if that is the saved value again and nothing was sent. */
export function editDraft(draft: Draft | undefined, value: DraftValue, saved: DraftValue): Draft | undefined {
  if (isSame(value, saved) && draft?.sent === undefined) return undefined;
  return { ...draft, value };
}

/** The draft with the host's verdict about a text, or about rows that were sent; the draft may have changed since. */
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

/** The saved value, and the host's verdict about it. */
interface Saved {
  readonly value: DraftValue;
  readonly verdict: TypedVerdict;
  readonly isNumber: boolean;
  /** The value before it. */
  readonly before: DraftValue | undefined;
}

/** The rest of a draft after the host has reported the saved value. */
export function meetSaved(draft: Draft, saved: Saved): Draft | undefined {
  const { value, sent } = draft;
  const { before } = saved;
  const own = completeOf(value);
  const isNews = before !== undefined && !isSame(saved.value, before);
  const isSettled =
    isSame(own, saved.value) ||
    (sent === undefined
      ? isSame(own, before)
      : // This draft was saved, perhaps in the host's spelling.
        isSame(own, sent) && (isNews || isOtherSpelling(draft, saved)));
  if (isSettled) return keepHalfFilled(value, saved.value);
  // Text typed since saving is still a draft.
  return isNews ? { ...draft, sent: undefined } : draft;
}

/** A draft with the rows that can't be saved yet. */
function keepHalfFilled(value: DraftValue, saved: DraftValue): Draft | undefined {
  if (typeof value === 'string' || typeof saved === 'string' || value.every(isComplete)) return undefined;
  const rows = isSame(completeOf(value), saved)
    ? value
    : [...saved, ...value.filter((row) => !isComplete(row))];
  return { value: rows };
}

/** Whether saving the text changed nothing, because it means the same as the saved value. */
function isOtherSpelling({ value, verdict }: Draft, saved: Saved): boolean {
  if (typeof value !== 'string' || typeof saved.value !== 'string') return false;
  const endpoints = verdict?.about === value ? verdict.verdict.endpoints : undefined;
  return (
    value.trim() === saved.value ||
    (saved.isNumber && saved.value !== '' && readNumber(value) === readNumber(saved.value)) ||
    (endpoints !== undefined && JSON.stringify(endpoints) === JSON.stringify(saved.verdict.endpoints))
  );
}

/** Reads full-width digits, too. */
function readNumber(text: string): number {
  return Number(text.normalize('NFKC'));
}

/** The part of a value that can be saved, in its saved form. */
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
