import { deepStrictEqual, match, notStrictEqual } from 'node:assert/strict';
import { toGivenName } from '../../../../src/relay/chat/toolNames.ts';

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
