import type { RelayErrorKind } from './errorKind.ts';

/** Which named time-out ran out. `relay`: the relay or a gateway before it gave up, not we. */
export type TimeoutPhase = 'connect' | 'upload' | 'firstByte' | 'idle' | 'relay';

/** Everything known about a failure, safe to show and to log: never a key, a header or a prompt. */
export interface RelayErrorDetails {
  /** HTTP status, if there was a reply. */
  readonly status?: number;
  /** Status of a service behind the relay, if the relay reports it under another status: a 5xx, or 200. */
  readonly upstreamStatus?: number;
  /** The relay's own message, without control characters and keys, cut to 500 characters. */
  readonly relayMessage?: string;
  /** The relay's own code, as a string (never ''). */
  readonly code?: string;
  /** The request id from a header, the body or the message's suffix, which support asks for. */
  readonly requestId?: string;
  /** How long the relay asks to wait, in milliseconds. */
  readonly retryAfterMs?: number;
  /** The phase of a time-out, or of a `connection` that broke during the `upload` of a large body. */
  readonly phase?: TimeoutPhase;
  /** The time limit in milliseconds, for time-outs of ours. */
  readonly timeoutMs?: number;
  /** System error code of a failed connection: 'ECONNREFUSED', 'ENOTFOUND', 'SELF_SIGNED_CERT_IN_CHAIN', … */
  readonly systemCode?: string;
  /** Origin of the proxy that the request went through, without credentials. */
  readonly proxy?: string;
  /** Status with which the proxy refused; 407 asks for a password. The request itself was not sent on. */
  readonly proxyStatus?: number;
  /** Number of retries before this became final. */
  readonly retries?: number;
  /** Origin and path of the request, never its query. */
  readonly url?: string;
  /** The part of the caller's own input that is wrong: 'maxTokens', 'messages.0.content', 'apiKey', … */
  readonly field?: string;
  /** The other origin to which the relay redirects; it was not followed, so the key did not go there. */
  readonly redirectOrigin?: string;
  /** The size limit that a reply or a request exceeded, in bytes. */
  readonly limitBytes?: number;
  /** Maximum number of tool calls of a response, if one had more. */
  readonly maxToolCalls?: number;
}

/** The only error that the client throws. Words for people are in `src/messages/relayErrorWords.ts`. */
export class RelayError extends Error {
  override readonly name = 'RelayError';
  readonly kind: RelayErrorKind;
  readonly details: RelayErrorDetails;

  constructor(kind: RelayErrorKind, details: RelayErrorDetails = {}) {
    // Logs print error messages, and the relay's text may repeat a prompt, so it is only in the details.
    super(describeForLog(kind, details));
    this.kind = kind;
    this.details = details;
  }
}

/** A failure of a relay that is known to be at its base URL. */
export function fromKnownRelay(error: RelayError): RelayError {
  const { status = 0 } = error.details;
  const isRedirect = status >= 300 && status < 400;
  return error.kind !== 'wrongAddress' || status === 0 || isRedirect
    ? error
    : new RelayError('notFound', error.details);
}

function describeForLog(
  kind: RelayErrorKind,
  { status, upstreamStatus, phase, systemCode, proxy, proxyStatus, requestId, field }: RelayErrorDetails,
): string {
  const facts = [
    status && `HTTP ${status}`,
    upstreamStatus && `HTTP ${upstreamStatus} behind it`,
    phase,
    systemCode,
    proxy && `proxy ${proxy}`,
    proxyStatus && `HTTP ${proxyStatus} from the proxy`,
    field,
    requestId && `request ${requestId}`,
  ];
  return [kind, ...facts.filter(Boolean)].join(', ');
}

/**
 * The code that the system, TLS, undici or fetch gave a failure, of several attempts the first one's; failing that,
 * the error's name. Never its message, which may quote what was sent.
 */
export function systemCodeOf(error: Error): string {
  if ('code' in error && typeof error.code === 'string') return error.code;
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error.cause;
  return inner instanceof Error ? systemCodeOf(inner) : error.name;
}
