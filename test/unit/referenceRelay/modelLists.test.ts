import { deepStrictEqual } from 'node:assert/strict';
import { useReferenceRelay } from '../../relay/useReferenceRelay.ts';
import { callRelay } from './callRelay.ts';

const unknownDetails = {
  baseModelId: null,
  version: null,
  description: null,
  inputTokenLimit: null,
  outputTokenLimit: null,
  supportedGenerationMethods: null,
};

describe('reference relay: model lists', () => {
  const relay = useReferenceRelay();

  const readList = async (path: string, key: string) =>
    (await (await callRelay(relay, path, { authorization: `Bearer ${key}` })).json()) as {
      readonly models: readonly { readonly name: string; readonly baseModelId: string }[];
    };

  it('shapes /v1/models as relays do', async () => {
    const model = (id: string, ownedBy: string, types: readonly string[]) => ({
      id,
      object: 'model',
      created: 1_626_777_600,
      owned_by: ownedBy,
      supported_endpoint_types: types,
    });
    deepStrictEqual(await readList('/v1/models', relay.keys.restricted), {
      success: true,
      object: 'list',
      data: [
        model('msg-haiku-4-5-20251001', 'scripted', ['anthropic']),
        model('seed-tts-1.0', 'espeak-ng', ['openai']),
      ],
    });
  });

  it('shapes /v1beta/models with nulls for models of other providers', async () => {
    deepStrictEqual(await readList('/v1beta/models', relay.keys.restricted), {
      models: ['msg-haiku-4-5-20251001', 'seed-tts-1.0'].map((id) => ({
        name: id,
        displayName: id,
        ...unknownDetails,
      })),
      nextPageToken: null,
    });
  });

  it('shapes /v1beta/models with limits for models of that provider', async () => {
    const { models } = await readList('/v1beta/models', relay.keys.good);
    deepStrictEqual(
      models.find(({ baseModelId }) => baseModelId === 'gx-2.5-flash'),
      {
        name: 'models/gx-2.5-flash',
        baseModelId: 'gx-2.5-flash',
        version: '001',
        displayName: 'GX 2.5 Flash',
        description: 'A script of the reference relay; no model.',
        inputTokenLimit: 1_048_576,
        outputTokenLimit: 65_536,
        supportedGenerationMethods: ['generateContent', 'countTokens'],
      },
    );
  });

  it('lists nothing for a group without channels', async () => {
    deepStrictEqual(
      [
        await readList('/v1/models', relay.keys.noChannel),
        await readList('/v1beta/models', relay.keys.noChannel),
      ],
      [
        { success: true, object: 'list', data: [] },
        { models: [], nextPageToken: null },
      ],
    );
  });
});
