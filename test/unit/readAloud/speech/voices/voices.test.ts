import { deepStrictEqual, ok } from 'node:assert/strict';
import {
  defaultVoice,
  knownVoices,
  modelsInsteadOf,
  type SpeechFamily,
  speaks,
  speechFamily,
} from '../../../../../src/readAloud/speech/voices/voices.ts';
import { speechModels } from '../../../../relay/account/voices.ts';

const families: Record<string, SpeechFamily> = {
  'seed-tts-1.0': 'A',
  'seed-tts-2.0': 'A',
  'seed-tts-3.0-preview': 'A',
  'doubao-seed-tts-2.0': 'A',
  'volcengine/seed-tts-1.0': 'A',
  'gx-2.5-flash-preview-tts': 'B',
  'gx-2.5-pro-preview-tts': 'B',
  'gx-3.1-flash-tts-preview': 'B',
  'models/gemini-2.5-pro-preview-tts': 'B',
  'gx-2.5-flash-preview-tts:free': 'B',
  'volcengine:seed-tts-1.0': 'A',
  'gx-2.5-flash': 'other',
  'tts-1-hd': 'other',
  'gpt-4o-mini-tts': 'other',
  '': 'other',
};

const models = ['seed-tts-1.0', 'seed-tts-2.0', 'gx-2.5-flash-preview-tts', 'tts-1-hd', 'gpt-4o-mini-tts'];

describe('voices', () => {
  for (const [model, family] of Object.entries(families)) {
    it(`${model || 'no model'} is of family ${family}`, () => deepStrictEqual(speechFamily(model), family));
  }

  it('each model of family A has its own, and none is of both', () => {
    const first = knownVoices('seed-tts-1.0').map(({ id }) => id);
    const second = knownVoices('seed-tts-2.0').map(({ id }) => id);
    ok(first.length > 5 && second.length > 5);
    deepStrictEqual(
      first.filter((id) => second.includes(id)),
      [],
    );
  });

  it('each id is there once, with canonical languages and a gender for family A', () => {
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
        speechFamily(model) === 'A' ? 0 : voices.length,
      );
    }
    deepStrictEqual(knownVoices('gx-2.5-flash-preview-tts').length, 30);
  });

  it('has every voice of the reference relay', () => {
    const missing = [...speechModels].flatMap(([model, { voices }]) =>
      voices.filter(({ id }) => !knownVoices(model).some((voice) => voice.id === id)),
    );
    deepStrictEqual(missing, []);
  });

  it('has a voice for each language that can be told by its script', () => {
    const missing = ['zh', 'en', 'ja', 'ko', 'ru'].filter(
      (language) => !knownVoices('seed-tts-2.0').some((voice) => speaks(voice, language)),
    );
    deepStrictEqual(missing, []);
  });

  it('defaults where there is one for everybody, and nowhere else', () => {
    deepStrictEqual(
      ['seed-tts-1.0', 'seed-tts-2.0', 'seed-tts-9', 'gx-2.5-pro-preview-tts', 'tts-1', 'my-tts'].map(
        defaultVoice,
      ),
      [
        'zh_female_cancan_mars_bigtts',
        'zh_female_vv_uranus_bigtts',
        undefined,
        undefined,
        'alloy',
        undefined,
      ],
    );
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
    // Both generations are said to have these.
    ['seed-tts-2.0', 'zh_male_beijingxiaoye_emo_v2_mars_bigtts', undefined],
    // Many relays translate the common names.
    ['seed-tts-1.0', 'alloy', undefined],
    ['gx-2.5-pro-preview-tts', 'nova', undefined],
    // Somebody's own.
    ['seed-tts-2.0', 'S_a1b2c3', undefined],
    // Nothing is known of these models.
    ['seed-tts-9', 'zh_female_vv_uranus_bigtts', undefined],
    ['my-tts', 'Kore', undefined],
    ['seed-tts-2.0', '', undefined],
  ];
  for (const [model, voice, expected] of foreign) {
    it(`${voice || 'no voice'} ${expected ? 'does not belong' : 'may belong'} to ${model}`, () =>
      deepStrictEqual(modelsInsteadOf(model, voice), expected));
  }

  it('describes a voice', () => {
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
