import type { Translate } from '../text/translate.ts';
import type { TaskRecord, TaskRecordState } from './taskRecord.ts';

const overStates: readonly TaskRecordState[] = [
  'done',
  'withoutResult',
  'fetchFailed',
  'failed',
  'canceled',
  'stopped',
  'uncertain',
];

/** Whether a task is no longer in progress. */
export function isTaskOver({ state }: Pick<TaskRecord, 'state'>): boolean {
  return overStates.includes(state);
}

/** The display name of a task: its prompt on one line, or else its source or its model. */
export function nameOfTask({ request: { prompt, source, model } }: Pick<TaskRecord, 'request'>): string {
  return prompt.replace(/\s+/g, ' ').trim() || (source?.name ?? model);
}

/** The state of a task in words, for pages and lists; `formatShare` formats the progress. */
export function describeTaskState(
  {
    state,
    stoppedBy,
    results,
    progress,
    unknownState,
  }: Pick<TaskRecord, 'state' | 'stoppedBy' | 'results' | 'progress' | 'unknownState'>,
  t: Translate,
  formatShare: (share: number) => string,
): string {
  const share = typeof progress === 'number' && progress > 0 ? formatShare(progress) : undefined;
  switch (state) {
    case 'submitting':
      return t('sending');
    case 'uncertain':
      return t('may have been started');
    case 'queued':
      return t('queued');
    case 'running': {
      const words = share ? t('running, {0}', share) : t('running');
      return unknownState ? t('{0} ({1})', words, unknownState) : words;
    }
    case 'fetching':
      return share ? t('downloading, {0}', share) : t('downloading');
    case 'stopped':
      return stoppedBy === 'deadline' ? t('no result in time') : t('stopped waiting');
    case 'done':
      return results.length === 1 ? t('done') : t('done, {0} files', results.length);
    case 'withoutResult':
      return t('done without a result');
    case 'fetchFailed':
      return stoppedBy === 'person' ? t('download stopped') : t('download failed');
    case 'failed':
      return t('failed');
    case 'canceled':
      return t('canceled');
  }
}
