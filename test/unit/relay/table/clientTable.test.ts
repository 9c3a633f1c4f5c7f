import { deepStrictEqual, ok } from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createRelayClient } from '../../../../src/relay/client.ts';
import { RelayError } from '../../../../src/relay/errors/relayError.ts';
import { apiKey } from '../clientCalls.ts';
import { type Call, reply, startServer } from '../misbehavingServer.ts';
import { type Column, openError, thrown } from './column.ts';
import { columns } from './columns.ts';
import { Turns } from './pairwise.ts';
import { expectationOf, outcomeOf, type Row } from './row.ts';
import { errorRows } from './rows/errorRows.ts';
import { goodRows } from './rows/goodRows.ts';
import { replyRows } from './rows/replyRows.ts';
import { tailRows } from './rows/tailRows.ts';
import { transportRows } from './rows/transportRows.ts';

const groups: Readonly<Record<string, readonly Row[]>> = {
  'errors by their status': errorRows,
  'good replies': goodRows,
  'errors and garbage under a good status': replyRows,
  'half a reply, then something else': tailRows,
  transport: transportRows,
};
const rows = Object.values(groups).flat();

const streams = columns.filter(({ family }) => family === 'streams');
const wholes = columns.filter(({ family }) => family === 'whole answers');
const others = columns.filter((column) => !streams.includes(column) && !wholes.includes(column));

function isFor({ only }: Row, { family }: Column): boolean {
  return only?.includes(family) ?? true;
}

/** The columns of each row: a streamed one, a whole one, another one, and one for each outcome these don't cover. */
function selectColumns(): ReadonlyMap<Row, readonly Column[]> {
  const turns = new Turns(streams, wholes, others);
  return new Map(
    rows.map((row) => {
      const selected = [...turns.next((column) => isFor(row, column))];
      const met = new Set(selected.map((column) => outcomeOf(row, column)));
      for (const column of columns.filter((each) => isFor(row, each))) {
        const outcome = outcomeOf(row, column);
        if (!met.has(outcome)) selected.push(column);
        met.add(outcome);
      }
      return [row, selected];
    }),
  );
}

const selection = selectColumns();

describe('the client against every misbehavior', () => {
  it('tests each row in a streamed, a whole and another column, and all columns about equally', () => {
    for (const row of rows) {
      const selected = selection.get(row) ?? [];
      for (const group of [streams, wholes, others]) {
        const isAsked = group.some((column) => selected.includes(column));
        deepStrictEqual(
          isAsked,
          group.some((column) => isFor(row, column)),
          row.name,
        );
      }
    }
    for (const group of [streams, wholes, others]) {
      const fair = rows.length / group.length;
      for (const column of group) {
        const asked = rows.filter((row) => selection.get(row)?.includes(column)).length;
        ok(asked >= 0.8 * fair, `${column.name}: ${asked} of ${rows.length}`);
      }
    }
  });

  for (const [group, groupRows] of Object.entries(groups)) {
    describe(group, () => {
      for (const row of groupRows) {
        for (const column of selection.get(row) ?? []) {
          it(`${row.name}: ${column.name}`, async () => {
            deepStrictEqual(await runCell(row, column), {
              came: await expectationOf(row, column),
              requests: countRequests(row, column),
              unhandled: [],
              listeners: 0,
            });
          });
        }
      }
    });
  }
});

/** A request is sent again only after a redirect: a retry needs a listener, which these calls don't have. */
function countRequests({ sends = 1 }: Row, { requests = { all: 1, bad: 1 } }: Column): number {
  return requests.all + requests.bad * (sends - 1);
}

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

describe('the columns of a table’s rows', () => {
  it('take turns in each group, and vary for rows that come in pairs', () => {
    const turns = new Turns(['a', 'b'], ['1', '2', '3']);
    deepStrictEqual(
      Array.from({ length: 6 }, () => turns.next().join('')),
      ['a1', 'b2', 'b3', 'a2', 'a3', 'b1'],
    );
  });

  it('are only those that a row applies to, or none of a group', () => {
    const turns = new Turns(['a', 'b'], ['1', '2']);
    const next = (...columns: readonly string[]) => turns.next((column) => columns.includes(column)).join('');
    deepStrictEqual([next('b', '1'), next('b'), next('a', 'b', '1', '2')], ['b1', 'b', 'a2']);
  });
});
