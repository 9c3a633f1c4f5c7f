import { findOnlyPlaces, findTextChanges, type TextChange } from '../../text/textChanges.ts';

/** Whole lines of a text, and which part of them is meant. */
interface Passage {
  readonly lines: readonly string[];
  /** In offsets from the first line's start on. */
  readonly start: number;
  readonly end: number;
  /** Those of its lines that occur only once in the text: they identify it, and never a similar passage. */
  readonly onlyLines: ReadonlySet<string>;
}

function passageAround(text: string, start: number, end: number): Passage {
  const first = text.slice(0, start).lastIndexOf('\n') + 1;
  const behind = text.indexOf('\n', end);
  const lines = text.slice(first, behind < 0 ? text.length : behind).split('\n');
  const telling = new Set(lines.filter((line) => line.trim() !== ''));
  const onlyLines = new Set(findOnlyPlaces(text.split('\n'), telling).keys());
  return { lines, start: start - first, end: end - first, onlyLines };
}

/** The text of the range. */
export function partOf({ lines, start, end }: Passage): string {
  return lines.join('\n').slice(start, end);
}

/** Where the part is in another text that has all of these lines; undefined where that is not sure. Linear. */
function findPassage(
  { lines, start, end, onlyLines }: Passage,
  text: string,
): { readonly start: number; readonly end: number } | undefined {
  if (onlyLines.size === 0) return undefined;
  const all = text.split('\n');
  const places = findOnlyPlaces(all, onlyLines);
  const known = lines.findIndex((line) => places.has(line));
  // If one line occurs only once, all lines together can be at only one position.
  const first = (places.get(lines[known] ?? '') ?? -1) - known;
  if (known < 0 || !lines.every((line, at) => line === all[first + at])) return undefined;
  let offset = 0;
  for (const line of all.slice(0, first)) offset += line.length + 1;
  return { start: offset + start, end: offset + end };
}

/** A part of a text, in offsets. */
export interface FollowedRange {
  readonly start: number;
  readonly end: number;
  /** Whether its text was changed. */
  readonly isTouched: boolean;
  /** Its former text, while that can't be found; the range is then empty, and about where it was. */
  readonly lost?: Passage;
}

interface TextEdit {
  readonly before: string;
  readonly after: string;
  /** What makes one the other, in offsets of the text before. */
  readonly changes: readonly TextChange[];
}

/**
 * Where a range is after an edit. Text inserted at either edge stays outside; a change inside touches the range. An
 * edit across an edge may be a reload of the file, which replaces everything from the first to the last line that
 * differs: then only the actual differences count. The range never takes in text from outside; rather it is lost until
 * its lines are back.
 */
export function followEdit(range: FollowedRange, { before, after, changes }: TextEdit): FollowedRange {
  const { isTouched, lost } = range;
  const followed = followChanges(range, changes);
  if (lost) {
    const again = findPassage(lost, after);
    return again ? { ...again, isTouched } : { ...range, start: followed.start, end: followed.start };
  }
  if (followed.isThere) return toRange(followed);
  const passage = passageAround(before, range.start, range.end);
  const found = findPassage(passage, after);
  if (found) return { ...found, isTouched };
  const refollowed = followChanges(
    range,
    changes.flatMap((change) => (reachesOver(change, range) ? splitChange(change, before) : [change])),
  );
  if (refollowed.isThere) return toRange(refollowed);
  return { start: refollowed.start, end: refollowed.start, isTouched, lost: passage };
}

interface Followed extends FollowedRange {
  /** Something is left of it, and nothing else came into it. */
  readonly isThere: boolean;
}

function followChanges(range: FollowedRange, changes: readonly TextChange[]): Followed {
  let { isTouched } = range;
  let isTornOpen = false;
  let shift = 0;
  let growth = 0;
  for (const change of changes) {
    const { start, end, text } = change;
    if (end <= range.start) shift += text.length - (end - start);
    else if (start < range.end) {
      isTouched = true;
      // If one edit replaces text inside and outside, it is unclear which part of the new text belongs inside.
      if (text !== '' && reachesOver(change, range)) isTornOpen = true;
      shift -= Math.max(0, range.start - start);
      growth += text.length - (Math.min(end, range.end) - Math.max(start, range.start));
    }
  }
  const start = range.start + shift;
  const end = range.end + shift + growth;
  const isAllGone = range.start < range.end && end <= start;
  return { start, end, isTouched, isThere: !isTornOpen && !isAllGone };
}

function toRange({ start, end, isTouched }: Followed): FollowedRange {
  return { start, end, isTouched };
}

function reachesOver({ start, end }: TextChange, range: FollowedRange): boolean {
  return start < range.end && end > range.start && (start < range.start || end > range.end);
}

function splitChange({ start, end, text }: TextChange, before: string): TextChange[] {
  return findTextChanges(before.slice(start, end), text).map((change) => ({
    start: start + change.start,
    end: start + change.end,
    text: change.text,
  }));
}
