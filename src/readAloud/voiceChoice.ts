import { readSetting } from '../settings.ts';
import { knownVoices, voiceFor } from './voices.ts';

/** The voice that a model is asked for, of the profile in use or another; undefined where the person has to choose. */
export function chooseVoice(model: string, profile?: string): string | undefined {
  return voiceFor(model, readSetting('modelRelay.speech.voice', profile).trim());
}

/** The voices that a model is known to have, to choose one in the settings. */
export function suggestVoices(model: string) {
  return knownVoices(model).map(({ id, name, languages, description }) => ({
    value: id,
    description: [name, ...languages, description].filter((fact) => fact && fact !== id).join(' · '),
  }));
}
