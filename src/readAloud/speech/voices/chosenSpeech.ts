import type { SpeechRequest } from '../../../relay/speech/speech.ts';
import { joinItems } from '../../../text/joinText.ts';
import type { ScriptLanguage } from '../../../text/scripts.ts';
import type { Translate } from '../../../text/translate.ts';
import type { SpeechChoice } from '../speechSource.ts';
import { defaultVoice, isGeminiSpeech, isOpenAiSpeech, modelsInsteadOf, nameLanguage } from './voices.ts';

/** Languages that can have their own voice, in display order. */
export const speechLanguages = ['zh', 'en', 'ja', 'ko', 'ru'] as const satisfies readonly ScriptLanguage[];

/** The voice and fields of a model from the settings; undefined if a voice must be selected first. */
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
    voiceFor: (language) => (language && usableVoice(model, settings.voices[language])) ?? general,
  };
}

/**
 * The voice for texts whose language has no voice of its own. If only some languages have one and the model has no
 * default, it is one of theirs: better than asking.
 */
export function generalVoice(model: string, settings: SpeechSettings): string | undefined {
  const ofLanguages = speechLanguages.map((language) => usableVoice(model, settings.voices[language]));
  return (
    usableVoice(model, settings.voice) ??
    defaultVoice(model) ??
    ofLanguages.find((voice) => voice !== undefined)
  );
}

/** A configured voice, unless it is invalid or known to belong to other models only. */
export function usableVoice(model: string, voice: unknown): string | undefined {
  const id = typeof voice === 'string' ? voice.trim() : '';
  return id && !modelsInsteadOf(model, id) ? id : undefined;
}

/** The optional fields of a request that a person sets (contract 2.1). */
export const speechFieldNames = ['speed', 'volumeRatio', 'pitchRatio', 'emotion', 'language'] as const;

export type SpeechFieldName = (typeof speechFieldNames)[number];

/** The speech settings. Fields with 1 or '' are not set. */
export interface SpeechSettings {
  readonly voice: string;
  /** One voice per language: `zh`, `ja`, `ko`, `ru` or `en`. */
  readonly voices: Readonly<Record<string, unknown>>;
  readonly speed: number;
  readonly volumeRatio: number;
  readonly pitchRatio: number;
  readonly emotion: string;
  readonly language: string;
}

/** Gemini TTS models take only text and voice: the services behind them have no other fields. */
function takesField(model: string, field: SpeechFieldName): boolean {
  return !isGeminiSpeech(model) && (field === 'speed' || !isOpenAiSpeech(model));
}

function isSet(settings: SpeechSettings, field: SpeechFieldName): boolean {
  return settings[field] !== 1 && settings[field] !== '';
}

/** The speaking rates that services accept. */
function rateRange(model: string) {
  return { least: isOpenAiSpeech(model) ? 0.25 : 0.2, most: 3 };
}

function isSent(model: string, settings: SpeechSettings, field: SpeechFieldName): boolean {
  const { least, most } = rateRange(model);
  const isInRange = field !== 'speed' || (settings.speed >= least && settings.speed <= most);
  return isInRange && takesField(model, field);
}

/** The optional fields of a request: those that are set to a value that the model accepts. */
export function fieldsToSend(model: string, settings: SpeechSettings): Pick<SpeechRequest, SpeechFieldName> {
  return Object.fromEntries(
    speechFieldNames
      .filter((field) => isSet(settings, field) && isSent(model, settings, field))
      .map((field) => [field, settings[field]]),
  );
}

/** Describes, in one line, the first setting that is not sent because the model does not support it or its value. */
export function describeUnsentSetting(
  model: string,
  settings: SpeechSettings,
  t: Translate,
  displayLanguage: string,
): string | undefined {
  for (const [language, set] of [[undefined, settings.voice], ...Object.entries(settings.voices)] as const) {
    const voice = typeof set === 'string' ? set.trim() : '';
    const models = modelsInsteadOf(model, voice);
    if (!models) continue;
    const whose = joinItems(models, t);
    return language === undefined
      ? t('Voice {0} belongs to {1}. {2} does not support it, so it is not used.', voice, whose, model)
      : t(
          'Voice {0}, set for {1}, belongs to {2}. {3} does not support it, so it is not used.',
          voice,
          nameLanguage(language, displayLanguage),
          whose,
          model,
        );
  }
  const field = speechFieldNames.find((name) => isSet(settings, name) && !isSent(model, settings, name));
  if (!field) return undefined;
  const name = nameField(field, t);
  if (!takesField(model, field)) return t('{0} is not sent because {1} does not support it.', name, model);
  const { least, most } = rateRange(model);
  return t(
    '{0} must be between {1} and {2} for {3}. The current value is not sent.',
    name,
    least,
    most,
    model,
  );
}

function nameField(field: SpeechFieldName, t: Translate): string {
  const names: Record<SpeechFieldName, string> = {
    speed: t('The speaking rate'),
    volumeRatio: t('The volume ratio'),
    pitchRatio: t('The pitch ratio'),
    emotion: t('The emotion'),
    language: t('The speech language'),
  };
  return names[field];
}
