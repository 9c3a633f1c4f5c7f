import { applyRecord, type Conversation } from './conversation.ts';
import type { Journal } from './journal.ts';
import type { JournalRecord } from './records.ts';

/**
 * Makes the function that applies a record and keeps it. A full disk must not end an answer: it stays in memory and on
 * the screen, and is written when that works. `onUnwritable` is called once until it does.
 */
export function createKeepRecord(
  journal: Journal,
  onUnwritable: () => void,
): (conversation: Conversation, record: JournalRecord) => void {
  let isWritable = true;
  return (conversation, record) => {
    applyRecord(conversation, record);
    journal.append(conversation.id, record, conversation).then(
      () => {
        isWritable = true;
      },
      () => {
        if (isWritable) onUnwritable();
        isWritable = false;
      },
    );
  };
}
