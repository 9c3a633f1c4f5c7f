import type { JournalRecord } from '../../../src/chat/model/records.ts';

/** A prompt, as the journal has it. */
export const prompt = (
  id: string,
  parentId: string | null = null,
  text = `text of ${id}`,
): JournalRecord => ({ type: 'prompt', id, parentId, text, at: 1 });
