import { setTimeout as delay } from 'node:timers/promises';

/** The longest any single condition may take. Generous: a loaded machine is slow, and waiting costs nothing. */
export const patienceMs = 60_000;

/** Calls the probe again and again until it holds, or returns a truthy value; for what the browser can't await. */
export async function waitUntil<Value>(
  description: string,
  probe: () => Promise<Value | undefined>,
  longestMs = patienceMs,
  everyMs = 50,
): Promise<Value> {
  const givesUpAt = performance.now() + longestMs;
  for (;;) {
    const value = await probe();
    if (value) return value;
    if (performance.now() > givesUpAt) throw new Error(`Waited ${longestMs} ms in vain: ${description}`);
    await delay(everyMs);
  }
}
