import type { LookupFunction, Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { RelayError, systemCodeOf } from '../errors/relayError.ts';
import type { TrustOptions } from './certificates.ts';
import type { Exchange } from './exchange.ts';
import { lookUpPublic, withoutBrackets } from './hosts.ts';
import { chooseRoute, type HttpProxy, type NetworkOptions, portOf } from './proxy.ts';
import { Agent, buildConnector, Client, type Dispatcher, Pool } from './undici.ts';

/** Puts TLS on an open connection to a URL's host. Rejecting destroys the socket. */
type Encrypt = (socket: Socket, url: URL, signal: AbortSignal) => Promise<TLSSocket>;

// The exchange that waits for a connection has its own time-out.
const noTimeout = { timeout: 0 };

/** Sessions are kept: the next handshake with the same host is shorter. */
export function createEncrypt(trust: () => TrustOptions): Encrypt {
  let connector: buildConnector.connector | undefined;
  return (socket, url, signal) => {
    connector ??= buildConnector({ ...trust(), ...noTimeout });
    return runConnector(connector, 'https:', url, signal, socket) as Promise<TLSSocket>;
  };
}

/**
 * Opens the connection to a URL's relay: directly, or to the proxy, and for https through a tunnel. TLS with the
 * relay is the next step, and not done here. Aborting the signal closes whatever is open. `lookup` resolves the name
 * of a relay for a direct connection.
 */
export async function openPath(
  url: URL,
  proxy: HttpProxy | undefined,
  encrypt: Encrypt,
  signal: AbortSignal,
  lookup?: LookupFunction,
): Promise<Socket> {
  const openTcp = (to: URL, options = {}) =>
    runConnector(buildConnector({ ...noTimeout, ...options }), 'http:', to, signal);
  if (!proxy) return openTcp(url, lookup && { lookup });
  const proxyUrl = new URL(proxy.origin);
  const openProxy = async () => {
    const socket = await openTcp(proxyUrl);
    return proxyUrl.protocol === 'https:' ? encrypt(socket, proxyUrl, signal) : socket;
  };
  return url.protocol === 'https:' ? openTunnel(url, proxy, openProxy, signal) : openProxy();
}

/** Runs one of undici's connectors: TCP for http, TLS for https, on `httpSocket`. */
function runConnector(
  connector: buildConnector.connector,
  protocol: 'http:' | 'https:',
  url: URL,
  signal: AbortSignal,
  httpSocket?: Socket,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const hostname = withoutBrackets(url.hostname);
    const place = { protocol, hostname, host: hostname, port: String(portOf(url)) };
    // The connector returns the socket immediately, which its types don't say.
    const socket = connector({ ...place, ...(httpSocket && { httpSocket }) }, (error, open) => {
      signal.removeEventListener('abort', end);
      if (error) reject(error);
      else resolve(open);
    }) as unknown as Socket;
    const end = () => void socket.destroy(new RelayError('cancelled'));
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}

/** Opens a tunnel through a proxy to a URL's host. Rejects if the proxy refuses, or does not speak HTTP. */
async function openTunnel(
  url: URL,
  proxy: HttpProxy,
  openProxy: () => Promise<Socket>,
  signal: AbortSignal,
): Promise<Socket> {
  const client = new Client(proxy.origin, { connect: connectBy(openProxy), headersTimeout: 0 });
  const target = `${url.hostname}:${portOf(url)}`;
  const { authorization } = proxy;
  const headers = {
    host: target,
    // undici adds `connection: close`, which some proxies obey.
    'proxy-connection': 'keep-alive',
    'user-agent': 'model-relay',
    ...(authorization !== undefined && { 'proxy-authorization': authorization }),
  };
  try {
    const { statusCode, socket } = await client.connect({ path: target, headers, signal });
    if (statusCode >= 200 && statusCode < 300) return socket as Socket;
    socket.on('error', () => {}).destroy();
    throw new RelayError('connection', { systemCode: 'ERR_PROXY_TUNNEL', proxyStatus: statusCode });
  } catch (error) {
    const systemCode = error instanceof Error ? systemCodeOf(error) : '';
    if (systemCode === 'UND_ERR_SOCKET') throw new RelayError('connection', { systemCode: 'ECONNRESET' });
    // A reply that is not HTTP, or whose head is too long.
    if (/^(HPE_\w+|HTTPParserError|UND_ERR_HEADERS_OVERFLOW)$/.test(systemCode))
      throw new RelayError('connection', { systemCode: 'ERR_PROXY_TUNNEL' });
    throw error;
  } finally {
    // The client no longer owns the tunnel's socket.
    void client.destroy();
  }
}

function connectBy(open: () => Promise<Socket>): buildConnector.connector {
  return (_, callback) => {
    open().then(
      (socket) => callback(null, socket),
      (error: Error) => callback(error, null),
    );
  };
}

/** A request as undici takes it. */
export interface Dispatched {
  readonly origin: string;
  readonly path: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly headers: Record<string, string>;
  readonly body: Buffer | AsyncIterable<Uint8Array> | null;
}

/**
 * Maximum idle time of a connection, if the relay states none: longer than between two sentences that are read aloud.
 */
const idleMs = 30_000;
/** How much earlier than the relay states, so that it doesn't close a connection while a request is being sent. */
const idleMarginMs = 2000;

/** undici wraps the handler of a reply, but passes the options unchanged. */
type OwnOptions = Dispatcher.DispatchOptions & { readonly exchange: Exchange };

/**
 * A connection of the pool, which serves one exchange at a time. It knows for which exchange it is opened, so that an
 * abort ends the opening, too, and no connection is opened for nothing: after an abort, undici would open one for the
 * aborted request.
 */
class Connection extends Client {
  readonly #current: { exchange?: Exchange; socket?: Socket };
  readonly #now: () => number;
  #idleUntil = Number.POSITIVE_INFINITY;

  constructor(
    origin: URL,
    options: object,
    open: (url: URL, signal: AbortSignal) => Promise<Socket>,
    now: () => number,
  ) {
    const current: { exchange?: Exchange; socket?: Socket } = {};
    const openCurrent = async () => {
      const signal = current.exchange?.onConnecting();
      if (!signal) throw new RelayError('connection', { systemCode: 'ECONNABORTED' });
      current.socket = await open(origin, signal);
      return current.socket;
    };
    super(origin, { ...options, connect: connectBy(openCurrent) });
    this.#current = current;
    this.#now = now;
  }

  override dispatch(options: OwnOptions, handler: Dispatcher.DispatchHandler): boolean {
    const { exchange } = options;
    // undici closes idle connections by timers, which a busy process delays: a request may run before them.
    if (this.#now() > this.#idleUntil) this.#current.socket?.destroy();
    this.#idleUntil = Number.POSITIVE_INFINITY;
    this.#current.exchange = exchange;
    void this.#noteIdle(exchange);
    return super.dispatch(options, handler);
  }

  async #noteIdle({ started, closed }: Exchange): Promise<void> {
    const start = await started.catch(() => undefined);
    await closed;
    const granted = /timeout=(\d+)/i.exec(start?.headers['keep-alive'] ?? '')?.[1];
    const grantedMs = granted === undefined ? idleMs : Number(granted) * 1000 - idleMarginMs;
    this.#idleUntil = this.#now() + grantedMs;
  }
}

interface PoolOptions {
  readonly network: NetworkOptions;
  readonly encrypt: Encrypt;
  /** Whether a URL may lead into a private network. */
  readonly mayBePrivate: (url: URL) => boolean;
  /** The wall clock, in milliseconds. */
  readonly now: () => number;
}

/** Our own connections: the editor's process-wide dispatcher is neither used nor changed. */
function createAgent({ network, encrypt, mayBePrivate, now }: PoolOptions): Agent {
  const open = async (url: URL, signal: AbortSignal) => {
    const { proxy } = chooseRoute(url, network);
    const socket = await openPath(url, proxy, encrypt, signal, mayBePrivate(url) ? undefined : lookUpPublic);
    return url.protocol === 'https:' ? encrypt(socket, url, signal) : socket;
  };
  const createConnection = (origin: URL, options: object) =>
    new Connection(origin, options, open, now) as Client;
  return new Agent({
    factory: (origin, options) => new Pool(origin, { ...options, factory: createConnection }),
    // The exchange has its own time-outs.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: idleMs,
    keepAliveTimeoutThreshold: idleMarginMs,
  });
}

/** Timers stop while the machine sleeps. A beat that is late by the wall clock shows that it slept. */
const beatMs = 5000;
const lateMs = 20_000;
/** The longest idle time, whatever the relay states: undici's own limit. */
const longestIdleMs = 600_000;

/**
 * Our pool of connections, replaced after the machine slept: by then relays and gateways have dropped idle connections,
 * often without closing them, and a request on one of them would wait for its time-out.
 */
export function createPool(options: PoolOptions) {
  const { now } = options;
  const retired = new Set<Agent>();
  let current = createAgent(options);
  let beatAt: number | undefined;
  let usedAt = now();
  let timer: NodeJS.Timeout | undefined;

  function beat(): void {
    const at = now();
    if (beatAt !== undefined && at - beatAt > lateMs) retire();
    beatAt = at;
    if (at - usedAt <= longestIdleMs) return;
    clearInterval(timer);
    timer = undefined;
  }

  /** Idle connections are closed at once, the others with the exchange that they serve. */
  function retire(): void {
    const old = current;
    current = createAgent(options);
    retired.add(old);
    const forget = () => void retired.delete(old);
    old.close().then(forget, forget);
  }

  return {
    dispatch(request: Dispatched, exchange: Exchange): void {
      usedAt = now();
      beat();
      timer ??= setInterval(beat, beatMs).unref();
      // undici accepts any iterable as a body; its types allow only streams.
      current.dispatch({ ...request, exchange } as OwnOptions, exchange);
    },

    async close(): Promise<void> {
      clearInterval(timer);
      await Promise.all([current, ...retired].map((agent) => agent.destroy()));
    },
  };
}
