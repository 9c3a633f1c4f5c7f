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
  checkCost(speakable, { text: textOf(40_000), like: textOf(10_000) }, options);
}

/** Fails where a text takes more than some times the work of another. */
export function checkCost(
  speakable: Speakable,
  { text, like }: { readonly text: string; readonly like: string },
  options?: Partial<SpeakableOptions>,
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
function timeOf(speakable: Speakable, source: string, options?: Partial<SpeakableOptions>): number {
  const before = process.cpuUsage();
  speak(speakable, source, options);
  return process.cpuUsage(before).user / 1000;
}
