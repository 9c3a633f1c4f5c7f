import type { TaskRequestFields } from '../../protocol/taskRecord.ts';
import type { TaskSource, TaskView } from '../../protocol/tasksProtocol.ts';
import { furtherProblem, parseFurther } from '../ui/furtherParameters.ts';
import { restoreFields } from '../ui/host.ts';
import { t } from '../ui/l10n.ts';

/** The draft of a task. '' leaves a value to the host, the model or the relay. */
export interface TaskDraft {
  readonly prompt: string;
  readonly model: string;
  readonly paths: string;
  readonly seconds: string;
  readonly size: string;
  /** JSON, as typed. */
  readonly further: string;
  readonly source: TaskSource | undefined;
}

const emptyDraft: TaskDraft = {
  prompt: '',
  model: '',
  paths: '',
  seconds: '',
  size: '',
  further: '',
  source: undefined,
};

/** The draft from before VS Code recreated the page. */
export function restoreDraft(state: unknown): TaskDraft {
  return restoreFields(emptyDraft, state);
}

/** A draft with the request of a task, without its paths. */
export function draftOf({ request }: TaskView): Omit<TaskDraft, 'paths'> {
  const { model, prompt, seconds, size = '', further, source } = request;
  return {
    model,
    prompt,
    seconds: seconds === undefined ? '' : String(seconds),
    size,
    further: further ? JSON.stringify(further, undefined, 2) : '',
    source,
  };
}

/** A problem with a control, and how to fix it. */
export interface DraftProblem {
  readonly field: 'seconds' | 'further' | 'model';
  readonly problem: string;
}

export function toRequest(
  { prompt, seconds, size, further, source }: TaskDraft,
  model: string | undefined,
): TaskRequestFields | DraftProblem {
  if (!model) return { field: 'model', problem: t('Select a model first.') };
  const count = Number(seconds);
  if (seconds.trim() !== '' && !(count >= 1 && count <= 3_600))
    return { field: 'seconds', problem: t('Enter a number of seconds from 1 to 3600.') };
  const fields = parseFurther(further);
  if (!fields) return { field: 'further', problem: furtherProblem() };
  return {
    model,
    prompt: prompt.trim(),
    ...(seconds.trim() !== '' && { seconds: count }),
    ...(size.trim() !== '' && { size: size.trim() }),
    ...(Object.keys(fields).length > 0 && { further: fields }),
    ...(source && { source }),
  };
}
