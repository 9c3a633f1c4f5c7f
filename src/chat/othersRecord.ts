import { applyRecord, type Conversation } from './conversation.ts';
import type { JournalRecord } from './records.ts';

/**
 * Applies a record of another window. What that one adds at the end is shown here too; where both went different
 * ways, each window stays on its own, and the other's is a version to choose.
 */
export function applyOthersRecord(conversation: Conversation, record: JournalRecord): void {
  if (record.type === 'choose') return;
  const parentId = record.type === 'prompt' || record.type === 'answer' ? record.parentId : undefined;
  const shown = parentId === undefined ? undefined : conversation.chosen.get(parentId);
  applyRecord(conversation, record);
  if (parentId !== undefined && shown !== undefined) conversation.chosen.set(parentId, shown);
}
