import { deepStrictEqual } from 'node:assert/strict';
import { createModelFavorites } from '../../../src/models/modelFavorites.ts';
import { orderModels } from '../../../src/models/modelOrder.ts';
import type { RelayModel } from '../../../src/relay/models/relayModel.ts';

const model = (id: string, ownedBy?: string, kind: RelayModel['kind'] = 'chat'): RelayModel => ({
  id,
  kind,
  protocols: [],
  ...(ownedBy !== undefined && { ownedBy }),
});

const none = { pinned: [], recent: [], selected: undefined, t: (text: string) => text };

function order(
  models: readonly RelayModel[],
  options: Partial<Parameters<typeof orderModels>[2]> = {},
  kind: Parameters<typeof orderModels>[1] = 'chat',
) {
  return orderModels(models, kind, { ...none, ...options }).map(({ title, models }) => [
    title,
    ...models.map(({ model, isPinned, isUnlisted }) =>
      [model.id, isPinned && 'pinned', isUnlisted && 'unlisted'].filter(Boolean).join(' '),
    ),
  ]);
}

describe('the order of chat models', () => {
  it('is by vendor, newest generation first, with unknown vendors last', () => {
    const models = [
      model('my-own-model', 'custom'),
      model('gpt-4o', 'custom'),
      model('openai/gpt-5.2'),
      model('gpt-5-mini', 'azure'),
      model('gpt-5'),
      model('o3-mini'),
      model('claude-3-5-sonnet-20241022'),
      model('claude-sonnet-4-20250514'),
      model('claude-sonnet-4-5-20250929', 'vertex-ai'),
      model('[pro]claude-opus-4-6'),
      model('claude-haiku-4-5-20251001'),
      model('gemma-3-27b-it'),
      model('gemini-2.5-pro'),
      model('house-2', 'The House'),
      model('house-10', 'The House'),
      model('text-davinci-003', 'openai'),
      model('another'),
    ];
    deepStrictEqual(order(models), [
      [
        'Anthropic',
        '[pro]claude-opus-4-6',
        'claude-haiku-4-5-20251001',
        'claude-sonnet-4-5-20250929',
        'claude-sonnet-4-20250514',
        'claude-3-5-sonnet-20241022',
      ],
      ['Google', 'gemma-3-27b-it', 'gemini-2.5-pro'],
      ['OpenAI', 'openai/gpt-5.2', 'gpt-5', 'gpt-5-mini', 'gpt-4o', 'o3-mini', 'text-davinci-003'],
      ['The House', 'house-10', 'house-2'],
      ['Other models', 'another', 'my-own-model'],
    ]);
  });

  it('starts with pinned models, then recent ones, and has each model once and only chat models', () => {
    const models = [model('gpt-5'), model('gpt-5-mini'), model('gpt-4o'), model('tts-1', '', 'speech')];
    deepStrictEqual(
      order(models, {
        pinned: ['gpt-4o'],
        recent: ['gpt-4o', 'typed-by-hand', 'gpt-5-mini'],
        selected: 'gone',
      }),
      [
        ['Pinned', 'gpt-4o pinned'],
        ['Recent', 'typed-by-hand unlisted', 'gpt-5-mini'],
        ['Current model', 'gone unlisted'],
        ['OpenAI', 'gpt-5'],
      ],
    );
  });

  it('is by family for other kinds', () => {
    const models = ['tts-1', 'gx-2.5-flash-preview-tts', 'seed-tts-2.0', 'seed-tts-1.0'].map((id) =>
      model(id, '', 'speech'),
    );
    deepStrictEqual(order([...models, model('gpt-5')], { selected: 'typed' }, 'speech'), [
      ['Current model', 'typed unlisted'],
      ['Seed TTS models (Chinese voices)', 'seed-tts-1.0', 'seed-tts-2.0'],
      ['Gemini TTS models (preview)', 'gx-2.5-flash-preview-tts'],
      ['More speech models', 'tts-1'],
    ]);
    const image = model('imagen-4', '', 'image');
    deepStrictEqual(order([image], {}, 'image'), [['Image models', 'imagen-4']]);
  });

  it('marks no model as unlisted before a list is loaded', () => {
    deepStrictEqual(order([], { selected: 'gpt-5' }), [['Current model', 'gpt-5']]);
  });
});

describe('pinned and recent models', () => {
  function makeMemory(found?: unknown) {
    let value = found;
    return {
      get: () => value,
      update: async (_: string, next: unknown) => {
        value = next;
      },
    };
  }

  it('belong to a profile, latest first, and follow its renaming and removal', async () => {
    const favorites = createModelFavorites(makeMemory());
    for (const id of ['a', 'b', 'a', 'c', 'd', 'e', 'f']) await favorites.use('work', id);
    await favorites.pin('work', 'x', true);
    await favorites.pin('work', 'y', true);
    await favorites.pin('work', 'x', false);
    await favorites.use('', 'own');
    await favorites.move('work', 'office');
    deepStrictEqual(
      [favorites.of('office'), favorites.of('work'), favorites.of('')],
      [
        { pinned: ['y'], recent: ['f', 'e', 'd', 'c', 'a'] },
        { pinned: [], recent: [] },
        { pinned: [], recent: ['own'] },
      ],
    );
    await favorites.move('office', undefined);
    deepStrictEqual(favorites.of('office'), { pinned: [], recent: [] });
  });

  it('are empty if the stored data is invalid', () => {
    const favorites = createModelFavorites(
      makeMemory([{ profile: 'a', pinned: 'no list', recent: ['b'] }, 7]),
    );
    deepStrictEqual(favorites.of('a'), { pinned: [], recent: [] });
  });
});
