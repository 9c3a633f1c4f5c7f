import type { TaskResultFile } from '../../protocol/taskRecord.ts';
import { describeTaskState } from '../../protocol/taskStateWords.ts';
import type { TaskView } from '../../protocol/tasksProtocol.ts';
import { formatSeconds, formatShare, language, t } from '../ui/l10n.ts';
import { formatBytes } from '../ui/mediaWords.ts';

/** The state in words, for screen readers next to the prompt. */
export function describeState(task: TaskView): string {
  return describeTaskState(task, t, formatShare);
}

/** How long it takes or took, by the host's clock. */
export function describeElapsed({ createdAt, endedAt }: TaskView, now: number): string {
  return formatSeconds(Math.max(0, (endedAt ?? now) - createdAt) / 1000);
}

export function formatTime(time: number): string {
  return new Date(time).toLocaleTimeString(language(), { timeStyle: 'short' });
}

/** A one-line description of a file. */
export function describeFile({ bytes, mediaType, facts = { unplayable: [] } }: TaskResultFile): string {
  const { seconds, width, height, videoCodec, audioCodec } = facts;
  return [
    mediaType.replace(/^\w+\//, '').toUpperCase(),
    width && height ? t('{0} × {1}', width, height) : undefined,
    seconds ? formatSeconds(Math.max(1, Math.round(seconds))) : undefined,
    videoCodec,
    audioCodec,
    formatBytes(bytes),
  ]
    .filter(Boolean)
    .join(' · ');
}
