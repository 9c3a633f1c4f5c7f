import { deepStrictEqual } from 'node:assert/strict';
import { AnswerLines } from '../../../../src/editing/rewrite/chooseLines.ts';

/** A response of several lines, and the lines taken from it. */
interface AnswerCase {
  readonly name: string;
  readonly answer: readonly string[];
  /** The lines taken from the response; all of them if absent. */
  readonly taken?: readonly string[];
  readonly isUnsure?: true;
}

/** Test cases write fences with quotes in place of backticks, which is easier to read. */
export const ticks = (lines: readonly string[]) =>
  lines.map((line) => line.replace(/^(\s*)('{3,})/, (_, indent, mark) => indent + '`'.repeat(mark.length)));

/** Reads a response, which must have the same result however it is split into chunks. */
export function readInPieces<Result>(
  task: { readonly old: readonly string[]; readonly isProse: boolean },
  text: string,
  readWhole: (answer: AnswerLines) => Result,
): Result {
  const read = (size: number) => {
    const answer = new AnswerLines(task);
    for (let at = 0; at < text.length; at += size) answer.push(text.slice(at, at + size));
    answer.end();
    return readWhole(answer);
  };
  const atOnce = read(text.length + 1);
  for (const size of [1, 7]) deepStrictEqual(read(size), atOnce);
  return atOnce;
}

export function itReads(old: readonly string[], isProse: boolean, answers: readonly AnswerCase[]): void {
  for (const { name, answer, taken = answer, isUnsure } of answers)
    it(`${isUnsure ? 'is asked about' : 'is whole'}: ${name}`, () =>
      deepStrictEqual(
        readInPieces({ old: ticks(old), isProse }, ticks(answer).join('\n'), (whole) => whole.choose()),
        { lines: ticks(taken), isSure: !isUnsure },
      ));
}
