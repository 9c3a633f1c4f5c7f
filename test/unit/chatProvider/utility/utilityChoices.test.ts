import { deepStrictEqual } from 'node:assert/strict';
import {
  type ChatSettings,
  listUtilityChoices,
  setUtilityModel,
  undoChanges,
} from '../../../../src/chatProvider/utility/utilityChoices.ts';

const [small, usual, fallback] = [
  'chat.utilitySmallModel',
  'chat.utilityModel',
  'chat.byokUtilityModelDefault',
] as const;

/** Settings in memory. */
function createSettings(first: Readonly<Record<string, unknown>>) {
  const values = new Map<string, unknown>(Object.entries(first));
  const written: string[] = [];
  const settings: ChatSettings = {
    read: (name) => ({ own: values.get(name) }),
    async write(name, value) {
      written.push(name);
      if (value === undefined) values.delete(name);
      else values.set(name, value);
    },
  };
  return { settings, written, values: () => Object.fromEntries(values) };
}

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
      deepStrictEqual(listUtilityChoices(models, createSettings(set).settings), [
        { value: undefined, isInUse: isUnset },
        ...inUse.map(toChoice(true)),
        ...others.map(toChoice(false)),
      ]);
    });
});

describe('settings of utility models', () => {
  it('are set together, and restored as they were', async () => {
    const kept = createSettings({ [usual]: 'copilot/a', [fallback]: 'none' });
    const changes = await setUtilityModel(kept.settings, 'model-relay/b');
    deepStrictEqual(
      [changes, kept.values()],
      [
        [
          { name: small, before: undefined, after: 'model-relay/b' },
          { name: usual, before: 'copilot/a', after: 'model-relay/b' },
        ],
        { [small]: 'model-relay/b', [usual]: 'model-relay/b', [fallback]: 'none' },
      ],
    );
    await undoChanges(kept.settings, changes);
    deepStrictEqual(kept.values(), { [usual]: 'copilot/a', [fallback]: 'none' });
  });

  it('keep a value set after the change when it is undone', async () => {
    const kept = createSettings({ [small]: 'a/1' });
    const changes = await setUtilityModel(kept.settings, undefined);
    await kept.settings.write(small, 'a/2');
    await undoChanges(kept.settings, changes);
    deepStrictEqual(kept.values(), { [small]: 'a/2' });
  });

  it('are not written if they already have the value', async () => {
    const kept = createSettings({ [small]: 'a/1', [usual]: 'a/1' });
    deepStrictEqual([await setUtilityModel(kept.settings, 'a/1'), kept.written], [[], []]);
  });
});
