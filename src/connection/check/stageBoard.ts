import { describeCheckFailure } from '../../messages/checkFailures.ts';
import type { FailureView } from '../../protocol/protocolViews.ts';
import {
  type CheckStageId,
  type CheckStageView,
  type CheckView,
  checkStageIds,
} from '../../protocol/settingsProtocol.ts';
import type { CallOptions } from '../../relay/callOptions.ts';
import type { Protocol } from '../../relay/chat/protocolNames.ts';
import type { RelayClient } from '../../relay/client.ts';
import type { RelayModel } from '../../relay/models/relayModel.ts';
import type { Translate } from '../../text/translate.ts';
import { stageLabel, summarise } from './checkMessages.ts';

/** The result of a stage. */
export interface StageOutcome {
  readonly status: 'ok' | 'warning' | 'failed' | 'skipped' | 'asks';
  readonly verdict: string;
  /** Its title is the verdict; everything else is advice. */
  readonly failure?: FailureView;
  /** The duration, if it is not the time from the stage's start to its end. */
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

export interface CheckPorts {
  /** Name of the profile that is checked; '' is the default one. */
  readonly profile: string;
  readonly typedAddress: string;
  readonly apiKey: string | undefined;
  /**
   * Creates a separate client for the check, which closes it. Without a key, it is created with a placeholder:
   * no request is sent then.
   */
  readonly createClient: () => Promise<RelayClient>;
  /** The model to test; `listed` has the models of both lists. */
  readonly chatModel: (listed: readonly RelayModel[]) => string | undefined;
  /** Undefined: the model ID decides. */
  readonly protocolOf: (model: string, listed: readonly RelayModel[]) => Protocol | undefined;
  readonly speechModel: (listed: readonly RelayModel[]) => string | undefined;
  readonly voiceFor: (model: string) => string | undefined;
  readonly t: Translate;
  /** A running clock, in milliseconds: `performance.now`. */
  readonly now: () => number;
  /** The date, in milliseconds since the epoch: `Date.now`. */
  readonly dateMs: () => number;
  /** A date in the person's language. */
  readonly formatDate: (ms: number) => string;
  /** Called on every change, even while `startCheck` runs; never after `cancel` has returned. */
  readonly onChange: (view: CheckView) => void;
}

/** What the stages check. */
export interface CheckedRelay extends CheckPorts {
  readonly client: RelayClient;
  readonly host: string;
  readonly call: CallOptions;
}

/** The state of all stages. Every change is reported to `onChange` as a new, complete view. */
export function createStageBoard({ profile, t, now, onChange }: CheckPorts, host: string | undefined) {
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
    const verdict = t('Not checked because “{0}” failed.', stageLabel(id, t));
    stages = stages.map((stage) => {
      if (stage.id === id) return { id, label: stage.label, ...to };
      return isEnd && stage.status === 'waiting' ? { ...stage, status: 'skipped', verdict } : stage;
    });
    onChange(view());
  }

  return {
    view,
    statusOf,

    /** Runs a stage that waits or has asked. Does nothing if it is already over, or after `cancel`. */
    async run(id: CheckStageId, look: () => Promise<StageOutcome>): Promise<void> {
      const status = statusOf(id);
      if (status !== 'waiting' && status !== 'asks') return;
      change(id, { status: 'running' });
      const startedAt = now();
      const { isEnd, ...outcome } = await look().catch((error: unknown) =>
        failedOutcome(describeCheckFailure(error, { t, host }), true),
      );
      // A stage that was skipped, or waits for an answer, has no duration.
      const hasTime = outcome.status !== 'skipped' && outcome.status !== 'asks';
      change(id, { ...(hasTime && { ms: Math.round(now() - startedAt) }), ...outcome }, isEnd);
    },

    /** Cancels all unfinished stages; nothing changes after that. */
    cancel(): void {
      const isOpen = ({ status }: CheckStageView) => ['waiting', 'running', 'asks'].includes(status);
      if (isCancelled || !stages.some(isOpen)) return;
      stages = stages.map((stage) =>
        isOpen(stage) ? { id: stage.id, label: stage.label, status: 'cancelled' } : stage,
      );
      onChange(view());
      isCancelled = true;
    },
  };
}
