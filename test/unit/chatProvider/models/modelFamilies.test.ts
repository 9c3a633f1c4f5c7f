import { deepStrictEqual } from 'node:assert/strict';
import { collectModels } from '../../../../src/chatProvider/models/modelInformation.ts';
import { languages } from '../../translations.ts';

/**
 * IDs as relays list them, and what VS Code is told if the list has only the ID: family, version (`=` for the whole
 * ID), input and output tokens, and whether it takes images or no tools.
 */
const models = `
claude-3-5-sonnet-latest | claude-3-5-sonnet latest 191808 8192 images
anthropic/claude-3.7-sonnet:thinking | claude-3.7-sonnet thinking 136000 64000 images
anthropic/claude-opus-4.1 | claude-opus-4.1 = 168000 32000 images
claude-sonnet-4-5@20250929 | claude-sonnet-4-5 20250929 136000 64000 images
us.anthropic.claude-sonnet-4-5-20250929-v1:0 | claude-sonnet-4-5 20250929-v1:0 136000 64000 images
~anthropic/claude-sonnet-latest | claude-sonnet latest 168000 32000 images
【官转】claude-sonnet-4-6 | claude-sonnet-4-6 = 136000 64000 images
gpt-3.5-turbo-0125 | gpt-3.5-turbo 0125 12289 4096
openai/gpt-4o-2024-05-13 | gpt-4o 2024-05-13 123904 4096 images
azure-gpt-4o-mini | gpt-4o-mini = 111616 16384 images
gpt-5.3-codex-spark | gpt-5.3-codex-spark = 96000 32000 images
openai/gpt-oss-120b:free | gpt-oss-120b free 95232 32768
o1-mini-2024-09-12 | o1-mini 2024-09-12 64000 64000 tool-less
gemini-2.0-flash-thinking-exp-01-21 | gemini-2.0-flash-thinking exp-01-21 1040384 8192 images
google/gemini-2.5-flash-lite-preview-09-2025 | gemini-2.5-flash-lite preview-09-2025 983040 65536 images
gemini-2.5-flash-native-audio-latest | gemini-2.5-flash-native-audio latest 57344 8192
deepseek/deepseek-chat-v3-0324:free | deepseek-chat-v3 0324:free 55808 8192
deepseek-r1-distill-llama-70b | deepseek-r1-distill-llama-70b = 24576 8192
deepseek.r1-v1:0 | deepseek.r1 v1:0 111616 16384
accounts/fireworks/models/qwen2p5-coder-32b-instruct | qwen2p5-coder-32b-instruct = 24576 8192
qwen-vl-plus | qwen-vl-plus = 57344 8192 images
moonshot-v1-32k-vision-preview | moonshot-v1-32k-vision preview 23808 8192 images
@cf/meta/llama-3.3-70b-instruct-fp8-fast | llama-3.3-70b-instruct-fp8-fast = 123904 4096
llama3.1:8b | llama3.1 8b 123904 4096
doubao-1-5-pro-32k-250115 | doubao-1-5-pro-32k 250115 19712 12288
hunyuan-t1-latest | hunyuan-t1 latest 28000 28000
ERNIE-4.5-Turbo-VL-32K | ernie-4.5-turbo-vl-32k = 20000 12000 images
amazon.nova-pro-v1:0 | nova-pro v1:0 294880 5120 images
msg-sonnet-4-6 | msg-sonnet-4-6 = 57344 8192
通义千问-max | 通义千问-max = 57344 8192
`;

describe('model data derived from the ID', () => {
  for (const row of models.trim().split('\n')) {
    const [id = '', told = ''] = row.split(' | ');
    const [family = '', version = '', input, output, ability] = told.split(' ');
    it(id, () => {
      const listed = { id, kind: 'chat', protocols: ['chatCompletions'] } as const;
      const [found] = collectModels(
        [{ profile: '', profileName: 'Default', models: [listed] }],
        undefined,
        languages.english,
      );
      deepStrictEqual(
        [found?.family, found?.version, found?.maxInputTokens, found?.maxOutputTokens, found?.capabilities],
        [
          family,
          version === '=' ? id : version,
          Number(input),
          Number(output),
          { toolCalling: ability !== 'tool-less', imageInput: ability === 'images' },
        ],
      );
    });
  }
});
