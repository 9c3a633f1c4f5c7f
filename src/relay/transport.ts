// First, and apart, so that it stays first: it must run before undici loads.
import './wire/holdGlobalDispatcher.ts';

import { Agent, type Dispatcher } from 'undici';
import type { BaseAddress } from './address.ts';
import { endpointUrl } from './address.ts';
import { createRedact } from './errors/cleanText.ts';
import { errorAboutReply, type ReplyHead } from './errors/errorReply.ts';
import type { Logger } from './logger.ts';
import { RelayError } from './relayError.ts';
import { decodeBody } from './wire/contentEncoding.ts';
import { Exchange, type ResponseStart, type Timeouts } from './wire/exchange.ts';
import { releaseGlobalDispatcher } from './wire/holdGlobalDispatcher.ts';

releaseGlobalDispatcher();

/**
 * Connect: time for three lost packets and a slow TLS handshake; nobody waits longer for a wrong port.
 * First byte: gateways in front of relays give up after about 100 s, and say so (524), which tells more than
 * a time-out of ours would; slow speech was measured at 77 s.
 * Idle: relays that ping do so every 60 s or less, so two missed pings are a dead line.
 */
export const defaultTimeouts: Timeouts = { connectMs: 15_000, firstByteMs: 120_000, idleMs: 120_000 };

/** How large a reply may grow, in bytes after decompression. */
export const sizeCaps = {
  error: 64 * 1024,
  list: 16 * 1024 ** 2,
  answer: 64 * 1024 ** 2,
  audio: 64 * 1024 ** 2,
};

export interface TransportOptions {
  readonly address: BaseAddress;
  readonly apiKey: string;
  readonly timeouts: Timeouts;
  readonly logger: Logger;
}

export interface RelayRequest {
  readonly method: 'GET' | 'POST';
  /** Below the base address, with a query where there is one. */
  readonly path: `/${string}`;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as the JSON body. */
  readonly json?: unknown;
  /** Cap of a reply that has a good status; error bodies have their own. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
}

/** A reply whose headers are here and whose body is on its way. */
export interface Reply extends ReplyHead {
  /**
   * The decoded bytes as they come. Throws a RelayError: `timeout` (idle), `interrupted`, `cancelled`, or
   * `invalidResponse` over the size cap or when the encoding is broken. Leaving the loop closes the socket.
   */
  readonly body: AsyncIterable<Uint8Array>;
  /** Nothing more is wanted of the body; what is left of it may go by so that the connection can be kept. */
  release(): void;
}

export interface Transport {
  /** Sends a request and waits for the reply's headers, whatever its status. Throws RelayErrors only. */
  send(request: RelayRequest): Promise<Reply>;
  /** Aborts running exchanges and closes all connections. */
  close(): Promise<void>;
}

const mostRedirects = 3;
const redirectStatuses = [301, 302, 307, 308];

export function createTransport({ address, apiKey, timeouts, logger }: TransportOptions): Transport {
  const dispatcher = createDispatcher(timeouts);
  const redact = createRedact(apiKey);
  const running = new Set<Exchange>();
  let isClosed = false;

  function start(request: RelayRequest, url: URL, body: string | undefined): Exchange {
    const exchange = new Exchange(redact(withoutQuery(url)), timeouts, request.signal, () => {
      running.delete(exchange);
    });
    running.add(exchange);
    dispatcher.dispatch(
      {
        origin: url.origin,
        path: url.pathname + url.search,
        method: request.method,
        headers: {
          accept: '*/*',
          ...request.headers,
          // The only place where the key leaves, and only `address.origin` gets here.
          authorization: `Bearer ${apiKey}`,
          'accept-encoding': 'identity',
          'user-agent': 'model-relay',
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        body: body ?? null,
      },
      exchange,
    );
    return exchange;
  }

  async function send(request: RelayRequest): Promise<Reply> {
    let url = new URL(endpointUrl(address, request.path));
    const body = request.json === undefined ? undefined : JSON.stringify(request.json);
    for (let redirects = 0; ; redirects += 1) {
      if (isClosed || request.signal?.aborted) {
        throw new RelayError('cancelled', { url: redact(withoutQuery(url)) });
      }
      const startedAt = performance.now();
      const exchange = start(request, url, body);
      const head = { ...(await exchange.started), url: withoutQuery(url), redact };
      logger.debug(
        `${request.method} ${redact(head.url)}: ${head.status} after ${Math.round(performance.now() - startedAt)} ms`,
      );
      if (!redirectStatuses.includes(head.status)) return createReply(exchange, head, request.maxBytes);
      exchange.cancel();
      url = redirectTarget(head, url, address.origin, redirects);
    }
  }

  return {
    send,
    async close() {
      isClosed = true;
      for (const exchange of running) exchange.cancel();
      await dispatcher.destroy();
    },
  };
}

/**
 * Our own connections: the editor's process-wide dispatcher is neither used nor changed. A proxy, and the
 * system's certificates, are a matter of this function alone.
 */
function createDispatcher(timeouts: Timeouts): Dispatcher {
  return new Agent({
    // The exchange has its own clock; this one only clears away a connection nobody waits for any more.
    connect: { timeout: timeouts.connectMs },
    headersTimeout: 0,
    bodyTimeout: 0,
    // Between two sentences that are read aloud; shorter than what gateways grant, unless they say otherwise.
    keepAliveTimeout: 30_000,
  });
}

function createReply(exchange: Exchange, head: ResponseStart & ReplyHead, maxBytes: number): Reply {
  const decoded = decodeBody(exchange.read(), head.headers['content-encoding'], () =>
    errorAboutReply(head, 'invalidResponse'),
  );
  async function* capped() {
    let bytes = 0;
    try {
      for await (const piece of decoded) {
        bytes += piece.length;
        if (bytes > maxBytes) throw errorAboutReply(head, 'invalidResponse', { limitBytes: maxBytes });
        yield piece;
      }
    } finally {
      // Not left to the inner loops: a decompressor closes them later than at once.
      exchange.leave();
    }
  }
  return { ...head, body: capped(), release: () => exchange.release() };
}

/** Where a redirect leads, as long as that is the same origin: method, body and key go with it. */
function redirectTarget(head: ReplyHead, from: URL, origin: string, redirects: number): URL {
  const location = head.headers['location'];
  const target = location ? URL.parse(location, from.href) : null;
  if (!target || redirects >= mostRedirects) throw errorAboutReply(head, 'wrongAddress');
  if (target.origin !== origin) {
    throw errorAboutReply(head, 'wrongAddress', { redirectOrigin: head.redact(target.origin) });
  }
  return target;
}

function withoutQuery(url: URL): string {
  return url.origin + url.pathname;
}

/** All bytes of a body, up to the reply's cap. */
export async function readBytes(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return new Uint8Array(Buffer.concat(pieces));
}

/**
 * The text of an error's body: what came of it before the cap, a cut or a time-out, since half of the relay's
 * words are better than none. Throws only when cancelled.
 */
export async function readErrorText(reply: Reply): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const piece of reply.body) {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes >= sizeCaps.error) break;
    }
  } catch (error) {
    if (error instanceof RelayError && error.kind === 'cancelled') throw error;
  }
  return Buffer.concat(pieces).subarray(0, sizeCaps.error).toString('utf8');
}
