import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import type { CallOptions } from '../callOptions.ts';
import { RelayError, type RelayErrorKind } from '../errors/relayError.ts';
import type { Transport } from '../http/transport.ts';
import { checkRequest } from '../requestCheck.ts';
import type { TaskStatus } from './taskReply.ts';
import { isOver } from './taskStates.ts';
import { queryTask, type TaskQuery } from './tasks.ts';

export interface TaskWait {
  /** How long to wait in all, in milliseconds from now. A look that has begun by then is still waited for. */
  readonly deadlineMs: number;
  /** Told of every look at the task, the last one too. */
  readonly onProgress?: (task: TaskStatus) => void;
  /** Before each look, in milliseconds; the last one counts for all that follow. */
  readonly intervalsMs?: readonly number[];
}

/** Most pictures are ready within the first; a film takes minutes, and loses nothing by some seconds more. */
const defaultIntervalsMs = [2000, 3000, 4000, 6000, 8000, 11_000, 15_000];

/** What may be over by the next look. A relay that stays unreachable for longer than this is given up. */
const passingKinds: readonly RelayErrorKind[] = [
  'timeout',
  'connection',
  'server',
  'interrupted',
  'invalidResponse',
];
const mostFailures = 4;

const waitSchema = z.object({
  deadlineMs: z.number().nonnegative(),
  intervalsMs: z.array(z.number().nonnegative()).min(1),
});

/**
 * Looks at a task until it is over, however it ends, at growing intervals, or when the relay says.
 *
 * Throws RelayErrors: `timeout` with `timeoutMs` once the deadline has passed, when the task may well go on;
 * `cancelled`; what `queryTask` throws, unless it may be over by the next look.
 */
export async function waitForTask(
  transport: Transport,
  query: TaskQuery,
  { deadlineMs, onProgress, intervalsMs = defaultIntervalsMs }: TaskWait,
  call?: CallOptions,
): Promise<TaskStatus> {
  checkRequest(waitSchema, { deadlineMs, intervalsMs });
  const endsAt = performance.now() + deadlineMs;
  let failures = 0;
  let askedToWaitMs = 0;
  for (let look = 0; ; look += 1) {
    const intervalMs = intervalsMs[Math.min(look, intervalsMs.length - 1)] ?? 0;
    const leftMs = endsAt - performance.now();
    if (leftMs <= 0 || askedToWaitMs > leftMs) throw new RelayError('timeout', { timeoutMs: deadlineMs });
    await pause(Math.min(Math.max(intervalMs, askedToWaitMs), leftMs), call?.signal);
    try {
      const task = await queryTask(transport, query, call);
      onProgress?.(task);
      if (isOver(task.state)) return task;
      failures = 0;
      askedToWaitMs = 0;
    } catch (error) {
      if (!(error instanceof RelayError)) throw error;
      const isLimit = error.kind === 'rateLimit';
      failures += isLimit ? 0 : 1;
      if (failures > mostFailures || !(isLimit || passingKinds.includes(error.kind))) throw error;
      askedToWaitMs = error.details.retryAfterMs ?? 0;
    }
  }
}

async function pause(durationMs: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await sleep(durationMs, undefined, signal && { signal });
  } catch {
    throw new RelayError('cancelled');
  }
}
