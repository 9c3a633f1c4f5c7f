import type { FailureView } from '../protocol/protocolViews.ts';
import { RelayError } from '../relay/errors/relayError.ts';
import { type FailureContext, toFailureView } from './connectionErrors.ts';
import { describeFailure } from './failures.ts';

/** What gateways in front of a relay say when it takes too long for them. */
const gatewayTimeouts: ReadonlySet<number | undefined> = new Set([504, 524]);

/** A failed request for images, which takes long and may be billed whatever became of the reply. */
export function describeImageFailure(
  error: unknown,
  context: FailureContext & { readonly seconds: number },
): FailureView {
  const { t, seconds } = context;
  const view = describeFailure(error, context);
  if (!(error instanceof RelayError)) return view;
  const { kind, details } = error;
  const words = t('The image may have been generated and billed. It is not requested again automatically.');
  if (gatewayTimeouts.has(details.status)) {
    const { requestId } = details;
    const title = t(
      'The gateway timed out after {0} s (HTTP {1}).',
      Math.round(seconds),
      details.status ?? 0,
    );
    const advice = [words, t('Try a lower quality, a smaller size, or one image.')];
    return {
      ...toFailureView({ title, advice, actions: ['tryAgain', 'selectModel'] }, t),
      ...(requestId && { requestId }),
    };
  }
  if (kind === 'requestTooLarge' || (kind === 'invalidRequest' && details.limitBytes !== undefined)) {
    return { ...view, advice: [t('Send fewer or smaller source images.')] };
  }
  const isUncertain = (kind === 'timeout' && details.phase !== 'connect') || kind === 'interrupted';
  return isUncertain ? { ...view, advice: [words, ...view.advice] } : view;
}
