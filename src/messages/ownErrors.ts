/** Failures that no relay reported. Their messages are in ownErrorWords.ts: they are not needed before a failure. */

/** Thrown if something is missing that requests need: a relay, a model, a voice. */
export class NotReadyError extends Error {
  override readonly name = 'NotReadyError';
  readonly missing: 'connection' | 'profile' | 'model' | 'voice';

  constructor(missing: NotReadyError['missing']) {
    super(`No ${missing}`);
    this.missing = missing;
  }
}

/** A response that the model ended early, by its own finish reason. */
export class CutAnswerError extends Error {
  override readonly name = 'CutAnswerError';
  readonly why: 'length' | 'refusal' | 'malformedCall';
  /** The setting that raises the limit. */
  readonly setting: string;

  constructor(why: CutAnswerError['why'], setting = 'modelRelay.languageModels.capabilities') {
    super(`The answer ended: ${why}`);
    this.why = why;
    this.setting = setting;
  }
}

/** A source image may not be sent; the message says why, in words for the person. */
export class SourceRefusedError extends Error {
  override readonly name = 'SourceRefusedError';
}

/** Both model lists could be read, but are empty. */
export class EmptyListError extends Error {
  override readonly name = 'EmptyListError';

  constructor() {
    super('The lists name no model');
  }
}

/** A task’s profile now has another relay, or is gone: no other relay is asked about the task. */
export class OtherRelayError extends Error {
  override readonly name = 'OtherRelayError';
}

/** The relay started a task, but its ID could not be stored. */
export class UnsavedTaskIdError extends Error {
  override readonly name = 'UnsavedTaskIdError';
  readonly taskId: string;

  constructor(taskId: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause));
    this.taskId = taskId;
  }
}
