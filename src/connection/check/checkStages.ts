import { certificateFailure, describeCheckFailure, keyFailure } from '../../messages/failures.ts';
import { EmptyListError, NotReadyError } from '../../messages/ownErrors.ts';
import type { FailureView } from '../../protocol/protocolViews.ts';
import type { CheckView } from '../../protocol/settingsProtocol.ts';
import type { CallOptions } from '../../relay/callOptions.ts';
import { describeProtocol, type Protocol } from '../../relay/chat/protocolNames.ts';
import type { RelayClient } from '../../relay/client.ts';
import type { RelayErrorKind } from '../../relay/errors/errorKind.ts';
import { fromKnownRelay, RelayError } from '../../relay/errors/relayError.ts';
import type { ModelList, RelayModel } from '../../relay/models/relayModel.ts';
import type { Translate } from '../../text/translate.ts';
import { describeCertificate, describeConnection, describeName } from './checkMessages.ts';

/** The result of a stage. */
export interface StageOutcome {
  readonly status: 'ok' | 'warning' | 'failed' | 'skipped';
  readonly verdict: string;
  /** Its title is the verdict; everything else is advice. */
  readonly failure?: FailureView;
  /** Whether no later stage can pass. */
  readonly isEnd?: boolean;
}

export function failedOutcome(failure: FailureView, isEnd = false): StageOutcome {
  return { status: 'failed', verdict: failure.title, failure, ...(isEnd && { isEnd }) };
}

/** A remark below the verdict of a stage that passed: no action is needed. */
function remarkOutcome(verdict: string, { title, ...failure }: FailureView): StageOutcome {
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
  readonly protocolOf: (model: string, listed: readonly RelayModel[]) => Protocol;
  readonly speechModel: (listed: readonly RelayModel[]) => string | undefined;
  readonly voiceFor: (model: string) => string | undefined;
  readonly t: Translate;
  /** A running clock, in milliseconds: `performance.now`. */
  readonly now: () => number;
  /** A date in the person's language. */
  readonly formatDate: (ms: number) => string;
  /** Called on every change, even while `startCheck` runs; never after `cancel` has returned. */
  readonly onChange: (view: CheckView) => void;
}

/** What the stages check. */
interface CheckedRelay extends CheckPorts {
  readonly client: RelayClient;
  readonly host: string;
  readonly call: CallOptions;
  /** Asks the person whether the running stage may go on. */
  readonly confirm: (question: string) => Promise<boolean>;
}

/** What each stage of a valid base URL does. `listed` has the models that the relay has listed so far. */
export function createStages(relay: CheckedRelay) {
  return { ...createWayStages(relay), ...createRelayStages(relay) };
}

/**
 * The stages of the connection to the relay, before any request. If one fails on the direct connection, VS Code's
 * connection is tried, as for every request; if that works, the later stages have nothing left to check.
 */
function createWayStages({ client, host, call, t, formatDate }: CheckedRelay) {
  const probe = client.probe();
  const context = { t, host };
  let goesByEditor = false;

  /** The direct connection failed: a remark if VS Code's connection reaches the relay, otherwise the end. */
  async function otherwiseByEditor(failure: FailureView, verdict: string): Promise<StageOutcome> {
    if (!probe.hasEditorWay) return failedOutcome(failure, true);
    try {
      await probe.connectByEditor(call);
    } catch {
      const words = t('VS Code’s own network connection can’t reach the relay either.');
      return failedOutcome({ ...failure, advice: [...failure.advice, words] }, true);
    }
    goesByEditor = true;
    return remarkOutcome(verdict, failure);
  }

  const byEditor = () => t('Requests use VS Code’s network connection because a direct connection failed.');

  async function orByEditor(look: () => Promise<StageOutcome>): Promise<StageOutcome> {
    try {
      return await look();
    } catch (error) {
      return otherwiseByEditor(describeCheckFailure(error, context), byEditor());
    }
  }

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
        if (!certificate)
          return {
            status: 'skipped',
            verdict: t('No certificate because the base URL begins with http://.'),
          };
        if (!certificate.isChecked || certificate.isTrusted)
          return describeCertificate(certificate, formatDate, t);
        return otherwiseByEditor(
          certificateFailure(certificate, context),
          t(
            'Requests use VS Code’s network connection, which trusts the certificate. The direct connection does not.',
          ),
        );
      });
    },
  };
}

/** The errors of the contract's section 7 that are about the key, its token or its account. */
const keyKinds: ReadonlySet<RelayErrorKind> = new Set([
  'authentication',
  'tokenUnavailable',
  'insufficientBalance',
]);

/** Whether no later request can succeed: for this key, not the relay's own for an upstream service, or at all. */
function isEnd({ kind, details }: RelayError): boolean {
  const isAboutKey = keyKinds.has(kind) && details.upstreamStatus === undefined;
  return isAboutKey || kind === 'connection' || (kind === 'timeout' && details.phase === 'connect');
}

/** The stages at the relay: the key, the model lists, the chat test, the speech test. */
function createRelayStages({ client, host, call, t, now, ...relay }: CheckedRelay) {
  let reading: Promise<ModelList> | undefined;
  /** The models of the lists, once they were read. */
  let listed: readonly RelayModel[] | undefined;

  /** Reads the lists once, for the first stage that needs them. */
  async function readLists(): Promise<ModelList> {
    reading ??= client.listModels(call);
    const list = await reading;
    listed = list.models;
    return list;
  }

  function describe(error: unknown, about: { model?: string; voice?: string } = {}): FailureView {
    return describeCheckFailure(error, { t, host, ...about });
  }

  function failed(error: unknown, about?: { model: string; voice?: string }): StageOutcome {
    return failedOutcome(describe(error, about), error instanceof RelayError && isEnd(error));
  }

  return {
    listed: () => listed ?? [],

    async key(): Promise<StageOutcome> {
      if (!relay.apiKey) return failedOutcome(keyFailure({ t, host }), true);
      try {
        await readLists();
      } catch (error) {
        if (error instanceof RelayError && (isEnd(error) || error.kind === 'refused'))
          return failedOutcome(describe(error), true);
        return { status: 'warning', verdict: t('Neither model list confirms that the API key is valid.') };
      }
      try {
        // Some relays list their models for any key.
        const isKnown = await client.checkKey(listed ?? [], call);
        return {
          status: 'ok',
          verdict: isKnown
            ? t(
                'The relay lists its models for this API key and accepted the key in a test request that generates nothing.',
              )
            : t('The relay lists its models for this API key.'),
        };
      } catch (error) {
        return failedOutcome(describe(error), true);
      }
    },

    async models(): Promise<StageOutcome> {
      try {
        const { models, incomplete } = await readLists();
        const [unread] = incomplete;
        // The list that can't be read may be the one with the models.
        if (models.length === 0 && unread) return failedOutcome(describe(fromKnownRelay(unread.error)));
        if (models.length === 0)
          return { ...failedOutcome(describe(new EmptyListError())), status: 'warning' };
        const verdict = t('Models listed: {0}.', models.length);
        if (!unread) return { status: 'ok', verdict };
        const failure = describe(fromKnownRelay(unread.error));
        return remarkOutcome(verdict, { ...failure, title: t('{0}: {1}', unread.path, failure.title) });
      } catch (error) {
        return failedOutcome(describe(error));
      }
    },

    async chat(): Promise<StageOutcome> {
      const model = relay.chatModel(listed ?? []);
      // The stage of the lists already reports the failure: having no model to choose is not a second one.
      if (!model && !listed)
        return { status: 'skipped', verdict: t('Not tested because the model lists could not be read.') };
      if (!model) return failed(new NotReadyError('model'));
      const protocol = relay.protocolOf(model, listed ?? []);
      const request = {
        model,
        protocol,
        messages: [{ role: 'user', content: 'Hi' }],
        // Some models refuse to write less than sixteen tokens.
        maxTokens: 16,
        isOneOff: true,
      } as const;
      const startedAt = now();
      let firstMs: number | undefined;
      let hasContent = false;
      let cut: RelayError | undefined;
      try {
        for await (const event of client.streamChat(request, call)) {
          firstMs ??= Math.round(now() - startedAt);
          if (event.type === 'finish' && event.verdict === 'interrupted')
            cut = event.error ?? new RelayError('interrupted');
          hasContent ||= !['start', 'usage', 'finish'].includes(event.type);
        }
        if (cut && !hasContent) throw cut;
      } catch (error) {
        return failed(error, { model });
      }
      const verdict = t(
        '“{0}” responded with the {1} protocol in {2} ms.',
        model,
        describeProtocol(protocol, t),
        firstMs ?? 0,
      );
      return cut ? remarkOutcome(verdict, describe(cut, { model })) : { status: 'ok', verdict };
    },

    async speech(): Promise<StageOutcome> {
      const model = relay.speechModel(listed ?? []);
      if (!model)
        return { status: 'skipped', verdict: t('The relay lists no speech model, and none is selected.') };
      const voice = relay.voiceFor(model);
      if (!voice) {
        const failure = describe(new NotReadyError('voice'));
        return { status: 'skipped', verdict: failure.title, failure };
      }
      const question = t(
        'Speaks two words with the voice {0} of {1}. This may incur a small cost.',
        voice,
        model,
      );
      if (!(await relay.confirm(question)))
        return { status: 'skipped', verdict: t('You skipped the speech test.') };
      try {
        const { format, bytes } = await client.speak({ model, voice, input: 'Hello there' }, call);
        return {
          status: 'ok',
          verdict: t('Speech received with the voice {0}: {1} bytes of {2}.', voice, bytes.length, format),
        };
      } catch (error) {
        return failed(error, { model, voice });
      }
    },
  };
}
