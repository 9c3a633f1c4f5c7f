import { deepStrictEqual } from 'node:assert/strict';
import { isSmallModel } from '../../../../src/chatProvider/utility/utilityChoices.ts';

const small = [
  'gpt-5-mini',
  'openai/gpt-4.1-nano',
  'o4-mini',
  'claude-haiku-4-5-20251001',
  'claude-3-5-haiku@20241022',
  'gemini-2.5-flash',
  'gemini-2.5-flash-lite-preview-06-17',
  'glm-4.5-air',
  'mistral-small-latest',
  'Qwen-Turbo',
  'grok-3-mini-fast',
  'doubao-seed-1-6-flash-250615',
  '[cheap]GPT-5-Mini',
  'us.anthropic.claude-haiku-4-5-20251001-v1:0',
];

/** Words within words, models for other purposes, and models that are small by name only. */
const notSmall = [
  'gpt-5',
  'gemini-2.5-pro',
  'minimax-m2',
  'MiniMax-Text-01',
  'claude-opus-4-5',
  'nanobanana',
  'repair-7b',
  'gpt-4-turbo',
  'openai/gpt-4-turbo-2024-04-09',
  'gpt-4o-mini-audio-preview',
  'gpt-4o-mini-search-preview',
  'gpt-4o-mini-realtime',
  'gemini-2.5-flash-image',
  'gemini-2.5-flash-preview-tts',
  'o4-mini-deep-research',
  'qwen3-vl-flash',
  'gemini-2.5-flash-thinking',
  '[flash] gpt-5',
  'azure-gpt-4-turbo',
  '',
  '/',
];

describe('small models', () => {
  it('are recognized by whole words in their names', () => {
    deepStrictEqual(
      [small, notSmall].map((models) => models.map((model) => [model, isSmallModel(model)])),
      [small.map((model) => [model, true]), notSmall.map((model) => [model, false])],
    );
  });
});
