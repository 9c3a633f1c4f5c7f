import { addressFailure, describeCheckFailure } from '../../messages/failures.ts';
import {
  type CheckStageId,
  type CheckStageView,
  type CheckView,
  checkStageIds,
} from '../../protocol/settingsProtocol.ts';
import { isUnencrypted, parseBaseAddress } from '../../relay/baseUrl.ts';
import type { RelayClient } from '../../relay/client.ts';
import { describeAddress, stageLabel, summarise } from './checkMessages.ts';
import { type CheckPorts, createStages, failedOutcome, type StageOutcome } from './checkStages.ts';

/** One run of the check. */
export type Check = ReturnType<typeof startCheck>;

/** Checks the connection stage by stage, from the base URL to a response, with a verdict on each. */
export function startCheck(ports: CheckPorts) {
  const { profile, t, now, onChange } = ports;
  const parsed = parseBaseAddress(ports.typedAddress);
  const host = parsed.ok ? parsed.address.host : '';
  const abort = new AbortController();
  const answer = Promise.withResolvers<boolean>();
  let client: RelayClient | undefined;
  let relay: ReturnType<typeof createStages> | undefined;
  let stages: readonly CheckStageView[] = checkStageIds.map((id) => ({
    id,
    label: stageLabel(id, t),
    status: 'waiting',
  }));
  let startedAt = 0;

  function view(): CheckView {
    const isRunning = stages.some(({ status }) => status === 'waiting' || status === 'running');
    return { profile, isRunning, stages, ...(!isRunning && { summary: summarise(stages, t) }) };
  }

  const statusOf = (id: CheckStageId) => stages.find((stage) => stage.id === id)?.status;

  function change(id: CheckStageId, to: Omit<CheckStageView, 'id' | 'label'>, isEnd = false): void {
    if (abort.signal.aborted) return;
    const verdict = t('Not checked because “{0}” failed.', stageLabel(id, t));
    stages = stages.map((stage) => {
      if (stage.id === id) return { id, label: stage.label, ...to };
      return isEnd && stage.status === 'waiting' ? { ...stage, status: 'skipped', verdict } : stage;
    });
    onChange(view());
  }

  function begin(id: CheckStageId): void {
    change(id, { status: 'running' });
    startedAt = now();
  }

  async function runStage(id: CheckStageId, look: () => Promise<StageOutcome>): Promise<void> {
    if (statusOf(id) !== 'waiting') return;
    begin(id);
    const { isEnd, ...outcome } = await look().catch((error: unknown) =>
      failedOutcome(describeCheckFailure(error, { t, host }), true),
    );
    // The lists that this stage describes were read for the stage before it.
    const hasTime = outcome.status !== 'skipped' && id !== 'models';
    change(id, { ...(hasTime && { ms: Math.round(now() - startedAt) }), ...outcome }, isEnd);
  }

  async function openRelay(): Promise<StageOutcome> {
    if (!parsed.ok) return failedOutcome(addressFailure(parsed.reason, { t }), true);
    client = await ports.createClient();
    const { address } = parsed;
    return { status: isUnencrypted(address) ? 'warning' : 'ok', verdict: describeAddress(address, t) };
  }

  async function confirmSpeech(verdict: string): Promise<boolean> {
    change('speech', { status: 'asks', verdict });
    const isWanted = await answer.promise;
    begin('speech');
    return isWanted;
  }

  async function run(): Promise<void> {
    await runStage('address', openRelay);
    if (!client) return;
    try {
      const call = { signal: abort.signal };
      relay = createStages({ ...ports, client, host, call, confirm: confirmSpeech });
      for (const id of ['name', 'connect', 'certificate', 'key', 'models', 'chat', 'speech'] as const)
        await runStage(id, relay[id]);
    } finally {
      await client.close();
    }
  }

  return {
    /** Resolves when the check has ended and every connection is closed; never rejects. */
    ended: run(),
    /** The current state of the stages. */
    get view() {
      return view();
    },
    /** The models that the relay has listed so far. */
    get listed() {
      return relay?.listed() ?? [];
    },
    /** Answers whether the speech test may run. Only the first answer counts, and only while the stage asks. */
    answerSpeech(isWanted: boolean): void {
      if (statusOf('speech') === 'asks') answer.resolve(isWanted);
    },
    /** Cancels running and waiting stages. Results so far stay. */
    cancel(): void {
      const isOpen = ({ status }: CheckStageView) => ['waiting', 'running', 'asks'].includes(status);
      if (abort.signal.aborted || !stages.some(isOpen)) return;
      stages = stages.map((stage) =>
        isOpen(stage) ? { id: stage.id, label: stage.label, status: 'cancelled' } : stage,
      );
      onChange(view());
      abort.abort();
      answer.resolve(false);
    },
  };
}
