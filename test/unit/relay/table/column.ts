import { doesNotMatch } from 'node:assert/strict';
import type { CallOptions } from '../../../../src/relay/callOptions.ts';
import type { RelayClient } from '../../../../src/relay/client.ts';
import type { RelayErrorKind } from '../../../../src/relay/errors/errorKind.ts';
import type { RelayError, RelayErrorDetails } from '../../../../src/relay/errors/relayError.ts';
import { withoutUrl } from '../clientCalls.ts';

/** An error opened up: its kind, and its details but for the url. */
export type Failure = readonly [kind: RelayErrorKind, details: RelayErrorDetails];

/** What an endpoint returns when all is well. */
export interface GoodReply {
  readonly contentType: string;
  readonly body: Buffer;
  /** In the middle of the body, and in a stream inside the JSON of an event. */
  readonly cutAt: number;
  /** In a stream, the end of the events before that; otherwise the same place. */
  readonly eventsEndAt: number;
}

/** Columns that are alike in how they read what is wrong. */
export type Family = 'lists' | 'streams' | 'whole answers' | 'speech' | 'images' | 'tasks' | 'files';

/** One endpoint, asked through the client in one way. */
export interface Column {
  readonly name: string;
  readonly family: Family;
  readonly ask: (client: RelayClient, call: CallOptions, origin: string) => Promise<unknown>;
  /** How many requests that takes, and how many of them are answered badly; 1 by default. */
  readonly requests?: { readonly all: number; readonly bad: number };
  readonly good: (url: string) => GoodReply | Promise<GoodReply>;
  /** Which requests are answered badly; all by default. */
  readonly misbehavesAt?: (url: string) => boolean;
  /** What comes of the good reply. */
  readonly result: () => unknown;
  /** What comes of a failure before anything was handed out. */
  readonly failed: (failure: Failure) => unknown;
  /** What comes of a failure at `cutAt` or `eventsEndAt`. */
  readonly broken: (failure: Failure) => unknown;
  /** The reply of whoever streams unasked, or does not stream, and what comes of it. */
  readonly other?: { readonly good: GoodReply; readonly result: unknown };
  /** What comes of an empty list, where there can be one. */
  readonly empty?: unknown;
}

export function thrown(failure: Failure): unknown {
  return { thrown: failure };
}

/** Opens an error, and makes sure that the key is nowhere in it. */
export function openError(error: RelayError): Failure {
  doesNotMatch(`${error.stack}${JSON.stringify(error)}`, /0aB1cD2eF3/);
  return [error.kind, withoutUrl(error.details)];
}

/** A good reply that is one piece, cut in its middle. */
export function createWhole(contentType: string, body: Buffer | object): GoodReply {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
  // Not at the very half, where a frame of the sound ends: that is no cut that can be seen.
  const cutAt = Math.floor(bytes.length / 2) + 20;
  return { contentType, body: bytes, cutAt, eventsEndAt: cutAt };
}
