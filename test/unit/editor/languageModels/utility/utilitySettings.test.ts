import { deepStrictEqual, rejects } from 'node:assert/strict';
import {
  hasUtilitySettings,
  isUndecided,
  setUtilityModel,
  undoChanges,
} from '../../../../../src/editor/languageModels/utility/utilitySettings.ts';
import { keepSettings } from './keptSettings.ts';

const names = ['chat.utilitySmallModel', 'chat.utilityModel', 'chat.byokUtilityModelDefault'] as const;
const [small, usual, fallback] = names;

describe('settings of utility models', () => {
  it('are undecided where they exist and the person said nothing', () => {
    const cases: readonly (readonly [string, ReturnType<typeof keepSettings>, boolean, boolean])[] = [
      ['nothing set', keepSettings(names), true, true],
      ['an older VS Code', keepSettings([]), false, false],
      ['one of two', keepSettings([small, fallback]), false, false],
      ['without the default', keepSettings([small, usual]), true, true],
      ['the small one set', keepSettings(names, { [small]: 'copilot/a' }), true, false],
      ['the usual one set', keepSettings(names, { [usual]: 'copilot/a' }), true, false],
      ['the default set', keepSettings(names, { [fallback]: 'mainAgent' }), true, false],
      ['set to nothing', keepSettings(names, { [small]: '' }), true, false],
      ['set to nonsense', keepSettings(names, { [usual]: 7 }), true, false],
    ];
    deepStrictEqual(
      cases.map(([name, { settings }]) => [name, hasUtilitySettings(settings), isUndecided(settings)]),
      cases.map(([name, , exists, undecided]) => [name, exists, undecided]),
    );
  });

  it('are set together, and restored as they were', async () => {
    const kept = keepSettings(names, { [usual]: 'copilot/a', [fallback]: 'none' });
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

  it('keep what was set again after the change', async () => {
    const kept = keepSettings(names, { [small]: 'a/1' });
    const changes = await setUtilityModel(kept.settings, undefined);
    deepStrictEqual([changes, kept.values()], [[{ name: small, before: 'a/1', after: undefined }], {}]);
    await kept.settings.write(small, 'a/2');
    await undoChanges(kept.settings, changes);
    deepStrictEqual(kept.values(), { [small]: 'a/2' });
  });

  it('are not written where they say so already', async () => {
    const kept = keepSettings(names, { [small]: 'a/1', [usual]: 'a/1' });
    deepStrictEqual([await setUtilityModel(kept.settings, 'a/1'), kept.written], [[], []]);
  });

  it('are none of them changed where one can’t be', async () => {
    const kept = keepSettings(names, { [small]: 'a/1' }, [usual]);
    await rejects(setUtilityModel(kept.settings, 'b/1'), /chat\.utilityModel/);
    deepStrictEqual([kept.values(), kept.written], [{ [small]: 'a/1' }, [small, small]]);
  });
});
