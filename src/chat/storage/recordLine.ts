import { type JournalRecord, journalRecord } from '../model/records.ts';

/** The record that a line of a journal holds; undefined for what is torn, or of another program or version. */
export function parseRecord(line: string): JournalRecord | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  return readDelta(value) ?? journalRecord.safeParse(value).data;
}

/** Nearly every line is a delta: this shape alone is checked by hand, which halves the time to open a journal. */
function readDelta(value: unknown): JournalRecord | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { type, id, kind, text } = value as Record<'type' | 'id' | 'kind' | 'text', unknown>;
  if (type !== 'delta' || typeof id !== 'string' || typeof text !== 'string') return undefined;
  return kind === 'text' || kind === 'thinking' ? { type, id, kind, text } : undefined;
}
