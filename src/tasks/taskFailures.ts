import { OtherRelayError } from '../messages/ownErrors.ts';
import type { TaskFailureFacts } from '../protocol/taskRecord.ts';
import type { RelayErrorKind } from '../relay/errors/errorKind.ts';
import { RelayError, type RelayErrorDetails } from '../relay/errors/relayError.ts';
import { mayHaveArrived } from '../relay/http/retry.ts';

/** The URL of a result no longer works; the relay may have another one. */
export class ExpiredUrlError extends Error {
  override readonly name = 'ExpiredUrlError';
  readonly reason: RelayError;

  constructor(reason: RelayError) {
    super(reason.message);
    this.reason = reason;
  }
}

/** A failure in the form that is stored on disk. */
export function toFailureFacts(error: unknown): TaskFailureFacts {
  if (error instanceof ExpiredUrlError) {
    const { kind, details } = toFailureFacts(error.reason);
    // With these, the relay itself serves the file, and its error says what is wrong.
    const isOfRelay =
      ['authentication', 'insufficientBalance', 'modelNotAllowed'].includes(kind) ||
      details['code'] !== undefined;
    return { kind: isOfRelay ? kind : 'expired', details };
  }
  if (error instanceof RelayError) {
    const known = Object.entries(error.details).filter(([, value]) => value !== undefined);
    return { kind: error.kind, details: Object.fromEntries(known) };
  }
  if (error instanceof OtherRelayError) return { kind: 'otherRelay', details: {} };
  const message = error instanceof Error ? error.message : String(error);
  const isOfDisk = error instanceof Error && 'syscall' in error;
  return { kind: isOfDisk ? 'disk' : 'internal', details: { message } };
}

/** The error of a stored failure, for error messages; undefined for kinds that only tasks have. */
export function toError({ kind, details }: TaskFailureFacts): Error | undefined {
  if (kind === 'task' || kind === 'disk' || kind === 'expired') return undefined;
  if (kind === 'otherRelay') return new OtherRelayError();
  if (kind === 'internal') return new Error(String(details['message']));
  return new RelayError(kind as RelayErrorKind, details as RelayErrorDetails);
}

const passingKinds: readonly RelayErrorKind[] = [
  'timeout',
  'connection',
  'server',
  'interrupted',
  'rateLimit',
];

/** Whether the failure may be gone by the next look. */
export function mayPass(error: unknown): boolean {
  if (!(error instanceof RelayError)) return false;
  return passingKinds.includes(error.kind);
}

/** Whether a submission that failed may have reached the relay anyway, so that a task may exist. */
export function mayBeSubmitted(error: unknown): boolean {
  if (!(error instanceof RelayError)) return true;
  const { status, phase, code } = error.details;
  switch (error.kind) {
    case 'timeout':
      return phase !== 'connect';
    case 'connection':
      return mayHaveArrived(error.details);
    case 'server':
      // A relay that gives a reason has not accepted the task; a gateway before it can't know.
      return code === undefined || status === 502 || status === 504 || (status ?? 0) > 509;
    case 'interrupted':
    case 'invalidResponse':
    case 'cancelled':
      return true;
    default:
      return false;
  }
}
