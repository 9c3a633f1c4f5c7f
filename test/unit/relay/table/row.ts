import type { Timeouts } from '../../../../src/relay/http/exchange.ts';
import { type Call, reply } from '../misbehavingServer.ts';
import type { Column, Failure, Family, GoodReply } from './column.ts';

/** What a cell is to come to. */
export type Expected =
  | { readonly is: 'good' }
  /** What comes of the other good reply. */
  | { readonly is: 'other' }
  /** An empty list, which is a response. */
  | { readonly is: 'empty' }
  /** A failure before anything was handed out. */
  | { readonly is: 'failed'; readonly failure: Failure }
  /** A failure in the middle: streams keep what came. */
  | { readonly is: 'broken'; readonly failure: Failure }
  /** A result of the cell's own. */
  | { readonly is: 'result'; readonly result: unknown };

/** One way to misbehave, for every endpoint. */
export interface Row {
  readonly name: string;
  readonly answer: (call: Call, good: GoodReply, column: Column) => unknown;
  readonly expected: Expected;
  /** By the column's name, or failing that by its family. */
  readonly but?: Readonly<Partial<Record<Family, Expected>> & Record<string, Expected>>;
  /** The families that it is for; all by default. */
  readonly only?: readonly Family[];
  readonly timeouts?: Partial<Timeouts>;
  /** Whether the relay leaves the connection open, so that the client has to hang up by itself. */
  readonly staysOpen?: boolean;
  /** How often each request is sent; once by default. */
  readonly sends?: number;
}

export const good: Expected = { is: 'good' };
export const other: Expected = { is: 'other' };
export const empty: Expected = { is: 'empty' };

export function failed(...failure: Failure): Expected {
  return { is: 'failed', failure };
}

export function broken(...failure: Failure): Expected {
  return { is: 'broken', failure };
}

/** No reply that the contract knows: its words are told, unless none can be had or they say nothing. */
export function unknownReply(relayMessage?: string): Expected {
  return failed('invalidResponse', { status: 200, ...(relayMessage !== undefined && { relayMessage }) });
}

/** Replies with the same bytes to every request, under the type that is due or under another one. */
export function answerWith(
  body: string | Uint8Array,
  {
    status = 200,
    headers = {},
    type,
  }: { status?: number; headers?: Record<string, string>; type?: string } = {},
): Row['answer'] {
  return (call, { contentType }) =>
    reply(call, status, body, { 'content-type': type ?? contentType, ...headers });
}

/** Which of a row's outcomes is a column's. */
export function outcomeOf({ but, expected }: Row, column: Column): Expected {
  return but?.[column.name] ?? but?.[column.family] ?? expected;
}

/** What a column is expected to come to in a row. */
export async function expectationOf(row: Row, column: Column): Promise<unknown> {
  const own = outcomeOf(row, column);
  switch (own.is) {
    case 'good':
      return column.result();
    case 'other':
      return column.other?.result;
    case 'empty':
      return column.empty;
    case 'failed':
      return column.failed(own.failure);
    case 'broken':
      return column.broken(own.failure);
    case 'result':
      return own.result;
  }
}
