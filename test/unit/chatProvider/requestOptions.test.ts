import { deepStrictEqual } from 'node:assert/strict';
import { isEditorsOwn, offerTools, readModelOptions } from '../../../src/chatProvider/requestOptions.ts';

describe('model options from callers of VS Code’s API', () => {
  const cases: readonly [unknown, number, object][] = [
    [undefined, 4096, { maxTokens: 4096 }],
    [undefined, 100_000, { maxTokens: 5_000 }],
    [{ max_tokens: 100 }, 8192, { maxTokens: 100 }],
    [{ maxOutputTokens: 50_000 }, 64_000, { maxTokens: 50_000 }],
    [{ max_completion_tokens: 10.5 }, 8192, { maxTokens: 10 }],
    [{ maxTokens: 1e9 }, 8192, { maxTokens: 8192 }],
    [{ max_tokens: -1, maxTokens: 'many', max_output_tokens: 5 }, 8192, { maxTokens: 5 }],
    [{ temperature: 0 }, 1, { maxTokens: 1, temperature: 0 }],
    [{ temperature: 3 }, 1, { maxTokens: 1 }],
    [{ stop: ['', 7, 'END'], temperature: '1' }, 1, { maxTokens: 1, stopSequences: ['END'] }],
    [{ stop: 'END', _own: {} }, 1, { maxTokens: 1, stopSequences: ['END'] }],
    ['nonsense', 1, { maxTokens: 1 }],
  ];
  for (const [options, limit, expected] of cases) {
    it(`${JSON.stringify(options)} of ${limit}`, () => {
      const limits = { maxOutputTokens: limit, usualOutputTokens: Math.min(limit, 5_000) };
      deepStrictEqual(readModelOptions(options, limits), expected);
    });
  }
});

describe('tools of a request', () => {
  const offers = offerTools([
    { name: 'a.b', description: 'A', inputSchema: { anyOf: [{ properties: { x: {} } }] } },
    { name: 'c', description: 'C' },
    { name: 'c', description: 'C again' },
  ]);

  it('have unique names, and names and schemas that every protocol accepts', () => {
    deepStrictEqual(offers.tools, [
      { name: 'a_b_2e7336dc', description: 'A', inputSchema: { type: 'object', properties: { x: {} } } },
      { name: 'c', description: 'C', inputSchema: { type: 'object', properties: {} } },
    ]);
  });

  it('get their original names back; a made-up name stays', () => {
    deepStrictEqual([...offers.tools.map(({ name }) => name), 'made_up'].map(offers.ownName), [
      'a.b',
      'c',
      'made_up',
    ]);
  });
});

const initiators = {
  core: true,
  'github.copilot-chat': true,
  'GitHub.copilot-chat': true,
  'github.copilot': true,
  'vscode.git': true,
  '': false,
  corescribe: false,
  'core.extension': false,
  'vscodevim.vim': false,
  'github.copilot-chatty': false,
  'ms-vscode.cpptools': false,
  'publisher.core': false,
};

describe('the initiator of a request', () => {
  it('is VS Code itself or another extension', () => {
    deepStrictEqual(
      Object.fromEntries(Object.keys(initiators).map((initiator) => [initiator, isEditorsOwn(initiator)])),
      initiators,
    );
  });
});
