import { createHash } from 'node:crypto';
import { listFiles, writeWhole } from '../platform/disk/diskFiles.ts';
import { deletedMs, FolderStore, linesEnding, unnamedMs } from '../platform/disk/folderStore.ts';
import { fileStart, type Place, readLines } from '../platform/disk/lines.ts';
import { type TaskChange, type TaskRecord, taskChange, taskRecord } from '../protocol/taskRecord.ts';
import { isTaskOver } from '../protocol/taskStateWords.ts';
import { parseJson } from '../relay/json.ts';
import type { Logger } from '../relay/logger.ts';
import { detectImageType } from '../relay/media/imageFormat.ts';

/** Maximum number of tasks: beyond it, the oldest finished ones are deleted. */
const mostTasks = 500;
const largestPoster = 200_000;

/**
 * All tasks, in one folder: for each a file of lines, and its results, under names that begin with its ID; and source
 * images.
 */
export class TaskStore extends FolderStore<TaskRecord> {
  /** Positions up to which the files of the tasks were read. */
  readonly #places = new Map<string, Place>();

  constructor(folder: string, logger: Logger) {
    super(folder, logger, 'Tasks');
  }

  /** Size of the results of all tasks on disk. */
  get bytes(): number {
    const files = this.live().flatMap(({ results }) => results);
    return files.reduce((sum, { bytes }) => sum + bytes, 0);
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
    if (this.items.has(id)) await this.addLines(fileOf(id), [checkTaskLine({ id, ...change }, 'change')]);
    return this.get(id);
  }

  protected async markDeleted(ids: readonly string[], deletedAt: number | null): Promise<void> {
    for (const id of ids) await this.change(id, { deletedAt });
  }

  /** Gives the tasks of a profile its new name. */
  async moveTasks(from: string, to: string): Promise<void> {
    await this.open();
    for (const { id, profile } of this.items.values())
      if (profile === from) await this.change(id, { profile: to });
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
    if (!this.items.has(id) || bytes.length > largestPoster || detectImageType(bytes) !== 'image/webp')
      return;
    const poster = `${id}.poster.webp`;
    await writeWhole(this.pathOf(poster), bytes);
    await this.change(id, { poster });
  }

  protected async readOn(file?: string): Promise<void> {
    if (file !== undefined) return this.#readFile(idOf(file));
    const ids = (await listFiles(this.folder)).filter((name) => name.endsWith(linesEnding)).map(idOf);
    for (const id of new Set([...ids, ...this.items.keys()])) await this.#readFile(id);
  }

  async #readFile(id: string): Promise<void> {
    let record = this.items.get(id);
    let place = (record && this.#places.get(id)) ?? fileStart;
    const onLines = (lines: string[], next: Place) => {
      for (const line of lines) record = this.#fold(id, record, line);
      if (record) place = next;
    };
    const { outcome } = await readLines(this.pathOf(fileOf(id)), place, onLines);
    if (outcome !== 'read' || !record) return void this.items.delete(id);
    this.items.set(id, record);
    this.#places.set(id, place);
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

  protected async removeUnnamed(): Promise<void> {
    const sources = new Set([...this.items.values()].map(({ request }) => request.source?.file));
    for (const name of await listFiles(this.folder)) {
      if (this.items.has(name.slice(0, 36)) || sources.has(name)) continue;
      // Another window may be adding a task right now that is not known here yet.
      await this.removeOld(name, name.includes('.source.') ? unnamedMs : deletedMs);
    }
  }
}

function fileOf(id: string): string {
  return id + linesEnding;
}

function idOf(name: string): string {
  return name.slice(0, -linesEnding.length);
}

/** Parses a line of a task's file; undefined for anything else, such as a torn line. */
function parseTaskLine(line: string) {
  const json = parseJson(line);
  const record = taskRecord.safeParse(json).data;
  if (record) return { type: 'task' as const, record };
  const change = taskChange.safeParse(json).data;
  // Parsed JSON never contains undefined, which the inferred type of a change allows.
  return change && { type: 'change' as const, change: change as TaskChange & Pick<TaskRecord, 'id'> };
}

/** Returns the same line. Throws if it could not be read back, which would otherwise fail only later. */
function checkTaskLine<Line extends object>(line: Line, type: 'task' | 'change'): Line {
  if (parseTaskLine(JSON.stringify(line))?.type !== type) throw new Error(`This ${type} can’t be stored`);
  return line;
}

/** A task after a change. A received task ID is never lost, even if another window calls the task uncertain. */
function applyTaskChange(record: TaskRecord, change: TaskChange): TaskRecord {
  if (change.state === 'uncertain' && record.taskId !== undefined) return record;
  return { ...record, ...change };
}
