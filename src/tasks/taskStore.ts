import { createHash } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { listFiles, writeWhole } from '../platform/disk/diskFiles.ts';
import { FolderStore } from '../platform/disk/folderStore.ts';
import { fileStart, type Place, readLines } from '../platform/disk/lines.ts';
import { isTaskOver, type TaskChange, type TaskRecord } from '../protocol/taskRecord.ts';
import type { Logger } from '../relay/logger.ts';
import { detectImageType } from '../relay/media/imageFormat.ts';
import { applyTaskChange, checkTaskLine, parseTaskLine } from './taskLines.ts';

const recordEnding = '.jsonl';
/** Maximum number of tasks: beyond it, the oldest finished ones are deleted. */
const mostTasks = 500;
/** How long a deleted task can be restored. */
const deletedMs = 24 * 3_600_000;
/** How long a source that no task uses is kept. */
const unnamedMs = 30 * 24 * 3_600_000;
const largestPoster = 200_000;

/** A change, made by any window. */
export interface TasksChange {
  readonly changed: readonly TaskRecord[];
  /** IDs of tasks that are now deleted. */
  readonly removed: readonly string[];
}

interface Kept {
  readonly record: TaskRecord;
  /** Position up to which its file was read. */
  readonly place: Place;
}

/**
 * All tasks, in one folder: for each a file of lines, and its results, under names that begin with its ID; and source
 * images.
 */
export class TaskStore extends FolderStore<TasksChange> {
  readonly #tasks = new Map<string, Kept>();

  constructor(folder: string, logger: Logger) {
    super(folder, logger, 'Tasks');
  }

  /** The tasks that are not deleted, the latest first. */
  async list(): Promise<readonly TaskRecord[]> {
    await this.open();
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

  /** Size of the results of all tasks on disk. */
  get bytes(): number {
    return this.live().reduce(
      (sum, { results }) => sum + results.reduce((own, { bytes }) => own + bytes, 0),
      0,
    );
  }

  /**
   * Resolves when the task is on disk: nothing may be sent before that. Also rejects a task that could not be read
   * back.
   */
  async add(record: TaskRecord): Promise<void> {
    await this.open();
    await this.addLines(fileOf(record.id), [checkTaskLine(record, 'task')]);
    const over = this.live().filter(isTaskOver);
    const surplus = this.live().length - mostTasks;
    if (surplus > 0) await this.delete(over.slice(-surplus).map(({ id }) => id));
  }

  /** Resolves to the changed task when the change is on disk; undefined if there is no such task. */
  async change(id: string, change: TaskChange): Promise<TaskRecord | undefined> {
    await this.open();
    if (this.#tasks.has(id)) await this.addLines(fileOf(id), [checkTaskLine({ id, ...change }, 'change')]);
    return this.get(id);
  }

  /** Deletes tasks. Their files are removed once the deletion can't be undone any more. */
  async delete(ids: readonly string[]): Promise<void> {
    const deletedAt = Date.now();
    for (const id of ids) await this.change(id, { deletedAt });
  }

  /** Undoes a deletion. */
  async restore(ids: readonly string[]): Promise<void> {
    for (const id of ids) await this.change(id, { deletedAt: null });
  }

  /** Gives the tasks of a profile its new name. */
  async moveTasks(from: string, to: string): Promise<void> {
    await this.open();
    for (const [id, { record }] of this.#tasks)
      if (record.profile === from) await this.change(id, { profile: to });
  }

  /** The paths of the files whose names begin with `start`, without partial downloads. */
  async filesOf(start: string): Promise<readonly string[]> {
    const names = await listFiles(this.folder);
    return names
      .filter((name) => name.startsWith(start) && !name.endsWith('.part'))
      .map((name) => this.pathOf(name));
  }

  /** Stores a source image for a task; undefined if the bytes are not an image. */
  async keepSource(bytes: Uint8Array): Promise<string | undefined> {
    const type = detectImageType(bytes);
    if (!type) return undefined;
    // Named by its hash, so that each image is stored once; formatted as an ID, which file names here begin with.
    const hash = createHash('sha256').update(bytes).digest('hex');
    const name = hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    const file = `${name}.source.${type.slice('image/'.length)}`;
    await writeWhole(this.pathOf(file), bytes);
    return file;
  }

  /** Stores the poster of a video, drawn by a page. Anything else is ignored. */
  async keepPoster(id: string, bytes: Uint8Array): Promise<void> {
    if (!this.#tasks.has(id) || bytes.length > largestPoster || detectImageType(bytes) !== 'image/webp')
      return;
    const poster = `${id}.poster.webp`;
    await writeWhole(this.pathOf(poster), bytes);
    await this.change(id, { poster });
  }

  protected async readOn(file?: string): Promise<void> {
    const files = file === undefined ? await listFiles(this.folder) : [file];
    const ids = files.filter((name) => name.endsWith(recordEnding)).map(idOf);
    const known = file === undefined ? this.#tasks.keys() : [];
    const changed: TaskRecord[] = [];
    const removed: string[] = [];
    for (const id of new Set([...ids, ...known])) {
      const before = this.get(id);
      await this.#readFile(id);
      const record = this.get(id);
      if (record === before) continue;
      if (record && !record.deletedAt) changed.push(record);
      else if (before && !before.deletedAt) removed.push(id);
    }
    if (changed.length + removed.length > 0) this.tell({ changed, removed });
  }

  async #readFile(id: string): Promise<void> {
    let known = this.#tasks.get(id);
    let record = known?.record;
    const onLines = (lines: string[], place: Place) => {
      for (const line of lines) record = this.#fold(id, record, line);
      known = record && { record, place };
    };
    const { outcome, rest } = await readLines(this.pathOf(fileOf(id)), known?.place ?? fileStart, onLines);
    if (outcome !== 'read') known = undefined;
    // If only its line break is missing, the last line is complete. It is read again once it has the break.
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
    if (!isOwn) this.logger.warn('Tasks: skipped an unreadable line');
    else if (line.type === 'task') return record ?? line.record;
    else if (record) return applyTaskChange(record, line.change);
    return record;
  }

  /** Removes the files of tasks deleted long ago, and old sources that no task uses. */
  protected async removeUnnamed(): Promise<void> {
    const now = Date.now();
    for (const [id, { record }] of this.#tasks)
      if (record.deletedAt && now - record.deletedAt > deletedMs) this.#tasks.delete(id);
    const records = [...this.#tasks.values()].map(({ record }) => record);
    const sources = new Set(records.map(({ request }) => request.source?.file));
    for (const name of await listFiles(this.folder)) {
      if (this.#tasks.has(name.slice(0, 36)) || sources.has(name)) continue;
      const path = this.pathOf(name);
      const { mtimeMs = now } = (await stat(path).catch(() => undefined)) ?? {};
      // Another window may be adding a task right now that is not known here yet.
      if (now - mtimeMs > (name.includes('.source.') ? unnamedMs : deletedMs))
        await rm(path, { force: true });
    }
  }
}

function fileOf(id: string): string {
  return id + recordEnding;
}

function idOf(name: string): string {
  return name.slice(0, -recordEnding.length);
}
