import { describeListedModels, type ListedModel } from './listedModels.ts';

/** What entries of a list say, as real lists write it, and what is made of them. */
const cases: readonly ListedModel[] = [
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
    { takesImages: true, takesTools: true, thinks: false, takesTemperature: true },
  ],
  [
    'a model that draws and takes text only',
    { architecture: { modality: 'text->text+image' }, supported_parameters: ['temperature'] },
    { takesImages: false, takesTools: false, thinks: false, takesTemperature: true },
  ],
  [
    'modalities and features of the model itself',
    { input_modalities: ['TEXT', 'IMAGE'], supported_features: ['tools', 'json_mode'] },
    { takesImages: true, takesTools: true, thinks: false },
  ],
  [
    'flags',
    { capabilities: { completion_chat: true, function_calling: true, vision: false } },
    { takesImages: false, takesTools: true },
  ],
  [
    'flags of tools',
    { capabilities: { tools: true, vision: true } },
    { takesImages: true, takesTools: true },
  ],
  ['no tools', { capabilities: { tools: false } }, { takesTools: false }],
  [
    'flags of their own',
    { supports_vision: true, supports_function_calling: false },
    { takesImages: true, takesTools: false },
  ],
  [
    'flags in other words',
    { supports_image_input: false, supports_tools: true },
    { takesImages: false, takesTools: true },
  ],
  ['flags of a list that tells pictures alone', { supports_image_in: true }, { takesImages: true }],
  [
    'several entries of one model',
    [{ capabilities: { vision: false } }, { input_modalities: ['text', 'image'] }],
    { takesImages: true },
  ],
  [
    'thinking, in the Messages protocol’s own list',
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
  [
    'thinking and the temperature, in the generate-content protocol’s own list',
    { thinking: true, temperature: 1, maxTemperature: 2, topP: 0.95 },
    { thinks: true, takesTemperature: true },
  ],
  [
    'efforts by name, and the parameters that count',
    {
      reasoning: { mandatory: false, supported_efforts: ['high', 'low', 'enormous', null] },
      supported_parameters: ['include_reasoning', 'reasoning', 'max_tokens'],
    },
    { takesTools: false, thinks: true, efforts: ['low', 'high'], takesTemperature: false },
  ],
  [
    'the parameter itself',
    { supported_parameters: ['Reasoning_Effort', 'tools'] },
    { takesTools: true, thinks: true, takesTemperature: false },
  ],
  [
    'flags for thinking',
    { supports_reasoning: true, temperature: false },
    { thinks: true, takesTemperature: false },
  ],
  ['no thinking', { capabilities: { reasoning: false }, thinking: null }, { thinks: false }],
  ['efforts and no other word', { supported_reasoning_efforts: ['medium'] }, { efforts: ['medium'] }],
  ['empty lists', { input_modalities: [], supported_parameters: [], architecture: { modality: '' } }, {}],
  [
    'other shapes',
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
  [
    'other shapes inside',
    { capabilities: { vision: 'yes', image_input: 1 }, architecture: { modality: 3 } },
    {},
  ],
];

describeListedModels('what lists say of what models take', cases);
