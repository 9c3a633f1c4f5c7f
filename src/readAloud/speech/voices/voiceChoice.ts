import * as vscode from 'vscode';
import { readSetting } from '../../../platform/settings/settings.ts';
import type { SpeechChoice } from '../speechSource.ts';
import { chooseSpeech, generalVoice, type SpeechSettings } from './chosenSpeech.ts';
import { describeVoice, knownVoices } from './voices.ts';

/** The speech settings of a profile. */
export function readSpeechSettings(profile?: string): SpeechSettings {
  return {
    voice: readSetting('modelRelay.speech.voice', profile).trim(),
    voices: readSetting('modelRelay.speech.voicesByLanguage', profile),
    speed: readSetting('modelRelay.speech.speakingRate', profile),
    volumeRatio: readSetting('modelRelay.speech.volumeRatio', profile),
    pitchRatio: readSetting('modelRelay.speech.pitchRatio', profile),
    emotion: readSetting('modelRelay.speech.emotion', profile).trim(),
    language: readSetting('modelRelay.speech.language', profile).trim(),
  };
}

/**
 * The speech choice for a model of the relay at this origin; undefined if the person has to select a voice. A given
 * `voice` overrides the settings for the whole text.
 */
export function readSpeechChoice(model: string, origin: string, voice?: string): SpeechChoice | undefined {
  const settings = readSpeechSettings();
  return chooseSpeech(model, origin, voice === undefined ? settings : { ...settings, voice, voices: {} });
}

/** The voice for a model, in the active profile or another; undefined if the person has to select one. */
export function chooseVoice(model: string, profile?: string): string | undefined {
  return generalVoice(model, readSpeechSettings(profile));
}

/** The known voices of a model, for the settings panel. */
export function suggestVoices(model: string) {
  return knownVoices(model).map((voice) => {
    const name = voice.name === voice.id ? [] : [voice.name];
    const facts = [...name, ...describeVoice(voice, vscode.l10n.t, vscode.env.language)];
    return { value: voice.id, description: facts.join(' · ') };
  });
}
