import type { TaskResultFile } from '../../protocol/taskRecord.ts';
import type { TaskView } from '../../protocol/tasksProtocol.ts';
import { formatSeconds, formatShare, language, t } from '../ui/l10n.ts';
import { formatBytes } from '../ui/mediaWords.ts';

/** The state in words; it is what a screen reader finds beside the prompt. */
export function describeState({ state, stoppedBy, results, progress }: TaskView): string {
  const share = typeof progress === 'number' && progress > 0 ? formatShare(progress) : undefined;
  switch (state) {
    case 'submitting':
      return t('sending');
    case 'uncertain':
      return t('may have been started');
    case 'queued':
      return t('queued');
    case 'running':
      return share ? t('running, {0}', share) : t('running');
    case 'fetching':
      return share ? t('downloading, {0}', share) : t('downloading');
    case 'stopped':
      return stoppedBy === 'deadline' ? t('deadline passed') : t('waiting stopped');
    case 'done':
      return results.length === 1 ? t('done') : t('done, {0} files', results.length);
    case 'withoutResult':
      return t('done without a result');
    case 'fetchFailed':
      return t('download failed');
    case 'failed':
      return t('failed');
    case 'canceled':
      return t('canceled');
  }
}

/** How long it takes or took, by the host's clock. */
export function describeElapsed({ createdAt, endedAt }: TaskView, now: number): string {
  return formatSeconds(Math.max(0, (endedAt ?? now) - createdAt) / 1000);
}

export function formatTime(time: number): string {
  return new Date(time).toLocaleTimeString(language(), { timeStyle: 'short' });
}

/** What a file is, in one line. */
export function describeFile({ bytes, mediaType, facts = { unplayable: [] } }: TaskResultFile): string {
  const { seconds, width, height, videoCodec, audioCodec } = facts;
  return [
    mediaType.replace(/^\w+\//, '').toUpperCase(),
    width && height ? t('{0} × {1}', width, height) : undefined,
    seconds ? formatSeconds(seconds) : undefined,
    videoCodec,
    audioCodec,
    formatBytes(bytes),
  ]
    .filter(Boolean)
    .join(' · ');
}
