import type { FailureView } from '../protocol/protocolViews.ts';
import type { AddressProblem } from '../relay/baseUrl.ts';
import { certificateWords, type FailureContext, nameRelay, toFailureView } from './connectionErrors.ts';
import { describeFailure } from './failures.ts';
import { describeAddressProblem } from './inputProblems.ts';
import { NotReadyError } from './ownErrors.ts';

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
