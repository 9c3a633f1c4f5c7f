import { deepStrictEqual } from 'node:assert/strict';
import {
  chooseSpeech,
  describeUnsentSetting,
  fieldsToSend,
  type SpeechFieldName,
  type SpeechSettings,
  speechFieldNames,
} from '../../../../../src/readAloud/speech/voices/chosenSpeech.ts';
import type { ScriptLanguage } from '../../../../../src/text/scripts.ts';
import { languages } from '../../../translations.ts';

const origin = 'https://relay.example.com';
const unset: SpeechSettings = {
  voice: '',
  voices: {},
  speed: 1,
  volumeRatio: 1,
  pitchRatio: 1,
  emotion: '',
  language: '',
};
const vivi = 'zh_female_vv_uranus_bigtts';
const tim = 'en_male_tim_uranus_bigtts';
const amanda = 'en_female_amanda_mars_bigtts';

/** The voices for English, for Japanese and for a text without letters. */
const spoken: [model: string, set: Partial<SpeechSettings>, voices: readonly string[] | undefined][] = [
  ['seed-tts-2.0', {}, [vivi, vivi, vivi]],
  ['seed-tts-2.0', { voice: ' mine ' }, ['mine', 'mine', 'mine']],
  ['seed-tts-2.0', { voices: { en: tim } }, [tim, vivi, vivi]],
  ['seed-tts-2.0', { voice: 'mine', voices: { en: tim, ja: ' ' } }, [tim, 'mine', 'mine']],
  // Voices of another model are ignored, wherever they are set.
  ['seed-tts-2.0', { voice: 'mine', voices: { en: amanda, ja: 'Kore' } }, ['mine', 'mine', 'mine']],
  ['seed-tts-2.0', { voice: amanda, voices: { en: tim } }, [tim, vivi, vivi]],
  ['seed-tts-2.0', { voices: { en: 7, ja: null } }, [vivi, vivi, vivi]],
  ['gx-2.5-pro-preview-tts', {}, undefined],
  ['gx-2.5-pro-preview-tts', { voice: vivi, voices: { en: tim } }, undefined],
  ['gx-2.5-pro-preview-tts', { voices: { ja: 'Kore' } }, ['Kore', 'Kore', 'Kore']],
  ['gx-2.5-pro-preview-tts', { voice: 'Puck', voices: { ja: 'Kore' } }, ['Puck', 'Kore', 'Puck']],
  ['tts-1', {}, ['alloy', 'alloy', 'alloy']],
  ['my-tts', {}, undefined],
  ['my-tts', { voice: vivi }, [vivi, vivi, vivi]],
];

const unsent: [model: string, set: Partial<SpeechSettings>, words: string | undefined][] = [
  ['seed-tts-1.0', {}, undefined],
  ['seed-tts-1.0', { voice: 'mine', voices: { en: amanda }, speed: 2, emotion: 'happy' }, undefined],
  [
    'seed-tts-2.0',
    { voice: amanda, voices: { ja: 'BV700_streaming' } },
    `Voice ${amanda} belongs to seed-tts-1.0. seed-tts-2.0 does not support it, so it is not used.`,
  ],
  [
    'seed-tts-2.0',
    { voices: { en: 7, ja: 'BV700_streaming' } },
    'Voice BV700_streaming, set for Japanese, belongs to seed-tts-1.0. seed-tts-2.0 does not support it, so it is not used.',
  ],
  [
    'gx-2.5-pro-preview-tts',
    { voice: 'Kore', speed: 2, emotion: 'happy' },
    'The speaking rate is not sent because gx-2.5-pro-preview-tts does not support it.',
  ],
  ['tts-1', { emotion: 'sad' }, 'The emotion is not sent because tts-1 does not support it.'],
  [
    'tts-1',
    { speed: 0.2 },
    'The speaking rate must be between 0.25 and 3 for tts-1. The current value is not sent.',
  ],
  [
    'seed-tts-1.0',
    { speed: 3.01 },
    'The speaking rate must be between 0.2 and 3 for seed-tts-1.0. The current value is not sent.',
  ],
];

describe('the voices that are used', () => {
  for (const [model, set, expected] of spoken) {
    it(`${model} with ${JSON.stringify(set)}: ${expected?.join(', ') ?? 'a voice must be chosen'}`, () => {
      const choice = chooseSpeech(model, origin, { ...unset, ...set });
      const spokenIn: (ScriptLanguage | undefined)[] = ['en', 'ja', undefined];
      deepStrictEqual(choice && spokenIn.map((language) => choice.voiceFor(language)), expected);
    });
  }

  it('come with the other fields that the model takes', () => {
    const settings = { ...unset, voice: 'Kore', speed: 1.5, emotion: 'happy' };
    const [ofA, ofB] = ['seed-tts-3.0', 'gx-2.5-pro-preview-tts'].map((model) => {
      const { voiceFor: _, ...choice } = chooseSpeech(model, origin, settings) ?? {};
      return choice;
    });
    deepStrictEqual(ofA, { model: 'seed-tts-3.0', origin, speed: 1.5, emotion: 'happy' });
    deepStrictEqual(ofB, { model: 'gx-2.5-pro-preview-tts', origin });
  });
});

describe('a speech setting that is not sent', () => {
  for (const [model, set, words] of unsent) {
    it(`is described for ${model} with ${JSON.stringify(set)}: ${words ?? 'none'}`, () =>
      deepStrictEqual(describeUnsentSetting(model, { ...unset, ...set }, languages.english, 'en'), words));
  }
});

const takenBy: Record<string, readonly SpeechFieldName[]> = {
  'doubao-seed-tts-2.0': speechFieldNames,
  'models/gemini-2.5-pro-preview-tts': [],
  'tts-1': ['speed'],
  'gpt-4o-mini-tts': ['speed'],
  'my-tts': speechFieldNames,
};

describe('fields of a speech request', () => {
  for (const [model, fields] of Object.entries(takenBy)) {
    it(`${model} takes ${fields.join(', ') || 'none of the optional ones'}`, () => {
      const all = { ...unset, speed: 2, volumeRatio: 0, pitchRatio: 2, emotion: 'sad', language: 'en' };
      deepStrictEqual(
        fieldsToSend(model, all),
        Object.fromEntries(fields.map((field) => [field, all[field]])),
      );
    });
  }

  it('are not sent unless they are set', () => deepStrictEqual(fieldsToSend('seed-tts-1.0', unset), {}));

  it('are not sent with a value that services reject', () => {
    const set = { ...unset, speed: 3.01, emotion: 'happy' };
    deepStrictEqual(fieldsToSend('seed-tts-1.0', set), { emotion: 'happy' });
    deepStrictEqual(
      [0.2, 0.25, 3, -1, Number.NaN].map((speed) => fieldsToSend('tts-1', { ...unset, speed }).speed),
      [undefined, 0.25, 3, undefined, undefined],
    );
  });
});
