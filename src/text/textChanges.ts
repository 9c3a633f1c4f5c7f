import { firstFitting } from './firstFitting.ts';

/** Characters [start, end) of the old text that are replaced. */
export interface TextChange {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * The changes from one text to another, as small as is cheap to find: lines that occur once in both are anchors, and
 * only the differences between two anchors are replaced. So marks, folds and cursors elsewhere stay, and no line is
 * mistaken for a similar one, as in a shortest diff.
 */
export function findTextChanges(before: string, after: string): TextChange[] {
  const [old, fresh] = [linesOf(before), linesOf(after)];
  const [starts, freshStarts] = [lineStarts(old), lineStarts(fresh)];
  return hunksOf(old, fresh).map(({ oldStart, oldEnd, newStart, newEnd }) => {
    const [start = 0, end = 0] = [starts[oldStart], starts[oldEnd]];
    return narrow({ start, end, text: after.slice(freshStarts[newStart], freshStarts[newEnd]) }, before);
  });
}

/** Lines [start, end) of the old text that are replaced by lines of the new one. */
export interface LineHunk {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
}

/**
 * The same in whole lines, which a person accepts or rejects one by one: so lines between two anchors that occur once
 * there, such as a closing bracket, are anchors, too.
 */
export function findHunks(before: string, after: string): LineHunk[] {
  return hunksOf(before.split('\n'), after.split('\n'), mostLevels);
}

/** Between anchors of more levels, there are few lines left. */
const mostLevels = 4;

function hunksOf(old: readonly string[], fresh: readonly string[], levels = 0): LineHunk[] {
  const hunks: LineHunk[] = [];
  let [oldStart, newStart] = [0, 0];
  for (const [oldAnchor, newAnchor] of [...findAnchors(old, fresh), [old.length, fresh.length] as const]) {
    let [oldEnd, newEnd] = [oldAnchor, newAnchor];
    while (oldStart < oldEnd && newStart < newEnd && old[oldStart] === fresh[newStart]) {
      oldStart += 1;
      newStart += 1;
    }
    while (oldStart < oldEnd && newStart < newEnd && old[oldEnd - 1] === fresh[newEnd - 1]) {
      oldEnd -= 1;
      newEnd -= 1;
    }
    if (levels > 0 && oldStart < oldEnd && newStart < newEnd)
      for (const inner of hunksOf(old.slice(oldStart, oldEnd), fresh.slice(newStart, newEnd), levels - 1))
        hunks.push({
          oldStart: oldStart + inner.oldStart,
          oldEnd: oldStart + inner.oldEnd,
          newStart: newStart + inner.newStart,
          newEnd: newStart + inner.newEnd,
        });
    else if (oldStart < oldEnd || newStart < newEnd) hunks.push({ oldStart, oldEnd, newStart, newEnd });
    [oldStart, newStart] = [oldAnchor + 1, newAnchor + 1];
  }
  return hunks;
}

/** The old text with some of the hunks applied. */
export function takeHunks(before: string, after: string, hunks: readonly LineHunk[]): string {
  const [old, fresh] = [before.split('\n'), after.split('\n')];
  const parts: string[][] = [];
  let done = 0;
  for (const { oldStart, oldEnd, newStart, newEnd } of hunks) {
    parts.push(old.slice(done, oldStart), fresh.slice(newStart, newEnd));
    done = oldEnd;
  }
  return [...parts, old.slice(done)].flat().join('\n');
}

/** Merges two texts with a common base; undefined if both changed the same lines, or adjacent ones, differently. */
export function mergeTexts(base: string, one: string, other: string): string | undefined {
  if (one === base || one === other) return other;
  if (other === base) return one;
  const [ours, theirs] = [findHunks(base, one), findHunks(base, other)];
  const meet = (a: LineHunk, b: LineHunk) => a.oldStart <= b.oldEnd && b.oldStart <= a.oldEnd;
  if (ours.some((hunk) => theirs.some((each) => meet(hunk, each)))) return undefined;
  const shifts = ours.map(({ oldStart, oldEnd, newStart, newEnd }) => ({
    oldStart,
    by: newEnd - newStart - (oldEnd - oldStart),
  }));
  const moved = theirs.map((hunk) => {
    const by = shifts.reduce((sum, shift) => (shift.oldStart < hunk.oldStart ? sum + shift.by : sum), 0);
    return { ...hunk, oldStart: hunk.oldStart + by, oldEnd: hunk.oldEnd + by };
  });
  return takeHunks(one, other, moved);
}

/** Shrinks a change by what old and new text have in common at its edges. */
function narrow({ start, end, text }: TextChange, before: string): TextChange {
  const shorter = Math.min(end - start, text.length);
  let head = 0;
  while (head < shorter && before[start + head] === text[head]) head += 1;
  // Never split a surrogate pair: the editor does not accept half a character.
  if (/[\uD800-\uDBFF]/.test(text.charAt(head - 1))) head -= 1;
  let tail = 0;
  while (tail < shorter - head && before[end - 1 - tail] === text[text.length - 1 - tail]) tail += 1;
  if (tail > 0 && /[\uDC00-\uDFFF]/.test(text.charAt(text.length - tail))) tail -= 1;
  return { start: start + head, end: end - tail, text: text.slice(head, text.length - tail) };
}

/** Index, in each text, of a line that both have once. */
type Anchor = readonly [before: number, after: number];

/** The anchors that are in the same order in both texts. */
function findAnchors(old: readonly string[], fresh: readonly string[]): Anchor[] {
  const places = findOnlyPlaces(old);
  const anchors = [...findOnlyPlaces(fresh)].flatMap(([line, place]): Anchor[] => {
    const placeBefore = places.get(line);
    return placeBefore === undefined ? [] : [[placeBefore, place]];
  });
  return longestRising(anchors);
}

/** The lines of a text, with their line breaks. */
function linesOf(text: string): string[] {
  return text.split(/(?<=\n)/);
}

/** Offset of each line, and of the end of the last one. */
function lineStarts(lines: readonly string[]): number[] {
  let end = 0;
  return [0, ...lines.map((line) => (end += line.length))];
}

/** The indexes of lines that occur only once. */
function findOnlyPlaces(lines: readonly string[]): Map<string, number> {
  const places = new Map<string, number>();
  const repeated = new Set<string>();
  for (const [at, line] of lines.entries()) {
    if (places.has(line)) repeated.add(line);
    places.set(line, at);
  }
  for (const line of repeated) places.delete(line);
  return places;
}

/** The longest subsequence of anchors with rising first indexes; the second ones already rise. */
function longestRising(anchors: readonly Anchor[]): Anchor[] {
  interface Link {
    readonly anchor: Anchor;
    readonly previous: Link | undefined;
  }
  /** For each length, the subsequence with the lowest end. */
  const ends: Link[] = [];
  for (const anchor of anchors) {
    const place = firstFitting(ends, (end) => end.anchor[0] >= anchor[0]);
    ends[place] = { anchor, previous: ends[place - 1] };
  }
  const chosen: Anchor[] = [];
  for (let link = ends.at(-1); link; link = link.previous) chosen.push(link.anchor);
  return chosen.reverse();
}
