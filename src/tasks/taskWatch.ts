import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { OtherRelayError } from '../messages/ownErrors.ts';
import type { TaskChange, TaskRecord, TaskResultFile } from '../protocol/taskRecord.ts';
import { isTaskOver } from '../protocol/taskStateWords.ts';
import type { RelayClient } from '../relay/client.ts';
import { RelayError } from '../relay/errors/relayError.ts';
import type { Logger } from '../relay/logger.ts';
import type { TaskPaths } from '../relay/tasks/taskPaths.ts';
import type { TaskStatus } from '../relay/tasks/taskReply.ts';
import { type DownloadedFile, downloadResult, findDownloaded } from './taskDownload.ts';
import { ExpiredUrlError, mayPass, toFailureFacts } from './taskFailures.ts';
import type { TaskLease } from './taskLease.ts';
import type { TaskStore } from './taskStore.ts';

export interface TaskWatchTimes {
  /** Delays between looks, in milliseconds; the last one repeats. */
  readonly intervalsMs: readonly number[];
  /** Delays between download attempts without progress. */
  readonly downloadDelaysMs: readonly number[];
}

interface TaskWatchPorts {
  readonly store: TaskStore;
  readonly logger: Logger;
  /** Rejects if the task’s profile now belongs to another relay. */
  readonly relayOf: (record: TaskRecord) => Promise<{ readonly client: RelayClient }>;
  readonly onOver: (record: TaskRecord) => void;
  readonly times: TaskWatchTimes;
}

/** The longest wait, whatever the relay asks for. */
const longestWaitMs = 15 * 60_000;
/** How many looks in a row may find no such task: some relays list a new task a little later. */
const mostUnknown = 4;
const mostCuts = 3;
const mostResults = 16;
/** How often another URL is requested. */
const mostRenewals = 4;
/** How many looks in a row may fail past the deadline: after sleep, the computer's network takes a while. */
const mostLateFailures = 8;
/** A change of the progress that is worth a line. */
const worthTelling = 0.02;

/** Looks after one task: polls it until it is over, and downloads its results. */
export class TaskWatch {
  readonly #id: string;
  readonly #lease: TaskLease;
  readonly #ports: TaskWatchPorts;
  readonly #stopped = new AbortController();
  readonly #signal: AbortSignal;
  #nudge = new AbortController();
  #looks = 0;
  #unknown = 0;
  /** Number of looks in a row with a temporary failure. */
  #failed = 0;
  #askedMs = 0;
  #cuts = 0;
  #toldProgress = 0;

  constructor(id: string, lease: TaskLease, ports: TaskWatchPorts) {
    this.#id = id;
    this.#lease = lease;
    this.#ports = ports;
    this.#signal = AbortSignal.any([lease.lost, this.#stopped.signal]);
  }

  /** Ends all work on the task in this window. */
  stop(): void {
    this.#stopped.abort();
  }

  /** Ends the wait before the next look. */
  wake(): void {
    this.#nudge.abort();
  }

  /** Does what another window, or a person, requests by a line. */
  follow(record: TaskRecord): void {
    const { state, wantedAt = 0, lookedAt = 0 } = record;
    if (isDownloadStopped(record)) this.stop();
    if (wantedAt > lookedAt || state === 'stopped' || state === 'canceled') this.wake();
  }

  /** Looks once, and waits until the next look is due; false if this window must not go on. */
  async run(): Promise<boolean> {
    try {
      await this.#look();
      if (this.#isWaiting) await this.#pause();
      return !this.#signal.aborted;
    } catch (error) {
      if (this.#signal.aborted) return false;
      throw error;
    }
  }

  get #record(): TaskRecord | undefined {
    return this.#ports.store.get(this.#id);
  }

  get #isWaiting(): boolean {
    return this.#record !== undefined && !isTaskOver(this.#record);
  }

  async #look(): Promise<void> {
    const record = this.#record;
    if (record?.taskId === undefined) return;
    const { wantedAt = 0, lookedAt = 0 } = record;
    if (wantedAt > lookedAt) {
      this.#looks = 0;
      await this.#change({ lookedAt: wantedAt });
    }
    this.#looks += 1;
    this.#askedMs = 0;
    try {
      const { client } = await this.#ports.relayOf(record);
      const status = await client.queryTask(queryOf(record), { signal: this.#signal });
      this.#unknown = 0;
      this.#failed = 0;
      await this.#take(status, client);
    } catch (error) {
      if (this.#signal.aborted) throw error;
      await this.#takeFailure(error);
      // Another window may be connected to the task's relay.
      if (error instanceof OtherRelayError) this.stop();
    }
    await this.#mindDeadline();
  }

  async #take(status: TaskStatus, client: RelayClient): Promise<void> {
    const { failure, requestId, results, replyKeys = [] } = status;
    const over = { endedAt: Date.now(), ...(requestId && { requestId }) };
    switch (status.state) {
      case 'failed':
      case 'cancelled':
        return this.#end({
          ...over,
          state: status.state === 'failed' ? 'failed' : 'canceled',
          failure: { kind: 'task', details: relayWords(failure) },
        });
      case 'succeeded':
        if (results.length > 0) return this.#fetch(client, status);
        return this.#end({ ...over, state: 'withoutResult', replyKeys: [...replyKeys], failure: null });
      default:
        return this.#goOn(status);
    }
  }

  /** Stores only changes, so that a task of hours does not fill a file of megabytes. */
  async #goOn({ state, progress, unknownState }: TaskStatus): Promise<void> {
    const record = this.#record;
    // A person stopped or canceled the task while the reply was on its way.
    if (!record || !this.#isWaiting) return;
    const next = state === 'queued' ? 'queued' : 'running';
    const moved = progress !== undefined && Math.abs(progress - (record.progress ?? -1)) >= worthTelling;
    const change: TaskChange = {
      ...(record.state !== next && { state: next }),
      // An unknown state may contain a counter, and so differ each time: store only whether there is one.
      ...((!record.unknownState !== !unknownState || moved) && { unknownState: unknownState ?? null }),
      ...(moved && { progress }),
      ...(record.failure && { failure: null }),
    };
    if (Object.keys(change).length > 0) await this.#change(change);
  }

  /**
   * Records the failure of a look. Polling goes on until the deadline, unless the relay repeatedly does not know the
   * task.
   */
  async #takeFailure(error: unknown): Promise<void> {
    const record = this.#record;
    if (!record) return;
    const failure = toFailureFacts(error);
    const isUnknown = ['invalidRequest', 'notFound', 'wrongAddress'].includes(failure.kind);
    this.#unknown = isUnknown ? this.#unknown + 1 : 0;
    this.#failed = mayPass(error) ? this.#failed + 1 : 0;
    this.#askedMs = error instanceof RelayError ? (error.details.retryAfterMs ?? 0) : 0;
    if (!isUnknown && !mayPass(error)) this.#looks = this.#ports.times.intervalsMs.length;
    this.#ports.logger.info(`Tasks: a look failed: ${failure.kind}`);
    if (this.#unknown >= mostUnknown && this.#isWaiting)
      await this.#end({ state: 'stopped', stoppedBy: 'failure', failure, endedAt: Date.now() });
    else if (record.failure?.kind !== failure.kind) await this.#change({ failure });
  }

  async #mindDeadline(): Promise<void> {
    const record = this.#record;
    if (!record || !this.#isWaiting || Date.now() < record.deadlineAt) return;
    if (this.#failed > 0 && this.#failed < mostLateFailures) return;
    const endedAt = Date.now();
    if (record.state === 'fetching') await this.#end({ state: 'fetchFailed', endedAt });
    else await this.#end({ state: 'stopped', stoppedBy: 'deadline', endedAt });
  }

  async #pause(): Promise<void> {
    const { intervalsMs } = this.#ports.times;
    const ownMs = intervalsMs[Math.min(this.#looks, intervalsMs.length) - 1] ?? 0;
    const record = this.#record;
    const leftMs = (record?.deadlineAt ?? 0) - Date.now();
    const wishedMs = Math.max(ownMs, Math.min(this.#askedMs, longestWaitMs));
    const waitMs = leftMs > 0 ? Math.min(wishedMs, leftMs) : wishedMs;
    this.#nudge = new AbortController();
    // Another look was requested while the last one was running.
    if ((record?.wantedAt ?? 0) > (record?.lookedAt ?? 0)) return;
    const signal = AbortSignal.any([this.#signal, this.#nudge.signal]);
    await sleep(waitMs, undefined, { signal }).catch(() => {});
  }

  async #fetch(client: RelayClient, status: TaskStatus): Promise<void> {
    this.#toldProgress = 0;
    // A person stopped the download while the reply was on its way.
    if (this.#record && isDownloadStopped(this.#record)) return;
    await this.#change({ state: 'fetching', stoppedBy: null, progress: 0, failure: null });
    try {
      const results: TaskResultFile[] = [];
      const count = Math.min(status.results.length, mostResults);
      for (let index = 0; index < count; index += 1)
        results.push(await this.#fetchOne(client, status, index, (part) => (index + part) / count));
      await this.#end({ state: 'done', progress: 1, results, failure: null, endedAt: Date.now() });
    } catch (error) {
      if (this.#signal.aborted) throw error;
      const reason = error instanceof ExpiredUrlError ? error.reason : error;
      // Each attempt may transfer as many bytes as the whole file.
      this.#cuts += reason instanceof RelayError && reason.kind === 'interrupted' ? 1 : 0;
      if (mayPass(reason) && this.#cuts < mostCuts) throw reason;
      await this.#end({ state: 'fetchFailed', failure: toFailureFacts(error), endedAt: Date.now() });
    }
  }

  /**
   * Downloads one result, from a new URL if one has expired. A file that was downloaded before is not requested
   * again.
   */
  async #fetchOne(
    client: RelayClient,
    status: TaskStatus,
    index: number,
    overall: (part: number) => number,
  ): Promise<TaskResultFile> {
    const { store, times } = this.#ports;
    const base = `${this.#id}-${index}`;
    const known = await findDownloaded(await store.filesOf(`${base}.`));
    let url = status.results[index]?.url ?? '';
    for (let renewals = 0; !known; renewals += 1) {
      try {
        const onProgress = (part: number) => this.#tellProgress(overall(part));
        const checkLease = () => this.#checkLease();
        const download = {
          client,
          url,
          base: store.pathOf(base),
          signal: this.#signal,
          checkLease,
          onProgress,
          // Only for display, like the progress, so a failed write is ignored.
          onFailure: (failure: unknown) =>
            void this.#change({ failure: toFailureFacts(failure) }).catch(() => {}),
        };
        return toResult(await downloadResult({ ...download, delaysMs: times.downloadDelaysMs }));
      } catch (error) {
        if (!(error instanceof ExpiredUrlError) || renewals >= mostRenewals || !this.#record) throw error;
        // The relay may list a URL before its file exists.
        await sleep(times.downloadDelaysMs[renewals] ?? 0, undefined, { signal: this.#signal });
        const fresh = await client.queryTask(queryOf(this.#record), { signal: this.#signal });
        url = fresh.results[index]?.url ?? url;
      }
    }
    return toResult(known);
  }

  #tellProgress(progress: number): void {
    const tenths = Math.floor(progress * 10) / 10;
    if (tenths <= this.#toldProgress) return;
    this.#toldProgress = tenths;
    // Only for display, so a failed write is ignored; other changes store what matters.
    const { failure } = this.#record ?? {};
    void this.#change({ progress: tenths, ...(failure && { failure: null }) }).catch(() => {});
  }

  /** Throws if another window took over while the computer slept, which so far only the disk may show. */
  async #checkLease(): Promise<void> {
    await this.#lease.isHeld();
    this.#signal.throwIfAborted();
  }

  async #end(change: TaskChange): Promise<void> {
    await this.#checkLease();
    const record = await this.#change(change);
    if (record) this.#ports.onOver(record);
  }

  #change(change: TaskChange): Promise<TaskRecord | undefined> {
    return this.#ports.store.change(this.#id, change);
  }
}

/** Whether a person stopped its download. */
function isDownloadStopped({ state, stoppedBy }: TaskRecord): boolean {
  return state === 'fetchFailed' && stoppedBy === 'person';
}

/** What the client needs to query a task. */
export function queryOf({ paths, taskId = '' }: TaskRecord) {
  // The client validates the paths.
  return { paths: paths as unknown as TaskPaths, id: taskId };
}

function relayWords(failure: TaskStatus['failure']): Record<string, string> {
  const { message, code } = failure ?? {};
  return { ...(message && { relayMessage: message }), ...(code && { code }) };
}

function toResult({ path, bytes, mediaType, isCutShort, facts }: DownloadedFile): TaskResultFile {
  return {
    file: basename(path),
    bytes,
    mediaType,
    ...(isCutShort && { isCutShort }),
    ...(facts && { facts }),
  };
}
