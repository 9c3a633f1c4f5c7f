import { ok } from 'node:assert/strict';
import type { Speakable, SpeakableOptions } from '../../../../src/readAloud/speakable/block.ts';
import { speak } from './spokenBlocks.ts';

/** Four times the text should take four times as long; sixteen times is what it must not. */
const greatestRatio = 8;
/** What disturbs a measure makes it longer: the least of some is the truest. */
const mostMeasures = 5;
/** Below so much, a measure says nothing. */
const leastMs = 40;

export function repeat(unit: string, length: number): string {
  return unit.repeat(Math.ceil(length / unit.length));
}

/** Fails where the work that a text takes grows with the square of its length. */
export function checkGrowth(
  speakable: Speakable,
  textOf: (length: number) => string,
  options?: Partial<SpeakableOptions>,
): void {
  let short = Number.POSITIVE_INFINITY;
  let long = Number.POSITIVE_INFINITY;
  let measures = 0;
  const isTooLong = () => long > greatestRatio * Math.max(leastMs, short);
  do {
    short = Math.min(short, timeOf(speakable, textOf(10_000), options));
    long = Math.min(long, timeOf(speakable, textOf(40_000), options));
    measures += 1;
  } while (isTooLong() && measures < mostMeasures);
  ok(!isTooLong(), `${short} ms, then ${long} ms`);
}

/** The time of the processor, and not of the clock, which counts what others do. */
function timeOf(speakable: Speakable, source: string, options?: Partial<SpeakableOptions>): number {
  const before = process.cpuUsage();
  speak(speakable, source, options);
  return process.cpuUsage(before).user / 1000;
}
