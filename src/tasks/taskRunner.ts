import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { OtherRelayError, UnsavedTaskIdError } from '../messages/ownErrors.ts';
import type { TaskChange, TaskRecord, TaskRequestFields } from '../protocol/taskRecord.ts';
import { isTaskOver } from '../protocol/taskStateWords.ts';
import type { RelayClient } from '../relay/client.ts';
import type { Logger } from '../relay/logger.ts';
import { detectImageType } from '../relay/media/imageFormat.ts';
import type { TaskState } from '../relay/tasks/taskLayers.ts';
import { createTaskBody, type TaskPaths } from '../relay/tasks/taskPaths.ts';
import { mayBeSubmitted, toFailureFacts } from './taskFailures.ts';
import { type LeaseTimes, TaskLease } from './taskLease.ts';
import type { TaskStore } from './taskStore.ts';
import { queryOf, TaskWatch, type TaskWatchTimes } from './taskWatch.ts';

interface TaskRelay {
  readonly client: RelayClient;
  readonly origin: string;
}

export interface TaskRunnerPorts {
  readonly store: TaskStore;
  readonly logger: Logger;
  /** The current relay of a profile; undefined if the profile is gone or has no key. */
  readonly relayOf: (profile: string) => Promise<TaskRelay | undefined>;
  /** A task ended, and this window saw it: no other window is told. */
  readonly onOver: (record: TaskRecord) => void;
  readonly times?: Partial<TaskTimes>;
}

interface TaskTimes extends LeaseTimes, TaskWatchTimes {
  /** How often to search for tasks of windows that are gone. */
  readonly searchMs: number;
  /** How long a task is polled, unless the person extends it. */
  readonly waitMs: number;
  /** Delays between attempts to store the relay's response to a submission. */
  readonly storeDelaysMs: readonly number[];
}

const defaultTimes: TaskTimes = {
  heartbeatMs: 5_000,
  expiryMs: 20_000,
  // Most images are ready after the first look; for a video that takes minutes, some seconds more don’t matter.
  intervalsMs: [2_000, 3_000, 4_000, 6_000, 8_000, 11_000, 15_000, 15_000, 20_000, 20_000, 30_000],
  downloadDelaysMs: [500, 2_000, 5_000, 15_000],
  searchMs: 10_000,
  waitMs: 60 * 60_000,
  storeDelaysMs: [200, 1_000, 5_000],
};

interface NewTask {
  readonly profile: string;
  /** Origin of the relay that it is meant for. */
  readonly origin: string;
  readonly request: TaskRequestFields;
  readonly paths: TaskPaths;
}

/**
 * Starts each task once, and looks after all that are in progress: those of this window, and those whose window is
 * gone. Only the window with the lease looks after a task. Any window writes what it wants of a task as a line into
 * the store, and the window with the lease follows it.
 */
export class TaskRunner {
  readonly #ports: TaskRunnerPorts;
  readonly #times: TaskTimes;
  /** The tasks that this window looks after. */
  readonly #watches = new Map<string, TaskWatch>();
  /** Tasks that this window submits, or has or tries to get the lease of. */
  readonly #taken = new Set<string>();
  /** Work that a closing window waits for. */
  readonly #jobs = new Set<Promise<unknown>>();
  readonly #closing = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #forget: (() => void) | undefined;

  constructor(ports: TaskRunnerPorts) {
    this.#ports = ports;
    this.#times = { ...defaultTimes, ...ports.times };
  }

  /** Starts to look after tasks. */
  async start(): Promise<void> {
    this.#forget ??= this.#ports.store.onDidChange(() => this.#search());
    this.#timer ??= setInterval(() => void this.#refresh(), this.#times.searchMs).unref();
    await this.#refresh();
  }

  /**
   * Starts a task. Its request is on disk before it is sent, and its ID as soon as it arrives. Resolves to the task
   * when the relay has responded, even with a failure. Rejects if nothing was sent and nothing is stored; and with an
   * UnsavedTaskIdError if the disk does not take the ID. Calls `onStored` before it sends the request.
   */
  submit(task: NewTask, onStored: () => void = () => {}): Promise<TaskRecord> {
    return this.#track(this.#submit(task, onStored));
  }

  async #submit(task: NewTask, onStored: () => void): Promise<TaskRecord> {
    const { store } = this.#ports;
    const { request, paths } = task;
    const source = request.source && (await this.#readSource(request.source.file));
    const body = createTaskBody(paths, { ...request, source });
    const { client } = await this.#relayOf(task);
    const record = this.#newRecord(task);
    const { id } = record;
    this.#taken.add(id);
    let lease: TaskLease | undefined;
    try {
      // Take the lease before other windows see the task, so that none of them assumes that this one is gone.
      await store.list();
      lease = await TaskLease.take(store.folder, id, this.#times);
      await store.add(record);
      onStored();
      await this.#storeAnswer(id, await this.#send(client, { paths, body, model: request.model }));
    } finally {
      await lease?.release();
      this.#taken.delete(id);
    }
    this.#search();
    const submitted = store.get(id) ?? record;
    if (isTaskOver(submitted)) this.#ports.onOver(submitted);
    return submitted;
  }

  /** Polls a task now; polling that has ended starts again. */
  async lookAgain(id: string): Promise<void> {
    const record = this.#ports.store.get(id);
    if (record && isTaskOver(record)) await this.follow(id);
    else await this.#want(id, {});
  }

  /** Extends the polling of a task: for the usual time, from now on. */
  extend(id: string): Promise<void> {
    return this.#want(id, { deadlineAt: Date.now() + this.#times.waitMs });
  }

  /** Polls a task from now on, whatever its state; optionally by an ID that the person found in the relay’s log. */
  follow(id: string, taskId = this.#ports.store.get(id)?.taskId): Promise<void> {
    const deadlineAt = Date.now() + this.#times.waitMs;
    const running = {
      state: 'running',
      progress: null,
      unknownState: null,
      stoppedBy: null,
      endedAt: null,
      failure: null,
    } as const;
    return this.#want(id, { ...running, deadlineAt, ...(taskId !== undefined && { taskId }) });
  }

  /** Stops polling; the task goes on at the relay. */
  async stopWaiting(id: string): Promise<void> {
    await this.#ports.store.change(id, { state: 'stopped', stoppedBy: 'person', endedAt: Date.now() });
  }

  /** Stops the download; the downloaded part stays, for another time. */
  async stopDownload(id: string): Promise<void> {
    if (this.#ports.store.get(id)?.state !== 'fetching') return;
    const now = Date.now();
    const stopped = { state: 'fetchFailed', stoppedBy: 'person', failure: null } as const;
    await this.#ports.store.change(id, { ...stopped, endedAt: now, lookedAt: now });
  }

  /** Cancels a task at the relay, if its paths say how. Rejects with the reason if that fails. */
  async cancelAtRelay(id: string): Promise<void> {
    const record = this.#ports.store.get(id);
    if (record?.taskId === undefined) return;
    const { client } = await this.#relayOf(record);
    await client.cancelTask(queryOf(record));
    await this.#ports.store.change(id, { state: 'canceled', endedAt: Date.now(), failure: null });
  }

  /** Downloads the results of a finished task again. */
  fetchAgain(id: string): Promise<void> {
    const change = { state: 'fetching', stoppedBy: null, progress: 0, endedAt: null, failure: null } as const;
    return this.#want(id, change);
  }

  /** Polls all tasks now: the computer woke up, or a profile has another key. */
  wake(): void {
    for (const watch of this.#watches.values()) watch.wake();
    this.#search();
  }

  /** Stops looking after tasks; another window continues, or this one when it opens again. */
  async close(): Promise<void> {
    this.#closing.abort();
    clearInterval(this.#timer);
    this.#forget?.();
    for (const watch of this.#watches.values()) watch.stop();
    await Promise.allSettled(this.#jobs);
  }

  #track<Result>(work: Promise<Result>): Promise<Result> {
    const job = work.finally(() => this.#jobs.delete(job));
    this.#jobs.add(job);
    return job;
  }

  #newRecord({ profile, origin, request, paths }: NewTask): TaskRecord {
    const createdAt = Date.now();
    return {
      id: randomUUID(),
      profile,
      origin,
      createdAt,
      request,
      paths: toJson(paths),
      state: 'submitting',
      deadlineAt: createdAt + this.#times.waitMs,
      results: [],
    };
  }

  async #want(id: string, change: TaskChange): Promise<void> {
    if ((change.taskId ?? this.#ports.store.get(id)?.taskId) === undefined) return;
    await this.#ports.store.change(id, { ...change, wantedAt: Date.now() });
    this.#search();
  }

  async #readSource(file: string) {
    const bytes = await this.#ports.store.read(file);
    return { bytes, mediaType: detectImageType(bytes) ?? 'application/octet-stream' };
  }

  /** Sends the request and returns the outcome. Never sent again, and not aborted when the window closes. */
  async #send(client: RelayClient, request: Parameters<RelayClient['submitTask']>[0]): Promise<TaskChange> {
    try {
      const { id, state, requestId } = await client.submitTask(request);
      // If the task is further along already, the first look tells.
      const isQueued = (state satisfies TaskState) === 'queued';
      return { taskId: id, state: isQueued ? 'queued' : 'running', ...(requestId && { requestId }) };
    } catch (error) {
      const failure = toFailureFacts(error);
      const { requestId } = failure.details;
      return {
        state: mayBeSubmitted(error) ? 'uncertain' : 'failed',
        endedAt: Date.now(),
        failure,
        ...(typeof requestId === 'string' && { requestId }),
      };
    }
  }

  /** Stores what can't be requested again: if the disk fails, tries several times. */
  async #storeAnswer(id: string, answer: TaskChange): Promise<void> {
    const { store, logger } = this.#ports;
    const { taskId } = answer;
    for (const delayMs of [...this.#times.storeDelaysMs, undefined])
      try {
        await store.change(id, answer);
        return;
      } catch (error) {
        logger.error(`Tasks: failed to store the response, task ID ${taskId ?? 'unknown'}: ${String(error)}`);
        if (delayMs === undefined) throw taskId === undefined ? error : new UnsavedTaskIdError(taskId, error);
        await sleep(delayMs, undefined, { signal: this.#closing.signal }).catch(() => {});
      }
  }

  async #relayOf({ profile, origin }: Pick<TaskRecord, 'profile' | 'origin'>): Promise<TaskRelay> {
    const relay = await this.#ports.relayOf(profile);
    if (relay?.origin !== origin) throw new OtherRelayError();
    return relay;
  }

  async #refresh(): Promise<void> {
    try {
      await this.#ports.store.refresh();
      this.#search();
    } catch (error) {
      this.#ports.logger.error(`Tasks: failed to read them: ${String(error)}`);
    }
  }

  /** Looks after all tasks that need it and that no other window has. */
  #search(): void {
    if (this.#closing.signal.aborted || !this.#forget) return;
    for (const record of this.#ports.store.live()) {
      this.#watches.get(record.id)?.follow(record);
      if (!needsWork(record) || this.#taken.has(record.id)) continue;
      void this.#track(this.#work(record.id));
    }
    for (const [id, watch] of this.#watches) if (this.#ports.store.get(id)?.deletedAt) watch.stop();
  }

  async #work(id: string): Promise<void> {
    const { store, logger } = this.#ports;
    this.#taken.add(id);
    let lease: TaskLease | undefined;
    try {
      if (!(await this.#mayAsk(store.get(id)))) return;
      lease = await TaskLease.take(store.folder, id, this.#times);
      if (!lease || this.#closing.signal.aborted) return;
      const watch = new TaskWatch(id, lease, {
        store,
        logger,
        relayOf: (record) => this.#relayOf(record),
        onOver: this.#ports.onOver,
        times: this.#times,
      });
      this.#watches.set(id, watch);
      await this.#run(watch, id);
    } catch (error) {
      logger.error(`Tasks: ${String(error)}`);
    } finally {
      this.#watches.delete(id);
      await lease?.release();
      this.#taken.delete(id);
    }
  }

  /**
   * Whether to try for the lease: if the last look found another relay, only a window where the task’s relay is
   * connected may.
   */
  async #mayAsk(record: TaskRecord | undefined): Promise<boolean> {
    if (record?.failure?.kind !== 'otherRelay') return true;
    return this.#relayOf(record).then(
      () => true,
      () => false,
    );
  }

  async #run(watch: TaskWatch, id: string): Promise<void> {
    const { store } = this.#ports;
    // Read the record again now that no other window writes it.
    await store.refresh();
    for (let record = store.get(id); record && needsWork(record); record = store.get(id)) {
      if (record.state === 'submitting') {
        // The window that submitted it is gone, and did not get the response.
        const lost = await store.change(id, { state: 'uncertain', endedAt: Date.now() });
        if (lost) this.#ports.onOver(lost);
      } else if (!(await watch.run())) return;
    }
  }
}

/** Whether a window must look after the task. */
function needsWork({ state, taskId, deletedAt, wantedAt = 0, lookedAt = 0 }: TaskRecord): boolean {
  if (deletedAt) return false;
  if (state === 'submitting') return true;
  return taskId !== undefined && (!isTaskOver({ state }) || wantedAt > lookedAt);
}

function toJson(paths: TaskPaths): TaskRecord['paths'] {
  return JSON.parse(JSON.stringify(paths));
}
