import { describeCheckFailure, keyFailure } from '../../messages/checkFailures.ts';
import { EmptyListError, NotReadyError } from '../../messages/ownErrors.ts';
import type { Usage } from '../../relay/chat/chatEvent.ts';
import type { Protocol } from '../../relay/chat/protocolNames.ts';
import type { RelayErrorKind } from '../../relay/errors/errorKind.ts';
import { fromKnownRelay, RelayError } from '../../relay/errors/relayError.ts';
import type { ModelListPath, RelayModel } from '../../relay/models/relayModel.ts';
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

/** The stages at the relay: the key, both lists, the chat test, the speech test. */
export function createRelayStages(relay: CheckedRelay) {
  const { client, host, call, t, now } = relay;
  const lists = createModelLists(relay);

  function failed(error: unknown, about: { model?: string; voice?: string } = {}): StageOutcome {
    const failure = describeCheckFailure(error, { t, host, ...about });
    const isEnd = error instanceof RelayError && (isAboutKey(error) || hasNoConnection(error));
    return failedOutcome(failure, isEnd);
  }

  /** What a list tells about the key; undefined if the list failed for another reason. */
  async function judgeKey({ error, models }: ReadList): Promise<StageOutcome | undefined> {
    if (!error) return askAboutKey(models);
    if (error.kind === 'refused') return { ...failed(error), isEnd: true };
    const outcome = failed(error);
    return outcome.isEnd ? outcome : undefined;
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

  function describeList(own: ReadList, other: ReadList | undefined): StageOutcome {
    const { ms } = own;
    if (!own.error) {
      if (own.models.length > 0) return { status: 'ok', verdict: describeModels(own.models, t), ms };
      const failure = describeCheckFailure(new EmptyListError(), { t, host });
      return { status: 'warning', verdict: failure.title, failure, ms };
    }
    const isReached = other !== undefined && !other.error;
    const outcome = failed(isReached ? fromKnownRelay(own.error) : own.error);
    if (!outcome.failure || !isReached) return { ...outcome, ms, isEnd: false };
    const remark = remarkOutcome(
      t('This list can’t be read, but the other list is enough.'),
      outcome.failure,
    );
    return { ...remark, ms };
  }

  async function readBoth(path: ModelListPath, otherPath: ModelListPath): Promise<StageOutcome> {
    const own = await lists.read(path);
    // If this list failed, the other one decides how serious that is. Otherwise it is not needed.
    return describeList(own, own.error && (await lists.read(otherPath)));
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
    const listed = lists.merged();
    const isUnlisted = listed.length > 0 && !listed.some(({ id }) => id === model);
    const isAboutModel = error instanceof RelayError && error.kind === 'modelNotAllowed';
    if (!outcome.failure || !isUnlisted || !isAboutModel) return outcome;
    const advice = [t('The relay does not list “{0}”.', model), ...outcome.failure.advice];
    return { ...outcome, failure: { ...outcome.failure, advice } };
  }

  function speechChoice() {
    const model = relay.speechModel(lists.merged());
    return { model, voice: model === undefined ? undefined : relay.voiceFor(model) };
  }

  return {
    async key(): Promise<StageOutcome> {
      const { apiKey, keyProblem } = relay;
      if (!apiKey || keyProblem) return failedOutcome(keyFailure(keyProblem, { t, host }), true);
      return (
        (await judgeKey(await lists.read('/v1/models'))) ??
        (await judgeKey(await lists.read('/v1beta/models'))) ?? {
          status: 'warning',
          verdict: t('Neither model list confirms that the API key is valid.'),
        }
      );
    },

    models: () => readBoth('/v1/models', '/v1beta/models'),

    generateContentModels: () => readBoth('/v1beta/models', '/v1/models'),

    listed: () => lists.merged(),

    async chat(): Promise<StageOutcome> {
      const listed = lists.merged();
      const model = relay.chatModel(listed);
      if (!model) {
        // The list stages already report the failure: having no model to choose is not a second one.
        if (lists.haveFailed())
          return { status: 'skipped', verdict: t('Not tested because the model lists could not be read.') };
        return failed(new NotReadyError('model'));
      }
      const protocol = relay.protocolOf(model, listed);
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

/** One list, and how long reading it took. */
interface ReadList {
  readonly models: readonly RelayModel[];
  readonly error?: RelayError;
  readonly ms: number;
}

/** Reads each list once, for the first stage that needs it. Throws only when canceled. */
function createModelLists({ client, call, now }: CheckedRelay) {
  const read = new Map<ModelListPath, ReadList>();

  async function request(path: ModelListPath): Promise<ReadList> {
    const startedAt = now();
    const ms = () => Math.round(now() - startedAt);
    try {
      return { models: await client.readModelList(path, call), ms: ms() };
    } catch (error) {
      if (!(error instanceof RelayError) || error.kind === 'cancelled') throw error;
      return { models: [], error, ms: ms() };
    }
  }

  return {
    async read(path: ModelListPath): Promise<ReadList> {
      const list = read.get(path) ?? (await request(path));
      read.set(path, list);
      return list;
    },

    /** Whether reading failed for every list so far. */
    haveFailed: () => [...read.values()].every(({ error }) => error !== undefined),

    /** The models of all lists so far. A model in both lists is merged, with the capabilities of both. */
    merged(): readonly RelayModel[] {
      const byId = new Map<string, RelayModel>();
      for (const model of [...read.values()].flatMap(({ models }) => models)) {
        const known = byId.get(model.id);
        const protocols = [...new Set([...(known?.protocols ?? []), ...model.protocols])];
        byId.set(model.id, { ...model, ...known, protocols });
      }
      return [...byId.values()];
    },
  };
}
