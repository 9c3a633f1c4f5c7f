import type { RelayError } from './errors/relayError.ts';

/** The options of every call of the client, in addition to its request. */
export interface CallOptions {
  /** Aborting closes the socket at once, ends any wait, and makes the call throw an error of kind `cancelled`. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called before each wait for a retry, so that the person can see it. Without a listener nothing
   * waits: a wait that nobody sees looks like a relay that hangs.
   */
  readonly onRetryWait?: ((wait: RetryWait) => void) | undefined;
  /** Called for each phase until the reply begins. The editor's own fetch reports only `connect`. */
  readonly onPhase?: ((phase: RequestPhase) => void) | undefined;
}

/** A request connects, uploads its body if that is large, and then waits for the first byte of its reply. */
export type RequestPhase = 'connect' | 'upload' | 'firstByte';

/** A wait before a retry. The call's `signal` ends the wait and the call. */
export interface RetryWait {
  /** Number of the retry: 1 before the second attempt. */
  readonly retry: number;
  /** How long it lasts, in milliseconds, as the relay asked (Retry-After) or as we chose. */
  readonly delayMs: number;
  /** Why the last attempt failed. */
  readonly error: RelayError;
  /** Ends the wait and sends the request now. */
  readonly retryNow: () => void;
}
