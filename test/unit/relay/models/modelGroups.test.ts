import { deepStrictEqual } from 'node:assert/strict';
import { groupModels, modelsOfKind } from '../../../../src/relay/models/modelGroups.ts';
import type { ModelKind, RelayModel } from '../../../../src/relay/models/relayModel.ts';

const model = (id: string, kind: ModelKind): RelayModel => ({ id, kind, protocols: [] });

const models = [
  model('msg-opus-4-7', 'chat'),
  model('claude-haiku-3-5', 'chat'),
  model('msg-haiku-4-5-20251001', 'chat'),
  model('zeta-chat', 'chat'),
  model('gx-2.5-flash-preview-tts', 'speech'),
  model('claude-sonnet-4-5', 'chat'),
  model('seed-tts-2.0', 'speech'),
  model('seed-tts-1.0', 'speech'),
  model('imagen-4', 'image'),
  model('tts-1', 'speech'),
  model('msg-sonnet-4-20250514', 'chat'),
  model('msg-sonnet-4-5-20250929', 'chat'),
  model('msg-sonnet-4-6', 'chat'),
  model('text-embedding-3', 'embedding'),
];

describe('the model groups', () => {
  it('are the contract’s tiers and speech families, then kinds', () => {
    deepStrictEqual(
      groupModels(models).map(([group, members]) => [group, ...members.map(({ id }) => id)]),
      [
        [
          'general',
          'msg-sonnet-4-6',
          'msg-sonnet-4-5-20250929',
          'msg-sonnet-4-20250514',
          'claude-sonnet-4-5',
        ],
        ['advanced', 'msg-opus-4-7'],
        ['lightweight', 'msg-haiku-4-5-20251001', 'claude-haiku-3-5'],
        ['chat', 'zeta-chat'],
        ['speechA', 'seed-tts-1.0', 'seed-tts-2.0'],
        ['speechB', 'gx-2.5-flash-preview-tts'],
        ['speech', 'tts-1'],
        ['image', 'imagen-4'],
        ['other', 'text-embedding-3'],
      ],
    );
  });

  it('put the default model of each kind first', () => {
    deepStrictEqual(
      [modelsOfKind(models, 'chat')[0]?.id, modelsOfKind(models, 'speech')[0]?.id, modelsOfKind([], 'chat')],
      ['msg-sonnet-4-6', 'seed-tts-1.0', []],
    );
  });
});
