import type { Connections } from './connections.ts';

/** Timers stand still while the machine sleeps. A beat that is late by the wall clock says that it slept. */
const beatMs = 5000;
const lateMs = 20_000;
/** No connection is kept idle for longer, whatever the relay says of it: undici's own bound. */
const longestIdleMs = 600_000;

/**
 * Our pool of connections, replaced after the machine slept: relays and gateways have dropped those that were idle
 * then, often without a word, and a request on one of them would wait for its time-out.
 */
export function createPool(createAgent: () => Connections, now: () => number) {
  const retired = new Set<Connections>();
  let current = createAgent();
  let beatAt: number | undefined;
  let usedAt = now();
  let timer: NodeJS.Timeout | undefined;

  function beat(): void {
    const at = now();
    if (beatAt !== undefined && at - beatAt > lateMs) retire();
    beatAt = at;
    if (at - usedAt <= longestIdleMs) return;
    clearInterval(timer);
    timer = undefined;
  }

  /** Idle connections are closed at once, the others with the exchange that they serve. */
  function retire(): void {
    const old = current;
    current = createAgent();
    retired.add(old);
    const forget = () => void retired.delete(old);
    old.close().then(forget, forget);
  }

  return {
    agent(): Connections {
      usedAt = now();
      beat();
      timer ??= setInterval(beat, beatMs).unref();
      return current;
    },

    async close(): Promise<void> {
      clearInterval(timer);
      await Promise.all([current, ...retired].map((agent) => agent.destroy()));
    },
  };
}
