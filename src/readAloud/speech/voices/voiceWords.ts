import { joinItems } from '../../../text/joinText.ts';
import type { Translate } from '../../../text/translate.ts';
import type { SpeechFieldName, SpeechProblem } from './chosenSpeech.ts';
import { nameStyle, type Voice } from './seedVoices.ts';

/** Describes a voice: languages, gender, style. */
export function describeVoice(voice: Voice, t: Translate, displayLanguage: string): string[] {
  const { languages, gender, style } = voice;
  const spoken = joinItems(
    languages.map((tag) => nameLanguage(tag, displayLanguage)),
    t,
  );
  return [
    spoken || t('any language'),
    ...(gender ? [gender === 'female' ? t('female') : t('male')] : []),
    ...(style ? [nameStyle(style, t)] : []),
  ];
}

/** The name of `en-US` in the person's language. */
export function nameLanguage(tag: string, displayLanguage: string): string {
  try {
    return new Intl.DisplayNames([displayLanguage, 'en'], { type: 'language' }).of(tag) ?? tag;
  } catch {
    // Settings may contain any text as a language.
    return tag;
  }
}

/** Describes which models a voice belongs to if not to the selected one. */
export function describeForeignVoice(models: readonly string[], t: Translate): string {
  return t('belongs to {0}, not to this model', joinItems(models, t));
}

/** One line for the person: the problem and its consequence. */
export function describeSpeechProblem(
  problem: SpeechProblem,
  model: string,
  t: Translate,
  displayLanguage: string,
): string {
  switch (problem.kind) {
    case 'noVoice':
      return t('{0} requires a voice. Select one.', model);
    case 'foreignVoice': {
      const { voice, models, forLanguage } = problem;
      const whose = joinItems(models, t);
      return forLanguage === undefined
        ? t('Voice {0} belongs to {1}. {2} does not support it, so it is not used.', voice, whose, model)
        : t(
            'Voice {0}, set for {1}, belongs to {2}. {3} does not support it, so it is not used.',
            voice,
            nameLanguage(forLanguage, displayLanguage),
            whose,
            model,
          );
    }
    case 'outOfRange':
      return t(
        '{0} must be between {1} and {2} for {3}. The current value is not sent.',
        nameField(problem.field, t),
        problem.range.minimum,
        problem.range.maximum,
        model,
      );
    case 'notTaken':
      return t('{0} is not sent because {1} does not support it.', nameField(problem.field, t), model);
  }
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
