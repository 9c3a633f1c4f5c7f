import { setTimeout as sleep } from 'node:timers/promises';
import { mayPass, retryDelay } from '../../../relay/http/retry.ts';
import { RelayError } from '../../../relay/relayError.ts';
import type { SpeechCall } from '../speechSource.ts';

/**
 * How long to wait before a request for speech is sent again, in milliseconds, where the relay does not say, and with
 * that how often. This is the only place that decides it: the client sends such a request once, and who asks for
 * speech asks once.
 */
const retryDelaysMs = {
  /** Limits are by the minute. */
  limited: [1000, 2000, 20_000, 60_000],
  /** No work was done, so nothing is billed twice. */
  undone: [500, 1500, 4000],
  /** It may have been made and billed. Without another try the sentence would be missing; a second one is too much. */
  perhapsBilled: [500],
} as const satisfies Record<string, readonly number[]>;

/** The connection broke when the relay may have had the request. */
const hangUp = /^(UND_ERR_SOCKET|ECONNRESET|EPIPE)$/;

type RetryReason = keyof typeof retryDelaysMs;

function reasonOf({ kind, details }: RelayError): RetryReason | undefined {
  switch (kind) {
    case 'rateLimit':
      return 'limited';
    case 'connection':
      return hangUp.test(details.systemCode ?? '') ? 'perhapsBilled' : 'undone';
    case 'server':
    // Somebody closed the connections, such as for another key.
    case 'cancelled':
      return 'undone';
    case 'timeout':
      return details.phase === 'connect' ? 'undone' : 'perhapsBilled';
    case 'interrupted':
    case 'invalidResponse':
      return 'perhapsBilled';
    default:
      return undefined;
  }
}

/** What an error means for a reading. */
export type Fault =
  /** The next utterance may fare better. */
  | 'passing'
  /** No way to the relay: the same for every utterance that is not kept, until there is one again. */
  | 'offline'
  /** The relay wants fewer requests. */
  | 'limited'
  /** The relay refused this text, or any: that shows with the first one. */
  | 'text'
  /** Somebody ended the request, and knows why. */
  | 'cancelled'
  /** It would be the same for every utterance. */
  | 'lasting';

export function faultOf(error: unknown): Fault {
  if (!(error instanceof RelayError)) return 'lasting';
  switch (error.kind) {
    case 'interrupted':
    case 'server':
    case 'invalidResponse':
      return 'passing';
    case 'timeout':
      return error.details.phase === 'connect' ? 'offline' : 'passing';
    case 'connection':
      return 'offline';
    case 'rateLimit':
      return 'limited';
    case 'invalidRequest':
    case 'requestTooLarge':
      return 'text';
    case 'cancelled':
      return 'cancelled';
    default:
      return 'lasting';
  }
}

/** Whether others may be spoken where one utterance has this fault to the end. */
export function mayBeOfOne(fault: Fault): boolean {
  return fault === 'passing' || fault === 'text';
}

/** So many utterances in a row that can't be spoken, and nothing more is asked for. */
export const longestSkip = 3;

/** Waits so long, or until the signal says otherwise. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

export const waitByClock: Wait = (ms, signal) => sleep(ms, undefined, { signal });

/**
 * Sends a request until it succeeds, or another try is not worth it. Nothing is sent again unless somebody is told of
 * the wait: a wait that nobody sees looks like a relay that hangs.
 */
export async function retrySpeech<Result>(
  send: () => Promise<Result>,
  { signal, onWait }: SpeechCall,
  wait: Wait,
): Promise<Result> {
  const retries: Record<RetryReason, number> = { limited: 0, undone: 0, perhapsBilled: 0 };
  for (let retry = 1; ; retry += 1) {
    try {
      return await send();
    } catch (error) {
      const reason = error instanceof RelayError && mayPass(error) ? reasonOf(error) : undefined;
      if (!reason || !(error instanceof RelayError) || signal.aborted || !onWait) throw error;
      const ownMs = retryDelaysMs[reason][retries[reason]];
      const delayMs = ownMs === undefined ? undefined : retryDelay({ error }, ownMs);
      if (delayMs === undefined) throw error;
      retries[reason] += 1;
      const cutShort = new AbortController();
      onWait({ retry, delayMs, error, retryNow: () => cutShort.abort() });
      await wait(delayMs, AbortSignal.any([signal, cutShort.signal])).catch(() => {});
      onWait(undefined);
      if (signal.aborted) throw new RelayError('cancelled');
    }
  }
}
