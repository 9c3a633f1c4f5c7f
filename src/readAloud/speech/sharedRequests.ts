import type { RetryWait } from '../../relay/callOptions.ts';
import { RelayError } from '../../relay/errors/relayError.ts';
import { raceAbort } from '../../relay/raceAbort.ts';
import type { SpeechCall } from './speechSource.ts';

/** The context of a shared request, for all callers. */
export interface SharedCall extends Pick<SpeechCall, 'signal' | 'onWait'> {
  /** Finishes the work on a complete response: callers that leave now do not end it, which would waste the response. */
  finish<Rest>(rest: Promise<Rest>): Promise<Rest>;
}

interface Running<Result> {
  readonly result: Promise<Result>;
  readonly abort: AbortController;
  readonly callers: Set<SpeechCall>;
  isFinishing: boolean;
  /** The current wait, for callers that join while it lasts. */
  wait: RetryWait | undefined;
}

export type SharedRequests<Result> = ReturnType<typeof createSharedRequests<Result>>;

/** Merges requests with the same key. A caller that aborts does not end the request for others. */
export function createSharedRequests<Result>() {
  const running = new Map<string, Running<Result>>();

  function forget(key: string, request: Running<Result>): void {
    if (running.get(key) === request) running.delete(key);
  }

  function endUnwanted(key: string, request: Running<Result>): void {
    if (request.callers.size > 0 || request.isFinishing) return;
    // New callers must not join a request that is being aborted.
    forget(key, request);
    request.abort.abort();
  }

  function start(
    key: string,
    work: (call: SharedCall) => Promise<Result>,
    isWaitTold: boolean,
  ): Running<Result> {
    const abort = new AbortController();
    const callers = new Set<SpeechCall>();
    const call: SharedCall = {
      signal: abort.signal,
      ...(isWaitTold && {
        onWait(wait: RetryWait | undefined) {
          request.wait = wait;
          for (const caller of callers) caller.onWait?.(wait);
        },
      }),
      async finish(rest) {
        request.isFinishing = true;
        try {
          return await rest;
        } finally {
          request.isFinishing = false;
          endUnwanted(key, request);
        }
      },
    };
    const result = Promise.resolve().then(() => work(call));
    const request: Running<Result> = { result, abort, callers, isFinishing: false, wait: undefined };
    running.set(key, request);
    const end = () => forget(key, request);
    result.then(end, end);
    return request;
  }

  return {
    run(key: string, work: (call: SharedCall) => Promise<Result>, call: SpeechCall): Promise<Result> {
      const { signal } = call;
      if (signal.aborted) return Promise.reject(new RelayError('cancelled'));
      const request = running.get(key) ?? start(key, work, call.onWait !== undefined);
      request.callers.add(call);
      const leave = () => {
        request.callers.delete(call);
        endUnwanted(key, request);
      };
      signal.addEventListener('abort', leave, { once: true });
      if (request.wait) call.onWait?.(request.wait);
      return raceAbort(request.result, signal).finally(() => signal.removeEventListener('abort', leave));
    },
  };
}
