import * as vscode from 'vscode';
import type { FailureContext } from '../messages/connectionErrors.ts';
import { describeFailure, summariseWhole } from '../messages/failures.ts';
import { CutAnswerError, NotReadyError } from '../messages/ownErrors.ts';
import { plainText } from '../platform/notifications.ts';
import { RelayError } from '../relay/errors/relayError.ts';

interface ProviderFailureContext extends FailureContext {
  /** Shown to the person by VS Code's own chat and agent. */
  readonly isShownByEditor: boolean;
}

/** An error of VS Code's API for a failure, with our message and the relay's. */
export function toProviderError(error: unknown, context: ProviderFailureContext): Error {
  if (error instanceof RelayError && error.kind === 'cancelled') return new vscode.CancellationError();
  // VS Code's chat renders the message as Markdown: the relay's text must not become a link or an image.
  const words = plainText(summariseWhole(describeFailure(error, context), context.t));
  const failure = createError(error, words);
  // VS Code's chat shows an error's stack if there is one, and errors with the API's name always get one in transit.
  Object.defineProperty(failure, 'stack', { value: '' });
  if (context.isShownByEditor) failure.name = Error.name;
  return failure;
}

function createError(error: unknown, words: string): Error {
  const { LanguageModelError } = vscode;
  if (error instanceof NotReadyError) return LanguageModelError.NoPermissions(words);
  if (error instanceof CutAnswerError && error.why === 'refusal') return LanguageModelError.Blocked(words);
  switch (error instanceof RelayError ? error.kind : undefined) {
    case 'authentication':
    case 'tokenUnavailable':
      return LanguageModelError.NoPermissions(words);
    case 'modelNotAllowed':
    case 'notFound':
      return LanguageModelError.NotFound(words);
    case 'insufficientBalance':
    case 'refused':
    case 'rateLimit':
      return LanguageModelError.Blocked(words);
    default:
      return new LanguageModelError(words);
  }
}
