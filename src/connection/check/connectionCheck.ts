import { addressFailure, certificateFailure, describeCheckFailure } from '../../messages/checkFailures.ts';
import type { FailureView } from '../../protocol/protocolViews.ts';
import { isUnencrypted, parseBaseAddress } from '../../relay/baseUrl.ts';
import type { RelayClient } from '../../relay/client.ts';
import { RelayError } from '../../relay/errors/relayError.ts';
import { describeAddress, describeCertificate, describeConnection, describeName } from './checkMessages.ts';
import { createRelayStages } from './relayStages.ts';
import {
  type CheckedRelay,
  type CheckPorts,
  createStageBoard,
  failedOutcome,
  remarkOutcome,
  type StageOutcome,
} from './stageBoard.ts';

/** One run of the check. */
export type Check = ReturnType<typeof startCheck>;

/** Checks the connection stage by stage, from the base URL to a response, with a verdict on each. */
export function startCheck(ports: CheckPorts) {
  const { t } = ports;
  const parsed = parseBaseAddress(ports.typedAddress);
  const host = parsed.ok ? parsed.address.host : undefined;
  const board = createStageBoard(ports, host);
  const abort = new AbortController();
  const answer = Promise.withResolvers<boolean>();
  let client: RelayClient | undefined;
  let relayStages: ReturnType<typeof createRelayStages> | undefined;

  async function openRelay(): Promise<StageOutcome> {
    if (!parsed.ok) return failedOutcome(addressFailure(parsed.reason, { t }), true);
    client = await ports.createClient();
    const { address } = parsed;
    return { status: isUnencrypted(address) ? 'warning' : 'ok', verdict: describeAddress(address, t) };
  }

  async function lookAtRelay(opened: RelayClient): Promise<void> {
    const relay = { ...ports, client: opened, host: host ?? '', call: { signal: abort.signal } };
    const way = createWayStages(relay);
    relayStages = createRelayStages(relay);
    const { declineSpeech, speak } = relayStages;
    for (const stage of ['name', 'connect', 'certificate'] as const) await board.run(stage, way[stage]);
    for (const stage of ['key', 'models', 'chat', 'speech'] as const)
      await board.run(stage, relayStages[stage]);
    if (board.statusOf('speech') !== 'asks') return;
    await board.run('speech', (await answer.promise) ? speak : declineSpeech);
  }

  async function run(): Promise<void> {
    await board.run('address', openRelay);
    try {
      if (client) await lookAtRelay(client);
    } finally {
      await client?.close();
    }
  }

  return {
    /** Resolves when the check has ended and every connection is closed; never rejects. */
    ended: run(),
    /** The current state of the stages. */
    get view() {
      return board.view();
    },
    /** The models that the relay has listed so far. */
    get listed() {
      return relayStages?.listed() ?? [];
    },
    /** Answers whether the speech test may run. Only the first answer counts, and only while the stage asks. */
    answerSpeech(isWanted: boolean): void {
      if (board.statusOf('speech') === 'asks') answer.resolve(isWanted);
    },
    /** Cancels running and waiting stages. Results so far stay. */
    cancel(): void {
      board.cancel();
      abort.abort();
      answer.resolve(false);
    },
  };
}

/**
 * The stages of the connection to the relay, before any request. If one fails on the direct connection, VS Code's
 * connection is tried, as for every request; if that works, the later stages have nothing left to check.
 */
function createWayStages({ client, host, call, t, formatDate, dateMs }: CheckedRelay) {
  const probe = client.probe();
  const context = { t, host };
  let goesByEditor = false;

  async function tryEditorWay(): Promise<boolean> {
    if (!probe.hasEditorWay) return false;
    try {
      await probe.connectByEditor(call);
      goesByEditor = true;
    } catch (error) {
      if (isCancelled(error)) throw error;
    }
    return goesByEditor;
  }

  /** The direct connection failed: a remark if VS Code's connection reaches the relay, otherwise the end. */
  async function otherwiseByEditor(failure: FailureView, verdict: string): Promise<StageOutcome> {
    if (await tryEditorWay()) return remarkOutcome(verdict, failure);
    const advice = probe.hasEditorWay
      ? [...failure.advice, t('VS Code’s own network connection can’t reach the relay either.')]
      : failure.advice;
    return failedOutcome({ ...failure, advice }, true);
  }

  async function orByEditor(look: () => Promise<StageOutcome>): Promise<StageOutcome> {
    try {
      return await look();
    } catch (error) {
      if (isCancelled(error)) throw error;
      return otherwiseByEditor(describeCheckFailure(error, context), byEditor());
    }
  }

  const byEditor = () => t('Requests use VS Code’s network connection because a direct connection failed.');

  return {
    name: () =>
      orByEditor(async () => ({ status: 'ok', verdict: describeName(await probe.lookUpName(call), t) })),

    async connect(): Promise<StageOutcome> {
      if (goesByEditor) return { status: 'warning', verdict: byEditor() };
      return orByEditor(async () => ({
        status: 'ok',
        verdict: describeConnection(await probe.connect(call), t),
      }));
    },

    async certificate(): Promise<StageOutcome> {
      if (goesByEditor) return { status: 'skipped', verdict: t('VS Code checks the certificate.') };
      return orByEditor(async () => {
        const certificate = await probe.readCertificate(call);
        if (!certificate) {
          return {
            status: 'skipped',
            verdict: t('No certificate because the base URL begins with http://.'),
          };
        }
        if (certificate.isChecked && !certificate.isTrusted) {
          return otherwiseByEditor(
            certificateFailure(certificate, context),
            t(
              'Requests use VS Code’s network connection, which trusts the certificate. The direct connection does not.',
            ),
          );
        }
        return describeCertificate(certificate, { t, formatDate, dateMs: dateMs() });
      });
    },
  };
}

function isCancelled(error: unknown): boolean {
  return error instanceof RelayError && error.kind === 'cancelled';
}
