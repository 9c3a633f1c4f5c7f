import { type FSWatcher, watch } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../../relay/logger.ts';
import { appendLines } from './lines.ts';

/**
 * A folder of append-only files of lines, and of files that the lines name. Several windows may have it open: each
 * follows the lines, so that all of them read what one of them writes, the writer included.
 */
export abstract class FolderStore<Change> {
  readonly folder: string;
  protected readonly logger: Logger;
  /** The prefix of log messages. */
  readonly #name: string;
  readonly #listeners = new Set<(change: Change) => void>();
  #opened: Promise<void> | undefined;
  #watcher: FSWatcher | undefined;
  /** Serializes reads and writes. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(folder: string, logger: Logger, name: 'Images' | 'Tasks') {
    this.folder = folder;
    this.logger = logger;
    this.#name = name;
  }

  /** Reads new lines of a file, or of all files of lines, and reports the changes. Ignores other files. */
  protected abstract readOn(file?: string): Promise<void>;
  /** Removes files that are no longer needed. Called once, after all lines were read. */
  protected abstract removeUnnamed(): Promise<void>;

  /** Calls back after each change, until the returned function is called. */
  onDidChange(listener: (change: Change) => void): () => void {
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
    await this.#inTurn(() => this.readOn());
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
      await this.readOn();
      await this.removeUnnamed().catch((error: unknown) =>
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
      await this.readOn(file);
    });
  }

  protected tell(change: Change): void {
    for (const listener of this.#listeners) listener(change);
  }

  #watch(): void {
    if (this.#watcher) return;
    try {
      this.#watcher = watch(this.folder, { persistent: false }, (_, name) => {
        void this.#inTurn(() => this.readOn(name ?? undefined)).catch(() => {});
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
