import { RelayError } from './errors/relayError.ts';

/** Resolves like the promise, or rejects with kind `cancelled` if the signal aborts first; the work itself goes on. */
export function raceAbort<Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(new RelayError('cancelled'));
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
