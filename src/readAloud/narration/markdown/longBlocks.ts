import type { TextRange } from '../../text/ranges.ts';

/** A line, and where the next one starts. */
export interface Line extends TextRange {
  readonly next: number;
}

/** Finds what of a chunk needs no parser, however long it is. */
export interface LongBlocks {
  /** Takes the next line in, and says what it weighs. */
  take(line: Line, kind: 'code' | 'rule' | 'row' | 'none'): number;
  /** What to leave out of the chunk that ends here. */
  takeLeftOut(): readonly TextRange[];
}

/** The parser's work grows with the square of the lines that are blocks of their own. */
const weightOfLine = 60;
/** Of code only the lines are counted or read, which takes no parser: the first and the last show where it stands. */
const maximumCode = 2_000;
/** More rows of a table than anyone hears. */
const maximumRows = 40;

/** Of tables, rows from `from` on are kept: no others are asked for. */
export function createLongBlocks(from: number): LongBlocks {
  let leftOut: TextRange[] = [];
  /** Behind the first line of the code that isn't empty, and before the last. */
  let code: { readonly start: number; end: number } | undefined;
  let rows = 0;

  function endCode(): number {
    if (!code) return 0;
    const { start, end } = code;
    code = undefined;
    if (end - start > maximumCode) leftOut.push({ start, end });
    return Math.min(maximumCode, Math.max(0, end - start));
  }

  function takeCode({ start, end, next }: Line): number {
    if (end === start) return 0;
    if (code) code.end = start;
    else code = { start: next, end: next };
    return 0;
  }

  function takeRow({ start, end, next }: Line): number {
    if (end > from && rows < maximumRows) {
      rows += 1;
      return next - start + weightOfLine;
    }
    const last = leftOut.at(-1);
    if (last?.end === start) leftOut[leftOut.length - 1] = { start: last.start, end: next };
    else leftOut.push({ start, end: next });
    return 0;
  }

  return {
    take(line, kind) {
      if (kind === 'code') return takeCode(line);
      const weightOfCode = endCode();
      if (kind === 'row') return weightOfCode + takeRow(line);
      rows = 0;
      return weightOfCode + line.next - line.start + weightOfLine;
    },
    takeLeftOut() {
      endCode();
      const taken = leftOut;
      leftOut = [];
      return taken;
    },
  };
}
