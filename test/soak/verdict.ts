import { median } from '../timing.ts';
import type { Sample } from './measures.ts';

/** The last quarter's median may be this many times the second quarter's. */
const growthLimit = 1.25;
/** What a keep-alive pool may hold open when nothing runs. */
export const idleConnectionsLimit = 8;

export interface Verdict {
  readonly what: string;
  readonly figure: string;
  readonly isGood: boolean;
}

const series: readonly (readonly [what: string, read: (sample: Sample) => number])[] = [
  ['extension host, 1st window', ({ first }) => first.hostBytes],
  ['extension host, 2nd window', ({ second }) => second.hostBytes],
  ['page, 1st window', ({ first }) => first.pageBytes],
  ['page, 2nd window', ({ second }) => second.pageBytes],
  ['DOM nodes, 1st window', ({ first }) => first.nodes],
  ['DOM nodes, 2nd window', ({ second }) => second.nodes],
  ['listeners, 1st window', ({ first }) => first.listeners],
  ['listeners, 2nd window', ({ second }) => second.listeners],
];

/** How many times what it was in the second quarter it is in the last one. */
function growth(values: readonly number[]): number {
  const quarter = (place: number) =>
    values.slice(Math.floor((place * values.length) / 4), Math.floor(((place + 1) * values.length) / 4));
  return median(quarter(3)) / median(quarter(1));
}

export function judgeGrowth(samples: readonly Sample[]): readonly Verdict[] {
  return series.map(([what, read]) => {
    const grown = growth(samples.map(read));
    return { what, figure: `× ${grown.toFixed(2)}`, isGood: grown <= growthLimit };
  });
}

const megabytes = (bytes: number) => (bytes / 1_048_576).toFixed(1);

const columns: readonly (readonly [head: string, read: (sample: Sample) => string | number])[] = [
  ['minute', ({ minute }) => minute.toFixed(1)],
  ['host 1', ({ first }) => megabytes(first.hostBytes)],
  ['rss 1', ({ first }) => megabytes(first.hostResidentBytes)],
  ['host 2', ({ second }) => megabytes(second.hostBytes)],
  ['page 1', ({ first }) => megabytes(first.pageBytes)],
  ['page 2', ({ second }) => megabytes(second.pageBytes)],
  ['nodes 1', ({ first }) => first.nodes],
  ['nodes 2', ({ second }) => second.nodes],
  ['listeners 1', ({ first }) => first.listeners],
  ['sockets', ({ connections }) => connections],
  ['running', ({ running }) => running],
  ['files', ({ files }) => files],
  ['disk', ({ fileBytes }) => megabytes(fileBytes)],
];

/** A row for each sample: sizes in megabytes. */
export function tabulateSamples(samples: readonly Sample[]): string {
  const rows = samples.map((sample) => columns.map(([, read]) => String(read(sample))));
  return tabulate([columns.map(([head]) => head), ...rows]);
}

export function tabulate(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n');
}
