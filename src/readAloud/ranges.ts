/** A part of a text, [start, end), in UTF-16 code units: the offsets of JavaScript and of VS Code. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** One change of a text: `removedLength` units at `offset` gave way to `insertedLength` units. */
export interface TextChange {
  readonly offset: number;
  readonly removedLength: number;
  readonly insertedLength: number;
}

/** The range without the white space at both ends; empty when there is nothing else in it. */
export function trimRange(text: string, { start, end }: TextRange): TextRange {
  let from = start;
  let to = end;
  while (from < to && isWhiteSpace(text, from)) from += 1;
  while (to > from && isWhiteSpace(text, to - 1)) to -= 1;
  return { start: from, end: to };
}

function isWhiteSpace(text: string, at: number): boolean {
  return /\s/.test(text.charAt(at));
}

/**
 * Where a range lies after a change, or undefined when all of it went away. Text put in at either edge stays
 * outside; text that replaces a part of the range belongs to it.
 */
export function shiftRange({ start, end }: TextRange, change: TextChange): TextRange | undefined {
  const { offset, removedLength, insertedLength } = change;
  const removedEnd = offset + removedLength;
  const growth = insertedLength - removedLength;
  if (removedEnd <= start) return { start: start + growth, end: end + growth };
  if (offset >= end) return { start, end };
  if (offset <= start && removedEnd >= end) return undefined;
  if (offset < start) return { start: offset + insertedLength, end: end + growth };
  if (removedEnd > end) return { start, end: offset };
  return { start, end: end + growth };
}

/** Follows the ranges of a text, as it was once, through the changes made to it since. */
export interface ChangeLog {
  /** Changes of one edit go in one by one, each in the offsets that the one before it left behind. */
  record(change: TextChange): void;
  /** Where a range of the first text lies now, or undefined when it went away. */
  locate(range: TextRange): TextRange | undefined;
}

/**
 * A log rather than shifted ranges, because utterances become known while the reading goes on: each is asked
 * for by the offsets of the text that was planned, however much was typed before.
 */
export function createChangeLog(): ChangeLog {
  const changes: TextChange[] = [];
  return {
    record: (change) => void changes.push(change),
    locate: (range) =>
      changes.reduce<TextRange | undefined>((found, change) => found && shiftRange(found, change), range),
  };
}
