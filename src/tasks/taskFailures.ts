import type { TaskFailureFacts } from '../protocol/taskRecord.ts';
import type { RelayErrorKind } from '../relay/errors/errorKind.ts';
import { RelayError, type RelayErrorDetails } from '../relay/errors/relayError.ts';

/** The profile is another relay's now, or gone: nobody else is asked about its tasks. */
export class OtherRelayError extends Error {
  override readonly name = 'OtherRelayError';
}

/** A failure as the disk keeps it. */
export function toFailureFacts(error: unknown): TaskFailureFacts {
  if (error instanceof RelayError) {
    const known = Object.entries(error.details).filter(([, value]) => value !== undefined);
    return { kind: error.kind, details: Object.fromEntries(known) };
  }
  if (error instanceof OtherRelayError) return { kind: 'otherRelay', details: {} };
  return { kind: 'disk', details: { message: error instanceof Error ? error.message : String(error) } };
}

/** The error that a failure was, for those who describe errors; undefined for the kinds that only tasks have. */
export function toRelayError({ kind, details }: TaskFailureFacts): RelayError | undefined {
  if (kind === 'task' || kind === 'otherRelay' || kind === 'disk') return undefined;
  return new RelayError(kind as RelayErrorKind, details as RelayErrorDetails);
}

/** What may be over by the next look. */
export function mayPass(error: unknown): boolean {
  if (!(error instanceof RelayError)) return false;
  return ['timeout', 'connection', 'server', 'interrupted', 'rateLimit'].includes(error.kind);
}

/** Without a connection, nothing was sent. Anything else may have broken when all of it was. */
const notConnected =
  /^(ECONNREFUSED|ENOTFOUND|EAI_\w+|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|\w*CERT\w*|ERR_TLS\w*)$/;

/** Whether a submission that failed may have reached the relay all the same, so that there may be a task. */
export function mayBeSubmitted(error: unknown): boolean {
  if (!(error instanceof RelayError)) return true;
  const { status, phase, code, systemCode = '', proxyStatus } = error.details;
  switch (error.kind) {
    case 'timeout':
      return phase !== 'connect';
    case 'connection':
      return proxyStatus === undefined && !notConnected.test(systemCode);
    case 'server':
      // A relay that says why has not taken it; a gateway before it knows nothing of that.
      return code === undefined || status === 502 || status === 504 || (status ?? 0) > 509;
    case 'interrupted':
    case 'invalidResponse':
    case 'cancelled':
      return true;
    default:
      return false;
  }
}
