import { deepStrictEqual, ok } from 'node:assert/strict';
import { collectModels } from '../../../../src/chatProvider/models/modelInformation.ts';
import type { RelayModel } from '../../../../src/relay/models/relayModel.ts';
import { languages } from '../../translations.ts';

type Listed = Partial<RelayModel> & { readonly id: string };

function describeOne(listed: Listed, limits: unknown) {
  const model: RelayModel = { kind: 'chat', protocols: ['chatCompletions'], ...listed };
  const [found] = collectModels(
    [{ profile: '', profileName: 'Default', models: [model] }],
    limits,
    languages.english,
  );
  ok(found);
  return found;
}

const unknown = { id: 'team-model' };
const claude = { id: 'claude-sonnet-4-5' };
const million = { ...unknown, contextTokens: 1_000_000 };
const wide = { inputTokenLimit: 1_048_576, outputTokenLimit: 65_536 };
const whole = { inputTokenLimit: 200_000, outputTokenLimit: 64_000 };

/** Which source counts: what the list and the setting say, and the input and output tokens. */
const cases: readonly (readonly [name: string, Listed, limits: unknown, input: number, output: number])[] = [
  ['defaults for an unknown model', unknown, undefined, 57_344, 8_192],
  ['the family’s limits', claude, {}, 136_000, 64_000],
  ['the list’s context, the family’s output', { ...claude, contextTokens: 1_000_000 }, {}, 936_000, 64_000],
  ['the family’s context, the list’s output', { ...claude, outputTokenLimit: 8_192 }, {}, 191_808, 8_192],
  ['the list’s input limit beside the output', { ...unknown, ...wide }, {}, 1_048_576, 65_536],
  ['the same if the family counts both separately', { id: 'gemini-2.5-pro', ...wide }, {}, 1_048_576, 65_536],
  [
    'the list’s limits if both fit into the family’s context',
    { id: 'gpt-5', inputTokenLimit: 272_000, outputTokenLimit: 128_000 },
    {},
    272_000,
    128_000,
  ],
  ['an input limit that is the family’s whole context', { ...claude, ...whole }, {}, 136_000, 64_000],
  [
    'an input limit that is the list’s whole context',
    { ...unknown, ...whole, contextTokens: 200_000 },
    {},
    136_000,
    64_000,
  ],
  ['at most 128,000 tokens of output', { ...million, outputTokenLimit: 384_000 }, {}, 872_000, 128_000],
  ['more output if the user sets it', million, { 'team-*': { output: 384_000 } }, 616_000, 384_000],
  [
    'the user’s limits before all others',
    { ...claude, ...whole, contextTokens: 200_000 },
    { 'claude-*': { context: 1_000_000, output: 32_000 } },
    968_000,
    32_000,
  ],
  [
    'the best matching pattern for each limit',
    unknown,
    {
      '*model': { context: 1 },
      'team-*': { context: 100_000, output: 10_000 },
      'team-model': { context: 200_000 },
    },
    190_000,
    10_000,
  ],
  [
    'the family’s limits before the user’s for all models',
    claude,
    { '*': { context: 128_000, output: 16_000 } },
    136_000,
    64_000,
  ],
  [
    'the list’s context, and the user’s output for all models',
    { ...unknown, contextTokens: 40_960 },
    { '**': { context: 128_000, output: 16_000 } },
    24_960,
    16_000,
  ],
  [
    'at least 1,024 tokens for the input',
    unknown,
    { 'team-model': { context: 1_500, output: 4_096 } },
    1_024,
    476,
  ],
  [
    'valid limits, also beside invalid ones',
    unknown,
    {
      'team-mode*': 'big',
      'team-model': { context: '200000', output: 10_000, tools: 'yes' },
      'team-*': { context: 200_000.5, output: -1 },
      'te*': { context: 0, more: true },
      't*': null,
      '*': { context: 100_000, output: Number.NaN },
    },
    90_000,
    10_000,
  ],
];

describe('the token budget of a model', () => {
  for (const [name, listed, limits, input, output] of cases) {
    it(`uses ${name}`, () => {
      const { maxInputTokens, maxOutputTokens } = describeOne(listed, limits);
      deepStrictEqual([maxInputTokens, maxOutputTokens], [input, output]);
    });
  }

  it('is marked as assumed only if nothing is known', () => {
    const said = (listed: Listed, limits?: unknown) =>
      describeOne(listed, limits).tooltip?.split('\n').slice(2);
    deepStrictEqual(
      [
        said(unknown),
        said(claude),
        said(unknown, { '*': { context: 100_000 } }),
        said({ ...unknown, contextTokens: 9_000 }),
      ],
      [
        [
          'The size of the context window is unknown. 65,536 tokens are assumed. Set the size in modelRelay.languageModels.capabilities.',
        ],
        [],
        [],
        [],
      ],
    );
  });

  const usual: readonly [string, Listed, unknown, number][] = [
    ['much less than the maximum by default', claude, undefined, 32_000],
    ['the user’s output limit for the model', claude, { 'claude-*': { output: 64_000 } }, 64_000],
    [
      'the user’s output limit for all models',
      unknown,
      { '*': { context: 200_000, output: 50_000 } },
      50_000,
    ],
  ];
  for (const [name, listed, limits, expected] of usual)
    it(`has a usual output: ${name}`, () =>
      deepStrictEqual(describeOne(listed, limits).usualOutputTokens, expected));

  for (const limits of [null, 7, 'claude-*', [{ context: 1 }], [[]], () => ({})]) {
    it(`ignores a setting that is ${JSON.stringify(limits) ?? 'a function'}`, () => {
      deepStrictEqual(describeOne(claude, limits), describeOne(claude, undefined));
    });
  }

  it('never exceeds the context, whatever limits are given', () => {
    const sizes = [undefined, 1, 1_024, 2_047, 2_048, 4_096, 65_537, 200_000, 3_000_000];
    for (const id of ['team-model', 'claude-opus-4-1', 'o1', 'grok-4', 'hunyuan-t1', 'qwen3-8b']) {
      const free = describeOne({ id }, {});
      for (const context of sizes) {
        for (const output of sizes) {
          const listed = describeOne({ id, contextTokens: context, outputTokenLimit: output } as Listed, {});
          const said = describeOne({ id }, { [id]: { context, output } });
          for (const { maxInputTokens, maxOutputTokens } of [listed, said]) {
            const whole = context ?? free.maxInputTokens + free.maxOutputTokens;
            ok(maxOutputTokens >= 1 && maxInputTokens >= 1_024, `${id}: ${context}, ${output}`);
            ok(maxOutputTokens <= Math.max(1, whole / 2), `${id}: ${context}, ${output}`);
            ok(whole <= 1_024 || maxInputTokens + maxOutputTokens <= whole, `${id}: ${context}, ${output}`);
          }
        }
      }
    }
  });
});
