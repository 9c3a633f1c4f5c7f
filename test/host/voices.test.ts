import { deepStrictEqual } from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  addProfile,
  deleteProfile,
  useProfile,
  writeProfileSetting,
} from '../../src/platform/settings/settings.ts';
import {
  chooseVoice,
  readSpeechChoice,
  suggestVoices,
} from '../../src/readAloud/speech/voices/voiceChoice.ts';

const names = ['speech.voice', 'speech.voicesByLanguage', 'speech.speakingRate', 'speech.emotion'];
const origin = 'https://relay.example.com';

/** Writes user settings with values of any type, as settings.json may contain them. */
async function setForUser(values: Readonly<Record<string, unknown>>): Promise<void> {
  const configuration = vscode.workspace.getConfiguration('modelRelay');
  for (const [name, value] of Object.entries(values)) {
    await configuration.update(name, value, vscode.ConfigurationTarget.Global);
  }
}

const resetSettings = () => setForUser(Object.fromEntries(names.map((name) => [name, undefined])));

describe('voices in the settings', () => {
  beforeEach(resetSettings);
  after(resetSettings);

  it('are used as set, and values of the wrong type count as not set', async () => {
    await setForUser({
      'speech.voice': ' S_mine ',
      'speech.voicesByLanguage': { en: 'en_male_tim_uranus_bigtts', ja: 7, ko: 'Kore' },
      'speech.speakingRate': 'fast',
      'speech.emotion': 'happy',
    });
    const { voiceFor, ...fields } = readSpeechChoice('seed-tts-2.0', origin) ?? {};
    deepStrictEqual(
      [fields, ['zh', 'en', 'ja', 'ko'].map((language) => voiceFor?.(language as 'zh' | 'en' | 'ja' | 'ko'))],
      [
        { model: 'seed-tts-2.0', origin, emotion: 'happy' },
        ['S_mine', 'en_male_tim_uranus_bigtts', 'S_mine', 'S_mine'],
      ],
    );
    deepStrictEqual(readSpeechChoice('seed-tts-2.0', origin, 'S_other')?.voiceFor('en'), 'S_other');
  });

  it('are separate for each profile', async () => {
    await setForUser({ 'speech.voice': 'Puck' });
    await addProfile('Voices');
    await writeProfileSetting('Voices', 'modelRelay.speech.voice', 'Kore');
    await useProfile('Voices');
    try {
      deepStrictEqual(
        [chooseVoice('gx-2.5-pro-preview-tts'), chooseVoice('gx-2.5-pro-preview-tts', '')],
        ['Kore', 'Puck'],
      );
    } finally {
      await useProfile('');
      await deleteProfile('Voices');
    }
  });

  it('are suggested with their known details', () => {
    deepStrictEqual(
      [suggestVoices('seed-tts-1.0')[2], suggestVoices('gx-2.5-pro-preview-tts')[3], suggestVoices('my-tts')],
      [
        {
          value: 'zh_male_wennuanahu_moon_bigtts',
          description: '温暖阿虎 (Alvin) · Chinese, American English · male · warm',
        },
        { value: 'Kore', description: 'any language · female · firm' },
        [],
      ],
    );
  });
});
