import { deepStrictEqual } from 'node:assert/strict';
import { findInputProblem } from '../../../../src/chat/model/toolRounds.ts';

describe('input of tools', () => {
  const schema = { type: 'object', properties: { a: {}, b: {} }, required: ['a', 'b'] };
  const cases: readonly [unknown, unknown, string | undefined][] = [
    [{ a: 1, b: undefined }, schema, undefined],
    [{ a: 1 }, schema, 'The input lacks what the tool requires: b. The tool was not run.'],
    [{}, schema, 'The input lacks what the tool requires: a, b. The tool was not run.'],
    [
      JSON.parse('{"__proto__":1}'),
      { required: ['toString'] },
      'The input lacks what the tool requires: toString. The tool was not run.',
    ],
    [[], schema, 'The input must be a JSON object. The tool was not run.'],
    ['{}', undefined, 'The input must be a JSON object. The tool was not run.'],
    [null, undefined, 'The input must be a JSON object. The tool was not run.'],
    [{}, undefined, undefined],
    [{}, { required: 'a' }, undefined],
    [{}, { required: [1] }, undefined],
  ];
  for (const [input, inputSchema, expected] of cases) {
    it(`${JSON.stringify(input)} for ${JSON.stringify(inputSchema)}`, () => {
      deepStrictEqual(findInputProblem(input, inputSchema), expected);
    });
  }
});
