import type { ProtocolRow, TypedVerdict } from '../../../protocol/settingsProtocol.ts';

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
export function judgeRows(draft: RowsDraft, verdict: TypedVerdict): RowsDraft {
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
