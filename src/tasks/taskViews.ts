import * as vscode from 'vscode';
import { describeTaskFailure } from '../messages/taskFailureView.ts';
import { describeProfile } from '../platform/settings/profiles.ts';
import { readActiveProfile } from '../platform/settings/settings.ts';
import type { TaskRecord } from '../protocol/taskRecord.ts';
import type { TaskView } from '../protocol/tasksProtocol.ts';
import { toError } from './taskFailures.ts';

/** A task, as sent to a page. */
export function toTaskView(record: TaskRecord): TaskView {
  const { t } = vscode.l10n;
  const { failure, profile, paths, taskId, state, origin } = record;
  const host = URL.parse(origin)?.host;
  const isOther = profile !== readActiveProfile().name;
  return {
    ...record,
    ...(failure && { failureView: describeTaskFailure(failure, toError(failure), { t, host }) }),
    canCancel: paths['cancel'] !== undefined && taskId !== undefined && state !== 'canceled',
    ...(isOther && { otherProfile: t('profile {0}', describeProfile(profile, t)) }),
  };
}

export type TaskImage = ReturnType<typeof toTaskImage>;

/** The metadata of an image that a task generated, for the gallery. */
export function toTaskImage({ createdAt, endedAt, request, requestId }: TaskRecord) {
  const { prompt, model, size, further } = request;
  return {
    createdAt,
    prompt,
    model,
    parameters: { ...(size !== undefined && { size }), ...(further && { further }) },
    seconds: ((endedAt ?? Date.now()) - createdAt) / 1000,
    ...(requestId !== undefined && { requestId }),
  };
}
