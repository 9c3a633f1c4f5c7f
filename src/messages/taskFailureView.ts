import type { FailureView } from '../protocol/protocolViews.ts';
import type { TaskFailureFacts } from '../protocol/taskRecord.ts';
import { type FailureContext, toFailureView } from './connectionErrors.ts';
import { describeFailure } from './failures.ts';

/** A failure of a task: `error` is what failed, unless that was the task itself or the disk. */
export function describeTaskFailure(
  { kind, details }: TaskFailureFacts,
  error: Error | undefined,
  context: FailureContext,
): FailureView {
  const { t } = context;
  // The task has its own buttons for trying again.
  if (error) {
    const view = describeFailure(error, context);
    return { ...view, actions: view.actions.filter(({ id }) => id !== 'tryAgain') };
  }
  const { message, relayMessage, code, status } = details;
  const view = (title: string, ...advice: string[]) => ({
    ...toFailureView({ title, advice, actions: [] }, t),
    ...(typeof relayMessage === 'string' && { relayMessage }),
  });
  if (kind === 'disk')
    return view(t('The result could not be stored: {0}', message ?? ''), t('Free up disk space.'));
  if (kind === 'expired')
    return view(
      t(
        'The result’s URL no longer works{0}.',
        Number(status) >= 400 ? t(' (HTTP {0})', Number(status)) : '',
      ),
      t(
        'Download again to request a new URL from the relay. If that also fails, the relay may have deleted the result.',
      ),
    );
  const words = typeof code === 'string' ? t('Error code: {0}', code) : undefined;
  return view(t('The relay reports that the task failed.'), ...(words ? [words] : []));
}
