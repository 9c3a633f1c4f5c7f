/** The one piece in which two texts differ: from `start` to `end` of the old one. */
export interface Difference {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** What has to be replaced for one text to become another: marks and folds outside of it stay where they are. */
export function findDifference(before: string, after: string): Difference {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let tail = 0;
  while (tail < shorter - start && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  // Whole lines read better in an undo, and no pair of surrogates is cut.
  start = start === 0 ? 0 : before.lastIndexOf('\n', start - 1) + 1;
  const end = before.length - tail;
  const lineEnd = before.indexOf('\n', end);
  const grown = lineEnd === -1 ? tail : before.length - lineEnd;
  return {
    start,
    end: before.length - grown,
    text: after.slice(start, after.length - grown),
  };
}
