import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RelayClient } from '../../../../src/relay/client.ts';
import type { NetworkOptions } from '../../../../src/relay/http/proxy.ts';
import type { ConnectionProbe } from '../../../../src/relay/probe/connectionProbe.ts';
import { createAuthority } from '../http/certificateAuthority.ts';
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
  readonly before?: (probe: ConnectionProbe) => Promise<unknown>;
  readonly step: 'connect' | 'readCertificate' | 'connectByEditor';
}

const stages: readonly Stage[] = [
  {
    name: 'the handshake',
    place: (port) => ({ url: `https://127.0.0.1:${port}` }),
    before: (probe) => probe.connect(),
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
  { place, before, step }: Stage,
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
    await before?.(probe);
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
      end: (parts: { abort: AbortController; probe: ConnectionProbe; client: RelayClient }) => unknown,
    ])[] = [
      ['an abort', ({ abort }) => abort.abort()],
      ['closing it', ({ probe }) => probe.close()],
      ['closing the client', ({ client }) => client.close()],
    ];
    for (const [name, end] of ends) {
      it(`leaves no connection after ${name} during ${stage.name}`, async () => {
        await withStage(stage, 10_000, async ({ client, probe, listener, where }) => {
          const abort = new AbortController();
          const failure = failureOf(probe[stage.step]({ signal: abort.signal }));
          await listener.untilHeard();
          await end({ abort, probe, client });
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

  it('leaves no connection if that is between connecting and reading the certificate', async () => {
    const before = countSockets();
    const listener = await startListener();
    const url = `https://127.0.0.1:${listener.port}`;
    const client = createClient(url);
    const probe = client.probe();
    await probe.connect();
    const signal = AbortSignal.abort();
    deepStrictEqual(await failureOf(probe.readCertificate({ signal })), ['cancelled', { url }]);
    await listener.untilAllClosed();
    await probe.connect();
    probe.close();
    await listener.untilAllClosed();
    const other = client.probe();
    await other.connect();
    await client.close();
    await listener.untilAllClosed();
    deepStrictEqual([listener.opened(), listener.received()], [3, '']);
    await listener.close();
    while (countSockets() > before) await nextTurn();
  });

  it('starts nothing more, whichever way it was closed', async () => {
    const listener = await startListener();
    const url = `https://127.0.0.1:${listener.port}`;
    const client = createClient(url);
    const closed = client.probe();
    closed.close();
    closed.close();
    const endedWithClient = client.probe();
    await client.close();
    for (const probe of [closed, endedWithClient, client.probe()]) {
      for (const step of ['lookUpName', 'connect', 'readCertificate', 'connectByEditor'] as const)
        deepStrictEqual(await failureOf(probe[step]()), ['cancelled', { url }]);
    }
    strictEqual(listener.opened(), 0);
    await listener.close();
  });
});

describe('a probe that is used again', () => {
  it('opens a new connection each time, and leaves none', async () => {
    const authority = createAuthority();
    const listener = await startListener({ identity: authority.issue('127.0.0.1') });
    const client = createClient(`https://127.0.0.1:${listener.port}`, {
      extraCertificates: [authority.cert],
    });
    const probe = client.probe();
    const first = await probe.readCertificate();
    await probe.connect();
    await probe.connect();
    deepStrictEqual(await probe.readCertificate(), first);
    await listener.untilAllClosed();
    strictEqual(listener.opened(), 3);
    await client.close();
    await listener.close();
  });
});
