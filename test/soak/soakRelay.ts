import { setTimeout as delay } from 'node:timers/promises';
import { startReferenceRelay } from '../relay/referenceRelay.ts';

/** A reference relay that is restarted now and then, always at the same address. */
export type SoakRelay = Awaited<ReturnType<typeof startSoakRelay>>;

const settings = { chunksPerSecond: 60 };

export async function startSoakRelay() {
  let current = await startReferenceRelay(settings);
  const port = Number(new URL(current.baseUrl).port);
  let restarts = 0;
  const spoken = new Map<string, number>();
  const collectSpoken = () => {
    for (const { text, seconds } of current.utterances) spoken.set(text, seconds);
  };
  let abortedBefore = 0;
  const countAborted = () => current.requests.filter(({ outcome }) => outcome === 'closedByClient').length;
  return {
    /** The one that runs; while it is down, the one that ran last. */
    get current() {
      return current;
    },
    get restarts() {
      return restarts;
    },
    /** Requests that the extension closed before their end. */
    countAborted: () => abortedBefore + countAborted(),
    /** Requests that nobody has ended yet. */
    countRunning: () => current.requests.filter(({ outcome }) => outcome === 'running').length,
    /** How long a text sounds that was spoken by one of them, in seconds. */
    findSpoken(text: string) {
      collectSpoken();
      return spoken.get(text);
    },
    /** Cuts what runs, is away for so long, and is back. */
    async restart(awayMs: number) {
      collectSpoken();
      await current.close();
      abortedBefore += countAborted();
      await delay(awayMs);
      current = await startReferenceRelay({ ...settings, port });
      restarts += 1;
    },
    close: () => current.close(),
  };
}
