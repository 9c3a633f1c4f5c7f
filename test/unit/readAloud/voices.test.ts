import { deepStrictEqual, ok } from 'node:assert/strict';
import {
  defaultVoice,
  knownVoices,
  type SpeechFamily,
  speechFamily,
  voiceFor,
} from '../../../src/readAloud/voices.ts';

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
  'gx-2.5-flash': 'other',
  'tts-1-hd': 'other',
  'gpt-4o-mini-tts': 'other',
  '': 'other',
};

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

  it('each id is there once, with a language for family A and any language for family B', () => {
    for (const model of ['seed-tts-1.0', 'seed-tts-2.0', 'gx-2.5-flash-preview-tts']) {
      const voices = knownVoices(model);
      deepStrictEqual(new Set(voices.map(({ id }) => id)).size, voices.length);
      const wellFormed = voices.filter(
        ({ languages }) => Intl.getCanonicalLocales([...languages]).join() === languages.join(),
      );
      deepStrictEqual(wellFormed, voices);
      deepStrictEqual(
        voices.some(({ languages }) => languages.length > 0),
        speechFamily(model) === 'A',
      );
    }
    deepStrictEqual(knownVoices('gx-2.5-flash-preview-tts').length, 30);
  });

  it('defaults where the contract has one, and nowhere else', () => {
    deepStrictEqual(
      ['seed-tts-1.0', 'seed-tts-2.0', 'seed-tts-9', 'gx-2.5-pro-preview-tts', 'tts-1'].map(defaultVoice),
      ['zh_female_cancan_mars_bigtts', 'zh_female_vv_uranus_bigtts', undefined, undefined, undefined],
    );
  });

  it('takes the chosen voice, unless it is known to belong to other models', () => {
    const asked: [model: string, chosen: string][] = [
      ['seed-tts-1.0', 'en_female_amanda_mars_bigtts'],
      ['seed-tts-1.0', 'a cloned voice of mine'],
      ['seed-tts-2.0', 'en_female_amanda_mars_bigtts'],
      ['gx-2.5-pro-preview-tts', 'zh_female_vv_uranus_bigtts'],
      ['tts-1', 'alloy'],
      ['tts-1', ''],
    ];
    deepStrictEqual(
      asked.map(([model, chosen]) => voiceFor(model, chosen)),
      [
        'en_female_amanda_mars_bigtts',
        'a cloned voice of mine',
        'zh_female_vv_uranus_bigtts',
        undefined,
        'alloy',
        undefined,
      ],
    );
  });

  it('describes a voice for people', () => {
    deepStrictEqual(knownVoices('seed-tts-2.0')[2], {
      id: 'zh_male_m191_uranus_bigtts',
      name: '云舟 2.0',
      languages: ['zh-CN'],
      gender: 'male',
      description: 'calm',
    });
  });
});
