import type { CDPSession } from 'playwright-core';

export function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

/** Prints a measured value beside its limit. Above it, the process ends with an error. */
export function judge(what: string, value: number, limit: number): void {
  const isMet = value <= limit;
  if (!isMet) process.exitCode = 1;
  console.log(`  ${isMet ? 'met   ' : 'MISSED'} ${what}: ${value.toFixed(2)} (at most ${limit})`);
}

/** How long the page has worked so far, of a session in which `Performance` is enabled. */
export async function readCpuMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
}
