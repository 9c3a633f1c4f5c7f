import { deepStrictEqual } from 'node:assert/strict';
import { withClient } from '../clientCalls.ts';
import { reply, startServer } from '../misbehavingServer.ts';

/** What a list says about one model besides its ID, in one entry or several, and what is read from that. */
type ListedModels = Readonly<Record<string, readonly [entries: object, expected: object]>>;

/** Has the client read each case from a server. */
function describeListedModels(title: string, cases: ListedModels): void {
  describe(title, () => {
    for (const [name, [said, expected]] of Object.entries(cases)) {
      it(name, async () => {
        const data = (Array.isArray(said) ? said : [said]).map((entry) => ({ id: 'some-model', ...entry }));
        await using server = await startServer((call) =>
          reply(call, 200, JSON.stringify({ object: 'list', data })),
        );
        const { models } = await withClient(server.origin, (client) => client.listModels());
        const plain = { id: 'some-model', kind: 'chat', protocols: ['chatCompletions'] };
        deepStrictEqual(models, [{ ...plain, ...expected }]);
      });
    }
  });
}

/** The fields with only one meaning, by what is read from them. */
const flags = {
  takesImages: ['supports_vision', 'supports_image_input', 'supports_image_in'],
  takesTools: ['supports_function_calling', 'supports_tools'],
  thinks: ['thinking', 'supports_reasoning'],
  takesTemperature: ['temperature', 'supports_temperature'],
};
const limits = {
  inputTokenLimit: ['inputTokenLimit', 'max_input_tokens'],
  contextTokens: ['context_length', 'context_window', 'max_context_length', 'max_model_len'],
  outputTokenLimit:
    'outputTokenLimit max_output_tokens max_completion_tokens max_output_length max_tokens'.split(' '),
};
const valuesOf = (meanings: Readonly<Record<string, readonly string[]>>, value: unknown) =>
  Object.entries(meanings).flatMap(([meaning, fields]) =>
    fields.map((field) => [`${field}: ${value}`, [{ [field]: value }, { [meaning]: value }]] as const),
  );

describeListedModels(
  'single fields of model lists',
  Object.fromEntries([...valuesOf(flags, true), ...valuesOf(flags, false), ...valuesOf(limits, 4096)]),
);

/** Entries of a list, as real lists write them, and which abilities are read from them. */
describeListedModels('abilities in model lists', {
  nothing: [{}, {}],
  'nothing, as nulls': [{ capabilities: null, architecture: null, supported_parameters: null }, {}],
  'the Messages protocol’s own list': [
    { capabilities: { image_input: { supported: true }, pdf_input: { supported: true }, batch: null } },
    { takesImages: true },
  ],
  'the same for a text-only model': [
    { capabilities: { image_input: { supported: false } } },
    { takesImages: false },
  ],
  'input modalities and supported parameters': [
    {
      architecture: { modality: 'text+image->text', input_modalities: ['text', 'image'] },
      supported_parameters: ['temperature', 'tools', 'tool_choice'],
    },
    { takesImages: true, takesTools: true, thinks: false, takesTemperature: true },
  ],
  'a model that draws images but accepts only text': [
    { architecture: { modality: 'text->text+image' }, supported_parameters: ['temperature'] },
    { takesImages: false, takesTools: false, thinks: false, takesTemperature: true },
  ],
  'modalities and features in the entry itself': [
    { input_modalities: ['TEXT', 'IMAGE'], supported_features: ['tools', 'json_mode'] },
    { takesImages: true, takesTools: true, thinks: false },
  ],
  flags: [
    { capabilities: { completion_chat: true, function_calling: true, vision: false } },
    { takesImages: false, takesTools: true },
  ],
  'a flag for tools': [
    { capabilities: { tools: true, vision: true } },
    { takesImages: true, takesTools: true },
  ],
  'several entries of one model': [
    [{ capabilities: { vision: false } }, { input_modalities: ['text', 'image'] }],
    { takesImages: true },
  ],
  'thinking, in the Messages protocol’s own list': [
    {
      capabilities: {
        thinking: { supported: true, types: { adaptive: { supported: true } } },
        effort: {
          supported: true,
          max: { supported: false },
          high: { supported: true },
          low: { supported: true },
          xhigh: null,
        },
      },
    },
    { thinks: true, efforts: ['low', 'high'] },
  ],
  'thinking and the temperature, in the generate-content protocol’s own list': [
    { thinking: true, temperature: 1, maxTemperature: 2, topP: 0.95 },
    { thinks: true, takesTemperature: true },
  ],
  'efforts by name, and supported parameters': [
    {
      reasoning: { mandatory: false, supported_efforts: ['high', 'low', 'enormous', null] },
      supported_parameters: ['include_reasoning', 'reasoning', 'max_tokens'],
    },
    { takesTools: false, thinks: true, efforts: ['low', 'high'], takesTemperature: false },
  ],
  'the effort as a supported parameter': [
    { supported_parameters: ['Reasoning_Effort', 'tools'] },
    { takesTools: true, thinks: true, takesTemperature: false },
  ],
  'no thinking': [{ capabilities: { reasoning: false }, thinking: null }, { thinks: false }],
  'only efforts': [{ supported_reasoning_efforts: ['medium'] }, { efforts: ['medium'] }],
  'empty lists': [{ input_modalities: [], supported_parameters: [], architecture: { modality: '' } }, {}],
  'wrong types': [
    {
      capabilities: ['vision'],
      architecture: 'transformer',
      input_modalities: 'text',
      supported_parameters: { tools: true },
      supported_features: [1],
      supports_vision: 'true',
      supports_tools: 1,
      thinking: 'yes',
      reasoning: ['low'],
      supported_reasoning_efforts: 'high',
      temperature: '1',
      maxTemperature: {},
    },
    {},
  ],
  'wrong types in nested fields': [
    { capabilities: { vision: 'yes', image_input: 1 }, architecture: { modality: 3 } },
    {},
  ],
});

/** Entries of a list, as real lists write them, and which limits are read from them. */
describeListedModels('token limits in model lists', {
  nothing: [{}, {}],
  'nothing, as nulls': [
    { context_length: null, top_provider: null, context_window: null, max_tokens: null },
    {},
  ],
  'the generate-content list: input and output separately': [
    { inputTokenLimit: 1_048_576, outputTokenLimit: 65_536 },
    { inputTokenLimit: 1_048_576, outputTokenLimit: 65_536 },
  ],
  'the Messages protocol’s own list: its max_tokens is the output': [
    { max_input_tokens: 200_000, max_tokens: 64_000 },
    { inputTokenLimit: 200_000, outputTokenLimit: 64_000 },
  ],
  'a gateway’s catalog: the output limit in its own field and in the older one': [
    { max_input_tokens: 272_000, max_output_tokens: 128_000, max_tokens: 128_000 },
    { inputTokenLimit: 272_000, outputTokenLimit: 128_000 },
  ],
  'an older catalog: max_tokens is the input limit': [
    { max_input_tokens: 32_768, max_tokens: 32_768 },
    { inputTokenLimit: 32_768 },
  ],
  'a router’s list: the provider serves less than the model supports': [
    { context_length: 1_000_000, top_provider: { context_length: 262_144, max_completion_tokens: 32_768 } },
    { contextTokens: 262_144, outputTokenLimit: 32_768 },
  ],
  'context twice': [{ context_window: 200_000, max_tokens: 200_000 }, { contextTokens: 200_000 }],
  'a context window as an object': [
    { context_window: { context_length: 400_000, max_output_tokens: 128_000 } },
    { contextTokens: 400_000, outputTokenLimit: 128_000 },
  ],
  'several entries of one model': [
    [
      { context_length: 200_000 },
      { context_length: 128_000, inputTokenLimit: 100_000, outputTokenLimit: 8192 },
    ],
    { inputTokenLimit: 100_000, contextTokens: 200_000, outputTokenLimit: 8192 },
  ],
  'wrong types': [
    {
      inputTokenLimit: '1048576',
      context_length: 0,
      context_window: '128k',
      max_context_length: -1,
      max_model_len: 1.5,
      top_provider: [200_000],
      max_tokens: true,
    },
    {},
  ],
  'wrong types in nested fields': [
    { top_provider: { context_length: 'many' }, context_window: { context_length: 0 } },
    {},
  ],
});

const pricing = { prompt: '0.000003', completion: '0.000015' };
const prices = { input: 0.000003, output: 0.000015 };

describeListedModels('prices in model lists', {
  'none, as null': [{ pricing: null }, {}],
  strings: [{ pricing }, { prices }],
  'all of them, with some that we do not use': [
    {
      pricing: {
        ...pricing,
        request: '0.005',
        input_cache_read: '3e-7',
        input_cache_write: 0.00000375,
        image: '0.0048',
      },
    },
    { prices: { ...prices, cacheRead: 3e-7, cacheWrite: 0.00000375, request: 0.005 } },
  ],
  numbers: [{ pricing: { prompt: 0.000003, completion: 0.000015, request: '0' } }, { prices }],
  'only the input': [{ pricing: { prompt: '0.000003' } }, {}],
  'prices per million tokens': [{ pricing: { prompt: '3', completion: '15' } }, {}],
  'prices per thousand tokens': [{ pricing: { prompt: '0.003', completion: '0.015' } }, {}],
  'one price per million tokens': [{ pricing: { ...pricing, input_cache_read: '0.3' } }, { prices }],
  'prices that depend on the routed model': [{ pricing: { prompt: '-1', completion: '-1' } }, {}],
  'zeros, for free or not stated': [{ pricing: { prompt: '0', completion: '0' } }, {}],
  'values that are not numbers': [{ pricing: { prompt: 'free', completion: '0x1', request: {} } }, {}],
  'values that are not finite': [{ pricing: { prompt: '1e999', completion: '' } }, {}],
  'prices in a second entry': [[{ pricing: { prompt: '3', completion: '15' } }, { pricing }], { prices }],
});
