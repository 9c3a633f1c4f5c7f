import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { type AttachmentRecord, attachmentRecord } from '../model/records.ts';
import { createPersistedFile, type PersistedFilePorts } from '../storage/persistedFile.ts';

const draftItem = z.object({
  id: z.string(),
  /** Attaching the same source again replaces the item. */
  source: z.optional(z.string()),
  record: attachmentRecord,
});
export type DraftItem = z.infer<typeof draftItem>;

export interface DraftPorts extends PersistedFilePorts {
  /** Called when the items changed. */
  readonly onChange: () => void;
}

/** The attachments of the draft, persisted over reloads. */
export type AttachmentDraft = ReturnType<typeof createAttachmentDraft>;

export function createAttachmentDraft({ onChange, ...options }: DraftPorts) {
  const file = createPersistedFile({ ...options, key: 'chat.draftAttachments', item: draftItem });
  let items: readonly DraftItem[] = [];
  let isLoaded = false;
  const loaded = load();

  async function load(): Promise<void> {
    const kept = await file.read();
    isLoaded = true;
    if (kept.items.length === 0) return;
    // Items attached while loading come last. Two windows may have saved the same item.
    items = [...new Map([...kept.items, ...items].map((item) => [item.id, item])).values()];
    onChange();
  }

  function set(changed: readonly DraftItem[]): void {
    items = changed;
    onChange();
    if (isLoaded) file.keep(items);
    else void loaded.then(() => file.keep(items));
  }

  return {
    get items(): readonly DraftItem[] {
      return items;
    },
    /** Adds items at the end, or in place of an item with the same source. */
    add(added: readonly Omit<DraftItem, 'id'>[]): void {
      const fresh = added.map((item) => ({ ...item, id: randomUUID() }));
      const replaced = (source: string | undefined) =>
        source === undefined ? undefined : fresh.find((item) => item.source === source);
      const kept = items.map((item) => replaced(item.source) ?? item);
      set([...kept, ...fresh.filter((item) => !kept.includes(item))]);
    },
    putFirst: (records: readonly AttachmentRecord[]): void =>
      set([...records.map((record) => ({ id: randomUUID(), record })), ...items]),
    remove: (id: string): void => set(items.filter((item) => item.id !== id)),
    takeAll(): readonly AttachmentRecord[] {
      const records = items.map(({ record }) => record);
      if (records.length > 0) set([]);
      return records;
    },
    /** Settles when the stored attachments are loaded. */
    loaded,
    /** Settles when everything is saved. */
    async written(): Promise<void> {
      await loaded;
      await file.written();
    },
  };
}
