import type { FailureView } from '../protocol/protocolViews.ts';
import type { Translate } from '../text/translate.ts';
import { type FailureContext, type FailureWords, toFailureView } from './connectionErrors.ts';
import {
  CutAnswerError,
  EmptyListError,
  NotReadyError,
  OtherRelayError,
  SourceRefusedError,
  UnsavedTaskIdError,
} from './ownErrors.ts';

/** The message for a failure that no relay reported. */
export function ownErrorWords(error: unknown, t: Translate): FailureWords {
  if (error instanceof NotReadyError) return notReadyWords(error, t);
  if (error instanceof CutAnswerError) return cutAnswerWords(error, t);
  if (error instanceof EmptyListError)
    return {
      title: t('The relay lists no models for this API key.'),
      advice: [
        t(
          'In the relay’s console, check that your API key, your account and its user group have access to models.',
        ),
      ],
      actions: ['tryAgain', 'checkConnection', 'setKey'],
    };
  if (error instanceof SourceRefusedError) return { title: error.message, advice: [], actions: ['tryAgain'] };
  if (error instanceof OtherRelayError)
    return {
      title: t('This task’s profile is no longer connected to the relay that runs it.'),
      advice: [t('Connect the profile to that relay again to get the result.')],
      actions: [],
    };
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof UnsavedTaskIdError)
    return {
      title: t('The relay started the task {0}, but its ID could not be stored: {1}', error.taskId, message),
      advice: [t('Free up disk space, then enter this ID in Video Tasks.')],
      actions: ['showLog'],
    };
  return {
    title: t('Model Relay encountered an internal error: {0}', message),
    advice: [t('See the log for details, and report the issue with the steps to reproduce it.')],
    actions: ['tryAgain', 'showLog'],
  };
}

function notReadyWords({ missing }: NotReadyError, t: Translate): FailureWords {
  const table: Record<typeof missing, FailureWords> = {
    connection: {
      title: t('No relay is connected.'),
      advice: [t('Connect with the base URL and API key of your relay.')],
      actions: ['connect', 'tryAgain'],
    },
    profile: {
      title: t('The selected profile does not exist.'),
      advice: [
        t(
          'The profile is set in modelRelay.profile, possibly in this workspace. Select another profile, or add this one.',
        ),
      ],
      actions: ['selectProfile', 'tryAgain'],
    },
    model: {
      title: t('No model is selected.'),
      advice: [
        t('The model list can’t be read or contains no suitable model. Refresh the list, or select a model.'),
      ],
      actions: ['selectModel', 'tryAgain', 'checkConnection'],
    },
    voice: {
      title: t('No voice is selected.'),
      advice: [t('This model has no default voice. Select a voice, then try again.')],
      actions: ['selectVoice', 'tryAgain'],
    },
  };
  return table[missing];
}

function cutAnswerWords({ why, setting }: CutAnswerError, t: Translate): FailureWords {
  const actions = ['tryAgain', 'selectModel'] as const;
  const table: Record<typeof why, FailureWords> = {
    length: {
      title: t('The response reached the output token limit.'),
      advice: [t('Ask for less at once, or increase the limit in the setting {0}.', setting)],
      actions,
    },
    refusal: {
      title: t('The model or a content filter declined to continue.'),
      advice: [t('Rephrase your message, or select another model.')],
      actions,
    },
    malformedCall: {
      title: t('The model sent an invalid tool call.'),
      advice: [t('Try again, or select another model.')],
      actions,
    },
  };
  return table[why];
}

/**
 * A response was interrupted because its window closed: no relay or network failed, so another model would not help.
 */
export function closedWindowFailure({ t }: FailureContext): FailureView {
  return toFailureView(
    {
      title: t('The window was closed before this response was complete.'),
      advice: [],
      actions: ['tryAgain'],
    },
    t,
  );
}

/** The view can't play the received speech. */
export function unplayableFailure({ t }: FailureContext): FailureView {
  return toFailureView(
    {
      title: t('The audio from the relay can’t be played.'),
      advice: [
        t('Try again, or select another speech model or voice. See the log for the player’s message.'),
      ],
      actions: ['tryAgain', 'selectModel', 'selectVoice', 'showLog'],
    },
    t,
  );
}

/** The received speech is valid, but this computer's sound output failed. */
export function soundOutputFailure({ t }: FailureContext): FailureView {
  return toFailureView(
    {
      title: t('This computer’s sound output failed.'),
      advice: [
        t('Check that an output device is connected, then try again. The generated speech is cached.'),
      ],
      actions: ['tryAgain', 'showLog'],
    },
    t,
  );
}
