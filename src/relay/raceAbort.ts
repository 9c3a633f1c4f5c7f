import { RelayError } from './errors/relayError.ts';

/** What a promise gives, unless the signal comes first: then an error of kind `cancelled`, and the work goes on alone. */
export function raceAbort<Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(new RelayError('cancelled'));
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
