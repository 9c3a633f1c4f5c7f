import { deepStrictEqual } from 'node:assert/strict';
import {
  fieldsToSend,
  type SpeechFieldName,
  type SpeechSettings,
  speechFieldNames,
  speechFields,
} from '../../../../../src/readAloud/speech/voices/chosenSpeech.ts';

const unset: SpeechSettings = {
  voice: '',
  voices: {},
  speed: 1,
  volumeRatio: 1,
  pitchRatio: 1,
  emotion: '',
  language: '',
};

const takenBy: Record<string, readonly SpeechFieldName[]> = {
  'seed-tts-1.0': speechFieldNames,
  'doubao-seed-tts-2.0': speechFieldNames,
  'gx-2.5-flash-preview-tts': [],
  'models/gemini-2.5-pro-preview-tts': [],
  'tts-1': ['speed'],
  'gpt-4o-mini-tts': ['speed'],
  'my-tts': speechFieldNames,
};

/** What is set, and what goes to the model. */
const sent: [model: string, set: Partial<SpeechSettings>, sent: Partial<SpeechSettings>][] = [
  ['seed-tts-1.0', {}, {}],
  ['seed-tts-1.0', { speed: 0.2 }, { speed: 0.2 }],
  [
    'seed-tts-1.0',
    { speed: 3, volumeRatio: 0, pitchRatio: -2 },
    { speed: 3, volumeRatio: 0, pitchRatio: -2 },
  ],
  ['seed-tts-1.0', { speed: 0.1 }, {}],
  ['seed-tts-1.0', { speed: 3.01, emotion: 'happy' }, { emotion: 'happy' }],
  ['seed-tts-2.0', { emotion: 'no such word', language: 'en' }, { emotion: 'no such word', language: 'en' }],
  ['gx-2.5-pro-preview-tts', { speed: 2, volumeRatio: 2, pitchRatio: 2, emotion: 'sad', language: 'en' }, {}],
  ['tts-1-hd', { speed: 4, emotion: 'sad' }, { speed: 4 }],
  ['tts-1-hd', { speed: 5 }, {}],
  ['my-tts', { speed: 9, emotion: 'sad' }, { speed: 9, emotion: 'sad' }],
  ['my-tts', { speed: 0 }, {}],
  ['my-tts', { speed: Number.NaN }, {}],
];

describe('fields of a speech request', () => {
  for (const [model, fields] of Object.entries(takenBy)) {
    it(`${model} takes ${fields.join(', ') || 'none of the optional ones'}`, () => {
      const rules = speechFields(model);
      deepStrictEqual(
        speechFieldNames.filter((name) => rules[name]),
        fields,
      );
      deepStrictEqual(
        [rules.model, rules.input, rules.voice].map(({ isRequired }) => isRequired),
        [true, true, true],
      );
    });
  }

  it('has the contract’s ranges for family A', () => {
    deepStrictEqual(speechFields('seed-tts-1.0'), {
      model: { wireName: 'model', type: 'string', isRequired: true },
      input: { wireName: 'input', type: 'string', isRequired: true, recommendedBytes: 1024 },
      voice: { wireName: 'voice', type: 'string', isRequired: true },
      format: { wireName: 'format', type: 'string', values: ['mp3', 'wav', 'pcm', 'ogg_opus'] },
      speed: { wireName: 'speed', type: 'number', minimum: 0.2, maximum: 3 },
      volumeRatio: { wireName: 'volume_ratio', type: 'number' },
      pitchRatio: { wireName: 'pitch_ratio', type: 'number' },
      emotion: { wireName: 'emotion', type: 'string' },
      language: { wireName: 'language', type: 'string' },
    });
  });

  for (const [model, set, expected] of sent) {
    it(`${model} gets ${JSON.stringify(expected)} of ${JSON.stringify(set)}`, () =>
      deepStrictEqual(fieldsToSend(model, { ...unset, ...set }), expected));
  }
});
