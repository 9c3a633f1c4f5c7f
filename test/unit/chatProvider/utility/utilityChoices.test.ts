import { deepStrictEqual } from 'node:assert/strict';
import {
  isOurs,
  listUtilityChoices,
  toSettingValue,
  type UtilityModel,
} from '../../../../src/chatProvider/utility/utilityChoices.ts';
import { keepSettings } from './keptSettings.ts';

const small = 'chat.utilitySmallModel';
const usual = 'chat.utilityModel';

const models = ['gpt-5', 'gpt-5-mini', 'a/b#c d', 'claude-haiku'].map(toModel);

describe('choices of utility models', () => {
  it('have VS Code’s names, whatever characters an ID has', () => {
    deepStrictEqual(
      ['gpt-5', 'anthropic/claude', 'a#b', '模型 1', '{"x":1}'].map((id) => toSettingValue({ id })),
      [
        'model-relay/gpt-5',
        'model-relay/anthropic/claude',
        'model-relay/a#b',
        'model-relay/模型 1',
        'model-relay/{"x":1}',
      ],
    );
    deepStrictEqual(['model-relay/a', 'model-relayed/a', 'copilot/model-relay/a', ''].map(isOurs), [
      true,
      false,
      false,
      false,
    ]);
  });

  const cases: readonly {
    readonly name: string;
    readonly set: Readonly<Record<string, unknown>>;
    readonly current: readonly (readonly [string | undefined, ...string[]])[];
    readonly small?: readonly string[];
    readonly others?: readonly string[];
  }[] = [
    { name: 'nothing is set', set: {}, current: [[undefined, small, usual]] },
    { name: 'set to invalid values', set: { [small]: '', [usual]: 4 }, current: [[undefined, small, usual]] },
    {
      name: 'one of ours',
      set: { [small]: 'model-relay/gpt-5-mini', [usual]: 'model-relay/gpt-5-mini' },
      current: [[undefined], ['model-relay/gpt-5-mini', small, usual]],
      small: ['claude-haiku'],
    },
    {
      name: 'two of ours',
      set: { [small]: 'model-relay/gpt-5-mini', [usual]: 'model-relay/a/b#c d' },
      current: [[undefined], ['model-relay/gpt-5-mini', small], ['model-relay/a/b#c d', usual]],
      small: ['claude-haiku'],
      others: ['gpt-5'],
    },
    {
      name: 'one that is gone, and one of another provider',
      set: { [small]: 'model-relay/gone', [usual]: 'copilot/gpt-5' },
      current: [[undefined], ['model-relay/gone', small], ['copilot/gpt-5', usual]],
    },
    {
      name: 'only one is set',
      set: { [small]: 'model-relay/gone' },
      current: [
        [undefined, usual],
        ['model-relay/gone', small],
      ],
    },
  ];
  for (const {
    name,
    set,
    current,
    small: smallIds = ['gpt-5-mini', 'claude-haiku'],
    others = ['gpt-5', 'a/b#c d'],
  } of cases) {
    it(`begin with the current models: ${name}`, () => {
      const { settings } = keepSettings([small, usual], set);
      deepStrictEqual(listUtilityChoices(models, settings), {
        current: current.map(([value, ...setIn]) => {
          const model = models.find(({ id }) => value === `model-relay/${id}`);
          return { value, ...(model && { model }), setIn };
        }),
        small: smallIds.map(toFreeChoice),
        others: others.map(toFreeChoice),
      });
    });
  }
});

function toModel(id: string): UtilityModel {
  return { id, name: `The ${id}`, model: id, profile: '' };
}

function toFreeChoice(id: string) {
  return { value: `model-relay/${id}`, model: toModel(id), setIn: [] };
}
