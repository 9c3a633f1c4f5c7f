import { ok } from 'node:assert/strict';
import type { Narrate, NarrationOptions } from '../../../../src/readAloud/narration/block.ts';
import { speak } from './narratedBlocks.ts';

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
  speakable: Narrate,
  textOf: (length: number) => string,
  options?: Partial<NarrationOptions>,
): void {
  checkCost(speakable, { text: textOf(40_000), like: textOf(10_000) }, options);
}

/** Fails where a text takes more than some times the work of another. */
export function checkCost(
  speakable: Narrate,
  { text, like }: { readonly text: string; readonly like: string },
  options?: Partial<NarrationOptions>,
): void {
  let usual = Number.POSITIVE_INFINITY;
  let taken = Number.POSITIVE_INFINITY;
  let measures = 0;
  const isTooLong = () => taken > greatestRatio * Math.max(leastMs, usual);
  do {
    usual = Math.min(usual, timeOf(speakable, like, options));
    taken = Math.min(taken, timeOf(speakable, text, options));
    measures += 1;
  } while (isTooLong() && measures < mostMeasures);
  ok(!isTooLong(), `${usual} ms, then ${taken} ms`);
}

/** The time of the processor, and not of the clock, which counts what others do. */
function timeOf(speakable: Narrate, source: string, options?: Partial<NarrationOptions>): number {
  const before = process.cpuUsage();
  speak(speakable, source, options);
  return process.cpuUsage(before).user / 1000;
}
