import type { FailureView } from '../protocol/protocolViews.ts';
import type { AddressProblem } from '../relay/baseUrl.ts';
import { RelayError } from '../relay/errors/relayError.ts';
import { joinSentences } from '../text/joinText.ts';
import type { Translate } from '../text/translate.ts';
import { certificateWords, type FailureContext, nameRelay, toFailureView } from './connectionErrors.ts';
import { describeAddressProblem } from './inputProblems.ts';
import { NotReadyError } from './ownErrors.ts';
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

/** A failure in the connection check. It offers neither the check itself nor a retry: the check restarts as a whole. */
export function describeCheckFailure(error: unknown, context: FailureContext): FailureView {
  const failure = describeFailure(error, context);
  // Before a request to a model, selecting another one would not help.
  const hasModel = error instanceof NotReadyError || context.model !== undefined;
  const useless = ['checkConnection', 'tryAgain', ...(hasModel ? [] : ['selectModel'])];
  return { ...failure, actions: failure.actions.filter(({ id }) => !useless.includes(id)) };
}

/** The base URL is invalid. */
export function addressFailure(reason: AddressProblem, { t }: FailureContext): FailureView {
  return toFailureView(
    { title: describeAddressProblem(reason, t), advice: [], actions: ['changeAddress'] },
    t,
  );
}

/** The API key is missing. */
export function keyFailure(context: FailureContext): FailureView {
  const { t } = context;
  const title = t('No API key is stored for {0}.', nameRelay(context));
  const advice = [t('Create an API key in the relay’s console and set it here.')];
  return toFailureView({ title, advice, actions: ['setKey'] }, t);
}

/** The relay's certificate is not trusted by this machine. */
export function certificateFailure(
  { problemCode = 'ERR_TLS_CERT', issuer }: { readonly problemCode?: string; readonly issuer: string },
  context: FailureContext,
): FailureView {
  const { t } = context;
  const { title, advice } = certificateWords(t, nameRelay(context), problemCode);
  return toFailureView(
    {
      title,
      advice: [...(issuer ? [t('The certificate was issued by {0}.', issuer)] : []), ...advice],
      actions: ['changeAddress', 'showLog'],
    },
    t,
  );
}
