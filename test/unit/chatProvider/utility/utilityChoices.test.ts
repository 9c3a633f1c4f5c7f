import { deepStrictEqual } from 'node:assert/strict';
import { listUtilityChoices } from '../../../../src/chatProvider/utility/utilityChoices.ts';

const [small, usual] = ['chat.utilitySmallModel', 'chat.utilityModel'] as const;

describe('choices of utility models', () => {
  const cases: readonly (readonly [
    name: string,
    set: Readonly<Record<string, unknown>>,
    isUnset: boolean,
    inUse: readonly string[],
    others: readonly string[],
  ])[] = [
    ['nothing is set', {}, true, [], ['gpt-5', 'a/b#c d']],
    ['set to invalid values', { [small]: '', [usual]: 4 }, true, [], ['gpt-5', 'a/b#c d']],
    [
      'one of ours for both',
      { [small]: 'model-relay/a/b#c d', [usual]: 'model-relay/a/b#c d' },
      false,
      ['a/b#c d'],
      ['gpt-5'],
    ],
    ['one of ours for one', { [usual]: 'model-relay/gpt-5' }, true, ['gpt-5'], ['a/b#c d']],
    [
      'one that is gone, and one of another provider',
      { [small]: 'model-relay/gone', [usual]: 'copilot/gpt-5' },
      false,
      [],
      ['gpt-5', 'a/b#c d'],
    ],
  ];
  for (const [name, set, isUnset, inUse, others] of cases)
    it(`begin with the current ones: ${name}`, () => {
      const models = ['gpt-5', 'a/b#c d'].map((id) => ({ id, name: `The ${id}`, model: id }));
      const toChoice = (isInUse: boolean) => (id: string) => ({
        value: `model-relay/${id}`,
        model: models.find((each) => each.id === id),
        isInUse,
      });
      deepStrictEqual(
        listUtilityChoices(models, (setting) => ({ own: set[setting] })),
        [
          { value: undefined, isInUse: isUnset },
          ...inUse.map(toChoice(true)),
          ...others.map(toChoice(false)),
        ],
      );
    });
});
