import { randomUUID } from 'node:crypto';
import { utimes } from 'node:fs/promises';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { Logger } from '../../relay/logger.ts';
import { type AttachmentRecord, attachmentRecord } from '../attachment.ts';

const draftItem = z.object({
  id: z.string(),
  /** The same thing attached again takes its place. */
  source: z.optional(z.string()),
  record: attachmentRecord,
});
export type DraftItem = z.infer<typeof draftItem>;

export interface DraftPorts {
  /** Remembers in this workspace which file is its own. */
  readonly memento: vscode.Memento;
  /** With a file for each workspace whose draft has attachments. */
  readonly folder: vscode.Uri;
  readonly logger: Logger;
  readonly onChange: () => void;
}

/** What goes along with the draft, over reloads. */
export interface AttachmentDraft {
  readonly items: readonly DraftItem[];
  /** Puts these at the end; what has the same source as one that is there takes its place. */
  add(items: readonly Omit<DraftItem, 'id'>[]): void;
  putFirst(records: readonly AttachmentRecord[]): void;
  remove(id: string): void;
  takeAll(): readonly AttachmentRecord[];
  /** Settles when what was kept is read. */
  readonly loaded: Promise<void>;
  /** Settles when all is on the disk. */
  written(): Promise<void>;
}

const fileKey = 'chat.draftAttachments';

/** Texts of a megabyte are too much for the workspace's state, which VS Code holds in memory and rewrites whole. */
export function createAttachmentDraft({ memento, folder, logger, onChange }: DraftPorts): AttachmentDraft {
  const { fs } = vscode.workspace;
  let items: DraftItem[] = [];
  let isChanged = false;
  let writing = Promise.resolve();
  const loaded = load();

  async function load(): Promise<void> {
    const name = memento.get<string>(fileKey);
    if (!name || !/^[\da-f-]{36}\.json$/.test(name)) return;
    try {
      const file = vscode.Uri.joinPath(folder, name);
      const bytes = await fs.readFile(file);
      // The drafts of workspaces that nobody opens any more are removed one day.
      const now = new Date();
      void utimes(file.fsPath, now, now).catch(() => {});
      const kept = z.array(draftItem).parse(JSON.parse(new TextDecoder().decode(bytes)));
      // What was attached meanwhile comes behind.
      items = [...kept, ...items];
      if (kept.length > 0) onChange();
    } catch (error) {
      logger.warn(`Attachments: the draft's could not be read: ${String(error)}`);
    }
  }

  function set(changed: DraftItem[]): void {
    items = changed;
    onChange();
    if (isChanged) return;
    isChanged = true;
    writing = writing
      .then(() => loaded)
      .then(write)
      .catch((error: unknown) => logger.warn(`Attachments: not kept: ${String(error)}`));
  }

  async function write(): Promise<void> {
    isChanged = false;
    const known = memento.get<string>(fileKey);
    const name = known ?? `${randomUUID()}.json`;
    const file = vscode.Uri.joinPath(folder, name);
    if (items.length === 0) {
      await memento.update(fileKey, undefined);
      if (known) await fs.delete(file);
      return;
    }
    await fs.createDirectory(folder);
    // Under another name first: a file that is half written must not pass for the draft.
    const unfinished = vscode.Uri.joinPath(folder, `${name}.unfinished`);
    await fs.writeFile(unfinished, new TextEncoder().encode(JSON.stringify(items)));
    await fs.rename(unfinished, file, { overwrite: true });
    if (!known) await memento.update(fileKey, name);
  }

  return {
    get items() {
      return items;
    },
    add(added) {
      const fresh = added.map((item) => ({ ...item, id: randomUUID() }));
      const replaced = (source: string | undefined) =>
        source === undefined ? undefined : fresh.find((item) => item.source === source);
      const kept = items.map((item) => replaced(item.source) ?? item);
      set([...kept, ...fresh.filter((item) => !kept.includes(item))]);
    },
    putFirst: (records) => set([...records.map((record) => ({ id: randomUUID(), record })), ...items]),
    remove: (id) => set(items.filter((item) => item.id !== id)),
    takeAll() {
      const records = items.map(({ record }) => record);
      if (records.length > 0) set([]);
      return records;
    },
    loaded,
    written: () => writing,
  };
}
