import type { FailureView } from '../protocol/protocolViews.ts';
import { RelayError } from '../relay/errors/relayError.ts';
import { mayHaveArrived } from '../relay/http/retry.ts';
import { joinSentences } from '../text/joinText.ts';
import { type FailureContext, toFailureView } from './connectionErrors.ts';
import { describeFailure } from './failures.ts';

/** HTTP statuses of a gateway in front of the relay that timed out. */
const gatewayTimeouts: ReadonlySet<number | undefined> = new Set([504, 524]);

/** A failed image request, which takes long and may be billed even without a response. */
export function describeImageFailure(
  error: unknown,
  context: FailureContext & { readonly seconds: number },
): FailureView {
  const { t, seconds } = context;
  const view = describeFailure(error, context);
  if (!(error instanceof RelayError)) return view;
  const { status, requestId, retries } = error.details;
  if (gatewayTimeouts.has(status)) {
    const title = t('The gateway timed out after {0} s (HTTP {1}).', Math.round(seconds), status ?? 0);
    const advice = [mayBeBilled(context), smallerImages(context)];
    return {
      ...toFailureView({ title, advice, actions: ['tryAgain', 'selectModel'] }, t),
      ...(requestId && { requestId }),
    };
  }
  const attempts = retries ? view.advice.slice(-1) : [];
  const advice = retries ? view.advice.slice(0, -1) : view.advice;
  return { ...view, advice: [...adviceFor(error, advice, context), ...attempts] };
}

/** The same where the advice is collapsed: a possible charge is in the title, which is read before any button. */
export function describeImageFailureInLine(...args: Parameters<typeof describeImageFailure>): FailureView {
  const view = describeImageFailure(...args);
  const [first = '', ...advice] = view.advice;
  return first === mayBeBilled(args[1]) ? { ...view, title: joinSentences(view.title, first), advice } : view;
}

/** An image request that was running when its window closed. */
export function describeClosedWindow(context: FailureContext): FailureView {
  const title = context.t('The window was closed before the images were saved.');
  return toFailureView({ title, advice: [mayBeBilled(context)], actions: ['tryAgain'] }, context.t);
}

/** Replaces advice for chats with advice for images. */
function adviceFor(
  { kind, details }: RelayError,
  advice: readonly string[],
  context: FailureContext,
): readonly string[] {
  const { t, model } = context;
  const { phase, status, limitBytes, field = '', relayMessage = '' } = details;
  switch (kind) {
    case 'timeout':
      if (phase === 'connect') return advice;
      return [
        mayBeBilled(context),
        ...(phase === 'idle' || phase === 'upload' ? advice : [smallerImages(context)]),
      ];
    case 'connection':
      return mayHaveArrived(details) ? [mayBeBilled(context), ...advice] : advice;
    // The image was on its way, or the response is unreadable.
    case 'interrupted':
    case 'invalidResponse':
      return [mayBeBilled(context), ...advice];
    case 'requestTooLarge':
      return [t('Send fewer or smaller source images.')];
    case 'modelNotAllowed':
      return [...advice.slice(0, 1), otherEndpoints(context)];
    case 'notFound':
      return [
        ...(model ? [t('Check that the relay still lists the model “{0}”.', model)] : advice),
        otherEndpoints(context),
      ];
    case 'invalidRequest':
      if (limitBytes !== undefined) return [t('Send fewer or smaller source images.')];
      if (field.startsWith('parameters.'))
        return [
          t(
            'Remove this field from the additional parameters. It is set by an option above, or can’t be sent.',
          ),
        ];
      // Relays that don't know predict treat it as a chat request, which has `contents`.
      return /\bcontents\b.{0,20}\brequired\b/i.test(relayMessage) ? [otherEndpoints(context)] : advice;
    default:
      return status === 501 ? [otherEndpoints(context), ...advice] : advice;
  }
}

function mayBeBilled({ t }: FailureContext): string {
  return t('The image may have been generated and billed. It is not requested again automatically.');
}

function smallerImages({ t }: FailureContext): string {
  return t('Try a lower quality, a smaller size, or one image.');
}

/** The advice about other endpoints at which a relay may serve an image model. */
function otherEndpoints({ t }: FailureContext): string {
  return t(
    'If the relay serves this model at another endpoint, set modelRelay.images.endpoints, or modelRelay.chat.protocols for a chat model that generates images.',
  );
}
