import { setTimeout as sleep } from 'node:timers/promises';
import type { RelayErrorKind } from '../../relay/errors/errorKind.ts';
import { RelayError } from '../../relay/errors/relayError.ts';
import { mayPass, retryDelay } from '../../relay/http/retry.ts';
import type { SpeechCall } from '../speech/speechSource.ts';

/** What an error means for other utterances. */
export type Fault =
  /** The next utterance may succeed. */
  | 'passing'
  /** The relay can't be reached: every utterance that is not cached fails. */
  | 'offline'
  /** The relay limits the rate of requests. */
  | 'limited'
  /** The relay rejected this text, or rejects every text: the first utterance shows which. */
  | 'text'
  /** The caller aborted the request. */
  | 'cancelled'
  /** Every utterance would fail. */
  | 'lasting';

/**
 * Delays before retries of a speech request, in milliseconds, if the relay does not specify any; their number limits
 * the retries. Only this table decides about retries: the client sends such a request once, and callers of speech ask
 * once.
 */
const retryDelaysMs = {
  /** Rate limits are usually per minute. */
  limited: [1000, 2000, 20_000, 60_000],
  /** No work was done, so nothing is billed twice. */
  undone: [500, 1500, 4000],
  /** The speech may have been generated and billed: retry once, or the sentence is missing; twice is too much. */
  perhapsBilled: [500],
  never: [],
} as const satisfies Record<string, readonly number[]>;

type RetryReason = keyof typeof retryDelaysMs;

interface Meaning {
  readonly fault: Fault;
  readonly retry: RetryReason;
}

const lasting: Meaning = { fault: 'lasting', retry: 'never' };
const unreachable: Meaning = { fault: 'offline', retry: 'undone' };

const meanings: Partial<Record<RelayErrorKind, Meaning>> = {
  rateLimit: { fault: 'limited', retry: 'limited' },
  server: { fault: 'passing', retry: 'undone' },
  timeout: { fault: 'passing', retry: 'perhapsBilled' },
  interrupted: { fault: 'passing', retry: 'perhapsBilled' },
  invalidResponse: { fault: 'passing', retry: 'perhapsBilled' },
  connection: unreachable,
  // The connections were closed, for example because the API key changed.
  cancelled: { fault: 'cancelled', retry: 'undone' },
  invalidRequest: { fault: 'text', retry: 'never' },
  requestTooLarge: { fault: 'text', retry: 'never' },
};

/** The connection broke after the relay may have received the request. */
const hangUp = /^(UND_ERR_SOCKET|ECONNRESET|EPIPE)$/;

function meaningOf(error: unknown): Meaning {
  if (!(error instanceof RelayError)) return lasting;
  const { kind, details } = error;
  if (kind === 'timeout' && details.phase === 'connect') return unreachable;
  if (kind === 'connection' && hangUp.test(details.systemCode ?? ''))
    return { fault: 'offline', retry: 'perhapsBilled' };
  return meanings[kind] ?? lasting;
}

export function faultOf(error: unknown): Fault {
  return meaningOf(error).fault;
}

/** Whether other utterances may succeed after this final error. */
export function mayBeOfOne(fault: Fault): boolean {
  return fault === 'passing' || fault === 'text';
}

/** The reading stops after this many failed utterances in a row. */
export const longestSkip = 3;

/** Waits for a time, or until the signal is aborted. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

export const waitByClock: Wait = (ms, signal) => sleep(ms, undefined, { signal });

/**
 * Sends a request until it succeeds, or a retry is not worth it. Nothing is retried unless a listener shows
 * the wait: a wait that nobody sees looks like a relay that hangs.
 */
export async function retrySpeech<Result>(
  send: () => Promise<Result>,
  { signal, onWait }: SpeechCall,
  wait: Wait,
): Promise<Result> {
  const retries: Record<RetryReason, number> = { limited: 0, undone: 0, perhapsBilled: 0, never: 0 };
  for (let retry = 1; ; retry += 1) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof RelayError) || !mayPass(error) || signal.aborted || !onWait) throw error;
      const reason = meaningOf(error).retry;
      const ownMs = retryDelaysMs[reason][retries[reason]++];
      const delayMs = ownMs === undefined ? undefined : retryDelay({ error }, ownMs);
      if (delayMs === undefined) throw error;
      const cutShort = new AbortController();
      onWait({ retry, delayMs, error, retryNow: () => cutShort.abort() });
      await wait(delayMs, AbortSignal.any([signal, cutShort.signal])).catch(() => {});
      onWait(undefined);
      if (signal.aborted) throw new RelayError('cancelled');
    }
  }
}
