import { deepStrictEqual } from 'node:assert/strict';
import {
  chooseSmallModel,
  isSmallModel,
  type NamedModel,
} from '../../../../../src/editor/languageModels/utility/smallModels.ts';

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

/** Words within words, models for something else, and one that is small by its name alone. */
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
  it('are told by whole words of their names', () => {
    deepStrictEqual(
      [small, notSmall].map((models) => models.map((model) => [model, isSmallModel(model)])),
      [small.map((model) => [model, true]), notSmall.map((model) => [model, false])],
    );
  });

  const list = [
    'gpt-5',
    'gpt-4o-mini',
    'gpt-5-nano',
    'gpt-5-mini-2025-08-07',
    'gpt-5-mini',
    'gpt-10-mini-preview',
    'gpt-4-turbo',
    'anthropic/claude-opus-4-5',
    'claude-3-5-haiku-20241022',
    'anthropic/claude-haiku-4-5',
    'gemini-2.0-flash',
    'gemini-2.5-pro',
    'gemini-2.5-flash',
    'deepseek-v3',
    'glm-4.6',
    'glm-4.5-air',
  ];
  const cases: readonly (readonly [string, readonly string[], string])[] = [
    ['gpt-5', list, 'gpt-5-mini'],
    ['anthropic/claude-opus-4-5', list, 'anthropic/claude-haiku-4-5'],
    ['gemini-2.5-pro', list, 'gemini-2.5-flash'],
    ['glm-4.6', list, 'glm-4.5-air'],
    // Of another family, where its own has none.
    ['deepseek-v3', list, 'gpt-5-mini'],
    ['[pro]claude-opus-4-1', list, 'anthropic/claude-haiku-4-5'],
    // What is small already serves.
    ['gemini-2.0-flash', list, 'gemini-2.0-flash'],
    ['gpt-5-nano', list, 'gpt-5-nano'],
    // A preview is better than another family, and worse than what is finished.
    ['gemini-3-pro', ['gemini-2.5-flash-preview', 'gpt-5-mini'], 'gemini-2.5-flash-preview'],
    ['gemini-3-pro', ['gemini-3-flash-preview', 'gemini-2.5-flash'], 'gemini-2.5-flash'],
    // Numbers are numbers.
    ['glm-10', ['glm-9-air', 'glm-10-air'], 'glm-10-air'],
    // Where no name tells.
    ['deepseek-v3', ['deepseek-v3', 'deepseek-r1', 'minimax-m2'], 'deepseek-v3'],
    ['deepseek-v3', [], 'deepseek-v3'],
    ['模型', ['另一个', 'x-mini'], 'x-mini'],
  ];
  it('are chosen beside the one that answered', () => {
    deepStrictEqual(
      cases.map(([answered, models]) => chooseSmallModel(named(answered), models.map(named)).model),
      cases.map(([, , expected]) => expected),
    );
  });

  it('are of the same relay', () => {
    const models: NamedModel[] = [
      { model: 'gpt-5-mini', profile: 'other' },
      { model: 'gpt-5-nano', profile: 'work' },
      { model: 'gpt-5-mini', profile: '' },
    ];
    deepStrictEqual(
      ['', 'work', 'third'].map((profile) => chooseSmallModel({ model: 'gpt-5', profile }, models)),
      [models[2], models[1], { model: 'gpt-5', profile: 'third' }],
    );
  });
});

function named(model: string): NamedModel {
  return { model, profile: '' };
}
