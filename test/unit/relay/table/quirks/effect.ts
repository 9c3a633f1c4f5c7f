import { isDeepStrictEqual } from 'node:util';
import type { RelayErrorKind } from '../../../../../src/relay/errors/errorKind.ts';
import type { RelayErrorDetails } from '../../../../../src/relay/errors/relayError.ts';
import type { Timeouts } from '../../../../../src/relay/http/exchange.ts';
import type { Heard } from '../../chat/askChat.ts';
import { thrown } from '../column.ts';
import type { Answer, QuirkColumnName } from './quirkColumns.ts';

/** What a quirk makes of the result without it. */
export type Effect = (usual: unknown) => unknown;

export interface Expectation {
  readonly effect: Effect;
  /** The columns in which it has another effect. */
  readonly but?: Readonly<Partial<Record<QuirkColumnName, Effect>>>;
  readonly timeouts?: Partial<Timeouts>;
  /** Whether the response is not streamed, since the quirk applies only then. */
  readonly isWhole?: boolean;
  /** Removes from the result what depends on the clock. */
  readonly round?: (came: unknown) => unknown;
}

/** Of the quirks of a group; one without an expectation changes nothing. */
export type Expectations<Quirks> = Readonly<Partial<Record<keyof Quirks & string, Expectation>>>;

const usually: Effect = (usual) => usual;

export const same: Expectation = { effect: usually };

/** A failure that comes from a reply has the reply's request ID. */
function failure(kind: RelayErrorKind, details: RelayErrorDetails) {
  return [kind, { ...details, ...(details.status !== undefined && { requestId: '<id>' }) }] as const;
}

export function failing(kind: RelayErrorKind, details: RelayErrorDetails): Expectation {
  return { effect: () => thrown(failure(kind, details)) };
}

/** The relay's own error: its status, message and code. */
export function told(
  status: number,
  kind: RelayErrorKind,
  relayMessage?: string,
  code?: string,
  others: RelayErrorDetails = {},
): Expectation {
  return failing(kind, {
    status,
    ...(relayMessage !== undefined && { relayMessage }),
    ...(code !== undefined && { code }),
    ...others,
  });
}

/** The beginning of the response, then a failure. See `shortenBeginning`. */
export function breaking(kind: RelayErrorKind, details: RelayErrorDetails): Expectation {
  const finish = { type: 'finish', verdict: 'interrupted', error: failure(kind, details) };
  return { effect: (usual) => ({ beginningOf: (usual as Answer).start, finish }) };
}

/** The usual response with some of its fields changed. */
export function answering(change: (usual: Answer) => Partial<Answer>): Expectation {
  return { effect: (usual) => ({ ...(usual as Answer), ...change(usual as Answer) }) };
}

export function finishing(cause: string, reason?: string): Expectation {
  const finish = { type: 'finish', verdict: 'complete', cause, ...(reason !== undefined && { reason }) };
  return answering(() => ({ finish }));
}

/**
 * The reference relay decides how much of a response arrives before it breaks off: it only has to be the beginning
 * of the usual one, and not empty.
 */
export function shortenBeginning(came: unknown, usual: unknown): unknown {
  if (!isAnswer(came) || !isAnswer(usual) || came.finish?.['verdict'] !== 'interrupted') return came;
  const isBeginning =
    came.parts.length > 0 &&
    isDeepStrictEqual(came.start, usual.start) &&
    came.parts.every((part, place) => isBeginningOf(part, usual.parts[place]));
  return isBeginning ? { beginningOf: came.start, finish: came.finish } : came;
}

function isBeginningOf(part: Heard, usual: Heard | undefined): boolean {
  if (typeof part['text'] !== 'string' || part['type'] !== usual?.['type'])
    return isDeepStrictEqual(part, usual);
  return String(usual?.['text']).startsWith(part['text']);
}

function isAnswer(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null && 'parts' in value;
}
