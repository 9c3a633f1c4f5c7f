import { deepStrictEqual, doesNotMatch, match, ok } from 'node:assert/strict';
import { createAuthority } from '../http/certificateAuthority.ts';
import { startProxy, type TestProxy } from '../http/connectProxy.ts';
import { findClosedPort, type Listener, type ListenerOptions, startGate, startListener } from './listener.ts';
import { look } from './look.ts';

const authority = createAuthority();
const extraCertificates = [authority.cert];
const relay = 'https://relay.example.com';
const credentials = 'user:pa55word';
const authorization = `Basic ${btoa(credentials)}`;

const certificate = {
  issuer: 'Authority of a test',
  validTo: Date.parse('2049-12-31T23:59:59Z'),
  isTrusted: true,
  isChecked: true,
  tlsVersion: 'TLSv1.3',
};
const nameOfRelay = { host: '127.0.0.1', of: 'relay', addresses: ['127.0.0.1'], wasLookedUp: false } as const;
const nameOfProxy = { ...nameOfRelay, of: 'proxy' } as const;

async function withListener(
  options: ListenerOptions,
  run: (listener: Listener) => Promise<void>,
): Promise<void> {
  const listener = await startListener(options);
  try {
    await run(listener);
    await listener.untilAllClosed();
  } finally {
    await listener.close();
  }
}

/** A proxy, and a gate in front of it that records what the client sends. */
async function withProxy(
  options: Partial<Parameters<typeof startProxy>[0]>,
  run: (proxy: TestProxy, gate: Listener) => Promise<void>,
): Promise<void> {
  const proxy = await startProxy({ leadsTo: 1, ...options });
  const gate = await startGate(proxy.port);
  try {
    await run(proxy, gate);
    await gate.untilAllClosed();
  } finally {
    await gate.close();
    await proxy.close();
  }
}

describe('the probe of a connection', () => {
  it('connects to plain http, and sends nothing', async () => {
    await withListener({}, async ({ port, opened, received }) => {
      deepStrictEqual(await look(`http://127.0.0.1:${port}/sub`), {
        name: nameOfRelay,
        connection: { remoteAddress: '127.0.0.1', remotePort: port },
        certificate: undefined,
      });
      deepStrictEqual([opened(), received()], [1, '']);
    });
  });

  it('reads the certificate on a connection of its own', async () => {
    await withListener({ identity: authority.issue('127.0.0.1') }, async ({ port, opened, received }) => {
      deepStrictEqual(await look(`https://127.0.0.1:${port}`, { extraCertificates }), {
        name: nameOfRelay,
        connection: { remoteAddress: '127.0.0.1', remotePort: port },
        certificate: certificate,
      });
      deepStrictEqual([opened(), received()], [2, '']);
    });
  });

  it('looks up a name, and returns all of its addresses', async () => {
    await withListener({}, async ({ port }) => {
      const { name, connection } = await look(`http://localhost:${port}`);
      ok(name && 'host' in name);
      const { addresses, ...others } = name;
      deepStrictEqual(others, { host: 'localhost', of: 'relay', wasLookedUp: true });
      ok(addresses.includes('127.0.0.1') && new Set(addresses).size === addresses.length);
      deepStrictEqual(connection, { remoteAddress: '127.0.0.1', remotePort: port });
    });
  });

  it('uses an IPv6 address without a lookup', async function () {
    const listener = await startListener({ host: '::1' }).catch(() => undefined);
    // A machine without IPv6 has nothing to connect to.
    if (!listener) return this.skip();
    deepStrictEqual(await look(`http://[::1]:${listener.port}`), {
      name: { host: '::1', of: 'relay', addresses: ['::1'], wasLookedUp: false },
      connection: { remoteAddress: '::1', remotePort: listener.port },
      certificate: undefined,
    });
    await listener.close();
  });

  const unknown = [
    ['the relay', 'https://relay.invalid', {}, { url: 'https://relay.invalid' }],
    [
      'the proxy',
      relay,
      { proxyUrl: `http://${credentials}@proxy.invalid:3128` },
      { url: relay, proxy: 'http://proxy.invalid:3128' },
    ],
  ] as const;
  for (const [whose, address, network, place] of unknown) {
    it(`reports that the name of ${whose} is unknown`, async () => {
      const { name } = await look(address, network);
      ok(Array.isArray(name));
      const [kind, { systemCode, ...details }] = name;
      deepStrictEqual([kind, details], ['connection', place]);
      // EAI_AGAIN if this machine has no network.
      match(systemCode ?? '', /^(ENOTFOUND|EAI_AGAIN)$/);
    });
  }

  it('reports a closed port', async () => {
    const url = `https://127.0.0.1:${await findClosedPort()}`;
    deepStrictEqual(await look(url), {
      name: nameOfRelay,
      connection: ['connection', { systemCode: 'ECONNREFUSED', url }],
    });
  });

  describe('through a proxy', () => {
    it('uses a tunnel with the proxy’s password and without the API key', async () => {
      await withListener({ identity: authority.issue('relay.example.com') }, async (server) => {
        await withProxy({ leadsTo: server.port, authorization }, async (proxy, gate) => {
          const proxyUrl = `http://${credentials}@127.0.0.1:${gate.port}`;
          deepStrictEqual(await look(`${relay}/sub`, { proxyUrl, extraCertificates }), {
            name: nameOfProxy,
            connection: {
              proxy: `http://127.0.0.1:${gate.port}`,
              remoteAddress: '127.0.0.1',
              remotePort: gate.port,
            },
            certificate,
          });
          deepStrictEqual(
            [proxy.asked, proxy.authorizations, gate.opened(), server.opened(), server.received()],
            [Array(2).fill('CONNECT relay.example.com:443'), [authorization, authorization], 2, 2, ''],
          );
          const [head] = gate.received().split('\r\n\r\n');
          deepStrictEqual(head?.split('\r\n'), [
            'CONNECT relay.example.com:443 HTTP/1.1',
            'host: relay.example.com:443',
            'connection: close',
            'proxy-connection: keep-alive',
            'user-agent: model-relay',
            `proxy-authorization: ${authorization}`,
          ]);
          doesNotMatch(gate.received(), /0aB1cD2eF3/);
        });
      });
    });

    it('to plain http, connects only to the proxy', async () => {
      await withProxy({ authorization }, async ({ asked }, { port, received }) => {
        const proxy = `http://127.0.0.1:${port}`;
        deepStrictEqual(await look('http://relay.example.com', { proxyUrl: proxy }), {
          name: nameOfProxy,
          connection: { proxy, remoteAddress: '127.0.0.1', remotePort: port },
          certificate: undefined,
        });
        deepStrictEqual([asked, received()], [[], '']);
      });
    });

    it('that refuses, reports it', async () => {
      await withProxy({ authorization }, async (_, { port }) => {
        const proxy = `http://127.0.0.1:${port}`;
        deepStrictEqual(await look(relay, { proxyUrl: proxy.replace('//', '//user:wrong@') }), {
          name: nameOfProxy,
          connection: ['connection', { systemCode: 'ERR_PROXY_TUNNEL', proxyStatus: 407, url: relay, proxy }],
        });
      });
    });

    it('with an untrusted certificate of its own, reports it', async () => {
      await withProxy({ identity: authority.issue('127.0.0.1') }, async (_, { port }) => {
        const proxy = `https://127.0.0.1:${port}`;
        deepStrictEqual((await look(relay, { proxyUrl: proxy })).connection, [
          'connection',
          { systemCode: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', url: relay, proxy },
        ]);
      });
    });

    const others = [
      ['of an unsupported type', 'socks5://u:pa55word@127.0.0.1:1080', 'socks5://127.0.0.1:1080'],
      ['whose URL can’t be read', 'http://user:pa55word/x@proxy.example.com', 'unreadable'],
    ] as const;
    for (const [name, proxyUrl, proxy] of others) {
      it(`${name}, reports it before any lookup`, async () => {
        deepStrictEqual(await look(relay, { proxyUrl }), {
          name: ['connection', { systemCode: 'ERR_PROXY_UNSUPPORTED', proxy, url: relay }],
        });
      });
    }
  });
});
