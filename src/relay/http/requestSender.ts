import type { CallOptions } from '../callOptions.ts';
import { RelayError } from '../errors/relayError.ts';
import type { Logger } from '../logger.ts';
import { bufferOf } from '../media/imageFormat.ts';
import type { Dispatched } from './connections.ts';
import { dispatchByFetch, type EditorRequest, findEditorFetch } from './editorFetch.ts';
import { Exchange, type ResponseStart, type Timeouts } from './exchange.ts';
import { isPrivateByName, withoutBrackets } from './hosts.ts';
import { chooseRoute, errorOfUnsupported, type NetworkOptions } from './proxy.ts';
import { type Failure, mayHaveArrived } from './retry.ts';

/** A request with all of its headers. */
interface Outgoing extends EditorRequest {
  readonly firstByteMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly onPhase?: CallOptions['onPhase'];
}

interface Started {
  readonly exchange: Exchange;
  readonly start: ResponseStart;
  /** For the log: the route, if it is not the direct one. */
  readonly way?: string;
}

type Sent = Started | Failure;

interface RequestSenderOptions {
  /** Our own connections. */
  readonly dispatch: (request: Dispatched, exchange: Exchange) => void;
  /** Whether a URL may lead into a private network. */
  readonly mayBePrivate: (url: URL) => boolean;
  readonly network: NetworkOptions;
  readonly timeouts: Timeouts;
  readonly logger: Logger;
  /** A URL as errors and logs may show it. */
  readonly describe: (url: URL) => string;
}

type Way = 'own' | 'editor';

/**
 * The routes to a relay: our own connections, and if these fail, the editor's `fetch`. The route that
 * worked last is tried first. Only a request that certainly was not sent is tried on the other route.
 */
export function createRequestSender(options: RequestSenderOptions) {
  const { network, timeouts, logger, describe } = options;
  const running = new Set<Exchange>();
  let isClosed = false;
  let preferred: Way = 'own';

  function startExchange(request: Outgoing, proxy?: string): Exchange {
    const place = { url: describe(request.url), ...(proxy !== undefined && { proxy }) };
    const hasUpload = request.body !== undefined && request.body.length > sliceBytes;
    const exchange = new Exchange({
      place,
      timeouts: { ...timeouts, firstByteMs: request.firstByteMs },
      signal: request.signal,
      onClosed: () => running.delete(exchange),
      hasUpload,
      onPhase: request.onPhase,
    });
    running.add(exchange);
    return exchange;
  }

  async function sendOwn(request: Outgoing): Promise<Sent> {
    const route = chooseRoute(request.url, network);
    if (route.via === 'unsupported') {
      return unsent(errorOfUnsupported(route, describe(request.url)));
    }
    const { proxy } = route;
    const exchange = startExchange(request, proxy?.origin);
    // Without TLS the proxy gets the request itself, as browsers do it: company proxies rarely open tunnels to
    // ports other than 443, so a tunnel to a plain port would be refused.
    const isForwarded = proxy !== undefined && request.url.protocol === 'http:';
    const { body, url } = request;
    options.dispatch(
      {
        origin: url.origin,
        path: (isForwarded ? url.origin : '') + url.pathname + url.search,
        method: request.method,
        headers: {
          ...request.headers,
          ...(isForwarded && proxy.authorization && { 'proxy-authorization': proxy.authorization }),
          ...(body && { 'content-length': String(body.length) }),
        },
        body: !body ? null : body.length > sliceBytes ? sliceBody(body, exchange) : bufferOf(body),
      },
      exchange,
    );
    const sent = await settle(exchange);
    if ('error' in sent || !proxy) return sent;
    if (!isForwarded || sent.start.status !== 407) return { ...sent, way: `through ${proxy.origin}` };
    exchange.cancel();
    const details = { proxy: proxy.origin, proxyStatus: 407, url: describe(url) };
    return unsent(new RelayError('connection', details));
  }

  async function sendByEditor(request: Outgoing, editorFetch: typeof fetch): Promise<Sent> {
    const { url } = request;
    // The editor resolves the name again when it connects, so this check is only the best available.
    if (!options.mayBePrivate(url) && (await isPrivateByName(withoutBrackets(url.hostname)))) {
      return unsent(new RelayError('invalidResponse', { url: describe(url) }));
    }
    const exchange = startExchange({ ...request, body: undefined });
    void dispatchByFetch(editorFetch, request, exchange);
    const sent = await settle(exchange);
    if (!('error' in sent)) return { ...sent, way: 'by the editor' };
    return { ...sent, wasReused: false, wasSent: mayHaveArrived(sent.error.details) };
  }

  return {
    /** Sends a request by the route that reaches the relay, and waits for the reply's start. Never rejects. */
    async send(request: Outgoing): Promise<Sent> {
      const editorFetch = findEditorFetch(request.url, network);
      const sendBy = async (way: Way) => {
        if (isClosed || request.signal?.aborted) {
          return unsent(new RelayError('cancelled', { url: describe(request.url) }));
        }
        return way === 'editor' && editorFetch ? sendByEditor(request, editorFetch) : sendOwn(request);
      };
      if (!editorFetch) return sendBy('own');
      const way = preferred;
      const other = way === 'own' ? 'editor' : 'own';
      const first = await sendBy(way);
      if (!('error' in first) || first.wasSent || isFinal(first)) return first;
      const second = await sendBy(other);
      if ('error' in second) {
        if (isFinal(second)) return second;
        return { ...first, wasSent: second.wasSent };
      }
      if (preferred === way) {
        preferred = other;
        const name = other === 'own' ? 'direct connections' : 'VS Code’s fetch';
        logger.info(
          `Requests now use ${name} because the previous connection failed: ${first.error.message}`,
        );
      }
      return second;
    },
    /** Aborts running requests and rejects new ones. */
    close(): void {
      isClosed = true;
      for (const exchange of running) exchange.cancel();
    },
  };
}

/** Whether the other route must not be tried: the request was aborted, or the file's host is not allowed. */
function isFinal({ error }: Failure): boolean {
  return error.kind === 'cancelled' || error.kind === 'invalidResponse';
}

function unsent(error: RelayError): Failure {
  return { error, wasSent: false, wasReused: false };
}

async function settle(exchange: Exchange): Promise<Sent> {
  try {
    return { exchange, start: await exchange.started };
  } catch (error) {
    if (!(error instanceof RelayError)) throw error;
    return { error, wasSent: exchange.wasSent, wasReused: exchange.wasReused };
  }
}

/** A body larger than this is uploaded in slices, each after the one before was sent. */
const sliceBytes = 64 * 1024;

/** A large body, as undici takes it: the next slice is read when the one before was sent. */
export async function* sliceBody(bytes: Uint8Array, exchange: Exchange): AsyncGenerator<Uint8Array> {
  for (let offset = 0; offset < bytes.length; offset += sliceBytes) {
    if (!exchange.wantsUpload) {
      // undici treats a body that ends early as an error, and would drop the reply that is still arriving.
      await exchange.closed;
      return;
    }
    yield bytes.subarray(offset, offset + sliceBytes);
    exchange.onSliceSent(offset + sliceBytes >= bytes.length);
  }
}

/**
 * Throws `invalidRequest` for a value that JSON can't represent: circular, nested too deep, or with big integers in
 * it.
 */
export function writeJson(json: unknown): Uint8Array {
  try {
    return Buffer.from(JSON.stringify(json));
  } catch {
    throw new RelayError('invalidRequest', { field: 'request' });
  }
}
