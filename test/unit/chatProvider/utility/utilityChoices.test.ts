import { deepStrictEqual, rejects } from 'node:assert/strict';
import {
  type ChatSettings,
  hasUtilitySettings,
  isOurs,
  isSmallModel,
  listUtilityChoices,
  setUtilityModel,
  toSettingValue,
  type UtilityModel,
  undoChanges,
} from '../../../../src/chatProvider/utility/utilityChoices.ts';

const names = ['chat.utilitySmallModel', 'chat.utilityModel', 'chat.byokUtilityModelDefault'] as const;
const [small, usual, fallback] = names;

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
  return { id, name: `The ${id}`, model: id };
}

function toFreeChoice(id: string) {
  return { value: `model-relay/${id}`, model: toModel(id), setIn: [] };
}

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

/** Settings in memory: those with these names exist, and locked ones can't be written. */
function keepSettings(
  names: readonly string[],
  first: Readonly<Record<string, unknown>> = {},
  locked: readonly string[] = [],
): {
  readonly settings: ChatSettings;
  readonly written: readonly string[];
  values(): Record<string, unknown>;
} {
  const kept = new Map<string, unknown>(Object.entries(first));
  const written: string[] = [];
  return {
    settings: {
      read: (name) => (names.includes(name) ? { own: kept.get(name) } : undefined),
      async write(name, value) {
        if (locked.includes(name)) throw new Error(`${name} is locked`);
        written.push(name);
        if (value === undefined) kept.delete(name);
        else kept.set(name, value);
      },
    },
    written,
    values: () => Object.fromEntries(kept),
  };
}

const smallModels = [
  'gpt-5-mini',
  'openai/gpt-4.1-nano',
  'o4-mini',
  'claude-haiku-4-5-20251001',
  'claude-3-5-haiku@20241022',
  'gemini-2.5-flash',
  'gemini-2.5-flash-lite-preview-06-17',
  'glm-4.5-air',
  'mistral-small-latest',
  'Qwen-Turbo',
  'grok-3-mini-fast',
  'doubao-seed-1-6-flash-250615',
  '[cheap]GPT-5-Mini',
  'us.anthropic.claude-haiku-4-5-20251001-v1:0',
];

/** Words within words, models for other purposes, and models that are small by name only. */
const otherModels = [
  'gpt-5',
  'gemini-2.5-pro',
  'minimax-m2',
  'MiniMax-Text-01',
  'claude-opus-4-5',
  'nanobanana',
  'repair-7b',
  'gpt-4-turbo',
  'openai/gpt-4-turbo-2024-04-09',
  'gpt-4o-mini-audio-preview',
  'gpt-4o-mini-search-preview',
  'gpt-4o-mini-realtime',
  'gemini-2.5-flash-image',
  'gemini-2.5-flash-preview-tts',
  'o4-mini-deep-research',
  'qwen3-vl-flash',
  'gemini-2.5-flash-thinking',
  '[flash] gpt-5',
  'azure-gpt-4-turbo',
  '',
  '/',
];

describe('small models', () => {
  it('are recognized by whole words in their names', () => {
    deepStrictEqual(
      [smallModels, otherModels].map((models) => models.map((model) => [model, isSmallModel(model)])),
      [smallModels.map((model) => [model, true]), otherModels.map((model) => [model, false])],
    );
  });
});
