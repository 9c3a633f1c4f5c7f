import * as vscode from 'vscode';
import { describeTaskFailure } from '../messages/taskFailureView.ts';
import { describeProfile } from '../platform/settings/profiles.ts';
import { readActiveProfile } from '../platform/settings/settings.ts';
import type { TaskRecord } from '../protocol/taskRecord.ts';
import type { TaskView } from '../protocol/tasksProtocol.ts';
import { toRelayError } from './taskFailures.ts';

/** A task as a page is told of it. */
export function toTaskView(record: TaskRecord): TaskView {
  const { t } = vscode.l10n;
  const { failure, profile, paths, taskId, state, origin } = record;
  const host = URL.parse(origin)?.host;
  const isOther = profile !== readActiveProfile().name;
  return {
    ...record,
    ...(failure && { failureView: describeTaskFailure(failure, toRelayError(failure), { t, host }) }),
    canCancel: paths['cancel'] !== undefined && taskId !== undefined && state !== 'canceled',
    ...(isOther && { otherProfile: t('profile {0}', describeProfile(profile, t)) }),
  };
}
