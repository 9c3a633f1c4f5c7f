import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RelayClient } from '../../../../src/relay/client.ts';
import type { NetworkOptions } from '../../../../src/relay/http/proxy.ts';
import type { ConnectionProbe } from '../../../../src/relay/probe/connectionProbe.ts';
import { type Listener, startListener } from './listener.ts';
import { createClient, failureOf } from './look.ts';

const relay = 'https://relay.example.com';

/** A server that never responds, and the step of a probe that waits for it. */
interface Stage {
  readonly name: string;
  readonly place: (port: number) => {
    readonly url: string;
    readonly proxy?: string;
    readonly network?: NetworkOptions;
  };
  readonly step: 'connect' | 'readCertificate' | 'connectByEditor';
}

const stages: readonly Stage[] = [
  {
    name: 'the handshake',
    place: (port) => ({ url: `https://127.0.0.1:${port}` }),
    step: 'readCertificate',
  },
  {
    name: 'the tunnel',
    place: (port) => ({ url: relay, proxy: `http://127.0.0.1:${port}` }),
    step: 'connect',
  },
  {
    name: 'the handshake with the proxy',
    place: (port) => ({ url: relay, proxy: `https://127.0.0.1:${port}` }),
    step: 'connect',
  },
  {
    name: 'the editor’s fetch',
    place: (port) => ({
      url: relay,
      network: { editorFetch: (_input, init) => fetch(`http://127.0.0.1:${port}`, init) },
    }),
    step: 'connectByEditor',
  },
];

async function withStage(
  { place, step }: Stage,
  connectMs: number,
  run: (parts: {
    readonly client: RelayClient;
    readonly probe: ConnectionProbe;
    readonly listener: Listener;
    readonly where: { readonly url: string; readonly proxy?: string };
  }) => Promise<void>,
): Promise<void> {
  const listener = await startListener();
  const { network, ...where } = place(listener.port);
  const client = createClient(where.url, { ...network, proxyUrl: where.proxy }, connectMs);
  const probe = client.probe();
  try {
    await run({ client, probe, listener, where });
    // Nothing is closed here: an abandoned step has closed its own connection.
    await listener.untilAllClosed();
    // Node's own fetch opens another, unused connection after an abort.
    if (step !== 'connectByEditor') strictEqual(listener.opened(), 1);
  } finally {
    await client.close();
    await listener.close();
  }
}

/** Both ends of every connection of this process. */
function countSockets(): number {
  return process.getActiveResourcesInfo().filter((resource) => resource === 'TCPSocketWrap').length;
}

describe('a probe that is abandoned', () => {
  for (const stage of stages) {
    it(`leaves no connection after a time-out during ${stage.name}`, async () => {
      await withStage(stage, 60, async ({ probe, where }) => {
        deepStrictEqual(await failureOf(probe[stage.step]()), [
          'timeout',
          { phase: 'connect', timeoutMs: 60, ...where },
        ]);
      });
    });

    const ends: readonly (readonly [
      name: string,
      end: (parts: { abort: AbortController; client: RelayClient }) => unknown,
    ])[] = [
      ['an abort', ({ abort }) => abort.abort()],
      ['closing the client', ({ client }) => client.close()],
    ];
    for (const [name, end] of ends) {
      it(`leaves no connection after ${name} during ${stage.name}`, async () => {
        await withStage(stage, 10_000, async ({ client, probe, listener, where }) => {
          const abort = new AbortController();
          const failure = failureOf(probe[stage.step]({ signal: abort.signal }));
          await listener.untilHeard();
          await end({ abort, client });
          deepStrictEqual(await failure, ['cancelled', where]);
        });
      });
    }
  }

  it('leaves no connection if that is during a lookup or while connecting', async () => {
    const before = countSockets();
    const listener = await startListener();
    const url = `http://localhost:${listener.port}`;
    const client = createClient(url);
    const probe = client.probe();
    for (const step of ['lookUpName', 'connect'] as const) {
      const abort = new AbortController();
      const failure = failureOf(probe[step]({ signal: abort.signal }));
      abort.abort();
      deepStrictEqual(await failure, ['cancelled', { url }]);
    }
    await listener.close();
    while (countSockets() > before) await nextTurn();
    await client.close();
  });

  it('starts nothing more once the client is closed', async () => {
    const listener = await startListener();
    const url = `https://127.0.0.1:${listener.port}`;
    const client = createClient(url);
    const earlier = client.probe();
    await client.close();
    for (const probe of [earlier, client.probe()]) {
      for (const step of ['lookUpName', 'connect', 'readCertificate', 'connectByEditor'] as const)
        deepStrictEqual(await failureOf(probe[step]()), ['cancelled', { url }]);
    }
    strictEqual(listener.opened(), 0);
    await listener.close();
  });
});
