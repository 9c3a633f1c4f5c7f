import { deepStrictEqual, ok } from 'node:assert/strict';
import manifest from '../../../../package.json' with { type: 'json' };
import { checkRequestFields } from '../../../../src/relay/chat/requestFields.ts';
import {
  chooseProtocol,
  matchingPatterns,
  refusedRequestFields,
  requestFieldsOf,
} from '../../../../src/relay/models/modelOverrides.ts';
import type { RelayModel } from '../../../../src/relay/models/relayModel.ts';

const long = 'x'.repeat(10_000);

/** Fields as the user writes them, and which of them are refused; all others are sent. */
const cases: Readonly<Record<string, readonly [written: string, refused: readonly string[]]>> = {
  'fields of relays and services': [
    '{"enable_thinking":false,"thinking":{"type":"enabled"},"top_p":0.9,"user":null}',
    [],
  ],
  'the model, messages and system prompt': [
    '{"model":"m","messages":[],"contents":[],"system":"s"}',
    ['model', 'messages', 'contents', 'system'],
  ],
  'streaming and the number of responses': [
    '{"stream":false,"stream_options":{},"n":4,"candidateCount":4}',
    ['stream', 'stream_options', 'n', 'candidateCount'],
  ],
  tools: [
    '{"tools":[],"tool_choice":"none","toolConfig":{},"functions":[],"function_call":"auto"}',
    ['tools', 'tool_choice', 'toolConfig', 'functions', 'function_call'],
  ],
  limits: [
    '{"max_tokens":1,"max_completion_tokens":1,"max_output_tokens":1}',
    ['max_tokens', 'max_completion_tokens', 'max_output_tokens'],
  ],
  caching: ['{"cache_control":{"type":"ephemeral"}}', ['cache_control']],
  'any spelling': [
    '{"Max_Tokens":1,"maxTokens":1,"SYSTEM-INSTRUCTION":{}," stream ":true}',
    ['Max_Tokens', 'maxTokens', 'SYSTEM-INSTRUCTION', ' stream '],
  ],
  'names that reach an object’s prototype': [
    '{"__proto__":{"a":1},"constructor":1,"a":{"b":[{"__proto__":{}}]},"b":{"prototype":{}}}',
    ['__proto__', 'constructor', 'a', 'b'],
  ],
  'a part of generationConfig': [
    '{"generationConfig":{"topK":1,"maxOutputTokens":9,"candidateCount":2}}',
    ['generationConfig.maxOutputTokens', 'generationConfig.candidateCount'],
  ],
  'generationConfig in another spelling or type': [
    '{"generation_config":{"topK":1},"generationConfig":7}',
    ['generation_config', 'generationConfig'],
  ],
  'values that are too long': [JSON.stringify({ a: long, b: 1 }), ['a']],
  'a blank name': ['{" ":1}', [' ']],
};

describe('custom request fields', () => {
  for (const [name, [written, refused]] of Object.entries(cases)) {
    it(`are sent or refused: ${name}`, () => {
      const found: unknown = JSON.parse(written);
      const { fields, refused: told } = checkRequestFields(found);
      const isRefused = new Set(refused);
      const rest = Object.entries(found as object).flatMap(([field, value]: [string, unknown]) => {
        if (field !== 'generationConfig' || typeof value !== 'object')
          return isRefused.has(field) ? [] : [[field, value]];
        return [
          [
            field,
            Object.fromEntries(
              Object.entries(value as object).filter(([part]) => !isRefused.has(`generationConfig.${part}`)),
            ),
          ],
        ];
      });
      deepStrictEqual([told, fields], [[...refused], Object.fromEntries(rest)]);
    });
  }

  it('are not marked in settings.json if they could be sent', () => {
    const name = 'modelRelay.chat.requestFields';
    const declared = manifest.contributes.configuration.find(({ properties }) => name in properties);
    const marked = declared?.properties[name]?.additionalProperties.propertyNames.not.enum;
    ok(marked);
    deepStrictEqual(
      marked.filter((name) => checkRequestFields({ [name]: 1 }).refused.length === 0),
      [],
    );
  });

  it('are limited to twenty', () => {
    const found = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`f${index}`, index]));
    const { fields, refused } = checkRequestFields(found);
    deepStrictEqual([Object.keys(fields).length, refused.length], [20, 10]);
  });

  it('are limited to twenty for several patterns together', () => {
    const fieldsOf = (letter: string) =>
      Object.fromEntries(Array.from({ length: 15 }, (_, index) => [`${letter}${index}`, index]));
    const fields = requestFieldsOf({ '*': fieldsOf('a'), 'm-*': fieldsOf('b') }, 'm-1');
    deepStrictEqual([Object.keys(fields).length, checkRequestFields(fields).refused], [20, []]);
  });

  it('are refused if they are not JSON', () => {
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    deepStrictEqual(checkRequestFields({ circle, nothing: undefined, big: 1n }).refused, [
      'circle',
      'nothing',
      'big',
    ]);
  });

  it('come from all matching patterns, each field from the most specific one', () => {
    const found = {
      'own-model': { top_k: 3 },
      'own-*': { top_k: 2, seed: 7, model: 'other' },
      '*': { top_k: 1, user: 'me' },
      'other-*': { seed: 9 },
      wrong: 'top_k',
    };
    deepStrictEqual(
      [requestFieldsOf(found, 'own-model'), requestFieldsOf(found, 'x'), requestFieldsOf([], 'x')],
      [{ top_k: 3, user: 'me', seed: 7 }, { top_k: 1, user: 'me' }, {}],
    );
    deepStrictEqual(refusedRequestFields(found), ['own-*: model', 'wrong']);
  });
});

const patternCases: readonly (readonly [
  id: string,
  patterns: readonly string[],
  matching: readonly string[],
])[] = [
  ['claude-opus-5', [], []],
  ['claude-opus-5', ['claude-opus-4', 'opus', 'claude-*-4', '*x*', ''], []],
  [
    'claude-opus-5',
    ['*', '*opus*', 'claude-*', 'claude-opus-5'],
    ['claude-opus-5', 'claude-*', '*opus*', '*'],
  ],
  ['claude-opus-5', ['c*e-*s-*', '*-5', 'claude-opus-5*'], ['claude-opus-5*', 'c*e-*s-*', '*-5']],
  ['team/b*c', ['team/*', 'team/b*c', 'team/b?c'], ['team/b*c', 'team/*']],
  ['aba', ['ab*ba', 'a*b*a', 'a*a'], ['a*b*a', 'a*a']],
  ['Gpt', ['gpt*', 'G*'], ['G*']],
];

describe('model ID patterns', () => {
  for (const [id, patterns, matching] of patternCases) {
    it(`${id} with ${patterns.join(' ') || 'none'}`, () => {
      deepStrictEqual(matchingPatterns(patterns, id), matching);
    });
  }
});

describe('protocol choice', () => {
  const listed: readonly RelayModel[] = [
    { id: 'a', kind: 'chat', protocols: ['generateContent', 'chatCompletions'] },
  ];
  for (const [id, overrides, protocol] of [
    ['a', {}, 'generateContent'],
    ['unlisted', {}, undefined],
    ['a', { a: 'messages' }, 'messages'],
    ['a', { '*': 'messages' }, 'messages'],
    ['unlisted', { 'un*ed': 'chatCompletions', '*': 'messages' }, 'chatCompletions'],
    ['a', { a: 'openai' }, 'generateContent'],
    ['a', { a: 7, '*': 'messages' }, 'messages'],
  ] as const) {
    it(`${id} with ${JSON.stringify(overrides)}`, () => {
      deepStrictEqual(chooseProtocol(id, listed, overrides), protocol);
    });
  }
});
