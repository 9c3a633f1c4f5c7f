import { deepStrictEqual, match, notStrictEqual } from 'node:assert/strict';
import { toGivenName } from '../../../../src/relay/chat/toolNames.ts';

describe('tool names for models', () => {
  it('stay unchanged if every protocol accepts them', () => {
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
  it('are changed if a protocol refuses them, each to a unique name that is always the same', () => {
    const given = others.map(toGivenName);
    for (const name of given) match(name, /^[A-Za-z_][\w-]{0,63}$/);
    deepStrictEqual(new Set(given).size, others.length);
    deepStrictEqual(others.map(toGivenName), given);
    notStrictEqual(toGivenName('a.b'), 'a_b');
  });
});
