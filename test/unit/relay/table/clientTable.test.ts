import { deepStrictEqual } from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RetryWait } from '../../../../src/relay/callOptions.ts';
import { createRelayClient } from '../../../../src/relay/client.ts';
import { RelayError } from '../../../../src/relay/errors/relayError.ts';
import { apiKey, openError } from '../clientCalls.ts';
import { type Call, reply, replyInPieces, startServer } from '../misbehavingServer.ts';
import { type Column, thrown } from './column.ts';
import { columns } from './columns.ts';
import { expectationOf, outcomeOf, type Row } from './row.ts';
import { rows } from './rows.ts';

/** The columns of a row: one of each family for each outcome, and the rows take turns with them. */
function selectColumns(row: Row, turn: number): readonly Column[] {
  const asked = columns.filter(({ family }) => row.only?.includes(family) ?? true);
  const alike = Map.groupBy(asked, (column) => column.family + JSON.stringify(outcomeOf(row, column)));
  return [...alike.values()].flatMap((group) => group[turn % group.length] ?? []);
}

describe('the client against every misbehavior', () => {
  for (const [turn, row] of rows.entries()) {
    for (const column of selectColumns(row, turn)) {
      it(`${row.name}: ${column.name}`, async () => {
        deepStrictEqual(await runCell(row, column), {
          came: await expectationOf(row, column),
          // A request is sent again only with a listener for retries, which these calls don't have.
          requests: column.requests ?? 1,
          unhandled: [],
          listeners: 0,
        });
      });
    }
  }
});

describe('a call that its caller aborts', () => {
  for (const column of columns) {
    it(`ends at once, and closes its connections: ${column.name}`, async () => {
      const abort = new AbortController();
      await using server = await startServer(async (call) => {
        await replyInPieces(call, [], { 'content-type': 'application/json' }, 'never');
        abort.abort();
      });
      const client = createRelayClient({ baseUrl: server.origin, apiKey });
      const came = await column.ask(client, { signal: abort.signal }, server.origin).catch(open);
      deepStrictEqual(came, thrown(['cancelled', {}]));
      await server.untilAllClosed();
      await client.close();
    });
  }
});

describe('a call that may have been billed', () => {
  const billed: readonly Column['family'][] = ['streams', 'whole answers', 'images', 'speech'];
  for (const column of columns.filter(({ family }) => billed.includes(family))) {
    it(`is not sent again, even if there is a listener for retries: ${column.name}`, async () => {
      await using server = await startServer((call) => reply(call, 500, '{}', { 'retry-after-ms': '0' }));
      const client = createRelayClient({ baseUrl: server.origin, apiKey });
      const call = { onRetryWait: ({ retryNow }: RetryWait) => retryNow() };
      await column.ask(client, call, server.origin).catch(open);
      await client.close();
      deepStrictEqual(server.requests.length, 1);
    });
  }
});

/** Everything observable about a cell. */
interface Outcome {
  /** What the call returned, or `thrown` with the unpacked error. */
  readonly came: unknown;
  /** How many requests the relay got. */
  readonly requests: number;
  readonly unhandled: readonly unknown[];
  /** How many listeners are left on the caller's signal. */
  readonly listeners: number;
}

/**
 * Calls one endpoint of a server that misbehaves in one way. Returns once the client is closed and all of its
 * connections have ended; those that the server leaves open must end before the client is closed.
 */
async function runCell(row: Row, column: Column): Promise<Outcome> {
  const good: Call[] = [];
  const bad: Call[] = [];
  const server = await startServer(async (call) => {
    const { url } = call.request;
    const isBad = column.misbehavesAt?.(url) ?? true;
    (isBad ? bad : good).push(call);
    const goodReply = await column.good(url);
    if (isBad) return row.answer(call, goodReply, column);
    return reply(call, 200, goodReply.body, { 'content-type': goodReply.contentType });
  });
  const unhandled: unknown[] = [];
  const collect = (reason: unknown) => void unhandled.push(reason);
  process.on('unhandledRejection', collect);
  try {
    const client = createRelayClient({ baseUrl: server.origin, apiKey, timeouts: row.timeouts ?? {} });
    const { signal } = new AbortController();
    // Options without a listener for retries, so nothing may be sent again.
    const came = await column.ask(client, { signal }, server.origin).catch(open);
    if (row.staysOpen) await Promise.all(bad.map(({ closed }) => closed));
    await client.close();
    await Promise.all([...good, ...bad].map(({ closed }) => closed));
    await nextTurn();
    const listeners = getEventListeners(signal, 'abort').length;
    return { came, requests: server.requests.length, unhandled, listeners };
  } finally {
    process.off('unhandledRejection', collect);
    await server.close();
  }
}

function open(error: unknown): unknown {
  if (error instanceof RelayError) return thrown(openError(error));
  throw error;
}
