import type { CallOptions } from '../../../../src/relay/callOptions.ts';
import type { RelayClient } from '../../../../src/relay/client.ts';
import type { openError } from '../clientCalls.ts';

/** An unpacked error. */
export type Failure = ReturnType<typeof openError>;

/** What an endpoint returns when all is well. */
export interface GoodReply {
  readonly contentType: string;
  readonly body: Buffer;
  /** An offset in the middle of the body; in a stream, inside the JSON of an event. */
  readonly cutAt: number;
  /** In a stream, the end of the events before that; otherwise the same offset. */
  readonly eventsEndAt: number;
}

/** Columns that handle failures alike. */
export type Family = 'lists' | 'streams' | 'whole answers' | 'speech' | 'images' | 'tasks' | 'files';

/** One endpoint, called through the client in one way. */
export interface Column {
  readonly name: string;
  readonly family: Family;
  readonly ask: (client: RelayClient, call: CallOptions, origin: string) => Promise<unknown>;
  /** How many requests the call makes; 1 by default. */
  readonly requests?: number;
  readonly good: (url: string) => GoodReply | Promise<GoodReply>;
  /** Which requests get a bad reply; all by default. */
  readonly misbehavesAt?: (url: string) => boolean;
  /** The result of the good reply. */
  readonly result: () => unknown;
  /** The result of a failure before any output. */
  readonly failed: (failure: Failure) => unknown;
  /** The result of a failure at `cutAt` or `eventsEndAt`. */
  readonly broken: (failure: Failure) => unknown;
  /** The reply of a relay that streams unasked, or does not stream, and its result. */
  readonly other?: { readonly good: GoodReply; readonly result: unknown };
  /** The result of an empty list, if there can be one. */
  readonly empty?: unknown;
}

export function thrown(failure: Failure): unknown {
  return { thrown: failure };
}

/** A good reply that is not a stream, cut in its middle. */
export function createWhole(contentType: string, body: Buffer | object): GoodReply {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
  // Not exactly in the middle, where an audio frame ends: that cut could not be detected.
  const cutAt = Math.floor(bytes.length / 2) + 20;
  return { contentType, body: bytes, cutAt, eventsEndAt: cutAt };
}
