import { setTimeout as delay } from 'node:timers/promises';
import { type ReferenceRelay, startReferenceRelay } from '../relay/referenceRelay.ts';

/** A reference relay that is restarted now and then, always at the same address. */
export interface SoakRelay {
  /** The one that runs; while it is down, the one that ran last. */
  readonly current: ReferenceRelay;
  readonly restarts: number;
  /** Every request so far, of all of them. */
  countRequests(): number;
  /** Requests that the extension closed before their end. */
  countAborted(): number;
  /** Requests that nobody has ended yet. */
  countRunning(): number;
  /** How long a text sounds that was spoken by one of them, in seconds. */
  findSpoken(text: string): number | undefined;
  /** Cuts what runs, is away for so long, and is back. */
  restart(awayMs: number): Promise<void>;
  close(): Promise<void>;
}

const settings = { chunksPerSecond: 60 };

export async function startSoakRelay(): Promise<SoakRelay> {
  let current = await startReferenceRelay(settings);
  const port = Number(new URL(current.baseUrl).port);
  let restarts = 0;
  const spoken = new Map<string, number>();
  const collectSpoken = () => {
    for (const { text, seconds } of current.utterances) spoken.set(text, seconds);
  };
  const before = { requests: 0, aborted: 0 };
  const countAborted = () => current.requests.filter(({ outcome }) => outcome === 'closedByClient').length;
  return {
    get current() {
      return current;
    },
    get restarts() {
      return restarts;
    },
    countRequests: () => before.requests + current.requests.length,
    countAborted: () => before.aborted + countAborted(),
    countRunning: () => current.requests.filter(({ outcome }) => outcome === 'running').length,
    findSpoken(text) {
      collectSpoken();
      return spoken.get(text);
    },
    async restart(awayMs) {
      collectSpoken();
      await current.close();
      before.aborted += countAborted();
      before.requests += current.requests.length;
      await delay(awayMs);
      current = await startReferenceRelay({ ...settings, port });
      restarts += 1;
    },
    close: () => current.close(),
  };
}
