import type { FailureView } from '../protocol/protocolViews.ts';
import type { Translate } from '../text/translate.ts';
import { type FailureContext, type FailureWords, toFailureView } from './failureView.ts';

/** Something that must be chosen before a relay can be asked at all. */
export class NotReadyError extends Error {
  override readonly name = 'NotReadyError';
  readonly missing: 'connection' | 'profile' | 'model' | 'voice';

  constructor(missing: NotReadyError['missing']) {
    super(`No ${missing}`);
    this.missing = missing;
  }
}

/** An answer that ended before it said all, by the model's own word for it. */
export class CutAnswerError extends Error {
  override readonly name = 'CutAnswerError';
  readonly why: 'length' | 'refusal' | 'malformedCall';
  /** The setting that lets it be longer. */
  readonly setting: string;

  constructor(why: CutAnswerError['why'], setting = 'modelRelay.languageModels.limits') {
    super(`The answer ended: ${why}`);
    this.why = why;
    this.setting = setting;
  }
}

/** Both model lists could be read, and name no model at all. */
export class EmptyListError extends Error {
  override readonly name = 'EmptyListError';

  constructor() {
    super('The lists name no model');
  }
}

export function notReadyWords({ missing }: NotReadyError, t: Translate): FailureWords {
  const table: Record<typeof missing, FailureWords> = {
    connection: {
      title: t('No relay is connected.'),
      advice: [t('Connect with the address and the key of your relay.')],
      actions: ['connect', 'tryAgain'],
    },
    profile: {
      title: t('The profile that is to be used here does not exist.'),
      advice: [
        t('The setting modelRelay.profile names it, maybe in this workspace. Select another, or add it.'),
      ],
      actions: ['selectProfile', 'tryAgain'],
    },
    model: {
      title: t('No model is selected.'),
      advice: [
        t(
          'The relay’s lists could not be read, or name no model for this. Refresh the list, or select a model.',
        ),
      ],
      actions: ['selectModel', 'tryAgain', 'checkConnection'],
    },
    voice: {
      title: t('No voice is selected.'),
      advice: [t('This model has no voice of its own accord. Select one, then try again.')],
      actions: ['selectVoice', 'tryAgain'],
    },
  };
  return table[missing];
}

export function cutAnswerWords({ why, setting }: CutAnswerError, t: Translate): FailureWords {
  const actions = ['tryAgain', 'selectModel'] as const;
  const table: Record<typeof why, FailureWords> = {
    length: {
      title: t('The answer ended at the limit of output tokens.'),
      advice: [
        t('Ask for less at once, or let the model write more: the setting {0} says how much.', setting),
      ],
      actions,
    },
    refusal: {
      title: t('The model, or a filter before it, refused to go on.'),
      advice: [t('Ask in other words, or ask another model.')],
      actions,
    },
    malformedCall: {
      title: t('The model called a tool in a way that can’t be read.'),
      advice: [t('Try again, or another model.')],
      actions,
    },
  };
  return table[why];
}

export function emptyListWords(t: Translate): FailureWords {
  return {
    title: t('The relay lists no models for this token.'),
    advice: [t('Check whether the token, the account and its group may use any.')],
    actions: ['tryAgain', 'checkConnection', 'setKey'],
  };
}

/** An answer was cut with the window that had it written: nobody broke it off on the way, so another model is no help. */
export function closedWindowFailure({ t }: FailureContext): FailureView {
  return toFailureView(
    {
      title: t('The window that wrote it was closed before the end.'),
      advice: [],
      actions: ['tryAgain'],
    },
    t,
  );
}

/** Speech came, but the view can't play it. */
export function unplayableFailure({ t }: FailureContext): FailureView {
  return toFailureView(
    {
      title: t('The audio that the relay sent can’t be played.'),
      advice: [t('Try again, or another speech model or voice. The log has what the player said.')],
      actions: ['tryAgain', 'selectModel', 'selectVoice', 'showLog'],
    },
    t,
  );
}

/** Speech came that is good, and this computer has nothing to sound it with. */
export function soundOutputFailure({ t }: FailureContext): FailureView {
  return toFailureView(
    {
      title: t('The sound output of this computer failed.'),
      advice: [t('Check that an output device is connected, then try again: what was spoken is kept.')],
      actions: ['tryAgain', 'showLog'],
    },
    t,
  );
}
