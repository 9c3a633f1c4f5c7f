import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { listFiles, writeWhole } from '../../platform/disk/diskFiles.ts';
import { isAbsence } from '../../platform/disk/lines.ts';
import { parseJson } from '../../relay/json.ts';
import type { Logger } from '../../relay/logger.ts';
import { instanceId } from '../model/remoteInstances.ts';
import type { Memory, Persistence } from './persistence.ts';

export interface PersistedFilePorts {
  /** The memento of this workspace, for the prefix of these files' names. Its updates must reject when they fail. */
  readonly memory: Memory;
  /** The folder for files of all workspaces; those of workspaces that are no longer opened are removed. */
  readonly folder: string;
  readonly persistence: Persistence;
  readonly logger: Logger;
}

interface PersistedFileOptions<Item> extends PersistedFilePorts {
  /** In the memento, and in messages. */
  readonly key: string;
  readonly item: z.ZodMiniType<Item>;
  /** Whether a file belongs to another running window, by its writer and time. */
  readonly isElsewhere?: (writer: string | undefined, writtenAtMs: number) => boolean;
}

/** A file of this workspace. */
interface FoundFile {
  readonly id: string;
  readonly path: string;
  /** Undefined if its window has released the file. */
  readonly writer: string | undefined;
}

/**
 * A list in its own file: VS Code rewrites its memento as a whole on each change, so large lists do not belong there.
 * Each window has its own file, with its writer in the name, because several windows may be open on one folder.
 */
export type PersistedFile<Item> = ReturnType<typeof createPersistedFile<Item>>;

export function createPersistedFile<Item>(options: PersistedFileOptions<Item>) {
  const { memory, key, folder, persistence, logger, isElsewhere = () => false } = options;
  let start = readStart(memory.get(key));
  /** Whether the memento stored the name: reading it back proves nothing, because it returns unsaved values, too. */
  let isStartKept = start !== undefined;
  const ownId = randomUUID();
  let writer: string | undefined = instanceId;
  let isThere = false;
  /** IDs of other files that were taken over, until this window's file has their items. */
  let takenOver: readonly string[] = [];
  /** IDs of files that this version can't read: they stay for a later one. */
  const unreadable = new Set<string>();
  let latest: readonly Item[] = [];
  /** The latest items are still being written, or could not be written. */
  let isUnwritten = false;
  let lastFailure = '';
  /** The last operation: they run one after another. Never rejects. */
  let last: Promise<unknown> = Promise.resolve();

  const pathOf = (id: string) => join(folder, `${start}.${id}${writer ? `.${toNamePart(writer)}` : ''}.json`);

  async function write(): Promise<void> {
    const items = latest;
    if (items.length > 0) start ??= randomUUID();
    if (start !== undefined) {
      // Store the name first: a file without a stored name would be lost, but a name without a file does no harm.
      if (!isStartKept) await memory.update(key, `${start}.json`);
      isStartKept = true;
      if (items.length > 0) await writeWhole(pathOf(ownId), JSON.stringify(items));
      else await rm(pathOf(ownId), { force: true });
      isThere = items.length > 0;
      for (const id of takenOver) await rm(pathOf(id), { force: true });
      takenOver = [];
    }
    // If `keep` was called in the meantime, its items still have to be written.
    if (latest === items) isUnwritten = false;
  }

  function writeSoon(): void {
    const before = last;
    last = persistence.settle(key, async () => {
      await before;
      if (isUnwritten) await write();
    });
  }

  async function findFiles(): Promise<FoundFile[]> {
    const found: FoundFile[] = [];
    for (const name of start === undefined ? [] : await listFiles(folder)) {
      if (!name.startsWith(`${start}.`) || !name.endsWith('.json')) continue;
      const [, id, part] = name.split('.').slice(0, -1);
      if (id === undefined || [ownId, ...takenOver, ...unreadable].includes(id)) continue;
      found.push({ id, path: join(folder, name), writer: part && fromNamePart(part) });
    }
    return found;
  }

  /** Undefined if it belongs to another window. Rejects if it can't be read now. */
  async function takeOver(found: FoundFile): Promise<readonly Item[] | undefined> {
    const { path } = found;
    if (isElsewhere(found.writer, (await stat(path)).mtimeMs)) return undefined;
    const { data: items } = z.array(options.item).safeParse(parseJson(await readFile(path, 'utf8')));
    if (!items) {
      unreadable.add(found.id);
      persistence.reportUnreadable(path);
      return [];
    }
    const id = isThere || latest.length > 0 ? randomUUID() : ownId;
    // If several windows try to rename the file, only one succeeds.
    await rename(path, pathOf(id));
    if (id === ownId) isThere = true;
    else takenOver = [...takenOver, id];
    latest = [...latest, ...items];
    const now = new Date();
    await utimes(pathOf(id), now, now).catch(() => {});
    return items;
  }

  /** `isAll`: nothing is left that may be read later. */
  async function readAll(): Promise<{ readonly items: readonly Item[]; readonly isAll: boolean }> {
    const items: Item[] = [];
    let isAll = true;
    let failure = '';
    const leave = (error: unknown) => {
      isAll = false;
      failure = String(error);
      return [];
    };
    for (const file of await findFiles().catch(leave)) {
      // If the file is missing, another window has just taken it over, or released it under another name.
      const taken = await takeOver(file).catch((error) => (isAbsence(error) ? undefined : leave(error)));
      if (taken) items.push(...taken);
      else isAll = false;
    }
    if (failure && failure !== lastFailure) logger.warn(`Chat: failed to read ${key}: ${failure}`);
    lastFailure = failure;
    if (takenOver.length > 0) {
      isUnwritten = true;
      writeSoon();
    }
    return { items, isAll };
  }

  async function written(): Promise<boolean> {
    await last;
    // A write that failed before may succeed now.
    writeSoon();
    await last;
    return !isUnwritten;
  }

  return {
    /**
     * Takes over the items of windows that were closed. Never rejects: a file that can't be read is left for the next
     * time. A file that was not read is never overwritten.
     */
    read() {
      const reading = last.then(readAll);
      last = reading;
      return reading;
    },
    /** Stores these in place of all items that were read or stored before. Of several calls, the last one counts. */
    keep(items: readonly Item[]): void {
      latest = items;
      isUnwritten = true;
      writeSoon();
    },
    /** Settles when everything is saved, true; or false if that fails. */
    written,
    /** Releases the file when the window closes, so that the next one can take it over at once. */
    async release(): Promise<void> {
      await written();
      const ids = [...(isThere ? [ownId] : []), ...takenOver];
      const named = ids.map(pathOf);
      writer = undefined;
      // What it has is saved: the next window takes it over when this process is gone.
      for (const [place, id] of ids.entries())
        await rename(named[place] ?? '', pathOf(id)).catch((error: unknown) =>
          logger.info(`Chat: failed to release ${key}: ${String(error)}`),
        );
    },
  };
}

/** Only a plain name may become part of a path. */
function readStart(name: unknown): string | undefined {
  return typeof name === 'string' ? /^([\da-f-]{36})\.json$/.exec(name)?.[1] : undefined;
}

/** A writer ID has characters that not every file system allows in names. */
const toNamePart = (writer: string) => Buffer.from(writer).toString('base64url');
const fromNamePart = (part: string) => Buffer.from(part, 'base64url').toString();
