import { describeListedModels, type ListedModel } from './listedModels.ts';

/** What entries of a list say, as real lists write it, and which limits are read from it. */
const cases: readonly ListedModel[] = [
  ['nothing', {}, {}],
  [
    'nothing, in nulls',
    { context_length: null, top_provider: null, context_window: null, max_tokens: null },
    {},
  ],
  [
    'the generate-content list: in and out apart',
    { inputTokenLimit: 1_048_576, outputTokenLimit: 65_536 },
    { inputTokenLimit: 1_048_576, outputTokenLimit: 65_536 },
  ],
  [
    'the Messages protocol’s own list: its max_tokens is the output',
    { max_input_tokens: 200_000, max_tokens: 64_000 },
    { inputTokenLimit: 200_000, outputTokenLimit: 64_000 },
  ],
  [
    'a gateway’s catalogue: the output limit by its own name, and in the older field',
    { max_input_tokens: 272_000, max_output_tokens: 128_000, max_tokens: 128_000 },
    { inputTokenLimit: 272_000, outputTokenLimit: 128_000 },
  ],
  [
    'an older catalogue: max_tokens stands for what goes in',
    { max_input_tokens: 32_768, max_tokens: 32_768 },
    { inputTokenLimit: 32_768 },
  ],
  [
    'a router’s list: the service behind it serves less than the model could',
    { context_length: 1_000_000, top_provider: { context_length: 262_144, max_completion_tokens: 32_768 } },
    { contextTokens: 262_144, outputTokenLimit: 32_768 },
  ],
  [
    'a router’s list that knows no output',
    { context_length: 131_072, top_provider: { context_length: null, max_completion_tokens: null } },
    { contextTokens: 131_072 },
  ],
  [
    'context and completion',
    { context_window: 131_072, max_completion_tokens: 32_768 },
    { contextTokens: 131_072, outputTokenLimit: 32_768 },
  ],
  [
    'context and max_tokens',
    { context_window: 200_000, max_tokens: 64_000 },
    { contextTokens: 200_000, outputTokenLimit: 64_000 },
  ],
  ['context twice', { context_window: 200_000, max_tokens: 200_000 }, { contextTokens: 200_000 }],
  [
    'a window with its parts',
    { context_window: { context_length: 400_000, max_output_tokens: 128_000 } },
    { contextTokens: 400_000, outputTokenLimit: 128_000 },
  ],
  ['a service’s own list', { max_context_length: 262_144 }, { contextTokens: 262_144 }],
  ['a model server', { max_model_len: 40_960, root: '/models/some' }, { contextTokens: 40_960 }],
  [
    'a marketplace of model servers',
    { max_model_len: 262_144, context_length: 262_144, max_output_length: 65_536 },
    { contextTokens: 262_144, outputTokenLimit: 65_536 },
  ],
  ['max_tokens alone is the output', { max_tokens: 8192 }, { outputTokenLimit: 8192 }],
  [
    'several entries of one model',
    [
      { context_length: 200_000 },
      { context_length: 128_000, inputTokenLimit: 100_000, outputTokenLimit: 8192 },
    ],
    { inputTokenLimit: 100_000, contextTokens: 200_000, outputTokenLimit: 8192 },
  ],
  [
    'other shapes',
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
  [
    'other shapes inside',
    { top_provider: { context_length: 'many' }, context_window: { context_length: 0 } },
    {},
  ],
];

describeListedModels('what lists say of how many tokens models take', cases);
