import type { JournalRecord } from '../../../src/chat/model/records.ts';

/** A prompt record of the journal. */
export const prompt = (
  id: string,
  parentId: string | null = null,
  text = `text of ${id}`,
): JournalRecord => ({ type: 'prompt', id, parentId, text, at: 1 });
