import type { SpeechRequest } from '../../../relay/speech/speech.ts';
import type { ScriptLanguage } from '../../../text/scripts.ts';
import type { SpeechChoice } from '../speechSource.ts';
import { defaultVoice, isOpenAiSpeech, modelsInsteadOf, speechFamily } from './voices.ts';

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
    format: 'mp3',
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

/** All problems of the speech settings for a model. */
export function checkSpeechChoice(model: string, settings: SpeechSettings): readonly SpeechProblem[] {
  const checkVoice = (voice: string, place: { readonly forLanguage?: string } = {}) => {
    const models = modelsInsteadOf(model, voice.trim());
    return models && ({ kind: 'foreignVoice', voice: voice.trim(), models, ...place } as const);
  };
  return [
    generalVoice(model, settings) === undefined ? ({ kind: 'noVoice' } as const) : undefined,
    checkVoice(settings.voice),
    ...Object.entries(settings.voices).map(([forLanguage, voice]) =>
      typeof voice === 'string' ? checkVoice(voice, { forLanguage }) : undefined,
    ),
    ...speechFieldNames.map((field) => checkSpeechField(model, settings, field)),
  ].filter((problem) => problem !== undefined);
}

/** The valid voices that are set by language. */
export function voicesByLanguage(settings: SpeechSettings): Partial<Record<ScriptLanguage, string>> {
  return Object.fromEntries(
    speechLanguages.flatMap((language) => {
      const voice = settings.voices[language];
      return typeof voice === 'string' && voice.trim() ? [[language, voice.trim()]] : [];
    }),
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

/** Family B takes only text and voice: the services behind Gemini TTS models have no other fields. */
function takesField(model: string, field: SpeechFieldName): boolean {
  return speechFamily(model) !== 'B' && (field === 'speed' || !isOpenAiSpeech(model));
}

/** The speeds of the setting, as far as services accept them. */
function speedRange(model: string) {
  return { minimum: isOpenAiSpeech(model) ? 0.25 : 0.2, maximum: 3 };
}

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

export type SpeechProblem =
  /** Nothing can be sent. All other problems are ignored, and the reading continues without these fields. */
  | { readonly kind: 'noVoice' }
  /** A voice that is known to belong to other models only; with its language, if it is set for one. */
  | {
      readonly kind: 'foreignVoice';
      readonly voice: string;
      readonly models: readonly string[];
      readonly forLanguage?: string;
    }
  | { readonly kind: 'outOfRange'; readonly field: 'speed'; readonly range: ReturnType<typeof speedRange> }
  /** The model does not accept this field. */
  | { readonly kind: 'notTaken'; readonly field: SpeechFieldName };

function isSet(settings: SpeechSettings, field: SpeechFieldName): boolean {
  return settings[field] !== 1 && settings[field] !== '';
}

/** The problem with one optional field, if any; a field that isn't set has none. */
function checkSpeechField(
  model: string,
  settings: SpeechSettings,
  field: SpeechFieldName,
): SpeechProblem | undefined {
  if (!isSet(settings, field)) return undefined;
  if (!takesField(model, field)) return { kind: 'notTaken', field };
  if (field !== 'speed') return undefined;
  const range = speedRange(model);
  const isInRange = settings.speed >= range.minimum && settings.speed <= range.maximum;
  return isInRange ? undefined : { kind: 'outOfRange', field, range };
}

/** The optional fields of a request: those that are set and that the model accepts. */
export function fieldsToSend(model: string, settings: SpeechSettings): Pick<SpeechRequest, SpeechFieldName> {
  return Object.fromEntries(
    speechFieldNames
      .filter((field) => isSet(settings, field) && !checkSpeechField(model, settings, field))
      .map((field) => [field, settings[field]]),
  );
}
