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
const gemini = { id: 'gemini-2.5-pro' };

/** Which source counts: [input, output], and their description in the tooltip. */
const cases: readonly (readonly [
  name: string,
  listed: Listed,
  limits: unknown,
  budget: readonly [input: number, output: number, words: string],
])[] = [
  ['uses defaults for an unknown model', unknown, undefined, [57_344, 8_192, '64K in, 8K out']],
  ['uses the family’s limits', claude, {}, [136_000, 64_000, '200K in, 64K out']],
  [
    'prefers the list’s context to the family’s, with the family’s output',
    { ...claude, contextTokens: 1_000_000 },
    {},
    [936_000, 64_000, '1M in, 64K out'],
  ],
  [
    'prefers the list’s output to the family’s',
    { ...claude, outputTokenLimit: 8_192 },
    {},
    [191_808, 8_192, '200K in, 8K out'],
  ],
  [
    'takes the list’s input limit separately from the output',
    { ...unknown, inputTokenLimit: 1_048_576, outputTokenLimit: 65_536 },
    {},
    [1_048_576, 65_536, '1M in, 64K out'],
  ],
  [
    'takes the list’s input limit for a family that counts input and output separately',
    { ...gemini, inputTokenLimit: 1_048_576, outputTokenLimit: 65_536 },
    {},
    [1_048_576, 65_536, '1M in, 64K out'],
  ],
  [
    'fits the list’s input limit and the output into the family’s context',
    { id: 'gpt-5', inputTokenLimit: 272_000, outputTokenLimit: 128_000 },
    {},
    [272_000, 128_000, '272K in, 128K out'],
  ],
  [
    'subtracts the output from an input limit that is the family’s whole context',
    { ...claude, inputTokenLimit: 200_000, outputTokenLimit: 64_000 },
    {},
    [136_000, 64_000, '200K in, 64K out'],
  ],
  [
    'subtracts the output from an input limit that is the list’s whole context',
    { ...unknown, inputTokenLimit: 200_000, contextTokens: 200_000, outputTokenLimit: 64_000 },
    {},
    [136_000, 64_000, '200K in, 64K out'],
  ],
  [
    'limits the output to 128,000 tokens',
    { ...unknown, contextTokens: 1_000_000, outputTokenLimit: 384_000 },
    {},
    [872_000, 128_000, '1M in, 128K out'],
  ],
  [
    'does not limit an output that the user sets',
    { ...unknown, contextTokens: 1_000_000 },
    { 'team-*': { output: 384_000 } },
    [616_000, 384_000, '1M in, 384K out'],
  ],
  [
    'prefers the user’s limits to the list’s and the family’s',
    { ...claude, inputTokenLimit: 200_000, contextTokens: 200_000, outputTokenLimit: 64_000 },
    { 'claude-*': { context: 1_000_000, output: 32_000 } },
    [968_000, 32_000, '1M in, 32K out'],
  ],
  [
    'uses the best matching pattern for each limit',
    unknown,
    {
      '*model': { context: 1 },
      'team-*': { context: 100_000, output: 10_000 },
      'team-model': { context: 200_000 },
    },
    [190_000, 10_000, '200K in, 10K out'],
  ],
  [
    'does not apply the user’s limits for all models to a known model',
    claude,
    { '*': { context: 128_000, output: 16_000 } },
    [136_000, 64_000, '200K in, 64K out'],
  ],
  [
    'applies the user’s output for all models to a model with a listed context',
    { ...unknown, contextTokens: 40_960 },
    { '**': { context: 128_000, output: 16_000 } },
    [24_960, 16_000, '40K in, 16K out'],
  ],
  [
    'leaves at least 1,024 tokens for the input',
    unknown,
    { 'team-model': { context: 1_500, output: 4_096 } },
    [1_024, 476, '1.5K in, 476 out'],
  ],
  [
    'ignores invalid entries, and invalid limits in valid ones',
    unknown,
    {
      'team-mode*': 'big',
      'team-model': { context: '200000', output: 10_000, tools: 'yes' },
      'team-*': { context: 200_000.5, output: -1 },
      'te*': { context: 0, more: true },
      't*': null,
      '*': { context: 100_000, output: Number.NaN },
    },
    [90_000, 10_000, '100K in, 10K out'],
  ],
];

describe('the token budget of a model', () => {
  for (const [name, listed, limits, [input, output, words]] of cases) {
    it(name, () => {
      const { maxInputTokens, maxOutputTokens, tooltip } = describeOne(listed, limits);
      deepStrictEqual(
        [maxInputTokens, maxOutputTokens, tooltip?.split('\n').slice(0, 2).join('\n')],
        [input, output, `${listed.id}\nChat completions · ${words}`],
      );
    });
  }

  it('is marked as assumed only if nothing is known', () => {
    const isSaid = (listed: Listed, limits?: unknown) =>
      describeOne(listed, limits).tooltip?.includes('modelRelay.languageModels.capabilities');
    deepStrictEqual(
      [
        isSaid(unknown),
        isSaid(claude),
        isSaid(unknown, { '*': { context: 100_000 } }),
        isSaid({ ...unknown, contextTokens: 9_000 }),
      ],
      [true, false, false, false],
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
