import { deepStrictEqual } from 'node:assert/strict';
import { configurationByFamily } from '../../../../src/relay/models/modelFamilies.ts';

/** Model IDs, the efforts they accept, whether they accept a temperature, and how their protocol sets thinking. */
const cases: readonly (readonly [ids: string, efforts: string, temperature: boolean, thinking?: string])[] = [
  ['msg-haiku-4-5-20251001 msg-sonnet-4-20250514 msg-sonnet-4-5-20250929', 'low medium high', true, 'budget'],
  [
    'msg-opus-4-1-20250805 claude-3-7-sonnet-latest anthropic/claude-4-sonnet',
    'low medium high',
    true,
    'budget',
  ],
  ['msg-sonnet-4-6 us.anthropic.claude-opus-4.6-v1:0', 'low medium high max', true, 'adaptive'],
  [
    'msg-opus-4-7 claude-opus-4.8 claude-sonnet-5 claude-haiku-5-5',
    'low medium high xhigh max',
    false,
    'adaptive',
  ],
  ['claude-3-5-sonnet-20241022 claude-3-opus', '', true],
  ['gx-2.5-pro models/gemini-2.5-pro', 'low medium high', true, 'budget'],
  ['gx-2.5-flash gx-2.5-flash-lite', 'none low medium high', true, 'budget'],
  ['gemini-3-pro-preview', 'low high', true, 'level'],
  ['gemini-3.1-pro-preview gemini-3.7-flash', 'low medium high', true, 'level'],
  ['gemini-3-flash-preview google/gemini-3.5-flash', 'minimal low medium high', true, 'level'],
  ['gemini-2.0-flash gemini-flash-latest', '', true],
  ['gemini-2.5-flash-image gemini-2.5-flash-preview-tts', '', false],
  ['gpt-5 openai/gpt-5-mini gpt-5-2025-08-07', 'minimal low medium high', false],
  ['gpt-5.1', 'none low medium high', false],
  ['gpt-5.2 gpt-5.4-mini gpt-5.6-luna', 'none low medium high xhigh', false],
  ['gpt-5-codex gpt-5.1-codex-mini', 'low medium high', false],
  ['gpt-5.3-codex gpt-5.1-codex-max', 'low medium high xhigh', false],
  ['gpt-5.4-pro', 'medium high xhigh', false],
  ['gpt-5-chat-latest gpt-5.2-chat-latest gpt-5-pro o1-mini', '', false],
  ['o3 o4-mini o1', 'low medium high', false],
  ['gpt-4o gpt-4.1-mini chatgpt-4o-latest gpt-3.5-turbo', '', true],
  ['gpt-oss-120b', 'low medium high', true],
  ['deepseek-v4-pro', 'low high max', false],
  ['deepseek-chat deepseek/deepseek-v3.2', '', true],
  ['deepseek-reasoner deepseek-r1', '', false],
  ['grok-3-mini', 'low high', true],
  ['x-ai/grok-4.3', 'none low medium high', true],
  ['grok-4.5', 'low medium high', true],
  ['grok-4 grok-4-1-fast-reasoning grok-code-fast-1', '', true],
  ['qwen3-235b qwen-max glm-4.6 meta-llama/llama-3.3-70b mistral-large-latest kimi-k2', '', true],
  ['kimi-k2.5', '', false],
];

describe('what a model’s family accepts', () => {
  for (const [ids, efforts, takesTemperature, thinking] of cases) {
    it(ids, () => {
      for (const id of ids.split(' ')) {
        deepStrictEqual(
          [id, configurationByFamily(id)],
          [
            id,
            {
              efforts: efforts === '' ? [] : efforts.split(' '),
              takesTemperature,
              ...(thinking !== undefined && { thinking }),
            },
          ],
        );
      }
    });
  }

  it('is unknown for other models', () => {
    for (const id of ['oa-large', 'my-claude', 'house/own-model', '', 'xgpt-5']) {
      deepStrictEqual([id, configurationByFamily(id)], [id, {}]);
    }
  });
});
