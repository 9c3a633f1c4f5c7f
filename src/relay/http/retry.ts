import { setTimeout } from 'node:timers/promises';
import type { CallOptions } from '../callOptions.ts';
import type { RelayErrorKind } from '../errors/errorKind.ts';
import { RelayError, type RelayErrorDetails } from '../errors/relayError.ts';

/**
 * When a request may be sent again: `never` (it starts a task, or its caller decides), `refused` (it is billed, so
 * only if the relay accepted no work: 429, 503, 529, or no connection), `anyFailure` (it only reads). Never after the
 * first byte of a response. `transport.ts` applies it. Speech that failed is requested again by the kind of its error
 * (`readAloud/playback/speechRetry.ts`), and so are the lookups of tasks (`tasks/taskFailures.ts`).
 */
export type RetryRule = 'never' | 'refused' | 'anyFailure';

/** A failed attempt, as far as it matters for a retry. */
export interface Failure {
  readonly error: RelayError;
  /** Whether the relay may have seen the request. */
  readonly wasSent: boolean;
  /** Whether it was sent on a reused connection, which the relay may have closed in the meantime. */
  readonly wasReused: boolean;
  /** The relay, or the service behind it, asks not to send the request again. */
  readonly isRetryForbidden?: boolean;
}

/** Before the first and the second retry, in milliseconds, if the relay does not say when. */
export const defaultRetryDelaysMs: readonly number[] = [1000, 2000];
/** Waits are lengthened by up to this share (jitter), so that clients that failed together don't retry together. */
const jitter = 0.25;
/** If a relay asks for a longer wait, the error is shown instead. */
const longestWaitMs = 60_000;

const statuses: Readonly<Record<RetryRule, readonly number[]>> = {
  never: [],
  refused: [429, 503, 529],
  anyFailure: [408, 429, 500, 502, 503, 504, 529],
};

/** Failures that a retry does not fix, whatever their status. */
const lastingKinds: readonly RelayErrorKind[] = [
  'insufficientBalance',
  'tokenUnavailable',
  'modelNotAllowed',
  'authentication',
];
/** Untrusted certificates, or TLS to a server without it; not failures after the handshake. */
const tlsCodes =
  'CERT_\\w+|SELF_SIGNED_\\w+|DEPTH_ZERO_\\w+|UNABLE_TO_\\w+|ERR_TLS_\\w+|ERR_SSL_(?!\\w*BAD_RECORD)\\w+|EPROTO';
const networkCodes = 'ENOTFOUND|EAI_\\w+|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT';
/** Failed connections that a retry does not fix, proxies of a kind that we can't use among them. */
const lastingCodes = new RegExp(`^(${tlsCodes}|ERR_PROXY_UNSUPPORTED)$`);
/** Codes of failures before anything was sent; other codes don’t tell. */
const unsentCodes = new RegExp(`^(${tlsCodes}|${networkCodes}|ERR_PROXY_\\w+)$`);
const proxyRefusals = [401, 403, 407];

/** Whether a request whose connection failed may have reached the relay. */
export function mayHaveArrived({ systemCode = '', proxyStatus }: RelayErrorDetails): boolean {
  return proxyStatus === undefined && !unsentCodes.test(systemCode);
}

/** Whether the failure may be temporary. */
export function mayPass({ kind, details: { systemCode = '', proxyStatus = 0 } }: RelayError): boolean {
  return (
    !lastingKinds.includes(kind) && !lastingCodes.test(systemCode) && !proxyRefusals.includes(proxyStatus)
  );
}

/** Whether a retry is allowed, and may help. */
export function mayRetry(rule: RetryRule, { error, wasSent, isRetryForbidden }: Failure): boolean {
  const { kind, details } = error;
  if (rule === 'never' || kind === 'cancelled' || isRetryForbidden || !mayPass(error)) return false;
  const status = details.upstreamStatus ?? details.status;
  if (status !== undefined) return statuses[rule].includes(status);
  if (kind === 'timeout') return details.phase === 'connect' && !wasSent;
  return kind === 'connection' && (rule === 'anyFailure' || !wasSent);
}

/**
 * Whether a connection was idle for too long: the relay closed it while our request was being sent. Requests that
 * only read are retried at once, without telling the person.
 */
export function isStaleConnection(rule: RetryRule, { error, wasReused }: Failure): boolean {
  return rule === 'anyFailure' && wasReused && error.kind === 'connection';
}

/** How long to wait: as the relay asks, else `ownMs` plus jitter; undefined if the relay asks for too long. */
export function retryDelay({ error }: Pick<Failure, 'error'>, ownMs: number): number | undefined {
  const { retryAfterMs } = error.details;
  if (retryAfterMs === undefined) return Math.round(ownMs * (1 + Math.random() * jitter));
  return retryAfterMs <= longestWaitMs ? retryAfterMs : undefined;
}

/** Announces a wait and waits: until the time has passed, the person ends the wait, or `call` or the client is aborted. */
export async function waitForRetry(
  wait: { readonly retry: number; readonly delayMs: number; readonly error: RelayError },
  call: CallOptions,
  closing: AbortSignal,
): Promise<void> {
  const pressed = new AbortController();
  const signal = AbortSignal.any([closing, pressed.signal, ...(call.signal ? [call.signal] : [])]);
  const over = setTimeout(wait.delayMs, undefined, { signal });
  call.onRetryWait?.({ ...wait, retryNow: () => pressed.abort() });
  await over.catch(() => {});
}

/** The failure with the number of retries after which it became final. */
export function withRetries({ kind, details }: RelayError, retries: number): RelayError {
  return new RelayError(kind, { ...details, retries });
}
