import { deepStrictEqual } from 'node:assert/strict';
import type { Narrate, NarratedBlock, NarrationOptions } from '../../../../src/readAloud/narration/block.ts';
import { checkCpuGrowth } from '../../../cpuGrowth.ts';

type Options = Partial<NarrationOptions> & { readonly start?: number; readonly end?: number };

/** A row of a test table: the source, and the blocks that are heard. */
export type NarrationCase = readonly [
  name: string,
  source: string,
  heard: readonly string[],
  options?: Options,
];

const usual: NarrationOptions = { codeBlocks: 'announce', code: 'comments', pronunciations: {} };

export function speak(speakable: Narrate, source: string, options: Options = {}): NarratedBlock[] {
  return Array.from(speakable(source, { ...usual, ...options }));
}

/** A test for a row: what is heard, and the map to the source. */
export function defineCase(speakable: Narrate, [name, source, heard, options]: NarrationCase): void {
  it(name, () => checkHeard(speak(speakable, source, options), source, heard));
}

export function checkHeard(blocks: readonly NarratedBlock[], source: string, heard: readonly string[]): void {
  deepStrictEqual(
    { heard: blocks.map(written), faults: blocks.flatMap((block) => faultsOf(block, source)) },
    { heard: [...heard], faults: [] },
  );
}

/** A block as test tables write it: its text, with its kind in front unless it is a paragraph. */
function written({ kind, depth, text }: NarratedBlock): string {
  return kind === 'paragraph' ? text : `[${kind}${depth ?? ''}] ${text}`;
}

/** The errors in a block's map to its source. */
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

export function repeat(unit: string, length: number): string {
  return unit.repeat(Math.ceil(length / unit.length));
}

/** Fails if the time for a text grows with the square of its length. */
export function checkGrowth(
  speakable: Narrate,
  textOf: (length: number) => string,
  options?: Partial<NarrationOptions>,
): void {
  checkCost(speakable, { text: textOf(40_000), like: textOf(10_000) }, options);
}

/** Fails if a text takes several times as long as another. */
export function checkCost(
  speakable: Narrate,
  { text, like }: { readonly text: string; readonly like: string },
  options?: Partial<NarrationOptions>,
): void {
  checkCpuGrowth(
    () => speak(speakable, like, options),
    () => speak(speakable, text, options),
  );
}
