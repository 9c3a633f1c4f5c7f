import { deepStrictEqual, match, notStrictEqual } from 'node:assert/strict';
import { findInputProblem, toInputSchema } from '../../../src/chat/tools/toolInput.ts';
import { toGivenName } from '../../../src/chat/tools/toolNames.ts';

describe('names of tools, for models', () => {
  it('stay as they are where every protocol takes them', () => {
    const names = ['run_in_terminal', 'mcp_server_say-hello', '_x', 'A', 'x'.repeat(64)];
    deepStrictEqual(names.map(toGivenName), names);
  });

  const others = [
    '1st',
    '-x',
    'a.b',
    'a/b',
    'a b',
    '工具',
    '',
    'x'.repeat(65),
    `${'x'.repeat(64)}y`,
    'a\nb',
    '$(x)',
  ];
  it('are changed where one refuses them, each into another, and always into the same', () => {
    const given = others.map(toGivenName);
    for (const name of given) match(name, /^[A-Za-z_][\w-]{0,63}$/);
    deepStrictEqual(new Set(given).size, others.length);
    deepStrictEqual(others.map(toGivenName), given);
    notStrictEqual(toGivenName('a.b'), 'a_b');
  });
});

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

  it('has a schema of type object, whatever the tool says', () => {
    deepStrictEqual(
      [undefined, [], schema, { properties: { a: {} } }, { type: 'string' }].map(toInputSchema),
      [
        { type: 'object', properties: {} },
        { type: 'object', properties: {} },
        schema,
        { type: 'object', properties: { a: {} } },
        { type: 'object' },
      ],
    );
  });
});
