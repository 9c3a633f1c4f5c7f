import { type BaseAddress, endpointUrl } from '../baseUrl.ts';
import { createRedact } from '../errors/cleanText.ts';
import { errorFromReply, errorFromUnexpectedBody, type ReplyHead } from '../errors/errorReply.ts';
import { RelayError } from '../errors/relayError.ts';
import type { Logger } from '../logger.ts';
import { type ConnectionProbe, createConnectionProbe } from '../probe/connectionProbe.ts';
import { createTrust } from './certificates.ts';
import { createEncrypt, createPool } from './connections.ts';
import type { Timeouts } from './exchange.ts';
import type { NetworkOptions } from './proxy.ts';
import { isFileUrl, isRedirect, redirectTarget } from './redirect.ts';
import { createReply, readErrorText } from './reply.ts';
import type { FileRequest, RelayRequest, Reply } from './request.ts';
import { createRequestSender, writeJson } from './requestSender.ts';
import {
  defaultRetryDelaysMs,
  type Failure,
  isStaleConnection,
  mayRetry,
  retryDelay,
  waitForRetry,
  withRetries,
} from './retry.ts';

interface TransportOptions {
  readonly address: BaseAddress;
  readonly apiKey: string;
  readonly timeouts: Timeouts;
  readonly logger: Logger;
  readonly network?: NetworkOptions | undefined;
  /** Before the first and the second retry, if the relay does not say when. */
  readonly retryDelaysMs?: readonly number[];
  /** The wall clock, in milliseconds. */
  readonly now?: () => number;
}

export interface Transport {
  /**
   * Sends a request and waits for the headers of a reply with a good status (2xx). Throws RelayErrors only: the
   * relay's own, read from its body, for any other status.
   */
  send(request: RelayRequest): Promise<Reply>;
  /**
   * Downloads a file from wherever the relay keeps it: with the key on the base URL's origin, without it on any
   * other. Throws `invalidResponse` for a URL that is not http or https, or leads into a private network.
   */
  fetchFile(request: FileRequest): Promise<Reply>;
  /** Probes the route of requests. Nothing happens until its methods are called. */
  openProbe(): ConnectionProbe;
  /** Aborts running exchanges, ends probes, and closes all connections. */
  close(): Promise<void>;
}

/** A relay request or a file request, with what differs between them. */
interface Job extends Omit<RelayRequest, 'path' | 'json'> {
  readonly url: URL;
  readonly isFile: boolean;
  readonly retryDelaysMs: readonly number[];
}

export function createTransport(options: TransportOptions): Transport {
  const { address, apiKey, timeouts, logger, network = {} } = options;
  const { retryDelaysMs = defaultRetryDelaysMs, now = Date.now } = options;
  const relayUrl = new URL(address.origin);
  const redact = createRedact(apiKey);
  const describe = (url: URL) => redact(withoutQuery(url));
  const trust = createTrust(network, logger);
  // Only URLs on other hosts that the relay names are kept out of private networks; the relay may be in one.
  const mayBePrivate = (url: URL) => url.hostname === relayUrl.hostname;
  const pool = createPool({ network, encrypt: createEncrypt(trust), mayBePrivate, now });
  const sender = createRequestSender({
    dispatch: pool.dispatch,
    mayBePrivate,
    network,
    timeouts,
    logger,
    describe,
  });
  const closing = new AbortController();

  /** One attempt: sends, follows redirects, and reads an error's body. */
  async function attempt(job: Job): Promise<Reply | Failure> {
    const { method, body, call } = job;
    let { url } = job;
    let hasKey = url.origin === address.origin;
    for (let redirects = 0; ; redirects += 1) {
      const startedAt = performance.now();
      const headers = {
        accept: '*/*',
        ...job.headers,
        // The only place that sends the API key, and only to the base URL's origin.
        ...(hasKey && { authorization: `Bearer ${apiKey}` }),
        'accept-encoding': 'identity',
        'user-agent': 'model-relay',
        ...(body && { 'content-type': body.contentType }),
      };
      const sent = await sender.send({
        method,
        url,
        headers,
        body: body?.bytes,
        firstByteMs: timeouts[job.firstByte ?? 'firstByteMs'],
        signal: call?.signal,
        onPhase: call?.onPhase,
      });
      const elapsedMs = Math.round(performance.now() - startedAt);
      const log = (outcome: string) =>
        logger.info(`${method} ${describe(url)}: ${outcome} after ${elapsedMs} ms`);
      if ('error' in sent) {
        log(sent.error.message);
        return sent;
      }
      const head: ReplyHead = { ...sent.start, url: withoutQuery(url), redact };
      log([`HTTP ${head.status}`, sent.way].filter(Boolean).join(' '));
      if (isRedirect(head, job.isFile)) {
        sent.exchange.cancel();
        url = redirectTarget(head, url, { isFile: job.isFile, relay: relayUrl, redirects });
        // Once redirected to another origin, the key is no longer sent: that server may redirect back to the relay.
        hasKey &&= url.origin === address.origin;
        continue;
      }
      if (head.status < 300) return createReply(sent.exchange, head, job.maxBytes);
      const text = await readErrorText(createReply(sent.exchange, head, Number.POSITIVE_INFINITY));
      const isRetryForbidden = head.headers['x-should-retry'] === 'false';
      return { error: errorOf(job, head, text, url), wasSent: true, wasReused: false, isRetryForbidden };
    }
  }

  function errorOf(job: Job, head: ReplyHead, text: string, url: URL): RelayError {
    const error = errorFromReply(head, text);
    // An error for a file says nothing about the base URL, and one from another origin nothing about the key.
    const isOwn = url.origin === address.origin;
    const isAboutFile = isOwn
      ? [404, 405, 410].includes(head.status)
      : head.status < 500 && error.kind !== 'rateLimit' && error.kind !== 'timeout';
    return job.isFile && isAboutFile ? errorFromUnexpectedBody(head, text, 'invalidResponse') : error;
  }

  async function run(job: Job): Promise<Reply> {
    const { call, retry } = job;
    for (let retries = 0; ; ) {
      if (closing.signal.aborted || call?.signal?.aborted) {
        throw new RelayError('cancelled', { url: describe(job.url) });
      }
      const outcome = await attempt(job);
      if (!('error' in outcome)) return outcome;
      const { error } = outcome;
      const describeRetry = (when: string) =>
        logger.info(`${job.method} ${describe(job.url)}: retrying ${when}: ${error.message}`);
      if (isStaleConnection(retry, outcome)) {
        describeRetry('immediately');
        continue;
      }
      const ownDelayMs = job.retryDelaysMs[retries];
      const delayMs =
        ownDelayMs !== undefined && call?.onRetryWait && mayRetry(retry, outcome)
          ? retryDelay(outcome, ownDelayMs)
          : undefined;
      if (delayMs === undefined || !call) throw retries === 0 ? error : withRetries(error, retries);
      retries += 1;
      describeRetry(`in ${delayMs} ms (retry ${retries})`);
      await waitForRetry({ retry: retries, delayMs, error }, call, closing.signal);
    }
  }

  return {
    async send({ json, ...request }) {
      const body =
        json === undefined ? request.body : { contentType: 'application/json', bytes: writeJson(json) };
      const url = new URL(endpointUrl(address, request.path));
      return run({ ...request, url, ...(body && { body }), isFile: false, retryDelaysMs });
    },

    async fetchFile({ url: text, from = 0, maxBytes, call }) {
      const url = URL.parse(text);
      if (!url || !isFileUrl(url, relayUrl)) {
        // URLs of other schemes are not shown: a `data:` URL is the file itself.
        throw new RelayError(
          'invalidResponse',
          url?.protocol.startsWith('http') ? { url: describe(url) } : {},
        );
      }
      return run({
        method: 'GET',
        url,
        isFile: true,
        ...(from > 0 && { headers: { range: `bytes=${from}-` } }),
        retry: 'anyFailure',
        retryDelaysMs: retryDelaysMs.slice(0, 1),
        maxBytes,
        call,
      });
    },

    openProbe: () =>
      createConnectionProbe({ address, timeouts, trust, network, redact, closing: closing.signal }),

    async close() {
      closing.abort();
      sender.close();
      await pool.close();
    },
  };
}

function withoutQuery(url: URL): string {
  return url.origin + url.pathname;
}
