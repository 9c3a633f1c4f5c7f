import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { authenticate, demoKeys } from './account/tokens.ts';
import { PromptCache } from './chat/promptCache.ts';
import { ThoughtSeals } from './chat/thoughtSeals.ts';
import { answerAtControlDoor, controlPrefix } from './endpoints/controlDoor.ts';
import { imageEditsEndpoint, imageGenerationsEndpoint } from './endpoints/imageEdits.ts';
import { predictEndpoint } from './endpoints/imagePredict.ts';
import { modelsBetaEndpoint, modelsEndpoint } from './endpoints/modelLists.ts';
import { speechEndpoint } from './endpoints/speech.ts';
import { taskEndpoints } from './endpoints/tasks.ts';
import { answerAtGallery, galleryPrefix } from './pictures/gallery.ts';
import { chatCompletionsEndpoint } from './protocols/chatCompletions/endpoint.ts';
import { generateContentEndpoint } from './protocols/generateContent/endpoint.ts';
import { messagesEndpoint } from './protocols/messages/endpoint.ts';
import { type QuirkScope, Switchboard } from './quirks/switchboard.ts';
import { findQuirk, type QuirkName } from './quirks/table.ts';
import type { Endpoint, RelaySettings } from './wire/endpoint.ts';
import { Exchange, ReplyOver } from './wire/exchange.ts';
import { consolePage, type Fault, quirkOfFault } from './wire/faults.ts';
import { Journal, type RequestRecord, type Utterance } from './wire/journal.ts';
import { Refusal } from './wire/refusal.ts';
import { jsonHeaders } from './wire/transportChanges.ts';

interface ReferenceRelayOptions extends Partial<RelaySettings> {
  /** 0, the default, takes a free one. */
  readonly port?: number;
  /** 127.0.0.1 by default. */
  readonly host?: string;
  /** Gets a line for each request that ended. Never a header's value, a query or a body. */
  readonly log?: (line: string) => void;
}

/** Quirks that count. */
interface SwitchedOn {
  undo(): void;
  [Symbol.dispose](): void;
}

/** A running reference relay. */
export interface ReferenceRelay {
  /** As a person would type it: `http://127.0.0.1:4711`. */
  readonly baseUrl: string;
  readonly keys: typeof demoKeys;
  /** Every request to the contract's paths, oldest first; the records change while their requests run. */
  readonly requests: readonly Readonly<RequestRecord>[];
  readonly utterances: readonly Utterance[];
  /** May be changed at any time; counts from the next request on. */
  readonly settings: RelaySettings;
  /** Resolves with the first request, past or to come, that fits. */
  waitForRequest(predicate: (record: Readonly<RequestRecord>) => boolean): Promise<Readonly<RequestRecord>>;
  /** Resolves once a request's reply is over, however it ended. */
  waitForClose(record: Readonly<RequestRecord>): Promise<Readonly<RequestRecord>>;
  /**
   * Switches quirks on, one or several at once, for all requests that they fit or for a path and a number of
   * times. What is returned switches them off again, also at the end of a `using` block.
   */
  with(names: QuirkName | readonly QuirkName[], scope?: QuirkScope): SwitchedOn;
  /** Switches every quirk off, and drops faults that wait. */
  withNothing(): void;
  /** Spoils the next request to a path such as `/v1/messages`. Several faults are used up one by one. */
  failNext(path: string, fault: Fault): void;
  /** How many sockets are open to it, idle ones too. */
  countConnections(): Promise<number>;
  /** Cuts what still runs and frees the port. */
  close(): Promise<void>;
}

/**
 * Contract 4, as far as it is served. A new endpoint is a file in endpoints/, or a folder in protocols/ when it is a
 * chat protocol (chat/chatProtocol.ts), and a row here. Words that the models listen to are rows in
 * script/scriptWords.ts; what real relays do otherwise are rows in quirks/groups/.
 */
const endpoints: readonly Endpoint[] = [
  messagesEndpoint,
  chatCompletionsEndpoint,
  generateContentEndpoint,
  modelsEndpoint,
  modelsBetaEndpoint,
  speechEndpoint,
  predictEndpoint,
  imageEditsEndpoint,
  imageGenerationsEndpoint,
  ...taskEndpoints,
];

function isLoopback(address: string | undefined): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address ?? '');
}

/** What a path gets that is no endpoint's: a redirect, the API's 404, or the console's page. */
function replyToUnknownPath(exchange: Exchange): Promise<void> {
  const { method, path, query } = exchange.record;
  const withoutSlash = path.replace(/\/$/, '');
  if (withoutSlash !== path && endpoints.some((endpoint) => endpoint.path.test(withoutSlash))) {
    const location = query === '' ? withoutSlash : `${withoutSlash}?${query}`;
    return exchange.reply({ status: method === 'GET' ? 301 : 307, headers: { location }, body: '' });
  }
  if (!path.startsWith('/v1')) return exchange.reply(consolePage);
  const error = {
    message: `Invalid URL (${method} ${path})`,
    type: 'invalid_request_error',
    param: '',
    code: '',
  };
  return exchange.replyJson(404, { error });
}

/** The parts of one running relay, and the way of a request through them. */
class RelayServer {
  readonly journal = new Journal();
  readonly switchboard = new Switchboard();
  readonly seals = new ThoughtSeals();
  readonly promptCache = new PromptCache();
  readonly settings: RelaySettings;
  readonly #log: (line: string) => void;
  readonly #running = new Set<Exchange>();

  constructor(options: ReferenceRelayOptions) {
    this.settings = {
      latencyMs: options.latencyMs ?? 0,
      chunksPerSecond: options.chunksPerSecond ?? 0,
      slowWordMs: options.slowWordMs ?? 200,
      speechMsPerByte: options.speechMsPerByte ?? 0,
      speechMarkLevel: options.speechMarkLevel ?? 0,
    };
    this.#log = options.log ?? (() => {});
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const isControl =
      request.url?.startsWith(controlPrefix) === true && isLoopback(request.socket.remoteAddress);
    const exchange = new Exchange(request, response, isControl ? new Journal() : this.journal);
    this.#running.add(exchange);
    response.on('close', () => {
      this.#running.delete(exchange);
      if (!isControl) this.#logRequest(exchange.record);
    });
    try {
      await (isControl ? answerAtControlDoor(exchange, this) : this.#answer(exchange));
    } catch (error) {
      await this.#answerError(exchange, error);
    }
  }

  cutAll(): void {
    for (const exchange of this.#running) exchange.cutNow();
  }

  async #answer(exchange: Exchange): Promise<void> {
    const { method, path } = exchange.record;
    const quirks = this.switchboard.take(exchange.record);
    exchange.transport = quirks.transport;
    const { instead, delayMs = 0, resetsReused = false } = exchange.transport;
    if (instead === 'refuseUpload') return exchange.refuseUpload();
    const body = await exchange.readBody();
    if (instead === 'drop' || (resetsReused && exchange.isOnReusedConnection)) return exchange.cut();
    if (instead === 'stall') return exchange.stall();
    const waitMs = this.settings.latencyMs + delayMs;
    if (waitMs > 0) await exchange.sleep(waitMs);
    const reply = quirks.findReply();
    if (reply !== undefined) return exchange.reply(reply);
    if (path.startsWith(galleryPrefix)) return answerAtGallery(exchange);
    const endpoint = endpoints.find((candidate) => candidate.method === method && candidate.path.test(path));
    if (endpoint === undefined) return replyToUnknownPath(exchange);
    const token = authenticate(quirks.findAuthorization());
    const { journal, settings, seals, promptCache } = this;
    return endpoint.answer({ exchange, token, body, journal, settings, seals, promptCache, quirks });
  }

  async #answerError(exchange: Exchange, error: unknown): Promise<void> {
    if (exchange.signal.aborted || error instanceof ReplyOver) return;
    if (exchange.hasStarted) {
      // Too late for another reply: what came so far must not look complete.
      exchange.cutNow();
      throw error;
    }
    const refusal =
      error instanceof Refusal
        ? error
        : new Refusal({ status: 500, type: 'new_api_panic', message: `Panic detected: ${String(error)}` });
    const { status, headers } = refusal.details;
    await exchange.reply({
      status,
      headers: { ...jsonHeaders, ...headers },
      body: refusal.body(exchange.record.id),
    });
  }

  #logRequest({ method, path, status, outcome, startedAtMs, endedAtMs, replyBytes }: RequestRecord): void {
    const durationMs = Math.round((endedAtMs ?? startedAtMs) - startedAtMs);
    this.#log(`${method} ${path} ${status ?? '---'} ${outcome} ${durationMs} ms ${replyBytes} bytes`);
  }
}

/** Starts a relay that keeps the contract strictly, and fails in every way it names when asked to. */
export async function startReferenceRelay(options: ReferenceRelayOptions = {}): Promise<ReferenceRelay> {
  const { port = 0, host = '127.0.0.1' } = options;
  const relay = new RelayServer(options);
  const server = createServer((request, response) => void relay.handle(request, response));
  // As gateways do. Node's own 5 s are over on a busy machine just when the next request comes.
  server.keepAliveTimeout = 75_000;
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  const actualPort = typeof address === 'object' && address !== null ? address.port : port;
  return {
    baseUrl: `http://${host.includes(':') ? `[${host}]` : host}:${actualPort}`,
    keys: demoKeys,
    requests: relay.journal.requests,
    utterances: relay.journal.utterances,
    settings: relay.settings,
    waitForRequest: (predicate) => relay.journal.waitForRequest(predicate),
    waitForClose: (record) => relay.journal.waitForClose(record),
    with(names, scope) {
      const undo = relay.switchboard.add([names].flat().map(findQuirk), scope);
      return { undo, [Symbol.dispose]: undo };
    },
    withNothing: () => relay.switchboard.clear(),
    failNext: (path, fault) => relay.switchboard.queue(quirkOfFault(fault), path),
    countConnections: () => promisify(server.getConnections.bind(server))(),
    async close() {
      relay.cutAll();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
