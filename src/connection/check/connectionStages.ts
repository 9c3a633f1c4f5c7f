import { certificateFailure, describeCheckFailure } from '../../messages/checkFailures.ts';
import type { FailureView } from '../../protocol/protocolViews.ts';
import type { CallOptions } from '../../relay/callOptions.ts';
import { RelayError } from '../../relay/errors/relayError.ts';
import type { ConnectionProbe } from '../../relay/probe/connectionProbe.ts';
import type { Translate } from '../../text/translate.ts';
import { describeCertificate, describeConnection, describeName } from './checkMessages.ts';
import { failedOutcome, remarkOutcome, type StageOutcome } from './stageBoard.ts';

interface WayPorts {
  readonly probe: ConnectionProbe;
  readonly host: string;
  readonly call: CallOptions;
  readonly t: Translate;
  readonly formatDate: (ms: number) => string;
  readonly dateMs: () => number;
}

/**
 * The stages on the way to the relay, before anything is asked of it. Where one of our own way fails, the editor's is
 * tried, as every request does; where that works, the stages after it have nothing left to look at.
 */
export function createWayStages({ probe, host, call, t, formatDate, dateMs }: WayPorts) {
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

  /** Our way failed: it is a remark where the editor's leads to the relay, and the end where it doesn't. */
  async function otherwiseByEditor(failure: FailureView, verdict: string): Promise<StageOutcome> {
    if (await tryEditorWay()) return remarkOutcome(verdict, failure);
    const advice = probe.hasEditorWay
      ? [...failure.advice, t('VS Code’s own network connection can’t reach it either.')]
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
      orByEditor(async () => {
        const name = await probe.lookUpName(call).catch((error: unknown) => {
          // It is the proxy's matter, and the next stage says so.
          if (isProxyUnusable(error)) return undefined;
          throw error;
        });
        if (!name) return { status: 'skipped', verdict: t('No lookup is needed because a proxy is set.') };
        return { status: 'ok', verdict: describeName(name, t) };
      }),

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

function isProxyUnusable(error: unknown): boolean {
  return error instanceof RelayError && error.details.systemCode === 'ERR_PROXY_UNSUPPORTED';
}

function isCancelled(error: unknown): boolean {
  return error instanceof RelayError && error.kind === 'cancelled';
}
