import { deepStrictEqual, rejects } from 'node:assert/strict';
import {
  hasUtilitySettings,
  setUtilityModel,
  undoChanges,
} from '../../../../src/chatProvider/utility/utilityChoices.ts';
import { keepSettings } from './keptSettings.ts';

const names = ['chat.utilitySmallModel', 'chat.utilityModel', 'chat.byokUtilityModelDefault'] as const;
const [small, usual, fallback] = names;

describe('settings of utility models', () => {
  it('are supported only if VS Code has them both', () => {
    deepStrictEqual(
      [names, [small, usual], [small, fallback], []].map((those) =>
        hasUtilitySettings(keepSettings(those).settings),
      ),
      [true, true, false, false],
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

  it('keep a value set after the change when it is undone', async () => {
    const kept = keepSettings(names, { [small]: 'a/1' });
    const changes = await setUtilityModel(kept.settings, undefined);
    deepStrictEqual([changes, kept.values()], [[{ name: small, before: 'a/1', after: undefined }], {}]);
    await kept.settings.write(small, 'a/2');
    await undoChanges(kept.settings, changes);
    deepStrictEqual(kept.values(), { [small]: 'a/2' });
  });

  it('are not written if they already have the value', async () => {
    const kept = keepSettings(names, { [small]: 'a/1', [usual]: 'a/1' });
    deepStrictEqual([await setUtilityModel(kept.settings, 'a/1'), kept.written], [[], []]);
  });

  it('are all left unchanged if one can’t be written', async () => {
    const kept = keepSettings(names, { [small]: 'a/1' }, [usual]);
    await rejects(setUtilityModel(kept.settings, 'b/1'), /chat\.utilityModel/);
    deepStrictEqual([kept.values(), kept.written], [{ [small]: 'a/1' }, [small, small]]);
  });
});
