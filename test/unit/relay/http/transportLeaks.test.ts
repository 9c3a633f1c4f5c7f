import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { RelayError } from '../../../../src/relay/errors/relayError.ts';
import { listen } from '../misbehavingServer.ts';
import { post, transportFor } from './transportParts.ts';

/** Available without a flag on the command line, so that the test runs as all others do. */
setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

function usedHeap(): number {
  collectGarbage();
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

function countResources(): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const resource of process.getActiveResourcesInfo()) counts[resource] = (counts[resource] ?? 0) + 1;
  return counts;
}

describe('a long-lived client', () => {
  it('keeps no resources of a thousand streams that were started and aborted', async function () {
    this.timeout(60_000);
    const running = new Set<ServerResponse>();
    const server = createServer((_message, response) => {
      running.add(response);
      response.on('close', () => running.delete(response));
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: 1\n\n');
    });
    let opened = 0;
    server.on('connection', () => {
      opened += 1;
    });
    const transport = transportFor(`http://127.0.0.1:${await listen(server)}`);

    /** Gives up a stream in one of two ways: by the signal while it arrives, or by leaving the loop. */
    async function startAndAbort(count: number): Promise<void> {
      const abort = new AbortController();
      try {
        const { body } = await transport.send({ ...post, call: { signal: abort.signal } });
        for await (const _ of body) {
          if (count % 2 === 0) break;
          abort.abort();
        }
      } catch (error) {
        strictEqual((error as RelayError).kind, 'cancelled');
      }
    }

    async function startAndAbortMany(total: number): Promise<void> {
      for (let started = 0; started < total; started += 10) {
        await Promise.all(Array.from({ length: 10 }, (_, index) => startAndAbort(index)));
      }
      while (running.size > 0) await nextTurn();
      // Both ends of every connection.
      while ((await countConnections()) > 0) await nextTurn();
      while ((countResources()['TCPSocketWrap'] ?? 0) > 0) await nextTurn();
    }

    const countConnections = () =>
      new Promise<number>((resolve, reject) => {
        server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
      });

    await startAndAbortMany(200);
    const before = { resources: countResources(), heap: usedHeap() };
    await startAndAbortMany(1000);
    const after = { resources: countResources(), heap: usedHeap() };
    deepStrictEqual(after.resources, before.resources);
    // By itself, undici would open another, unused connection after each abort.
    strictEqual(opened, 1200);
    // The memory of one running stream, times a thousand, would be several times as much as all the rest.
    ok(after.heap < before.heap * 1.2, `${before.heap} bytes before, ${after.heap} after`);
    await transport.close();
    server.close();
    await once(server, 'close');
  });
});
