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
