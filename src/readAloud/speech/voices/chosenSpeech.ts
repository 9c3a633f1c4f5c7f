import type { SpeechLanguage } from '../../narration/plan/utterance.ts';
import type { SpeechChoice } from '../speechChoice.ts';
import {
  checkSpeechField,
  fieldsToSend,
  type SpeechProblem,
  type SpeechSettings,
  speechFieldNames,
} from './speechFields.ts';
import { defaultVoice, modelsInsteadOf, speechFamily } from './voices.ts';

/** Languages that may have a voice of their own, in the order in which they are offered. */
export const speechLanguages = ['zh', 'en', 'ja', 'ko', 'ru'] as const satisfies readonly SpeechLanguage[];

/** With what a model speaks, of the person's settings; undefined where a voice has to be chosen first. */
export function chooseSpeech(
  model: string,
  origin: string,
  settings: SpeechSettings,
): SpeechChoice | undefined {
  const general = generalVoice(model, settings);
  if (general === undefined) return undefined;
  return {
    ...fieldsToSend(model, settings),
    model,
    origin,
    format: 'mp3',
    isFamilyB: speechFamily(model) === 'B',
    voiceFor: (language) => (language && usableVoice(model, settings.voices[language])) ?? general,
  };
}

/**
 * The voice of texts whose language has none of its own. Where only single languages have one and the model has no
 * default, it is one of theirs: better heard than asked for.
 */
export function generalVoice(model: string, settings: SpeechSettings): string | undefined {
  const ofLanguages = speechLanguages.map((language) => usableVoice(model, settings.voices[language]));
  return (
    usableVoice(model, settings.voice) ??
    defaultVoice(model) ??
    ofLanguages.find((voice) => voice !== undefined)
  );
}

/** Everything that is wrong with what a person set for a model, to be said before any of it is sent. */
export function checkSpeechChoice(model: string, settings: SpeechSettings): readonly SpeechProblem[] {
  const set: (readonly [forLanguage: string | undefined, voice: unknown])[] = [
    [undefined, settings.voice],
    ...Object.entries(settings.voices),
  ];
  const ofVoices = set.map(([forLanguage, voice]): SpeechProblem | undefined => {
    const place = forLanguage === undefined ? {} : { forLanguage };
    if (typeof voice !== 'string') return { kind: 'wrongType', field: 'voices', ...place };
    const models = modelsInsteadOf(model, voice.trim());
    return models && { kind: 'foreignVoice', voice: voice.trim(), models, ...place };
  });
  return [
    generalVoice(model, settings) === undefined ? ({ kind: 'noVoice' } as const) : undefined,
    ...ofVoices,
    ...speechFieldNames.map((field) => checkSpeechField(model, settings, field)),
  ].filter((problem) => problem !== undefined);
}

/** The voices that are set for single languages, as far as they are voices at all. */
export function voicesByLanguage(settings: SpeechSettings): Partial<Record<SpeechLanguage, string>> {
  return Object.fromEntries(
    speechLanguages.flatMap((language) => {
      const voice = settings.voices[language];
      return typeof voice === 'string' && voice.trim() ? [[language, voice.trim()]] : [];
    }),
  );
}

/** A voice as it was set, unless it is none, or is known to belong to other models only. */
export function usableVoice(model: string, voice: unknown): string | undefined {
  const id = typeof voice === 'string' ? voice.trim() : '';
  return id && !modelsInsteadOf(model, id) ? id : undefined;
}
