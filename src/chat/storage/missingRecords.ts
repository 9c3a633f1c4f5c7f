import type { Conversation } from '../model/conversation.ts';
import type { Answer, AnswerPart } from '../model/message.ts';
import type { JournalRecord } from '../model/records.ts';

/**
 * Of a journal read anew from its start, the records that bring something to the conversation as it is known. All but
 * deltas can be told by their ids; a response's deltas are written by one process, in order, so that of them the first
 * are known, as far as the response's text goes.
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
      const knownLength = knownTextLength(known.answer(record.id), record.kind);
      const text = record.text.slice(Math.max(0, knownLength - readLength));
      if (text) missing.push({ ...record, text });
    } else if (isPartRecord(record)) {
      // Of one kind, as many as are known are known: a process writes them in order.
      const key = `${record.type} ${record.id} ${'callId' in record ? record.callId : ''}`;
      const place = readLengths.get(key) ?? 0;
      readLengths.set(key, place + 1);
      if (place >= knownParts(known.answer(record.id), record)) missing.push(record);
    } else if (record.type in settingTypes) {
      settings.set(record.type, record);
    } else if (isNews(known, record)) {
      missing.push(record);
    }
  }
  return [...missing, ...[...settings.values()].filter((record) => isNews(known, record))];
}

/** Of these the last one counts. */
const settingTypes = { title: true, system: true, configuration: true, pin: true, delete: true };

type PartRecord = Extract<
  JournalRecord,
  { type: 'signature' | 'redactedThinking' | 'picture' | 'toolCall' | 'toolResult' }
>;

function isPartRecord(record: JournalRecord): record is PartRecord {
  return ['signature', 'redactedThinking', 'picture', 'toolCall', 'toolResult'].includes(record.type);
}

function knownTextLength(answer: Answer | undefined, kind: 'text' | 'thinking'): number {
  return (answer?.parts ?? []).reduce(
    (length, part) => length + (part.type === kind ? part.text.length : 0),
    0,
  );
}

/** How many records of this kind have gone into the response. */
function knownParts(answer: Answer | undefined, record: PartRecord): number {
  const isFrom = (part: AnswerPart) => {
    switch (record.type) {
      case 'signature':
        return 'signature' in part && part.signature !== undefined;
      case 'toolCall':
        return part.type === 'tool' && part.call.callId === record.callId;
      case 'toolResult':
        return part.type === 'tool' && part.result?.callId === record.callId;
      default:
        return part.type === record.type;
    }
  };
  return (answer?.parts ?? []).filter(isFrom).length;
}

function isNews(known: Conversation, record: JournalRecord): boolean {
  switch (record.type) {
    case 'prompt':
    case 'choose':
      return !known.messages.has(record.id);
    case 'answer':
      return !known.messages.has(record.id) || (known.answer(record.id)?.model === '' && record.model !== '');
    case 'end':
      return known.answer(record.id)?.end === undefined;
    case 'title':
      return record.title !== known.title;
    case 'system':
      return record.text !== known.system;
    case 'configuration':
      return (
        record.effort !== known.configuration.effort || record.temperature !== known.configuration.temperature
      );
    case 'pin':
      return record.isPinned !== known.isPinned;
    case 'delete':
      return record.isDeleted !== known.isDeleted;
    default:
      return false;
  }
}
