import type { FailureView } from '../../protocol/protocolViews.ts';
import {
  type CheckStageId,
  type CheckStageView,
  type CheckView,
  checkStageIds,
} from '../../protocol/settingsProtocol.ts';
import type { Translate } from '../../text/translate.ts';
import { describeSkipped, stageLabel, summarise } from './checkMessages.ts';

/** The result of a stage. */
export interface StageOutcome {
  readonly status: 'ok' | 'warning' | 'failed' | 'skipped' | 'asks';
  readonly verdict: string;
  /** Its title is the verdict; what else is to be said is the advice. */
  readonly failure?: FailureView;
  /** How long it took, where that is not the time from its beginning to its end. */
  readonly ms?: number;
  /** Whether no later stage can pass. */
  readonly isEnd?: boolean;
}

export function failedOutcome(failure: FailureView, isEnd: boolean): StageOutcome {
  return { status: 'failed', verdict: failure.title, failure, ...(isEnd && { isEnd }) };
}

/** A remark below the verdict of a stage that passed: no action is needed. */
export function remarkOutcome(verdict: string, { title, ...failure }: FailureView): StageOutcome {
  return {
    status: 'warning',
    verdict,
    failure: { ...failure, title: verdict, advice: [title], actions: [] },
  };
}

/** What is known of every stage. Whatever changes is told to `onChange`, as a whole and as a value of its own. */
interface StageBoard {
  readonly view: CheckView;
  /** Goes through a stage that waits or has asked; nothing happens to one that is over, or to any after `cancel`. */
  run(id: CheckStageId, look: () => Promise<StageOutcome>): Promise<void>;
  statusOf(id: CheckStageId): CheckStageView['status'];
  /** What is not through yet is cancelled, and nothing changes from then on. */
  cancel(): void;
}

export function createStageBoard(options: {
  readonly profile: string;
  readonly t: Translate;
  readonly now: () => number;
  readonly describeError: (error: unknown) => FailureView;
  readonly onChange: (view: CheckView) => void;
}): StageBoard {
  const { profile, t, now, describeError } = options;
  let stages: readonly CheckStageView[] = checkStageIds.map((id) => ({
    id,
    label: stageLabel(id, t),
    status: 'waiting',
  }));
  let isCancelled = false;

  function view(): CheckView {
    const isRunning = stages.some(({ status }) => status === 'waiting' || status === 'running');
    return { profile, isRunning, stages: [...stages], ...(!isRunning && { summary: summarise(stages, t) }) };
  }

  const statusOf = (id: CheckStageId) => stages.find((stage) => stage.id === id)?.status ?? 'waiting';

  function change(id: CheckStageId, to: Omit<CheckStageView, 'id' | 'label'>, isEnd = false): void {
    if (isCancelled) return;
    const verdict = describeSkipped(stageLabel(id, t), t);
    stages = stages.map((stage) => {
      if (stage.id === id) return { id, label: stage.label, ...to };
      return isEnd && stage.status === 'waiting' ? { ...stage, status: 'skipped', verdict } : stage;
    });
    options.onChange(view());
  }

  return {
    get view() {
      return view();
    },

    statusOf,

    async run(id, look) {
      const status = statusOf(id);
      if (status !== 'waiting' && status !== 'asks') return;
      change(id, { status: 'running' });
      const startedAt = now();
      const { isEnd, ...outcome } = await look().catch((error: unknown) =>
        failedOutcome(describeError(error), true),
      );
      // A stage where there was nothing to do took no time.
      const hasTime = outcome.status !== 'skipped' && outcome.status !== 'asks';
      change(id, { ...(hasTime && { ms: Math.round(now() - startedAt) }), ...outcome }, isEnd);
    },

    cancel() {
      const isOpen = ({ status }: CheckStageView) => ['waiting', 'running', 'asks'].includes(status);
      if (isCancelled || !stages.some(isOpen)) return;
      stages = stages.map((stage) =>
        isOpen(stage) ? { id: stage.id, label: stage.label, status: 'cancelled' } : stage,
      );
      options.onChange(view());
      isCancelled = true;
    },
  };
}
