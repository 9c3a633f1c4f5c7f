import { deepStrictEqual } from 'node:assert/strict';
import {
  defaultVoice,
  isGeminiSpeech,
  knownVoices,
  modelsInsteadOf,
  speaks,
} from '../../../../../src/readAloud/speech/voices/voices.ts';
import { speechModels } from '../../../../relay/account/voices.ts';

/** The first known voice of each model. */
const firsts: Record<string, string | undefined> = {
  'seed-tts-1.0': 'zh_female_cancan_mars_bigtts',
  'volcengine:seed-tts-1.0': 'zh_female_cancan_mars_bigtts',
  'doubao-seed-tts-2.0': 'zh_female_vv_uranus_bigtts',
  'seed-tts-9': undefined,
  'gx-3.1-flash-tts-preview': 'Zephyr',
  'models/gemini-2.5-pro-preview-tts': 'Zephyr',
  'gx-2.5-flash-preview-tts:free': 'Zephyr',
  'gx-2.5-flash': undefined,
  'tts-1-hd': 'alloy',
  'openai/gpt-4o-mini-tts': 'alloy',
  'my-tts': undefined,
  '': undefined,
};

const models = ['seed-tts-1.0', 'seed-tts-2.0', 'gx-2.5-flash-preview-tts', 'tts-1-hd', 'gpt-4o-mini-tts'];

describe('voices', () => {
  for (const [model, first] of Object.entries(firsts)) {
    it(`of ${model || 'no model'} begin with ${first ?? 'none'}, the default except for Gemini TTS`, () => {
      deepStrictEqual(knownVoices(model)[0]?.id, first);
      deepStrictEqual(defaultVoice(model), isGeminiSpeech(model) ? undefined : first);
      deepStrictEqual(isGeminiSpeech(model), first === 'Zephyr');
    });
  }

  it('have unique IDs, and for Seed TTS models canonical languages and a gender', () => {
    for (const model of models) {
      const voices = knownVoices(model);
      deepStrictEqual(new Set(voices.map(({ id }) => id)).size, voices.length);
      deepStrictEqual(
        voices.filter(
          ({ languages }) => Intl.getCanonicalLocales([...languages]).join() !== languages.join(),
        ),
        [],
      );
      deepStrictEqual(
        voices.filter(({ languages, gender }) => languages.length === 0 || gender === undefined).length,
        model.startsWith('seed') ? 0 : voices.length,
      );
    }
  });

  it('include every voice of the reference relay', () => {
    const missing = [...speechModels].flatMap(([model, { voices }]) =>
      voices.filter(({ id }) => !knownVoices(model).some((voice) => voice.id === id)),
    );
    deepStrictEqual(missing, []);
  });

  it('include one for each language that is recognized by its script', () => {
    const missing = ['zh', 'en', 'ja', 'ko', 'ru'].filter(
      (language) => !knownVoices('seed-tts-2.0').some((voice) => speaks(voice, language)),
    );
    deepStrictEqual(missing, []);
  });

  const foreign: [model: string, voice: string, models: readonly string[] | undefined][] = [
    ['seed-tts-1.0', 'en_female_amanda_mars_bigtts', undefined],
    ['seed-tts-2.0', 'en_female_amanda_mars_bigtts', ['seed-tts-1.0']],
    ['seed-tts-1.0', 'zh_female_vv_uranus_bigtts', ['seed-tts-2.0']],
    ['volcengine/seed-tts-1.0', 'zh_female_in_no_table_uranus_bigtts', ['seed-tts-2.0']],
    ['seed-tts-1.0', 'ICL_uranus_zh_male_in_no_table_tob', ['seed-tts-2.0']],
    ['seed-tts-2.0', 'zh_male_in_no_table_moon_bigtts', ['seed-tts-1.0']],
    ['seed-tts-2.0', 'BV700_streaming', ['seed-tts-1.0']],
    ['seed-tts-2.0', 'Kore', ['gx-2.5-flash-preview-tts', 'gx-2.5-pro-preview-tts']],
    ['gx-2.5-pro-preview-tts', 'zh_female_vv_uranus_bigtts', ['seed-tts-2.0']],
    ['tts-1', 'Kore', ['gx-2.5-flash-preview-tts', 'gx-2.5-pro-preview-tts']],
    // Both generations are documented to have these.
    ['seed-tts-2.0', 'zh_male_beijingxiaoye_emo_v2_mars_bigtts', undefined],
    // Many relays translate the common names.
    ['seed-tts-1.0', 'alloy', undefined],
    ['gx-2.5-pro-preview-tts', 'nova', undefined],
    // A custom voice.
    ['seed-tts-2.0', 'S_a1b2c3', undefined],
    // The voices of these models are unknown.
    ['seed-tts-9', 'zh_female_vv_uranus_bigtts', undefined],
    ['my-tts', 'Kore', undefined],
    ['seed-tts-2.0', '', undefined],
  ];
  for (const [model, voice, expected] of foreign) {
    it(`${voice || 'no voice'} ${expected ? 'does not belong' : 'may belong'} to ${model}`, () =>
      deepStrictEqual(modelsInsteadOf(model, voice), expected));
  }

  it('are described by name, languages, gender and style', () => {
    deepStrictEqual(knownVoices('seed-tts-2.0')[2], {
      id: 'zh_male_m191_uranus_bigtts',
      name: '云舟 2.0',
      languages: ['zh'],
      gender: 'male',
      style: 'calm',
    });
    deepStrictEqual(knownVoices('openai/gpt-4o-mini-tts')[0], {
      id: 'alloy',
      name: 'alloy',
      languages: [],
      style: 'neutral',
    });
  });
});
