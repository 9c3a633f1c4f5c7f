import { deepStrictEqual } from 'node:assert/strict';
import { createRelayClient } from '../../../../src/relay/client.ts';
import { reply, withServer } from '../misbehavingServer.ts';

/** What entries of a list say, as real lists write it, and what is made of them. */
const cases: readonly [string, object | readonly object[], object][] = [
  ['nothing', {}, {}],
  ['nothing, in nulls', { capabilities: null, architecture: null, supported_parameters: null }, {}],
  [
    'the Messages protocol’s own list',
    { capabilities: { image_input: { supported: true }, pdf_input: { supported: true }, batch: null } },
    { takesImages: true },
  ],
  [
    'the same of a model for text',
    { capabilities: { image_input: { supported: false } } },
    { takesImages: false },
  ],
  [
    'what goes in, and which parameters count',
    {
      architecture: { modality: 'text+image->text', input_modalities: ['text', 'image'] },
      supported_parameters: ['temperature', 'tools', 'tool_choice'],
    },
    { takesImages: true, takesTools: true },
  ],
  [
    'a model that draws and takes text only',
    { architecture: { modality: 'text->text+image' }, supported_parameters: ['temperature'] },
    { takesImages: false, takesTools: false },
  ],
  [
    'modalities and features of the model itself',
    { input_modalities: ['TEXT', 'IMAGE'], supported_features: ['tools', 'json_mode'] },
    { takesImages: true, takesTools: true },
  ],
  [
    'flags',
    { capabilities: { completion_chat: true, function_calling: true, vision: false } },
    { takesImages: false, takesTools: true },
  ],
  [
    'several entries of one model',
    [{ capabilities: { vision: false } }, { input_modalities: ['text', 'image'] }],
    { takesImages: true },
  ],
  ['empty lists', { input_modalities: [], supported_parameters: [], architecture: { modality: '' } }, {}],
  [
    'other shapes',
    {
      capabilities: ['vision'],
      architecture: 'transformer',
      input_modalities: 'text',
      supported_parameters: { tools: true },
      supported_features: [1],
    },
    {},
  ],
  [
    'other shapes inside',
    { capabilities: { vision: 'yes', image_input: 1 }, architecture: { modality: 3 } },
    {},
  ],
];

describe('what lists say of what models take', () => {
  for (const [name, said, expected] of cases) {
    it(name, async () => {
      const entries = (Array.isArray(said) ? said : [said]).map((entry) => ({ id: 'some-model', ...entry }));
      await withServer(
        (call) => reply(call, 200, JSON.stringify({ object: 'list', data: entries })),
        async ({ origin }) => {
          const client = createRelayClient({ baseAddress: origin, apiKey: 'sk-0aB1cD2eF3gH4iJ5' });
          const { models } = await client.listModels();
          await client.close();
          deepStrictEqual(models, [
            { id: 'some-model', kind: 'chat', protocols: ['chatCompletions'], ...expected },
          ]);
        },
      );
    });
  }
});
