import { lookup } from 'node:dns/promises';
import { isIP, type Socket } from 'node:net';
import type { Certificate, TLSSocket } from 'node:tls';
import type { BaseAddress } from '../baseUrl.ts';
import type { CallOptions } from '../callOptions.ts';
import { cleanHandle, type Redact } from '../errors/cleanText.ts';
import { RelayError, type RelayErrorDetails, systemCodeOf } from '../errors/relayError.ts';
import type { TrustOptions } from '../http/certificates.ts';
import { createEncrypt, openPath } from '../http/connections.ts';
import { fetchByEditor, findEditorFetch } from '../http/editorFetch.ts';
import type { Timeouts } from '../http/exchange.ts';
import { withoutBrackets } from '../http/hosts.ts';
import { chooseRoute, errorOfUnsupported, type NetworkOptions } from '../http/proxy.ts';
import { raceAbort } from '../raceAbort.ts';

/** The name that was looked up, and its addresses. */
export interface ProbedName {
  /** The relay's name, or the proxy's, which then looks up the relay's itself. */
  readonly host: string;
  readonly of: 'relay' | 'proxy';
  /** IP addresses, the preferred one first; the literal one if the host is one: then nothing was looked up. */
  readonly addresses: readonly string[];
  readonly wasLookedUp: boolean;
}

/**
 * How a connection was made. For plain http through a proxy, this shows only that the proxy accepts connections:
 * there is no tunnel, and only the first request shows how the proxy handles requests.
 */
export interface ProbedConnection {
  /** Origin of the proxy, without credentials; absent if there is none. */
  readonly proxy?: string;
  /** IP address and port at the other end: the relay's, or the proxy's. */
  readonly remoteAddress: string;
  readonly remotePort: number;
}

/** The certificate that the relay showed. Nothing was sent over the connection. */
export interface ProbedCertificate {
  /** The issuer, as 'Organization (Name)' or one of the two; foreign text, cleaned and cut to 200 characters. */
  readonly issuer: string;
  /** Milliseconds since the epoch; 0 if the certificate's date can't be read. */
  readonly validTo: number;
  /** Whether this machine trusts it, for this host. */
  readonly isTrusted: boolean;
  /** Why not: Node's code, such as 'SELF_SIGNED_CERT_IN_CHAIN'. */
  readonly problemCode?: string;
  /** False if `http.proxyStrictSSL` is off: then any certificate is accepted. */
  readonly isChecked: boolean;
  /** Version of TLS, such as 'TLSv1.3'. */
  readonly tlsVersion: string;
}

/**
 * Checks the route of requests to the relay step by step: name, connection, certificate. No request is sent and no
 * key, and each step closes its own connection. The connect time-out applies to each of them; each throws a
 * RelayError of kind `connection`, `timeout` (phase `connect`) or `cancelled`, with the `url`, `proxy`, `proxyStatus`
 * and `systemCode` that a request would have failed with.
 */
export interface ConnectionProbe {
  lookUpName(call?: CallOptions): Promise<ProbedName>;
  connect(call?: CallOptions): Promise<ProbedConnection>;
  /** Reads the certificate, trusted or not. Undefined if the base URL is plain http. */
  readCertificate(call?: CallOptions): Promise<ProbedCertificate | undefined>;
  /** Whether the editor's fetch is available, for when our own connections fail. */
  readonly hasEditorWay: boolean;
  /** Gets the base URL by the editor's own fetch, without the key: any reply will do. */
  connectByEditor(call?: CallOptions): Promise<void>;
}

interface ProbeOptions {
  readonly address: BaseAddress;
  readonly timeouts: Pick<Timeouts, 'connectMs'>;
  readonly trust: () => TrustOptions;
  readonly network: NetworkOptions;
  /** Removes everything that looks like a key. */
  readonly redact: Redact;
  /** Stops all steps when aborted. */
  readonly closing: AbortSignal;
}

/** Opens a probe; nothing happens until its methods are called. */
export function createConnectionProbe(options: ProbeOptions): ConnectionProbe {
  const { address, timeouts, trust, network, redact, closing } = options;
  const url = new URL(address.base);
  const shownUrl = redact(address.base);
  const route = chooseRoute(url, network);
  const { proxy } = route;
  const host = withoutBrackets(url.hostname);
  const editorFetch = findEditorFetch(url, network);
  const encrypt = createEncrypt(trust);
  const encryptUnchecked = createEncrypt(() => ({ ...trust(), rejectUnauthorized: false }));

  /**
   * Runs one step within the connect time-out. Settles at once when that runs out or the step is aborted, even if the
   * work can't be stopped: its own signal then tells it that nobody waits any more, so that it leaves nothing open.
   * Throws RelayErrors only: `timeout` (phase `connect`), `cancelled`, `connection`.
   */
  async function run<Result>(
    place: Pick<RelayErrorDetails, 'url' | 'proxy'>,
    call: CallOptions | undefined,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const timeoutMs = timeouts.connectMs;
    const given = AbortSignal.any(call?.signal ? [closing, call.signal] : [closing]);
    if (given.aborted) throw new RelayError('cancelled', place);
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), timeoutMs);
    const either = AbortSignal.any([given, late.signal]);
    try {
      return await raceAbort(work(either), either);
    } catch (error) {
      if (late.signal.aborted) throw new RelayError('timeout', { phase: 'connect', timeoutMs, ...place });
      const { kind, details } = asRelayError(error);
      throw new RelayError(kind, { ...details, ...place });
    } finally {
      clearTimeout(timer);
    }
  }

  /** Like `run`, for steps on our own connections. */
  function runOwn<Result>(
    call: CallOptions | undefined,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    return run({ url: shownUrl, ...(proxy && { proxy: proxy.origin }) }, call, async (signal) => {
      if (route.via === 'unsupported') throw errorOfUnsupported(route, shownUrl);
      return work(signal);
    });
  }

  async function connect(signal: AbortSignal): Promise<Socket> {
    const socket = await openPath(url, proxy, encrypt, signal);
    if (!signal.aborted) return socket;
    socket.destroy();
    throw new RelayError('cancelled');
  }

  return {
    lookUpName: (call) =>
      runOwn(call, async () => {
        const name = proxy?.hostname ?? host;
        const wasLookedUp = isIP(name) === 0;
        const found = wasLookedUp ? await lookup(name, { all: true }) : [{ address: name }];
        const addresses = [...new Set(found.map(({ address }) => address))];
        return { host: name, of: proxy ? 'proxy' : 'relay', addresses, wasLookedUp };
      }),

    connect: (call) =>
      runOwn(call, async (signal) => {
        const socket = await connect(signal);
        const { remoteAddress, remotePort } = socket;
        socket.destroy();
        // The socket was closed right after it connected.
        if (remoteAddress === undefined || remotePort === undefined)
          throw new RelayError('connection', { systemCode: 'ECONNRESET' });
        return { ...(proxy && { proxy: proxy.origin }), remoteAddress, remotePort };
      }),

    async readCertificate(call) {
      if (url.protocol !== 'https:') return undefined;
      return runOwn(call, async (signal) => {
        const encrypted = await encryptUnchecked(await connect(signal), url, signal);
        try {
          return describeCertificate(encrypted, { isChecked: trust().rejectUnauthorized, redact });
        } finally {
          encrypted.destroy();
        }
      });
    },

    hasEditorWay: editorFetch !== undefined,

    connectByEditor: (call) =>
      run({ url: shownUrl }, call, async (signal) => {
        if (!editorFetch) throw new RelayError('connection', { systemCode: 'ENOTSUP' });
        const headers = { accept: '*/*', 'user-agent': 'model-relay' };
        const response = await fetchByEditor(editorFetch, { method: 'GET', url, headers }, signal);
        // Not awaited: any reply will do, however its body ends.
        void response.body?.cancel().catch(() => {});
      }),
  };
}

/**
 * The certificate that the other end showed in the handshake, trusted or not. Anybody may have written its names, so
 * they are cleaned for display. `isChecked`: see ProbedCertificate.
 */
function describeCertificate(
  socket: TLSSocket,
  { isChecked, redact }: { readonly isChecked: boolean; readonly redact: Redact },
): ProbedCertificate {
  const certificate = socket.getPeerCertificate();
  // Node has checked chain, dates and host name by now. Its types say Error, but it returns the error's code.
  const problem: unknown = socket.authorizationError;
  return {
    issuer: cleanHandle(describeIssuer(certificate.issuer), redact) ?? '',
    validTo: Date.parse(certificate.valid_to ?? '') || 0,
    isTrusted: socket.authorized,
    ...(typeof problem === 'string' && { problemCode: problem }),
    isChecked,
    tlsVersion: socket.getProtocol() ?? '',
  };
}

function describeIssuer(issuer: Certificate): string {
  const organisation = nameOf(issuer, 'O');
  const name = nameOf(issuer, 'CN');
  return organisation && name && organisation !== name ? `${organisation} (${name})` : organisation || name;
}

function nameOf(names: Certificate | undefined, field: 'CN' | 'O'): string {
  return [names?.[field] ?? []].flat().join(', ');
}

function asRelayError(error: unknown): RelayError {
  if (error instanceof RelayError) return error;
  return new RelayError('connection', {
    systemCode: systemCodeOf(error instanceof Error ? error : new Error(String(error))),
  });
}
