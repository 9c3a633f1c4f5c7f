import { firstFitting } from '../../../text/firstFitting.ts';
import type { TextChange } from '../../../text/textChanges.ts';

/** A part of a text, [start, end), in UTF-16 code units: the offsets of JavaScript and of VS Code. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** The range without the white space at both ends; empty if it contains nothing else. */
export function trimRange(text: string, { start, end }: TextRange): TextRange {
  const content = text.slice(start, end);
  const from = end - content.trimStart().length;
  return { start: from, end: Math.max(from, start + content.trimEnd().length) };
}

/** The lines of a range, without their ends. Lazy. */
export function* linesFrom(text: string, { start, end }: TextRange): Generator<TextRange> {
  let at = start;
  for (const { index, 0: lineEnd } of text.slice(start, end).matchAll(/\r\n?|[\n\u2028\u2029]/g)) {
    yield { start: at, end: start + index };
    at = start + index + lineEnd.length;
  }
  if (at < end) yield { start: at, end };
}

/** The text before an offset on its line; of a long line, only the end of that. */
export function lineBefore(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - 1000), at);
  return before.slice(Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1);
}

/** A range of the original text that still exists, and where it begins now. */
interface Piece extends TextRange {
  readonly now: number;
}

/**
 * Maps offsets of an original text through the changes made since.
 *
 * Pieces rather than shifted ranges, because utterances become known during the reading: each is looked up by its
 * offsets in the planned text, however much was typed before. And pieces rather than the changes themselves, because an
 * hour of typing is thousands of changes in a few places.
 */
export function createChangeLog() {
  /** In order. The last one has no end, because the length of the text is unknown here. */
  let pieces: readonly Piece[] = [{ start: 0, end: Number.POSITIVE_INFINITY, now: 0 }];

  /** The current offset for an offset of the original text; if its text was deleted, where the text after it begins. */
  function locateOffset(offset: number): number {
    const piece = pieces[firstFitting(pieces, ({ end }) => end > offset)];
    return piece ? piece.now + Math.max(0, offset - piece.start) : offset;
  }

  return {
    /** Records the changes of one edit, all with offsets of the text before the edit. */
    record(edits: readonly TextChange[]) {
      // From the end to the start, so that each offset still holds.
      for (const { start: from, end: to, text } of edits.toSorted((a, b) => b.start - a.start)) {
        const growth = text.length - (to - from);
        pieces = pieces.flatMap((piece) => {
          const { start, end, now } = piece;
          const before = now < from ? [{ start, end: Math.min(end, start + from - now), now }] : [];
          if (endNow(piece) <= to) return before;
          const behind = Math.max(now, to);
          return [...before, { start: start + behind - now, end, now: behind + growth }];
        });
      }
    },

    /**
     * The current range for a range of the original text, or undefined if all of it was deleted. Text inserted at
     * either edge stays outside; text that replaces a part of the range, up to its edge, belongs to it.
     */
    locate({ start, end }: TextRange) {
      if (start >= end) {
        const place = locateOffset(start);
        return { start: place, end: place };
      }
      const first = firstFitting(pieces, (piece) => piece.end > start);
      const head = pieces[first];
      if (!head || head.start >= end) return undefined;
      let last = firstFitting(pieces, (piece) => piece.end > end - 1);
      // If the range's end was removed, the rest of the range ends in the previous piece.
      if ((pieces[last]?.start ?? end) >= end) last -= 1;
      const tail = pieces[last] ?? head;
      const before = pieces[first - 1] ?? { start: 0, end: 0, now: 0 };
      const behind = pieces[last + 1];
      return {
        start:
          head.start > start && before.end === start
            ? endNow(before)
            : head.now + Math.max(0, start - head.start),
        end:
          tail.end < end && behind?.start === end
            ? behind.now
            : tail.now + Math.min(end, tail.end) - tail.start,
      };
    },

    /** The offset of the original text for an offset of the current text; within new text, the offset before it. */
    placeBefore(offset: number) {
      const index = firstFitting(pieces, (piece) => endNow(piece) > offset);
      const piece = pieces[index];
      if (piece && piece.now <= offset) return piece.start + offset - piece.now;
      return pieces[index - 1]?.end ?? 0;
    },
  };
}

function endNow({ start, end, now }: Piece): number {
  return now + end - start;
}
