import { deepStrictEqual } from 'node:assert/strict';
import { nameLines, type Problem, writeProblems } from '../../../../src/editing/prompts/codeQuestion.ts';

const error: Problem = { line: 3, severity: 'error', message: 'Not assignable.' };

const rows: readonly (readonly [title: string, problems: readonly Problem[], text: string])[] = [
  ['nothing', [], ''],
  ['one', [error], 'Line 3: error: Not assignable.'],
  [
    'where it is from',
    [
      { ...error, source: 'ts', code: '2322' },
      { ...error, line: 4, source: 'eslint' },
    ],
    'Line 3: error: Not assignable. (ts 2322)\nLine 4: error: Not assignable. (eslint)',
  ],
  [
    'the worst first, then by line',
    [
      { line: 1, severity: 'hint', message: 'h' },
      { line: 9, severity: 'error', message: 'e2' },
      { line: 2, severity: 'warning', message: 'w' },
      { line: 5, severity: 'information', message: 'i' },
      { line: 4, severity: 'error', message: 'e1' },
    ],
    'Line 4: error: e1\nLine 9: error: e2\nLine 2: warning: w\nLine 5: information: i\nLine 1: hint: h',
  ],
  ['a message of several lines on one', [{ ...error, message: ' a \r\n\n  b\n' }], 'Line 3: error: a b'],
  [
    'a message without end, cut',
    [{ ...error, message: 'x'.repeat(10_000) }],
    `Line 3: error: ${'x'.repeat(2000)}`,
  ],
];

describe('problems in a question', () => {
  for (const [title, problems, text] of rows) {
    it(title, () => deepStrictEqual(writeProblems(problems), text));
  }

  it('are only so many, and say how many more there are', () => {
    const many = Array.from({ length: 60 }, (_, line): Problem => ({ ...error, line }));
    const lines = writeProblems(many).split('\n');
    deepStrictEqual(
      [lines.length, lines.at(-2), lines.at(-1)],
      [51, 'Line 49: error: Not assignable.', 'And 10 more.'],
    );
  });
});

describe('a piece of code is called', () => {
  it('by its lines', () => {
    deepStrictEqual([nameLines('a.ts', 3, 3), nameLines('b/a.ts', 1, 12)], ['a.ts:3', 'b/a.ts:1-12']);
  });
});
