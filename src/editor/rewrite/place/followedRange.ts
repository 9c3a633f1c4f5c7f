/** A part of a document, in offsets as VS Code counts them. */
export interface FollowedRange {
  readonly start: number;
  readonly end: number;
  /** Something in it was changed since. */
  readonly isTouched: boolean;
}

/** One change of a document's text, in the offsets before it. */
export interface OffsetChange {
  readonly rangeOffset: number;
  readonly rangeLength: number;
  readonly text: string;
}

/** Where a range is after an edit. Text put in at either edge stays outside; what reaches into the range touches it. */
export function followEdit(range: FollowedRange, changes: readonly OffsetChange[]): FollowedRange {
  let { start, end, isTouched } = range;
  // From the end to the start, so that each change's offset still holds after those before it.
  for (const { rangeOffset, rangeLength, text } of changes.toSorted(
    (a, b) => b.rangeOffset - a.rangeOffset,
  )) {
    const removedEnd = rangeOffset + rangeLength;
    const growth = text.length - rangeLength;
    if (removedEnd <= start) {
      start += growth;
      end += growth;
    } else if (rangeOffset < end) {
      isTouched = true;
      start = Math.min(start, rangeOffset);
      end = Math.max(end, removedEnd) + growth;
    }
  }
  return { start, end, isTouched };
}
