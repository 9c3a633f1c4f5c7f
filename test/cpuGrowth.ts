import { ok } from 'node:assert/strict';

/** Four times the work should take four times as long, and must not take sixteen times as long. */
const greatestRatio = 8;
/** Disturbances only make a measurement longer: the shortest of several is the most accurate. */
const mostMeasures = 5;
/** Shorter measurements are not reliable. */
const leastMs = 40;

/** Fails if work of four times the size takes far more than four times as long. */
export function checkCpuGrowth(small: () => unknown, large: () => unknown): void {
  let [short, long] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const isTooLong = () => long > greatestRatio * Math.max(leastMs, short);
  let measures = 0;
  do {
    short = Math.min(short, timeOf(small));
    long = Math.min(long, timeOf(large));
    measures += 1;
  } while (isTooLong() && measures < mostMeasures);
  ok(!isTooLong(), `${short} ms, then ${long} ms`);
}

/** CPU time, not wall-clock time, which includes the work of other processes. */
function timeOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user / 1000;
}
