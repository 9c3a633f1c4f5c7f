import { setTimeout as delay } from 'node:timers/promises';

/** The longest any single condition may take. Generous: a loaded machine is slow, and waiting costs nothing. */
export const patienceMs = 30_000;
const probeEveryMs = 50;

/** Asks again and again until the probe gives a value; for conditions that the browser can't be asked to await. */
export async function waitUntil<Value>(
  description: string,
  probe: () => Promise<Value | undefined>,
): Promise<Value> {
  const givesUpAt = performance.now() + patienceMs;
  for (;;) {
    const value = await probe();
    if (value !== undefined) return value;
    if (performance.now() > givesUpAt) throw new Error(`Waited ${patienceMs} ms in vain: ${description}`);
    await delay(probeEveryMs);
  }
}
