import { deepStrictEqual } from 'node:assert/strict';
import {
  checkSpeechChoice,
  chooseSpeech,
  fieldsToSend,
  type SpeechFieldName,
  type SpeechProblem,
  type SpeechSettings,
  speechFieldNames,
} from '../../../../../src/readAloud/speech/voices/chosenSpeech.ts';
import { describeSpeechProblem } from '../../../../../src/readAloud/speech/voices/voiceWords.ts';
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

const problems: [model: string, set: Partial<SpeechSettings>, problems: readonly SpeechProblem[]][] = [
  ['seed-tts-1.0', {}, []],
  ['seed-tts-1.0', { voice: 'mine', voices: { en: amanda }, speed: 2, emotion: 'happy' }, []],
  ['gx-2.5-pro-preview-tts', {}, [{ kind: 'noVoice' }]],
  [
    'seed-tts-2.0',
    { voice: amanda, voices: { ja: 'BV700_streaming', en: 7 } },
    [
      { kind: 'foreignVoice', voice: amanda, models: ['seed-tts-1.0'] },
      { kind: 'foreignVoice', voice: 'BV700_streaming', models: ['seed-tts-1.0'], forLanguage: 'ja' },
    ],
  ],
  [
    'seed-tts-1.0',
    { speed: 3.5 },
    [{ kind: 'outOfRange', field: 'speed', range: { minimum: 0.2, maximum: 3 } }],
  ],
  [
    'gx-2.5-pro-preview-tts',
    { voice: 'Kore', speed: 2, emotion: 'happy' },
    [
      { kind: 'notTaken', field: 'speed' },
      { kind: 'notTaken', field: 'emotion' },
    ],
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
    deepStrictEqual(
      [ofA, ofB],
      [
        { model: 'seed-tts-3.0', origin, format: 'mp3', speed: 1.5, emotion: 'happy' },
        { model: 'gx-2.5-pro-preview-tts', origin, format: 'mp3' },
      ],
    );
  });
});

describe('the problems of the speech settings', () => {
  for (const [model, set, expected] of problems) {
    it(`${model} with ${JSON.stringify(set)}: ${expected.map(({ kind }) => kind).join(', ') || 'nothing'}`, () =>
      deepStrictEqual(checkSpeechChoice(model, { ...unset, ...set }), expected));
  }

  it('are described in one line each', () => {
    const said = problems.flatMap(([model, set]) =>
      checkSpeechChoice(model, { ...unset, ...set }).map((problem) =>
        describeSpeechProblem(problem, model, languages.english, 'en'),
      ),
    );
    deepStrictEqual(said, [
      'gx-2.5-pro-preview-tts requires a voice. Select one.',
      `Voice ${amanda} belongs to seed-tts-1.0. seed-tts-2.0 does not support it, so it is not used.`,
      'Voice BV700_streaming, set for Japanese, belongs to seed-tts-1.0. seed-tts-2.0 does not support it, so it is not used.',
      'The speaking rate must be between 0.2 and 3 for seed-tts-1.0. The current value is not sent.',
      'The speaking rate is not sent because gx-2.5-pro-preview-tts does not support it.',
      'The emotion is not sent because gx-2.5-pro-preview-tts does not support it.',
    ]);
  });
});

const takenBy: Record<string, readonly SpeechFieldName[]> = {
  'seed-tts-1.0': speechFieldNames,
  'doubao-seed-tts-2.0': speechFieldNames,
  'gx-2.5-flash-preview-tts': [],
  'models/gemini-2.5-pro-preview-tts': [],
  'tts-1': ['speed'],
  'gpt-4o-mini-tts': ['speed'],
  'my-tts': speechFieldNames,
};

/** The settings, and the fields that are sent to the model. */
const sent: [model: string, set: Partial<SpeechSettings>, sent: Partial<SpeechSettings>][] = [
  ['seed-tts-1.0', {}, {}],
  [
    'seed-tts-1.0',
    { speed: 3, volumeRatio: 0, pitchRatio: -2 },
    { speed: 3, volumeRatio: 0, pitchRatio: -2 },
  ],
  ['seed-tts-1.0', { speed: 3.01, emotion: 'happy' }, { emotion: 'happy' }],
  ['seed-tts-2.0', { emotion: 'no such word', language: 'en' }, { emotion: 'no such word', language: 'en' }],
  ['tts-1-hd', { speed: 3, emotion: 'sad' }, { speed: 3 }],
  ['tts-1-hd', { speed: 0.2 }, {}],
  ['my-tts', { speed: 3, emotion: 'sad' }, { speed: 3, emotion: 'sad' }],
  ['my-tts', { speed: Number.NaN }, {}],
];

describe('fields of a speech request', () => {
  for (const [model, fields] of Object.entries(takenBy)) {
    it(`${model} takes ${fields.join(', ') || 'none of the optional ones'}`, () => {
      const all = { ...unset, speed: 2, volumeRatio: 2, pitchRatio: 2, emotion: 'sad', language: 'en' };
      deepStrictEqual(Object.keys(fieldsToSend(model, all)), fields);
    });
  }

  for (const [model, set, expected] of sent) {
    it(`${model} gets ${JSON.stringify(expected)} from ${JSON.stringify(set)}`, () =>
      deepStrictEqual(fieldsToSend(model, { ...unset, ...set }), expected));
  }
});
