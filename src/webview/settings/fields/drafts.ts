import type { FieldName, TypedVerdict } from '../../../protocol/settingsProtocol.ts';
import { type Draft, judgeDraft } from './fieldDraft.ts';
import { judgeRows, type RowsDraft } from './rowsDraft.ts';

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
