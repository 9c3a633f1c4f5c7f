import { describeCheckFailure, keyFailure } from '../../messages/checkFailures.ts';
import { EmptyListError, NotReadyError } from '../../messages/ownErrors.ts';
import type { Usage } from '../../relay/chat/chatEvent.ts';
import type { Protocol } from '../../relay/chat/protocolNames.ts';
import type { RelayErrorKind } from '../../relay/errors/errorKind.ts';
import { fromKnownRelay, RelayError } from '../../relay/errors/relayError.ts';
import type { ModelList, RelayModel } from '../../relay/models/relayModel.ts';
import { describeAnswer, describeModels } from './checkMessages.ts';
import { type CheckedRelay, failedOutcome, remarkOutcome, type StageOutcome } from './stageBoard.ts';

/** The errors of the contract's section 7 that are about the key, its token or its account. */
const keyKinds: ReadonlySet<RelayErrorKind> = new Set([
  'authentication',
  'tokenUnavailable',
  'insufficientBalance',
]);

/** Whether the error is about this key, and not about the relay's own key for an upstream service. */
function isAboutKey({ kind, details }: RelayError): boolean {
  return keyKinds.has(kind) && details.upstreamStatus === undefined;
}

/** The stages at the relay: the key, the model lists, the chat test, the speech test. */
export function createRelayStages(relay: CheckedRelay) {
  const { client, host, call, t, now } = relay;
  let reading: Promise<ModelList> | undefined;
  /** The models of the lists, once they were read. */
  let listed: readonly RelayModel[] | undefined;
  let readingMs = 0;

  /** Reads the lists once, for the first stage that needs them. */
  function readLists(): Promise<ModelList> {
    reading ??= measureReading();
    return reading;
  }

  async function measureReading(): Promise<ModelList> {
    const startedAt = now();
    try {
      const list = await client.listModels(call);
      listed = list.models;
      return list;
    } finally {
      readingMs = Math.round(now() - startedAt);
    }
  }

  function failed(error: unknown, about: { model?: string; voice?: string } = {}): StageOutcome {
    const failure = describeCheckFailure(error, { t, host, ...about });
    const isEnd = error instanceof RelayError && (isAboutKey(error) || hasNoConnection(error));
    return failedOutcome(failure, isEnd);
  }

  async function describeLists(): Promise<StageOutcome> {
    try {
      const { models, incomplete } = await readLists();
      const [unread] = incomplete;
      const unreadError = unread && fromKnownRelay(unread.error);
      if (models.length === 0) {
        // The list that can't be read may be the one with the models.
        if (unreadError) return { ...failed(unreadError), isEnd: false };
        return { ...failed(new EmptyListError()), status: 'warning' };
      }
      const verdict = describeModels(models, t);
      if (!unread) return { status: 'ok', verdict };
      const failure = describeCheckFailure(unreadError, { t, host });
      return remarkOutcome(verdict, { ...failure, title: t('{0}: {1}', unread.path, failure.title) });
    } catch (error) {
      return { ...failed(error), isEnd: false };
    }
  }

  /** Sends a request that needs the key, because some relays list their models for any key. */
  async function askAboutKey(models: readonly RelayModel[]): Promise<StageOutcome> {
    try {
      const isKnown = await client.checkKey(models, call);
      return {
        status: 'ok',
        verdict: isKnown
          ? t(
              'The relay lists its models for this API key and accepted the key in a test request that generates nothing.',
            )
          : t('The relay lists its models for this API key.'),
      };
    } catch (error) {
      return { ...failed(error), isEnd: true };
    }
  }

  /** Asks for a short response: some models refuse to write less than sixteen tokens. */
  async function askChat(model: string, protocol: Protocol | undefined) {
    const request = {
      model,
      messages: [{ role: 'user', content: 'Hi' }],
      maxTokens: 16,
      isOneOff: true,
      ...(protocol && { protocol }),
    } as const;
    const startedAt = now();
    let firstMs: number | undefined;
    let usage: Usage = {};
    let hasContent = false;
    let error: RelayError | undefined;
    for await (const event of client.streamChat(request, call)) {
      firstMs ??= Math.round(now() - startedAt);
      if (event.type === 'usage') usage = { ...usage, ...event.usage };
      else if (event.type === 'finish') {
        if (event.verdict === 'interrupted') error = event.error ?? new RelayError('interrupted');
      } else if (event.type !== 'start') hasContent = true;
    }
    if (error && !hasContent) throw error;
    return { firstMs: firstMs ?? 0, usage, error };
  }

  function failedChat(error: unknown, model: string): StageOutcome {
    const outcome = failed(error, { model });
    const isUnlisted = listed && listed.length > 0 && !listed.some(({ id }) => id === model);
    const isAboutModel = error instanceof RelayError && error.kind === 'modelNotAllowed';
    if (!outcome.failure || !isUnlisted || !isAboutModel) return outcome;
    const advice = [t('The relay does not list “{0}”.', model), ...outcome.failure.advice];
    return { ...outcome, failure: { ...outcome.failure, advice } };
  }

  function speechChoice() {
    const model = relay.speechModel(listed ?? []);
    return { model, voice: model === undefined ? undefined : relay.voiceFor(model) };
  }

  return {
    async key(): Promise<StageOutcome> {
      if (!relay.apiKey) return failedOutcome(keyFailure({ t, host }), true);
      try {
        await readLists();
      } catch (error) {
        const outcome = failed(error);
        const isRefused = error instanceof RelayError && error.kind === 'refused';
        if (outcome.isEnd || isRefused) return { ...outcome, isEnd: true };
        return { status: 'warning', verdict: t('Neither model list confirms that the API key is valid.') };
      }
      return askAboutKey(listed ?? []);
    },

    models: async (): Promise<StageOutcome> => ({ ...(await describeLists()), ms: readingMs }),

    listed: () => listed ?? [],

    async chat(): Promise<StageOutcome> {
      const model = relay.chatModel(listed ?? []);
      if (!model) {
        // The stage of the lists already reports the failure: having no model to choose is not a second one.
        if (!listed)
          return { status: 'skipped', verdict: t('Not tested because the model lists could not be read.') };
        return failed(new NotReadyError('model'));
      }
      const protocol = relay.protocolOf(model, listed ?? []);
      try {
        const { firstMs, usage, error } = await askChat(model, protocol);
        const { inputTokens, outputTokens } = usage;
        const verdict = describeAnswer({ model, protocol, firstMs, inputTokens, outputTokens }, t);
        if (!error) return { status: 'ok', verdict };
        return remarkOutcome(verdict, describeCheckFailure(error, { t, host, model }));
      } catch (error) {
        return failedChat(error, model);
      }
    },

    /** Describes the speech test, and whether the person has to approve it. */
    async speech(): Promise<StageOutcome> {
      const { model, voice } = speechChoice();
      if (!model) {
        return { status: 'skipped', verdict: t('The relay lists no speech model, and none is selected.') };
      }
      if (!voice) {
        const failure = describeCheckFailure(new NotReadyError('voice'), { t });
        return { status: 'skipped', verdict: failure.title, failure };
      }
      const verdict = t(
        'Speaks two words with the voice {0} of {1}. This may incur a small cost.',
        voice,
        model,
      );
      return { status: 'asks', verdict };
    },

    async declineSpeech(): Promise<StageOutcome> {
      return { status: 'skipped', verdict: t('You skipped the speech test.') };
    },

    async speak(): Promise<StageOutcome> {
      const { model = '', voice = '' } = speechChoice();
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

/** Without a connection, no later stage can pass. */
function hasNoConnection({ kind, details }: RelayError): boolean {
  return kind === 'connection' || (kind === 'timeout' && details.phase === 'connect');
}
