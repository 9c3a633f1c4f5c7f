import { findTextChanges, type TextChange } from '../../text/textChanges.ts';

/** A part of a text, in offsets. */
export interface FollowedRange {
  readonly start: number;
  readonly end: number;
  /** Whether its text was changed. */
  readonly isTouched: boolean;
  /** Its former text, once it is gone; the range is then empty, and about where it was. */
  readonly lost?: string;
}

/**
 * Where a range of a text is after changes of it. Text inserted at either edge stays outside; a change inside touches the
 * range. An edit across an edge may be a reload of the file, which replaces everything from the first to the last line
 * that differs: then only the actual differences count. The range never takes in text from outside; rather it is lost,
 * until an undo brings it back.
 */
export function followEdit(
  range: FollowedRange,
  before: string,
  changes: readonly TextChange[],
): FollowedRange {
  const { lost } = range;
  if (lost !== undefined) {
    const back = findUndone(range.start, lost, changes);
    if (back !== undefined) return { start: back, end: back + lost.length, isTouched: range.isTouched };
    const { start } = followChanges(range, changes);
    return { ...range, start, end: start };
  }
  const followed = followChanges(
    range,
    changes.flatMap((change) => (reachesOver(change, range) ? splitChange(change, before) : [change])),
  );
  const { start, end, isTouched, isThere } = followed;
  if (isThere) return { start, end, isTouched };
  const { isTouched: wasTouched } = range;
  return { start, end: start, isTouched: wasTouched, lost: before.slice(range.start, range.end) };
}

/** Where an undo put a lost text back, alone or with what was around it. */
function findUndone(place: number, lost: string, changes: readonly TextChange[]): number | undefined {
  const [change, ...others] = changes;
  const at = change?.text.indexOf(lost) ?? -1;
  const isUndo = change?.start === place && others.length === 0 && at >= 0;
  return isUndo && at === change.text.lastIndexOf(lost) ? place + at : undefined;
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
