import type { RelayError } from './errors/relayError.ts';

/** What every call of the client takes beside its request. */
export interface CallOptions {
  /** Aborting closes the socket at once, ends any wait, and makes the call throw an error of kind `cancelled`. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Told of each wait before a request is sent again, so that a person can see it. Without a listener nothing
   * waits: a wait that nobody sees looks like a relay that hangs.
   */
  readonly onRetryWait?: ((wait: RetryWait) => void) | undefined;
  /** Told how far the request has got, until its reply begins. By the editor's own way nothing is told but `connect`. */
  readonly onPhase?: ((phase: RequestPhase) => void) | undefined;
}

/** A request connects, goes up if its body is large, and then waits for the first byte of its reply. */
export type RequestPhase = 'connect' | 'upload' | 'firstByte';

/** A wait before a request is sent again. `signal` of the call ends it for good. */
export interface RetryWait {
  /** 1 before the second try. */
  readonly retry: number;
  /** How long it lasts, in milliseconds, as the relay asked (Retry-After) or as we chose. */
  readonly delayMs: number;
  /** Why the last try failed. */
  readonly error: RelayError;
  /** Ends the wait and sends the request now. */
  readonly retryNow: () => void;
}
