import { type FSWatcher, watch } from 'node:fs';
import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../../relay/logger.ts';
import { appendLines, isAbsence } from './lines.ts';

/** The ending of files of lines. */
export const linesEnding = '.jsonl';
/** How long a deleted item can be restored, and its files are kept. */
export const deletedMs = 24 * 3_600_000;
/** How long a file that no item names is kept: it may be the source of a draft. */
export const unnamedMs = 30 * 24 * 3_600_000;

interface StoredItem {
  readonly id: string;
  /** In milliseconds since 1970. */
  readonly createdAt: number;
  readonly deletedAt?: number | null;
}

/** A change, made by any window. */
export interface StoreChange<Item> {
  readonly changed: readonly Item[];
  /** IDs of items that are now deleted. */
  readonly removed: readonly string[];
}

/**
 * A folder of append-only files of lines about items, and of files that the lines name. Several windows may have it
 * open: each follows the lines, so that all of them read what one of them writes, the writer included.
 */
export abstract class FolderStore<Item extends StoredItem> {
  readonly folder: string;
  protected readonly logger: Logger;
  /** As far as the lines were read; deleted ones, too, until they can't be restored any more. */
  protected readonly items = new Map<string, Item>();
  /** The prefix of log messages. */
  readonly #name: string;
  readonly #listeners = new Set<(change: StoreChange<Item>) => void>();
  #opened: Promise<void> | undefined;
  #watcher: FSWatcher | undefined;
  /** Serializes reads and writes. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(folder: string, logger: Logger, name: 'Images' | 'Tasks') {
    this.folder = folder;
    this.logger = logger;
    this.#name = name;
  }

  /** Reads new lines of a file, or of all files of lines, into the items. */
  protected abstract readOn(file?: string): Promise<void>;
  /**
   * Removes old files that are no longer needed, with `removeOld`. `gone`: the items that can't be restored any more.
   * Called once, after all lines were read.
   */
  protected abstract removeUnnamed(gone: readonly Item[]): Promise<void>;
  /** Writes when items were deleted; null for not deleted. */
  protected abstract markDeleted(ids: readonly string[], deletedAt: number | null): Promise<void>;

  /** The items that are not deleted, the latest first. */
  async list(): Promise<readonly Item[]> {
    await this.open();
    return this.live();
  }

  /** The same, as far as the store was read. */
  live(): readonly Item[] {
    return [...this.items.values()]
      .filter(({ deletedAt }) => !deletedAt)
      .toSorted((one, other) => other.createdAt - one.createdAt);
  }

  /** An item, deleted or not; undefined also before the store was first read. */
  get(id: string): Item | undefined {
    return this.items.get(id);
  }

  /** Deletes items. Their files are removed once the deletion can't be undone any more. */
  delete(ids: readonly string[]): Promise<void> {
    return this.markDeleted(ids, Date.now());
  }

  /** Undoes a deletion. */
  restore(ids: readonly string[]): Promise<void> {
    return this.markDeleted(ids, null);
  }

  /** Calls back after each change, until the returned function is called. */
  onDidChange(listener: (change: StoreChange<Item>) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  pathOf(file: string): string {
    return join(this.folder, file);
  }

  read(file: string): Promise<Uint8Array> {
    return readFile(this.pathOf(file));
  }

  /** Reads what other windows wrote. If file watching works, this happens automatically. */
  async refresh(): Promise<void> {
    await this.open();
    await this.#inTurn(() => this.#follow());
  }

  /** Resolves when all pending work is on the disk. */
  async close(): Promise<void> {
    this.#watcher?.close();
    this.#listeners.clear();
    await this.#last;
  }

  protected open(): Promise<void> {
    this.#opened ??= this.#inTurn(async () => {
      await mkdir(this.folder, { recursive: true });
      this.#watch();
      await this.#follow();
      const gone = [...this.items.values()].filter(isGone);
      for (const { id } of gone) this.items.delete(id);
      await this.removeUnnamed(gone).catch((error: unknown) =>
        this.logger.warn(`${this.#name}: failed to remove old files: ${String(error)}`),
      );
    }).catch((error: unknown) => {
      this.#opened = undefined;
      throw error;
    });
    return this.#opened;
  }

  /** Resolves when the lines are on the disk, and were read back from it. */
  protected addLines(file: string, lines: readonly object[]): Promise<void> {
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    return this.#inTurn(async () => {
      const unwritten = await appendLines(this.pathOf(file), text, true);
      if (unwritten) throw new Error('The disk wrote only part of the data');
      await this.#follow(file);
    });
  }

  /** Removes a file that was written longer ago than this. */
  protected async removeOld(file: string, keptMs: number): Promise<void> {
    const path = this.pathOf(file);
    try {
      if (Date.now() - (await stat(path)).mtimeMs > keptMs) await rm(path, { force: true });
    } catch (error) {
      // Another window removed the file first.
      if (!isAbsence(error)) throw error;
    }
  }

  /** Reads new lines, and reports what they changed. Ignores other files. */
  async #follow(file?: string): Promise<void> {
    if (file?.endsWith(linesEnding) === false) return;
    const before = new Map(this.items);
    await this.readOn(file);
    const touched = [...this.items.values()].filter((item) => before.get(item.id) !== item);
    const changed = touched.filter(({ deletedAt }) => !deletedAt);
    const deleted = touched.filter(({ deletedAt }) => deletedAt).map(({ id }) => id);
    const removed = [...deleted, ...[...before.keys()].filter((id) => !this.items.has(id))];
    if (changed.length + removed.length === 0) return;
    for (const listener of this.#listeners) listener({ changed, removed });
  }

  #watch(): void {
    if (this.#watcher) return;
    try {
      this.#watcher = watch(this.folder, { persistent: false }, (_, name) => {
        void this.#inTurn(() => this.#follow(name ?? undefined)).catch(() => {});
      });
      this.#watcher.on('error', () => this.#watcher?.close());
    } catch (error) {
      this.logger.info(`${this.#name}: the folder can’t be watched: ${String(error)}`);
    }
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => {});
    return done;
  }
}

/** Whether an item was deleted too long ago to be restored. */
export function isGone({ deletedAt }: StoredItem): boolean {
  return !!deletedAt && Date.now() - deletedAt > deletedMs;
}
