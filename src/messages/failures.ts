import type { FailureView } from '../protocol/protocolViews.ts';
import { RelayError } from '../relay/errors/relayError.ts';
import { joinSentences } from '../text/joinText.ts';
import type { Translate } from '../text/translate.ts';
import { type FailureContext, toFailureView } from './connectionErrors.ts';
import { ownErrorWords } from './ownErrorWords.ts';
import { relayErrorWords } from './relayErrorWords.ts';

/** Describes a failure: what happened, what to check, and the actions. */
export function describeFailure(error: unknown, context: FailureContext): FailureView {
  const { t } = context;
  if (!(error instanceof RelayError)) return toFailureView(ownErrorWords(error, t), t);
  const words = relayErrorWords(error, context);
  const { requestId, retries } = error.details;
  const relayMessage = words.hasRelayWords ? undefined : error.details.relayMessage;
  const view = toFailureView(words, t);
  return {
    ...view,
    advice: [...view.advice, ...(retries ? [t('Attempts: {0}.', retries + 1)] : [])],
    ...(relayMessage && { relayMessage }),
    ...(requestId && { requestId }),
  };
}

/** The same in one line of plain text, for notifications, input boxes and the log. */
export function summariseFailure(error: unknown, context: FailureContext): string {
  const { title, advice } = describeFailure(error, context);
  return joinSentences(title, ...advice);
}

/** The whole message of a failure in one line, with the relay's own. */
export function summariseWhole(
  { title, advice, relayMessage, requestId }: FailureView,
  t: Translate,
): string {
  return joinSentences(
    title,
    ...advice,
    ...(relayMessage ? [t('Message from the relay: {0}', relayMessage)] : []),
    ...(requestId ? [t('Request ID: {0}', requestId)] : []),
  );
}
