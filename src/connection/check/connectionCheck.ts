import { addressFailure, certificateFailure, describeCheckFailure } from '../../messages/checkFailures.ts';
import type { FailureView } from '../../protocol/protocolViews.ts';
import type { CheckView } from '../../protocol/settingsProtocol.ts';
import type { KeyProblem } from '../../relay/apiKey.ts';
import { isUnencrypted, parseBaseAddress } from '../../relay/baseUrl.ts';
import type { CallOptions } from '../../relay/callOptions.ts';
import type { RelayClient } from '../../relay/client.ts';
import { RelayError } from '../../relay/errors/relayError.ts';
import type { RelayModel } from '../../relay/models/relayModel.ts';
import type { ConnectionProbe } from '../../relay/probe/connectionProbe.ts';
import type { Translate } from '../../text/translate.ts';
import { describeAddress, describeCertificate, describeConnection, describeName } from './checkMessages.ts';
import { type Choices, createRelayStages } from './relayStages.ts';
import { createStageBoard, failedOutcome, remarkOutcome, type StageOutcome } from './stageBoard.ts';

export interface CheckPorts extends Choices {
  /** Name of the profile that is checked; '' is the default one. */
  readonly profile: string;
  readonly typedAddress: string;
  readonly apiKey: string | undefined;
  /** Why the stored key is invalid. */
  readonly keyProblem?: KeyProblem | undefined;
  /**
   * Makes the client that the check has for itself, and closes. It is made without a usable key too, with any
   * placeholder: nothing is sent with it then.
   */
  readonly createClient: () => Promise<RelayClient>;
  readonly t: Translate;
  /** A running clock, in milliseconds: `performance.now`. */
  readonly now: () => number;
  /** The date, in milliseconds since the epoch: `Date.now`. */
  readonly dateMs: () => number;
  /** A date in the person's language. */
  readonly formatDate: (ms: number) => string;
  /** Called with each change, also while `startCheck` runs; never after `cancel` has returned. */
  readonly onChange: (view: CheckView) => void;
}

/** One run of the check. */
export interface Check {
  /** The current state of the stages. */
  readonly view: CheckView;
  /** The models that the relay listed, as far as it did. */
  readonly listed: readonly RelayModel[];
  /** Resolves when the check has ended and every connection is closed; never rejects. */
  readonly ended: Promise<void>;
  /** The answer to whether two words may be spoken. Counts once, and only while it is asked. */
  answerSpeech(isWanted: boolean): void;
  /** Cancels running and waiting stages. Results so far stay. */
  cancel(): void;
}

/** Checks the connection stage by stage, from the base URL to a response, with a verdict on each. */
export function startCheck(ports: CheckPorts): Check {
  const { t, now } = ports;
  const parsed = parseBaseAddress(ports.typedAddress);
  const host = parsed.ok ? parsed.address.host : undefined;
  const describeError = (error: unknown) => describeCheckFailure(error, { t, host });
  const board = createStageBoard({ ...ports, describeError });
  const abort = new AbortController();
  const answer = Promise.withResolvers<boolean>();
  const opened: { client?: RelayClient } = {};
  let readListed: () => readonly RelayModel[] = () => [];

  async function openRelay(): Promise<StageOutcome> {
    if (!parsed.ok) return failedOutcome(addressFailure(parsed.reason, { t }), true);
    opened.client = await ports.createClient();
    const { address } = parsed;
    return { status: isUnencrypted(address) ? 'warning' : 'ok', verdict: describeAddress(address, t) };
  }

  async function lookAtRelay(client: RelayClient): Promise<void> {
    const call = { signal: abort.signal };
    const probe = client.probe();
    const place = { host: host ?? '', call };
    const way = createWayStages({ ...ports, ...place, probe });
    const { apiKey, keyProblem } = ports;
    const hasKey = apiKey !== undefined && apiKey !== '';
    const relay = createRelayStages({ ...place, client, hasKey, keyProblem, choices: ports, t, now });
    readListed = relay.listed;
    await board.run('name', way.name);
    await board.run('connect', way.connect);
    await board.run('certificate', way.certificate);
    probe.close();
    await board.run('key', relay.key);
    await board.run('models', relay.models);
    await board.run('generateContentModels', relay.generateContentModels);
    await board.run('chat', relay.chat);
    await board.run('speech', relay.offerSpeech);
    if (board.statusOf('speech') !== 'asks') return;
    await board.run('speech', (await answer.promise) ? relay.speak : relay.declineSpeech);
  }

  async function run(): Promise<void> {
    await board.run('address', openRelay);
    const { client } = opened;
    if (!client) return;
    try {
      await lookAtRelay(client);
    } finally {
      await client.close();
    }
  }

  return {
    get view() {
      return board.view;
    },
    get listed() {
      return readListed();
    },
    ended: run(),
    answerSpeech(isWanted) {
      if (board.statusOf('speech') === 'asks') answer.resolve(isWanted);
    },
    cancel() {
      board.cancel();
      abort.abort();
      answer.resolve(false);
    },
  };
}

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
function createWayStages({ probe, host, call, t, formatDate, dateMs }: WayPorts) {
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
