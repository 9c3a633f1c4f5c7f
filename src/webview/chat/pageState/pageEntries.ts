import { readPageState } from '../../ui/host.ts';

/** One of the things that a page keeps under one key. */
export type PageEntry<Value> = readonly [id: string, value: Value];

/** What the page kept, as far as it is what it should be: another version of it may have been there before. */
export function readPageEntries<Value>(
  key: string,
  isValue: (value: unknown) => value is Value,
): PageEntry<Value>[] {
  const isEntry = (entry: unknown): entry is PageEntry<Value> =>
    Array.isArray(entry) && typeof entry[0] === 'string' && isValue(entry[1]);
  const entries = readPageState(key);
  return Array.isArray(entries) ? entries.filter(isEntry) : [];
}
