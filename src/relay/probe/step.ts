import { RelayError, type RelayErrorDetails } from '../errors/relayError.ts';
import { systemCodeOf } from '../http/systemCode.ts';

/** What ends a step before its own end, and what its errors say of the place. */
export interface StepBounds {
  readonly place: Pick<RelayErrorDetails, 'url' | 'proxy'>;
  readonly timeoutMs: number;
  readonly signals: readonly AbortSignal[];
}

/**
 * Does one piece of the way, on the clock that connections have. Settles at once when that runs out or a signal is
 * aborted, also where the work can't be stopped: its own signal tells it then that nobody waits any more, so that it
 * leaves nothing open. Throws RelayErrors only: `timeout` (phase `connect`), `cancelled`, `connection`.
 */
export async function runStep<Result>(
  { place, timeoutMs, signals }: StepBounds,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  if (signals.some(({ aborted }) => aborted)) throw new RelayError('cancelled', place);
  const over = new AbortController();
  let end: (error: RelayError) => void = () => {};
  const ended = new Promise<never>((_, reject) => {
    end = (error) => {
      // First, so that this is the outcome, and not what the work makes of the abort.
      reject(error);
      over.abort();
    };
  });
  const cancel = () => end(new RelayError('cancelled'));
  const timer = setTimeout(() => end(new RelayError('timeout', { phase: 'connect', timeoutMs })), timeoutMs);
  for (const signal of signals) signal.addEventListener('abort', cancel);
  try {
    return await Promise.race([ended, work(over.signal)]);
  } catch (error) {
    const { kind, details } = asRelayError(error);
    throw new RelayError(kind, { ...details, ...place });
  } finally {
    clearTimeout(timer);
    for (const signal of signals) signal.removeEventListener('abort', cancel);
  }
}

function asRelayError(error: unknown): RelayError {
  if (error instanceof RelayError) return error;
  return new RelayError('connection', {
    systemCode: systemCodeOf(error instanceof Error ? error : new Error(String(error))),
  });
}
