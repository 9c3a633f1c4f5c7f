import { createHash } from 'node:crypto';
import { type FSWatcher, watch } from 'node:fs';
import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { listFiles, writeWhole } from '../platform/disk/diskFiles.ts';
import { appendLines, fileStart, type Place, readLines } from '../platform/disk/lines.ts';
import { isTaskOver, type TaskChange, type TaskRecord } from '../protocol/taskRecord.ts';
import type { Logger } from '../relay/logger.ts';
import { detectImageType } from '../relay/media/imageFormat.ts';
import { applyTaskChange, parseTaskLine } from './taskLines.ts';

const recordEnding = '.jsonl';
/** Beyond these, the oldest ones that are over are deleted. */
const mostTasks = 500;
/** So long a deleted task can be had back. */
const deletedMs = 24 * 3_600_000;
/** So long a source stays that no task came of. */
const unnamedMs = 30 * 24 * 3_600_000;
const largestPoster = 200_000;

/** What changed, by whichever window. */
export interface TasksChange {
  readonly changed: readonly TaskRecord[];
  /** IDs of tasks that are deleted now. */
  readonly removed: readonly string[];
}

interface Kept {
  readonly record: TaskRecord;
  /** Up to where its file was read. */
  readonly place: Place;
}

/**
 * All tasks, in one folder: for each a file of lines that is only appended to, and beside it what it was made from and what
 * came of it, under names that begin with its ID. Several windows may have the folder open: each follows the files, so that
 * what one of them writes is what all of them read, the writer too.
 */
export class TaskStore {
  readonly folder: string;
  readonly #logger: Logger;
  readonly #tasks = new Map<string, Kept>();
  readonly #listeners = new Set<(change: TasksChange) => void>();
  #opened: Promise<void> | undefined;
  #watcher: FSWatcher | undefined;
  /** Reads and writes, one after the other. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(folder: string, logger: Logger) {
    this.folder = folder;
    this.#logger = logger;
  }

  /** Calls back after each change, until the returned function is called. */
  onDidChange(listener: (change: TasksChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The tasks that are not deleted, the latest first. */
  async list(): Promise<readonly TaskRecord[]> {
    await this.#open();
    return this.live();
  }

  /** The same, as far as the store was read. */
  live(): readonly TaskRecord[] {
    return [...this.#tasks.values()]
      .map(({ record }) => record)
      .filter(({ deletedAt }) => !deletedAt)
      .toSorted((one, other) => other.createdAt - one.createdAt);
  }

  /** A task, deleted or not; undefined also before the store was first read. */
  get(id: string): TaskRecord | undefined {
    return this.#tasks.get(id)?.record;
  }

  /** What the results of all tasks take on the disk. */
  get bytes(): number {
    return this.live().reduce(
      (sum, { results }) => sum + results.reduce((own, { bytes }) => own + bytes, 0),
      0,
    );
  }

  pathOf(file: string): string {
    return join(this.folder, file);
  }

  read(file: string): Promise<Uint8Array> {
    return readFile(this.pathOf(file));
  }

  /** Resolves when the task is on the disk: nothing may be sent before that. Rejects where the disk does not take it. */
  async add(record: TaskRecord): Promise<void> {
    await this.#open();
    await this.#append(record.id, record);
    const over = this.live().filter(isTaskOver);
    const surplus = this.live().length - mostTasks;
    if (surplus > 0) await this.delete(over.slice(-surplus).map(({ id }) => id));
  }

  /** Resolves when the change is on the disk, to the task as it is then; undefined where there is none. */
  async change(id: string, change: TaskChange): Promise<TaskRecord | undefined> {
    await this.#open();
    if (this.#tasks.has(id)) await this.#append(id, { id, ...change });
    return this.get(id);
  }

  /** Their files go when the deletion can't be undone any more. */
  async delete(ids: readonly string[]): Promise<void> {
    const deletedAt = Date.now();
    for (const id of ids) await this.change(id, { deletedAt });
  }

  /** Undoes a deletion. */
  async restore(ids: readonly string[]): Promise<void> {
    for (const id of ids) await this.change(id, { deletedAt: null });
  }

  /** The paths of the files whose names begin so and that are no part of one. */
  async filesOf(start: string): Promise<readonly string[]> {
    const names = await listFiles(this.folder);
    return names
      .filter((name) => name.startsWith(start) && !name.endsWith('.part'))
      .map((name) => this.pathOf(name));
  }

  /** Stores an image that a task is to be made from; undefined for bytes that are no image. */
  async keepSource(bytes: Uint8Array): Promise<string | undefined> {
    const type = detectImageType(bytes);
    if (!type) return undefined;
    // Named by its bytes, so that one image is kept once; written like an ID, which names of the folder begin with.
    const hash = createHash('sha256').update(bytes).digest('hex');
    const name = [
      hash.slice(0, 8),
      hash.slice(8, 12),
      hash.slice(12, 16),
      hash.slice(16, 20),
      hash.slice(20, 32),
    ];
    const file = `${name.join('-')}.source.${type.slice('image/'.length)}`;
    await writeWhole(this.pathOf(file), bytes);
    return file;
  }

  /** Stores the small image of a film, as a page drew it. Anything else is dropped. */
  async keepPoster(id: string, bytes: Uint8Array): Promise<void> {
    if (!this.#tasks.has(id) || bytes.length > largestPoster || detectImageType(bytes) !== 'image/webp')
      return;
    const poster = `${id}.poster.webp`;
    await writeWhole(this.pathOf(poster), bytes);
    await this.change(id, { poster });
  }

  /** Reads what other windows wrote. Where the disk tells of it, this comes by itself. */
  async refresh(): Promise<void> {
    await this.#open();
    await this.#inTurn(() => this.#readAll());
  }

  /** Resolves when all that was begun is on the disk. */
  async close(): Promise<void> {
    this.#watcher?.close();
    this.#listeners.clear();
    await this.#last;
  }

  #open(): Promise<void> {
    this.#opened ??= this.#inTurn(async () => {
      await mkdir(this.folder, { recursive: true });
      this.#watch();
      await this.#readAll();
      await this.#removeUnnamed().catch((error: unknown) =>
        this.#logger.warn(`Tasks: failed to remove old files: ${String(error)}`),
      );
    }).catch((error: unknown) => {
      this.#opened = undefined;
      throw error;
    });
    return this.#opened;
  }

  #watch(): void {
    if (this.#watcher) return;
    try {
      this.#watcher = watch(this.folder, { persistent: false }, (_, name) => {
        if (name === null) void this.#inTurn(() => this.#readAll()).catch(() => {});
        else if (name.endsWith(recordEnding))
          void this.#inTurn(() => this.#readOn([idOf(name)])).catch(() => {});
      });
      this.#watcher.on('error', () => this.#watcher?.close());
    } catch (error) {
      this.#logger.info(`Tasks: the folder can’t be watched: ${String(error)}`);
    }
  }

  #append(id: string, line: TaskRecord | (TaskChange & { readonly id: string })): Promise<void> {
    return this.#inTurn(async () => {
      const unwritten = await appendLines(this.#recordPath(id), `${JSON.stringify(line)}\n`, true);
      if (unwritten) throw new Error('The disk wrote only part of the data');
      await this.#readOn([id]);
    });
  }

  async #readAll(): Promise<void> {
    const names = (await listFiles(this.folder)).filter((name) => name.endsWith(recordEnding));
    const ids = names.map(idOf);
    await this.#readOn([...new Set([...ids, ...this.#tasks.keys()])]);
  }

  /** Reads on in the files of these tasks, and tells of what changed. */
  async #readOn(ids: readonly string[]): Promise<void> {
    const changed: TaskRecord[] = [];
    const removed: string[] = [];
    for (const id of ids) {
      const before = this.get(id);
      await this.#readFile(id);
      const record = this.get(id);
      if (record === before) continue;
      if (record && !record.deletedAt) changed.push(record);
      else if (before && !before.deletedAt) removed.push(id);
    }
    if (changed.length + removed.length === 0) return;
    for (const listener of this.#listeners) listener({ changed, removed });
  }

  async #readFile(id: string): Promise<void> {
    let known = this.#tasks.get(id);
    let record = known?.record;
    const onLines = (lines: string[], place: Place) => {
      for (const line of lines) record = this.#fold(id, record, line);
      known = record && { record, place };
    };
    const { outcome, rest } = await readLines(this.#recordPath(id), known?.place ?? fileStart, onLines);
    if (outcome !== 'read') known = undefined;
    // Torn between the line and its break: the line is whole. It is read again once it has its break.
    else if (!known && rest.length > 0) {
      record = this.#fold(id, undefined, rest.toString());
      known = record && { record, place: fileStart };
    }
    if (known) this.#tasks.set(id, known);
    else this.#tasks.delete(id);
  }

  #fold(id: string, record: TaskRecord | undefined, text: string): TaskRecord | undefined {
    if (text === '') return record;
    const line = parseTaskLine(text);
    const isOwn = line && (line.type === 'task' ? line.record : line.change).id === id;
    if (!isOwn) this.#logger.warn('Tasks: skipped an unreadable line');
    else if (line.type === 'task') return record ?? line.record;
    else if (record) return applyTaskChange(record, line.change);
    return record;
  }

  /** Removes what belongs to tasks that were deleted long ago, and sources that nothing came of. */
  async #removeUnnamed(): Promise<void> {
    const now = Date.now();
    for (const [id, { record }] of this.#tasks)
      if (record.deletedAt && now - record.deletedAt > deletedMs) this.#tasks.delete(id);
    const records = [...this.#tasks.values()].map(({ record }) => record);
    const sources = new Set(records.map(({ request }) => request.source?.file));
    for (const name of await listFiles(this.folder)) {
      if (this.#tasks.has(name.slice(0, 36)) || sources.has(name)) continue;
      const path = this.pathOf(name);
      const { mtimeMs = now } = (await stat(path).catch(() => undefined)) ?? {};
      // Of a task that another window adds right now, nothing may be known here yet.
      if (now - mtimeMs > (name.includes('.source.') ? unnamedMs : deletedMs))
        await rm(path, { force: true });
    }
  }

  #recordPath(id: string): string {
    return this.pathOf(id + recordEnding);
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => {});
    return done;
  }
}

function idOf(name: string): string {
  return name.slice(0, -recordEnding.length);
}
