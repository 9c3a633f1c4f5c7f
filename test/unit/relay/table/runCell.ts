import { getEventListeners } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createRelayClient } from '../../../../src/relay/client.ts';
import { RelayError } from '../../../../src/relay/errors/relayError.ts';
import { apiKey } from '../chat/askChat.ts';
import { type Call, reply, startServer } from '../misbehavingServer.ts';
import { type Column, openError, thrown } from './column.ts';
import type { Row } from './row.ts';

/** All that can be seen of a cell. */
export interface Outcome {
  /** What the call gave, or `thrown` with the error opened. */
  readonly came: unknown;
  /** How many requests the relay got. */
  readonly requests: number;
  readonly unhandled: readonly unknown[];
  /** What still listens to the caller's signal. */
  readonly listeners: number;
}

/**
 * Asks one endpoint of a server that misbehaves in one way. Comes back once the client is closed and all of its
 * connections are seen to end; before it is closed, those that the server leaves open.
 */
export async function runCell(row: Row, column: Column): Promise<Outcome> {
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
    // Options, but nobody who would hear of a wait: so nothing may be sent again.
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
