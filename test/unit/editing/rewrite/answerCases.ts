import { deepStrictEqual } from 'node:assert/strict';
import { AnswerLines } from '../../../../src/editing/rewrite/chooseLines.ts';

/** A response of several lines, and what is made of it. */
export interface AnswerCase {
  readonly name: string;
  readonly answer: readonly string[];
  /** What is taken of it; all of it where nothing else is said. */
  readonly taken?: readonly string[];
  readonly isUnsure?: true;
}

/** Blocks are written with quotes in place of backticks, which are easier to read here. */
export const ticks = (lines: readonly string[]) =>
  lines.map((line) => line.replace(/^(\s*)('{3,})/, (_, indent, mark) => indent + '`'.repeat(mark.length)));

/** What a response is read as, however it is cut into pieces. */
function readAnswer(old: readonly string[], isProse: boolean, lines: readonly string[]) {
  const text = lines.join('\n');
  const results = [1, 7, text.length + 1].map((size) => {
    const answer = new AnswerLines({ old, isProse });
    for (let at = 0; at < text.length; at += size) answer.push(text.slice(at, at + size));
    answer.end();
    const { lines: taken, isSure } = answer.choose();
    return { taken, isSure };
  });
  deepStrictEqual(results[0], results[2]);
  deepStrictEqual(results[1], results[2]);
  return results[0];
}

export function itReads(old: readonly string[], isProse: boolean, answers: readonly AnswerCase[]): void {
  for (const { name, answer, taken = answer, isUnsure } of answers)
    it(`${isUnsure ? 'is asked about' : 'is whole'}: ${name}`, () =>
      deepStrictEqual(readAnswer(ticks(old), isProse, ticks(answer)), {
        taken: ticks(taken),
        isSure: !isUnsure,
      }));
}
