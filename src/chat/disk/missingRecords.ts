import type { Answer, Conversation, JournalRecord } from '../conversation.ts';

/**
 * Of a journal read anew from its start, the records that bring something to the conversation as it is known. All but
 * deltas can be told by their ids; an answer's deltas are written by one process, in order, so that of them the first
 * are known, as far as the answer's text goes.
 */
export function missingRecords(known: Conversation, records: readonly JournalRecord[]): JournalRecord[] {
  const readLengths = new Map<string, number>();
  const missing: JournalRecord[] = [];
  const settings = new Map<JournalRecord['type'], JournalRecord>();
  for (const record of records) {
    if (record.type === 'delta') {
      const key = `${record.kind} ${record.id}`;
      const readLength = readLengths.get(key) ?? 0;
      readLengths.set(key, readLength + record.text.length);
      const knownLength = answerOf(known, record.id)?.[record.kind].length ?? 0;
      const text = record.text.slice(Math.max(0, knownLength - readLength));
      if (text) missing.push({ ...record, text });
    } else if (record.type === 'title' || record.type === 'pin' || record.type === 'delete') {
      settings.set(record.type, record);
    } else if (isNews(known, record)) {
      missing.push(record);
    }
  }
  return [...missing, ...[...settings.values()].filter((record) => isNews(known, record))];
}

function isNews(known: Conversation, record: JournalRecord): boolean {
  switch (record.type) {
    case 'prompt':
    case 'choose':
      return !known.messages.has(record.id);
    case 'answer':
      return (
        !known.messages.has(record.id) || (answerOf(known, record.id)?.model === '' && record.model !== '')
      );
    case 'end':
      return answerOf(known, record.id)?.end === undefined;
    case 'title':
      return record.title !== known.title;
    case 'pin':
      return record.isPinned !== known.isPinned;
    case 'delete':
      return record.isDeleted !== known.isDeleted;
    default:
      return false;
  }
}

function answerOf(known: Conversation, id: string): Answer | undefined {
  const message = known.messages.get(id);
  return message?.type === 'answer' ? message : undefined;
}
