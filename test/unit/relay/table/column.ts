import { doesNotMatch } from 'node:assert/strict';
import type { RelayClient } from '../../../../src/relay/client.ts';
import type { RelayError, RelayErrorDetails, RelayErrorKind } from '../../../../src/relay/relayError.ts';
import { withoutUrl } from '../chat/askChat.ts';

/** An error opened up: its kind, and its details but for the url. */
export type Failure = readonly [kind: RelayErrorKind, details: RelayErrorDetails];

/** What an endpoint answers when all is well. */
export interface GoodReply {
  readonly contentType: string;
  readonly body: Buffer;
  /** In the middle of the body, and in a stream in the middle of an event. */
  readonly cutAt: number;
  /** In a stream, the end of the event before that; otherwise the same place. */
  readonly eventsEndAt: number;
}

/** Columns that are alike in how they read what is wrong. */
export type Family = 'lists' | 'streams' | 'whole answers' | 'speech' | 'images' | 'tasks' | 'files';

/** One endpoint, asked through the client in one way. */
export interface Column {
  readonly name: string;
  readonly family: Family;
  readonly ask: (client: RelayClient, origin: string) => Promise<unknown>;
  /** How many requests that takes. */
  readonly requests: number;
  readonly good: (url: string) => GoodReply | Promise<GoodReply>;
  /** Where only some of the requests are answered badly. */
  readonly misbehavesAt?: (url: string) => boolean;
  /** What comes of the good reply. */
  readonly result: () => unknown;
  /** What comes of a failure before anything was handed out. */
  readonly failed: (failure: Failure) => unknown;
  /** What comes of a failure at `cutAt` or `eventsEndAt`. */
  readonly broken: (failure: Failure) => unknown;
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
  const middle = Math.floor(bytes.length / 2);
  return { contentType, body: bytes, cutAt: middle, eventsEndAt: middle };
}
