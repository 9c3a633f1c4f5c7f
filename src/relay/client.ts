import { isCleanKey } from './apiKey.ts';
import { parseBaseAddress } from './baseUrl.ts';
import type { CallOptions } from './callOptions.ts';
import type { ChatEvent } from './chat/chatEvent.ts';
import type { ChatRequest } from './chat/chatRequest.ts';
import { createOptionalFields } from './chat/optionalFields.ts';
import { streamChat } from './chat/streamChat.ts';
import type { RelayErrorKind } from './errors/errorKind.ts';
import { fromKnownRelay, RelayError } from './errors/relayError.ts';
import type { Timeouts } from './http/exchange.ts';
import type { NetworkOptions } from './http/proxy.ts';
import { createTransport } from './http/transport.ts';
import type { ImagesResult, OnFoundImage } from './images/imageReply.ts';
import { createImages, editImages, type ImageEditRequest, type ImagesRequest } from './images/images.ts';
import type { Fields } from './json.ts';
import { type Logger, silentLogger } from './logger.ts';
import { checkKey, listModels } from './models/models.ts';
import type { ModelList, RelayModel } from './models/relayModel.ts';
import type { ConnectionProbe } from './probe/connectionProbe.ts';
import type { RefusalStorage } from './refusalMemory.ts';
import { type SpeechAudio, type SpeechRequest, speak } from './speech/speech.ts';
import type { SubmittedTask, TaskStatus } from './tasks/taskReply.ts';
import { type MediaStream, openTaskResult } from './tasks/taskResult.ts';
import { cancelTask, queryTask, submitTask, type TaskQuery, type TaskRequest } from './tasks/tasks.ts';

/**
 * Connect: time for three lost packets and a slow TLS handshake; nobody waits longer for a wrong port. First byte:
 * gateways in front of relays give up after about 100 s, and report it (524), which tells more than a time-out of
 * ours would; slow speech was measured at 77 s. Quick first byte: a list needs no generation, and if one of two lists
 * hangs, it should not delay the other for long. Slow first byte: relays are known to allow 150 s for an image, and
 * their providers more. Idle: relays that ping do so every 60 s or less, so two missed pings mean a dead connection.
 * The same applies between two slices of a body that is being uploaded.
 */
export const defaultTimeouts: Timeouts = {
  connectMs: 15_000,
  quickFirstByteMs: 20_000,
  firstByteMs: 120_000,
  slowFirstByteMs: 300_000,
  idleMs: 120_000,
};

export interface RelayClientOptions {
  /** As people type it; see `baseUrl.ts`. Throws at once when it can't be one. */
  readonly baseUrl: string;
  /** A clean key; see `apiKey.ts`. Goes into the Authorization header of the base URL's origin only. */
  readonly apiKey: string;
  readonly timeouts?: Partial<Timeouts>;
  readonly logger?: Logger;
  /** Proxies, certificates and the editor's own fetch. Without it: directly, trusting what this machine trusts. */
  readonly network?: NetworkOptions;
  /** Stores which optional fields models refused. Without it, the client remembers them in memory. */
  readonly refusals?: RefusalStorage;
  /** Additional fields of chat requests, by model; never fields that the client writes itself. */
  readonly requestFields?: (model: string) => Fields;
  /** Whether a relay has replied at the base URL before, as far as the caller remembers. */
  readonly hasAnswered?: boolean;
  /** Called once, at the first response that proves it, which may be a refusal. */
  readonly onAnswered?: () => void;
}

/** One relay account. Every feature talks to the relay through this and through nothing else. */
export interface RelayClient {
  /** Reads both model lists (contract 4) and merges them. Throws only when neither could be read. */
  listModels(options?: CallOptions): Promise<ModelList>;
  /** Checks the key with a request to the first chat model that generates nothing. See `checkKey`. */
  checkKey(models: readonly RelayModel[], options?: CallOptions): Promise<boolean>;
  /** Asks a chat model and streams its response (contract 2.4, 2.5); see ChatEvent for the order and the errors. */
  streamChat(request: ChatRequest, options?: CallOptions): AsyncIterable<ChatEvent>;
  /** Synthesizes speech from text (contract 2.1 to 2.3). The bytes are checked to be audio, whatever the headers say. */
  speak(request: SpeechRequest, options?: CallOptions): Promise<SpeechAudio>;
  /** Generates images (contract 4, predict). Filtered images are not an error: see ImagesResult. */
  createImages(request: ImagesRequest, options?: CallOptions, onFound?: OnFoundImage): Promise<ImagesResult>;
  /** Edits images, or generates new ones from references (contract 4, image editing); the model decides form or JSON. */
  editImages(request: ImageEditRequest, options?: CallOptions, onFound?: OnFoundImage): Promise<ImagesResult>;
  /** Starts a task that takes minutes (contract 1 and 7). Keep its id: it is never submitted twice. */
  submitTask(request: TaskRequest, options?: CallOptions): Promise<SubmittedTask>;
  /** Queries a task once (contract 7). A failed task is a result, not an error. */
  queryTask(query: TaskQuery, options?: CallOptions): Promise<TaskStatus>;
  /** Cancels a task at the relay, if a path for that is known; what it bills is up to the relay. */
  cancelTask(query: TaskQuery, options?: CallOptions): Promise<void>;
  /** Opens a result of a task, from a byte offset on if its server supports that. The first bytes are checked. */
  openTaskResult(
    result: { readonly url: string; readonly from?: number },
    options?: CallOptions,
  ): Promise<MediaStream>;
  /** Probes the connection to the relay step by step, without a request and without the key. */
  probe(): ConnectionProbe;
  /** Closes idle connections, aborts running calls and ends open probes. */
  close(): Promise<void>;
}

/**
 * Makes the client of one relay account. Nothing is sent until a method is called.
 *
 * Throws a RelayError at once: `wrongAddress` with `field` 'baseUrl', or `authentication` with `field`
 * 'apiKey', for input that `parseBaseAddress` or `parseApiKey` would have refused.
 */
export function createRelayClient(options: RelayClientOptions): RelayClient {
  const { apiKey, timeouts, logger = silentLogger, network, refusals } = options;
  const parsed = parseBaseAddress(options.baseUrl);
  if (!parsed.ok) throw new RelayError('wrongAddress', { field: 'baseUrl' });
  const { address } = parsed;
  if (!isCleanKey(apiKey)) throw new RelayError('authentication', { field: 'apiKey' });
  const transport = createTransport({
    address,
    apiKey,
    timeouts: withDefaults(timeouts),
    logger,
    network,
  });
  const withFields = (request: ChatRequest): ChatRequest => {
    const fields = options.requestFields?.(request.model);
    return fields ? { ...request, fields: { ...fields, ...request.fields } } : request;
  };
  const optionalFields = createOptionalFields({
    transport,
    relay: address.origin,
    storage: refusals,
    logger,
  });
  const presence = createPresence(options);
  return {
    listModels: (call) => presence.of(listModels(transport, call)),
    checkKey: (models, call) => checkKey(transport, models, call),
    streamChat: (request, call) => presence.ofEvents(streamChat(optionalFields, withFields(request), call)),
    speak: (request, call) => presence.of(speak(transport, request, call)),
    createImages: (request, call, onFound) => presence.of(createImages(transport, request, call, onFound)),
    editImages: (request, call, onFound) => presence.of(editImages(transport, request, call, onFound)),
    submitTask: (request, call) => presence.of(submitTask(transport, request, call)),
    queryTask: (query, call) => presence.of(queryTask(transport, query, call)),
    cancelTask: (query, call) => presence.of(cancelTask(transport, query, call)),
    openTaskResult: (result, call) => openTaskResult(transport, result, call),
    probe: () => transport.openProbe(),
    close: () => transport.close(),
  };
}

/** Setting one of the first-byte time-outs sets all of them. */
function withDefaults(timeouts: Partial<Timeouts> = {}): Timeouts {
  const { firstByteMs } = timeouts;
  if (firstByteMs === undefined) return { ...defaultTimeouts, ...timeouts };
  const quickFirstByteMs = Math.min(firstByteMs, defaultTimeouts.quickFirstByteMs);
  return { ...defaultTimeouts, quickFirstByteMs, slowFirstByteMs: firstByteMs, ...timeouts };
}

/** Refusals that, with a code in words, prove a relay: only relays know keys, models and requests. */
const refusals: ReadonlySet<RelayErrorKind> = new Set([
  'authentication',
  'tokenUnavailable',
  'insufficientBalance',
  'modelNotAllowed',
  'rateLimit',
  'invalidRequest',
  'betaFieldRejected',
]);

/** Any server may refuse a request: by a page, a sentence or a number. Relays say why in a code. */
function isRefusalOfRelay(error: unknown): boolean {
  if (!(error instanceof RelayError)) return false;
  const { status, code = '' } = error.details;
  return status !== undefined && refusals.has(error.kind) && /[a-z]/i.test(code);
}

/**
 * Whether there is a relay at the base URL. A 404 or a web page means that there is none, unless a relay has replied
 * there before: then the base URL is right, and the requested thing does not exist.
 */
function createPresence({ hasAnswered = false, onAnswered }: RelayClientOptions) {
  let isKnown = hasAnswered;

  function rememberAnswer(): void {
    if (isKnown) return;
    isKnown = true;
    onAnswered?.();
  }

  function judge(error: unknown): unknown {
    if (isRefusalOfRelay(error)) rememberAnswer();
    return isKnown && error instanceof RelayError ? fromKnownRelay(error) : error;
  }

  return {
    async of<T>(asked: Promise<T>): Promise<T> {
      try {
        const answer = await asked;
        rememberAnswer();
        return answer;
      } catch (error) {
        throw judge(error);
      }
    },

    async *ofEvents<T>(events: AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
      try {
        for await (const event of events) {
          rememberAnswer();
          yield event;
        }
      } catch (error) {
        throw judge(error);
      }
    },
  };
}
