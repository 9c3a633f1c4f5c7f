import { deepStrictEqual } from 'node:assert/strict';
import { collectModels } from '../../../../src/chatProvider/models/modelInformation.ts';
import { languages } from '../../translations.ts';

/** IDs as relays list them, some of each maker, and what VS Code is told if the list has only the ID. An empty version means the ID. */
const models: readonly (readonly [
  id: string,
  family: string,
  version: string,
  maxInputTokens: number,
  maxOutputTokens: number,
  abilities?: 'pictures' | 'no tools',
])[] = [
  ['claude-3-5-sonnet-latest', 'claude-3-5-sonnet', 'latest', 191_808, 8_192, 'pictures'],
  ['anthropic/claude-3.7-sonnet:thinking', 'claude-3.7-sonnet', 'thinking', 136_000, 64_000, 'pictures'],
  ['anthropic/claude-opus-4.1', 'claude-opus-4.1', '', 168_000, 32_000, 'pictures'],
  ['claude-sonnet-4-5@20250929', 'claude-sonnet-4-5', '20250929', 136_000, 64_000, 'pictures'],
  [
    'us.anthropic.claude-sonnet-4-5-20250929-v1:0',
    'claude-sonnet-4-5',
    '20250929-v1:0',
    136_000,
    64_000,
    'pictures',
  ],
  ['~anthropic/claude-sonnet-latest', 'claude-sonnet', 'latest', 168_000, 32_000, 'pictures'],
  ['【官转】claude-sonnet-4-6', 'claude-sonnet-4-6', '', 136_000, 64_000, 'pictures'],
  ['gpt-3.5-turbo-0125', 'gpt-3.5-turbo', '0125', 12_289, 4_096],
  ['openai/gpt-4o-2024-05-13', 'gpt-4o', '2024-05-13', 123_904, 4_096, 'pictures'],
  ['azure-gpt-4o-mini', 'gpt-4o-mini', '', 111_616, 16_384, 'pictures'],
  ['gpt-5', 'gpt-5', '', 272_000, 128_000, 'pictures'],
  ['gpt-5.3-codex-spark', 'gpt-5.3-codex-spark', '', 96_000, 32_000, 'pictures'],
  ['openai/gpt-oss-120b:free', 'gpt-oss-120b', 'free', 95_232, 32_768],
  ['o1-mini-2024-09-12', 'o1-mini', '2024-09-12', 64_000, 64_000, 'no tools'],
  [
    'gemini-2.0-flash-thinking-exp-01-21',
    'gemini-2.0-flash-thinking',
    'exp-01-21',
    1_040_384,
    8_192,
    'pictures',
  ],
  [
    'google/gemini-2.5-flash-lite-preview-09-2025',
    'gemini-2.5-flash-lite',
    'preview-09-2025',
    983_040,
    65_536,
    'pictures',
  ],
  ['gemini-2.5-flash-native-audio-latest', 'gemini-2.5-flash-native-audio', 'latest', 57_344, 8_192],
  ['deepseek/deepseek-chat-v3-0324:free', 'deepseek-chat-v3', '0324:free', 55_808, 8_192],
  ['deepseek-r1-distill-llama-70b', 'deepseek-r1-distill-llama-70b', '', 24_576, 8_192],
  ['deepseek.r1-v1:0', 'deepseek.r1', 'v1:0', 111_616, 16_384],
  ['qwen/qwen3-235b-a22b-2507', 'qwen3-235b-a22b', '2507', 114_688, 16_384],
  ['accounts/fireworks/models/qwen2p5-coder-32b-instruct', 'qwen2p5-coder-32b-instruct', '', 24_576, 8_192],
  ['qwen-vl-plus', 'qwen-vl-plus', '', 57_344, 8_192, 'pictures'],
  ['moonshotai/kimi-k2-0905', 'kimi-k2', '0905', 114_616, 16_384],
  ['moonshot-v1-32k-vision-preview', 'moonshot-v1-32k-vision', 'preview', 23_808, 8_192, 'pictures'],
  ['@cf/meta/llama-3.3-70b-instruct-fp8-fast', 'llama-3.3-70b-instruct-fp8-fast', '', 123_904, 4_096],
  ['llama3.1:8b', 'llama3.1', '8b', 123_904, 4_096],
  [
    'mistralai/mistral-small-3.2-24b-instruct',
    'mistral-small-3.2-24b-instruct',
    '',
    111_616,
    16_384,
    'pictures',
  ],
  ['open-mixtral-8x22b', 'open-mixtral-8x22b', '', 59_904, 4_096],
  ['doubao-1-5-pro-32k-250115', 'doubao-1-5-pro-32k', '250115', 19_712, 12_288],
  ['hunyuan-t1-latest', 'hunyuan-t1', 'latest', 28_000, 28_000],
  ['ERNIE-4.5-Turbo-VL-32K', 'ernie-4.5-turbo-vl-32k', '', 20_000, 12_000, 'pictures'],
  ['amazon.nova-pro-v1:0', 'nova-pro', 'v1:0', 294_880, 5_120, 'pictures'],
  ['msg-sonnet-4-6', 'msg-sonnet-4-6', '', 57_344, 8_192],
  ['my-own-model', 'my-own-model', '', 57_344, 8_192],
  ['通义千问-max', '通义千问-max', '', 57_344, 8_192],
];

describe('model data derived from the ID', () => {
  for (const [id, family, version, maxInputTokens, maxOutputTokens, abilities] of models) {
    it(id, () => {
      const listed = { id, kind: 'chat', protocols: ['chatCompletions'] } as const;
      const [found] = collectModels(
        [{ profile: '', profileName: 'Default', models: [listed] }],
        undefined,
        languages.english,
      );
      deepStrictEqual(
        {
          family: found?.family,
          version: found?.version,
          maxInputTokens: found?.maxInputTokens,
          maxOutputTokens: found?.maxOutputTokens,
          capabilities: found?.capabilities,
        },
        {
          family,
          version: version || id,
          maxInputTokens,
          maxOutputTokens,
          capabilities: { toolCalling: abilities !== 'no tools', imageInput: abilities === 'pictures' },
        },
      );
    });
  }
});
