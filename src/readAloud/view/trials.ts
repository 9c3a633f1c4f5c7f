import { raceAbort } from '../../relay/raceAbort.ts';

/** What is tried out beside a reading: the sound itself, or a voice. One at a time, from its fetching to its end. */
export interface Trials {
  /**
   * In the place of any other. Gives what the work gives, or nothing where the trial was ended before; the work is told
   * by its signal, and nobody waits for it then.
   */
  run<Result>(
    work: (signal: AbortSignal) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result | undefined>;
  /** Silence at once, and what is on its way is never heard. */
  end(): void;
}

/** Calls back when one begins, and when it is over. */
export function createTrials(onChange: (isRunning: boolean) => void): Trials {
  let running: AbortController | undefined;

  function finish(): void {
    running = undefined;
    onChange(false);
  }

  function end(): void {
    if (!running) return;
    running.abort();
    finish();
  }

  return {
    end,
    async run(work, signal) {
      end();
      const own = new AbortController();
      running = own;
      onChange(true);
      const either = AbortSignal.any([own.signal, signal]);
      try {
        return await raceAbort(work(either), either);
      } catch (error) {
        if (either.aborted) return undefined;
        throw error;
      } finally {
        if (running === own) finish();
      }
    },
  };
}
