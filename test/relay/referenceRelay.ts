import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { authenticate, demoKeys } from './account/tokens.ts';
import { answerAtControlDoor, controlPrefix } from './endpoints/controlDoor.ts';
import { messagesEndpoint } from './endpoints/messages.ts';
import { modelsBetaEndpoint, modelsEndpoint } from './endpoints/modelLists.ts';
import { speechEndpoint } from './endpoints/speech.ts';
import type { Endpoint, RelaySettings } from './wire/endpoint.ts';
import { Exchange, ReplyOver } from './wire/exchange.ts';
import { consolePage, type Fault, FaultQueue, limitOfFault, replyOfFault } from './wire/faults.ts';
import { Journal, type RequestRecord, type Utterance } from './wire/journal.ts';
import { Refusal } from './wire/refusal.ts';

export interface ReferenceRelayOptions extends Partial<RelaySettings> {
  /** 0, the default, takes a free one. */
  readonly port?: number;
  /** 127.0.0.1 by default. */
  readonly host?: string;
  /** Larger request bodies are refused with 413; 32 MB by default. */
  readonly bodyLimitBytes?: number;
  /** Gets a line for each request that ended. Never a header's value, a query or a body. */
  readonly log?: (line: string) => void;
}

/** A running reference relay. */
export interface ReferenceRelay {
  /** As a person would type it: `http://127.0.0.1:4711`. */
  readonly baseAddress: string;
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
  /** Spoils the next request to a path such as `/v1/messages`. Several faults are used up one by one. */
  failNext(path: string, fault: Fault): void;
  /** Cuts what still runs and frees the port. */
  close(): Promise<void>;
}

/** Contract 4, as far as it is served. */
const endpoints: readonly Endpoint[] = [messagesEndpoint, modelsEndpoint, modelsBetaEndpoint, speechEndpoint];

const jsonHeaders = { 'content-type': 'application/json; charset=utf-8' };

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
  if (!path.startsWith('/v1')) {
    return exchange.reply(consolePage);
  }
  const error = {
    message: `Invalid URL (${method} ${path})`,
    type: 'invalid_request_error',
    param: '',
    code: '',
  };
  return exchange.reply({ status: 404, headers: jsonHeaders, body: JSON.stringify({ error }) });
}

/** The parts of one running relay, and the way of a request through them. */
class RelayServer {
  readonly journal = new Journal();
  readonly faults = new FaultQueue();
  readonly settings: RelaySettings;
  readonly #bodyLimitBytes: number;
  readonly #log: (line: string) => void;
  readonly #running = new Set<Exchange>();

  constructor(options: ReferenceRelayOptions) {
    this.settings = {
      latencyMs: options.latencyMs ?? 0,
      chunksPerSecond: options.chunksPerSecond ?? 0,
      slowWordMs: options.slowWordMs ?? 200,
    };
    this.#bodyLimitBytes = options.bodyLimitBytes ?? 32_000_000;
    this.#log = options.log ?? (() => {});
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const isControl =
      request.url?.startsWith(controlPrefix) === true && isLoopback(request.socket.remoteAddress);
    const exchange = new Exchange(request, response, isControl ? new Journal() : this.journal);
    this.#running.add(exchange);
    response.on('close', () => {
      this.#running.delete(exchange);
      if (!isControl) {
        this.#logRequest(exchange.record);
      }
    });
    try {
      await (isControl ? answerAtControlDoor(exchange, this) : this.#answer(exchange));
    } catch (error) {
      await this.#answerError(exchange, error);
    }
  }

  cutAll(): void {
    for (const exchange of this.#running) {
      exchange.cutNow();
    }
  }

  async #answer(exchange: Exchange): Promise<void> {
    const body = await exchange.readBody(this.#bodyLimitBytes);
    const { method, path, headers } = exchange.record;
    const fault = this.faults.take(path);
    if (fault?.kind === 'dropConnection') {
      return exchange.cut();
    }
    if (fault?.kind === 'stallBeforeHeaders') {
      return exchange.stall();
    }
    const delayMs = this.settings.latencyMs + (fault?.kind === 'delay' ? fault.delayMs : 0);
    if (delayMs > 0) {
      await exchange.sleep(delayMs);
    }
    const faultyReply = fault && replyOfFault(fault);
    if (faultyReply !== undefined) {
      return exchange.reply(faultyReply);
    }
    exchange.limit = fault && limitOfFault(fault);
    const endpoint = endpoints.find((candidate) => candidate.method === method && candidate.path.test(path));
    if (endpoint === undefined) {
      return replyToUnknownPath(exchange);
    }
    const token = authenticate(headers.authorization);
    return endpoint.answer({ exchange, token, body, journal: this.journal, settings: this.settings });
  }

  async #answerError(exchange: Exchange, error: unknown): Promise<void> {
    if (exchange.signal.aborted || error instanceof ReplyOver) {
      return;
    }
    if (exchange.hasStarted) {
      // Too late for another reply: what came so far must not look complete.
      exchange.cutNow();
      throw error;
    }
    const refusal =
      error instanceof Refusal
        ? error
        : new Refusal({ status: 500, type: 'new_api_panic', message: `Panic detected: ${String(error)}` });
    const { status, headers, emptyBody } = refusal.details;
    await exchange.reply({
      status,
      headers: emptyBody === true ? { ...headers } : { ...jsonHeaders, ...headers },
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
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  const actualPort = typeof address === 'object' && address !== null ? address.port : port;
  return {
    baseAddress: `http://${host.includes(':') ? `[${host}]` : host}:${actualPort}`,
    keys: demoKeys,
    requests: relay.journal.requests,
    utterances: relay.journal.utterances,
    settings: relay.settings,
    waitForRequest: (predicate) => relay.journal.waitForRequest(predicate),
    waitForClose: (record) => relay.journal.waitForClose(record),
    failNext: (path, fault) => relay.faults.add(path, fault),
    async close() {
      relay.cutAll();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
