import { ok } from 'node:assert/strict';
import type { Narrate, NarratedBlock, NarrationOptions } from '../../../../src/readAloud/narration/block.ts';

/** A row of a table: what is written, and the blocks that are heard. */
export type NarrationCase = readonly [
  name: string,
  source: string,
  options: Partial<NarrationOptions> & { readonly start?: number; readonly end?: number },
  expected: readonly string[],
];

const usual: NarrationOptions = { codeBlocks: 'announce', code: 'comments', pronunciations: {} };

export function speak(
  speakable: Narrate,
  source: string,
  options: Partial<NarrationOptions> & { readonly start?: number; readonly end?: number } = {},
): NarratedBlock[] {
  return Array.from(speakable(source, { ...usual, ...options }));
}

/** A block as tables write it: its text, behind its kind unless it is a paragraph. */
export function written({ kind, depth, text }: NarratedBlock): string {
  return kind === 'paragraph' ? text : `[${kind}${depth ?? ''}] ${text}`;
}

/** What is wrong with the map of a block, if anything is. */
export function faultsOf(
  { text, spans }: NarratedBlock,
  source: string,
  { start, end } = { start: 0, end: source.length },
): string[] {
  const faults: string[] = [];
  if (text !== text.trim() || /[\r\n\t\u2028\u2029]| {2}/.test(text)) faults.push(`white space: ${text}`);
  let spokenEnd = 0;
  let sourceEnd = start;
  for (const span of spans) {
    const { source: range } = span;
    const spoken = text.slice(span.spokenStart, span.spokenEnd);
    const there = source.slice(range.start, range.end);
    if (span.spokenStart < spokenEnd || range.start < sourceEnd) faults.push(`order: ${spoken}`);
    if (span.spokenEnd <= span.spokenStart || span.spokenEnd > text.length) faults.push(`empty: ${spoken}`);
    if (range.end <= range.start || range.end > end) faults.push(`outside: ${spoken}`);
    if (span.isVerbatim && spoken !== there) faults.push(`not verbatim: ${spoken} for ${there}`);
    spokenEnd = span.spokenEnd;
    sourceEnd = range.end;
  }
  return faults;
}

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
