import type { Timeouts } from '../../../../src/relay/http/exchange.ts';
import { type Call, reply } from '../misbehavingServer.ts';
import type { Column, Failure, Family, GoodReply } from './column.ts';

/** The expected result of a cell. */
export type Expected =
  | { readonly is: 'good' }
  /** The result of the other good reply. */
  | { readonly is: 'other' }
  /** An empty list, which is a response. */
  | { readonly is: 'empty' }
  /** A failure before any output. */
  | { readonly is: 'failed'; readonly failure: Failure }
  /** A failure in the middle: streams keep what arrived. */
  | { readonly is: 'broken'; readonly failure: Failure }
  /** A result of its own. */
  | { readonly is: 'result'; readonly result: unknown };

/** One way to misbehave, for every endpoint. */
export interface Row {
  readonly name: string;
  readonly answer: (call: Call, good: GoodReply, column: Column) => unknown;
  readonly expected: Expected;
  /** Exceptions by the column's name, or else by its family. */
  readonly but?: Readonly<Partial<Record<Family, Expected>> & Record<string, Expected>>;
  /** The families that it applies to; all by default. */
  readonly only?: readonly Family[];
  readonly timeouts?: Partial<Timeouts>;
  /** Whether the relay leaves the connection open, so that the client has to close it. */
  readonly staysOpen?: boolean;
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

/** A reply unknown to the contract: its text is the relay's message, unless it has none or the text says nothing. */
export function unknownReply(relayMessage?: string, code?: string): Expected {
  return failed('invalidResponse', {
    status: 200,
    ...(relayMessage !== undefined && { relayMessage }),
    ...(code !== undefined && { code }),
  });
}

/** Replies with the same bytes to every request, under the expected content type or another one. */
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

/** The outcome of a row for a column. */
export function outcomeOf({ but, expected }: Row, column: Column): Expected {
  return but?.[column.name] ?? but?.[column.family] ?? expected;
}

/** The expected result of a column in a row. */
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
