import type { CallOptions, RetryWait } from '../../../relay/callOptions.ts';
import { RelayError } from '../../../relay/relayError.ts';

/** How a shared request is done. `paid`: its reply came whole, so that ending now would only waste it. */
export type Work<Result> = (call: CallOptions & { readonly paid: () => void }) => Promise<Result>;

/** Requests of which those with the same key are one, whoever asks. One of them giving up doesn't end the others'. */
export interface SharedRequests<Result> {
  run(key: string, work: Work<Result>, call: CallOptions): Promise<Result>;
}

interface Running<Result> {
  readonly result: Promise<Result>;
  readonly abort: AbortController;
  readonly callers: Set<CallOptions>;
  isPaid: boolean;
  /** The wait that was told of last, for who comes while it lasts. */
  wait: { readonly told: RetryWait; readonly endsAtMs: number } | undefined;
}

export function createSharedRequests<Result>(): SharedRequests<Result> {
  const running = new Map<string, Running<Result>>();

  function forget(key: string, request: Running<Result>): void {
    if (running.get(key) === request) running.delete(key);
  }

  function start(key: string, work: Work<Result>, { onRetryWait }: CallOptions): Running<Result> {
    const abort = new AbortController();
    const callers = new Set<CallOptions>();
    const paid = () => {
      request.isPaid = true;
    };
    const call: CallOptions = {
      signal: abort.signal,
      // The client waits where somebody sees it.
      ...(onRetryWait && {
        onRetryWait(wait: RetryWait) {
          const retryNow = () => {
            request.wait = undefined;
            wait.retryNow();
          };
          const told = { ...wait, retryNow };
          request.wait = { told, endsAtMs: Date.now() + wait.delayMs };
          for (const caller of callers) caller.onRetryWait?.(told);
        },
      }),
    };
    const result = Promise.resolve().then(() => work({ ...call, paid }));
    const request: Running<Result> = { result, abort, callers, isPaid: false, wait: undefined };
    running.set(key, request);
    const end = () => forget(key, request);
    result.then(end, end);
    return request;
  }

  function join({ callers, wait }: Running<Result>, call: CallOptions): void {
    callers.add(call);
    const leftMs = wait ? wait.endsAtMs - Date.now() : 0;
    if (wait && leftMs > 0) call.onRetryWait?.({ ...wait.told, delayMs: leftMs });
  }

  return {
    run(key, work, call) {
      const { signal } = call;
      if (signal?.aborted) return Promise.reject(new RelayError('cancelled'));
      const request = running.get(key) ?? start(key, work, call);
      join(request, call);
      return new Promise((resolve, reject) => {
        const leave = () => {
          request.callers.delete(call);
          reject(new RelayError('cancelled'));
          if (request.callers.size > 0 || request.isPaid) return;
          // Who asks from now on must not get what ends here.
          forget(key, request);
          request.abort.abort();
        };
        signal?.addEventListener('abort', leave, { once: true });
        request.result.then(resolve, reject).finally(() => {
          request.callers.delete(call);
          signal?.removeEventListener('abort', leave);
        });
      });
    },
  };
}
