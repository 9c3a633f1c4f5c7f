import { deepStrictEqual, rejects, strictEqual } from 'node:assert/strict';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { isPrivateByName, isPrivateHost } from '../../../../src/relay/http/hosts.ts';
import { apiKey, failsWith } from '../clientCalls.ts';
import { type Call, type MisbehavingServer, reply, startServer } from '../misbehavingServer.ts';
import { createAuthority } from './certificateAuthority.ts';
import { startProxy } from './connectProxy.ts';
import { startSecureServer } from './secureServer.ts';
import { readText, type TransportParts, transportFor } from './transportParts.ts';

const relay = 'http://relay.example.com';

/** Resolves every name except localhost to an address, as a hosts file would. */
async function withNamesAt(address: string, run: () => Promise<void>): Promise<void> {
  const { lookup } = dns;
  const resolve = (hostname: string, options: dns.LookupAllOptions, callback: Callback) =>
    lookup(hostname === 'localhost' ? hostname : address, options, callback);
  Object.assign(dns, { lookup: resolve });
  syncBuiltinESMExports();
  try {
    await run();
  } finally {
    Object.assign(dns, { lookup });
    syncBuiltinESMExports();
  }
}

type Callback = (error: NodeJS.ErrnoException | null, addresses: dns.LookupAddress[]) => void;

/** Gets a file as a client of the relay at `base`. */
async function fetchText(base: string, url: string, parts?: TransportParts): Promise<string> {
  await using transport = transportFor(base, parts);
  return await readText(await transport.fetchFile({ url, maxBytes: 1000 }));
}

interface Web extends MisbehavingServer {
  readonly network: { readonly proxyUrl: string };
}

/** A server that responds for every host name, behind a proxy. */
async function startWeb(answer: (call: Call) => unknown): Promise<Web> {
  const server = await startServer(answer);
  const proxy = await startProxy({ leadsTo: server.port });
  const close = async () => {
    await proxy.close();
    await server.close();
  };
  return { ...server, network: { proxyUrl: proxy.url }, close, [Symbol.asyncDispose]: close };
}

const authorizationsOf = ({ requests }: MisbehavingServer) =>
  requests.map(({ url, headers }) => [`${headers.host}${url}`, headers.authorization]);

describe('files', () => {
  it('are fetched with the API key only from the relay’s own origin, and never with a cookie', async () => {
    await using web = await startWeb((call) => reply(call, 200, 'file', { 'set-cookie': 'a=b' }));
    const urls = [
      `${relay}/v1/videos/1/content`,
      'http://store.example.net/a?sign=1',
      'http://relay.example.com:81/b',
    ];
    await using transport = transportFor(`${relay}/sub`, { network: web.network });
    for (const url of urls)
      strictEqual(await readText(await transport.fetchFile({ url, maxBytes: 4 })), 'file');
    deepStrictEqual(authorizationsOf(web), [
      ['relay.example.com/v1/videos/1/content', `Bearer ${apiKey}`],
      ['store.example.net/a?sign=1', undefined],
      ['relay.example.com:81/b', undefined],
    ]);
    deepStrictEqual(
      web.requests.map(({ headers }) => headers.cookie),
      [undefined, undefined, undefined],
    );
  });

  for (const status of [301, 302, 303, 307, 308]) {
    it(`are followed by ${status} to another origin and back, from there on without the key`, async () => {
      const locations: Record<string, string> = {
        '/a': '/b',
        '/b': 'http://store.example.net/c',
        '/c': `${relay}/d`,
      };
      await using web = await startWeb((call) => {
        const location = locations[call.request.url];
        return location ? reply(call, status, '', { location }) : reply(call, 200, 'file');
      });
      strictEqual(await fetchText(relay, `${relay}/a`, { network: web.network }), 'file');
      deepStrictEqual(authorizationsOf(web), [
        ['relay.example.com/a', `Bearer ${apiKey}`],
        ['relay.example.com/b', `Bearer ${apiKey}`],
        ['store.example.net/c', undefined],
        ['relay.example.com/d', undefined],
      ]);
    });
  }

  it('are followed through three redirects and no more', async () => {
    await using web = await startWeb((call) => reply(call, 302, '', { location: `${call.request.url}x` }));
    const url = 'http://store.example.net/a';
    const details = { status: 302, url: `${url}xxx` };
    await rejects(fetchText(relay, url, { network: web.network }), failsWith('invalidResponse', details));
    strictEqual(web.requests.length, 4);
  });

  const refusedRedirects = [
    'http://localhost/',
    'http://169.254.169.254/latest',
    'ftp://store.example.net/',
    'file:///etc/passwd',
  ];
  for (const location of refusedRedirects) {
    it(`are not followed to ${location}`, async () => {
      await using web = await startWeb((call) => reply(call, 302, '', { location }));
      const url = 'http://store.example.net/a';
      const details = { status: 302, url, redirectOrigin: new URL(location).origin };
      await rejects(fetchText(relay, url, { network: web.network }), failsWith('invalidResponse', details));
      strictEqual(web.requests.length, 1);
    });
  }

  it('are not followed from https back to http', async () => {
    const authority = createAuthority();
    await using server = await startSecureServer(authority.issue('store.example.net'), (response) =>
      response.writeHead(302, { location: 'http://store.example.net/b' }).end(),
    );
    await using proxy = await startProxy({ leadsTo: server.port });
    const network = { proxyUrl: proxy.url, extraCertificates: [authority.cert] };
    const url = 'https://store.example.net/a';
    const details = { status: 302, url, redirectOrigin: 'http://store.example.net' };
    await rejects(fetchText(relay, url, { network }), failsWith('invalidResponse', details));
    deepStrictEqual(proxy.asked, ['CONNECT store.example.net:443']);
  });

  const refused: readonly (readonly [string, string | undefined])[] = [
    ['nothing', undefined],
    ['/relative', undefined],
    ['ftp://store.example.net/a', undefined],
    ['data:text/plain,a', undefined],
    ['http://user:word@store.example.net/a', 'http://store.example.net/a'],
    ['http://localhost:8080/a', 'http://localhost:8080/a'],
    ['http://127.0.0.1/a?key=1', 'http://127.0.0.1/a'],
    ['http://0x7f.1/a', 'http://127.0.0.1/a'],
    ['http://[::1]/a', 'http://[::1]/a'],
    ['http://169.254.169.254/latest/meta-data', 'http://169.254.169.254/latest/meta-data'],
  ];
  for (const [url, shown] of refused) {
    it(`are not fetched from ${url}`, async () => {
      await using web = await startWeb((call) => reply(call, 200, 'file'));
      await rejects(fetchText(relay, url, { network: web.network }), {
        kind: 'invalidResponse',
        details: shown === undefined ? {} : { url: shown },
      });
      deepStrictEqual(web.requests, []);
    });
  }

  it('may be on a private host if the relay is on the same host, on any port', async () => {
    await using server = await startServer((call) => reply(call, 200, 'file'));
    const { origin } = server;
    strictEqual(await fetchText('http://127.0.0.1:9', `${origin}/a`), 'file');
    strictEqual(await fetchText(origin, `${origin}/a`), 'file');
    deepStrictEqual(
      authorizationsOf(server).map(([, authorization]) => authorization),
      [undefined, `Bearer ${apiKey}`],
    );
    await rejects(
      fetchText('http://127.0.0.1:9', 'http://127.0.0.2/a'),
      failsWith('invalidResponse', { url: 'http://127.0.0.2/a' }),
    );
  });

  it('that another server refuses say nothing about the API key or the base URL', async () => {
    const url = 'http://store.example.net/a';
    for (const [status, kind, ownKind] of [
      [401, 'invalidResponse', 'authentication'],
      [403, 'invalidResponse', 'refused'],
      [404, 'invalidResponse', 'invalidResponse'],
      [405, 'invalidResponse', 'invalidResponse'],
      [410, 'invalidResponse', 'invalidResponse'],
      [429, 'rateLimit', 'rateLimit'],
      [500, 'server', 'server'],
    ] as const) {
      await using web = await startWeb((call) => reply(call, status, 'no'));
      await rejects(
        fetchText(relay, url, { network: web.network }),
        failsWith(kind, { status, relayMessage: 'no', url }),
      );
      await rejects(
        fetchText(relay, `${relay}/a`, { network: web.network }),
        failsWith(ownKind, { status, relayMessage: 'no', url: `${relay}/a` }),
      );
    }
  });

  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
    it(`are not fetched from a name that resolves to ${address}`, async () => {
      await using server = await startServer((call) => reply(call, 200, 'file'));
      let byEditor = 0;
      const editorFetch: typeof fetch = (...request) => {
        byEditor += 1;
        return fetch(...request);
      };
      const url = `http://store.example.net:${server.port}/a`;
      await withNamesAt(address, async () => {
        for (const network of [{}, { editorFetch }, { editorFetch, proxyUrl: 'socks://127.0.0.1:1' }]) {
          const asked = fetchText('http://relay.example.com', url, { network });
          await rejects(asked, failsWith('invalidResponse', { url }));
        }
      });
      deepStrictEqual([server.requests.length, byEditor], [0, 0]);
    });
  }

  const resolved: readonly (readonly [address: string, isPublic: boolean])[] = [
    ['93.184.216.34', true],
    ['198.18.0.7', true],
    ['64:ff9b::5db8:d822', true],
    ['64:ff9b::a00:7', false],
    ['64:ff9b::7', false],
    ['10.0.0.7', false],
    ['fe80::1%1', false],
  ];
  for (const [address, isPublic] of resolved) {
    it(`${isPublic ? 'may' : 'must not'} come from a name that resolves to ${address}`, async () => {
      await withNamesAt(address, async () => {
        strictEqual(await isPrivateByName('store.example.net'), !isPublic);
      });
    });
  }

  it('are fetched from the relay’s own host in a private network', async () => {
    await using server = await startServer((call) => reply(call, 200, 'file'));
    const base = `http://relay.example.com:${server.port}`;
    await withNamesAt('127.0.0.1', async () => {
      strictEqual(await fetchText(base, `${base}/a`), 'file');
    });
  });

  it('are limited in size, and tried twice', async () => {
    await using web = await startWeb((call) =>
      call.request.url === '/large' ? reply(call, 200, 'x'.repeat(1001)) : reply(call, 503, ''),
    );
    const { network } = web;
    const large = 'http://store.example.net/large';
    await rejects(
      fetchText(relay, large, { network }),
      failsWith('invalidResponse', { status: 200, url: large, limitBytes: 1000 }),
    );
    const url = 'http://store.example.net/busy';
    await using transport = transportFor(relay, { network, retryDelaysMs: [0, 0] });
    await rejects(
      transport.fetchFile({ url, maxBytes: 1000, call: { onRetryWait: () => {} } }),
      failsWith('server', { status: 503, url, retries: 1 }),
    );
    strictEqual(web.requests.length, 3);
  });
});

describe('private hosts', () => {
  const hosts: readonly (readonly [string, boolean])[] = [
    ['localhost', true],
    ['a.localhost', true],
    ['0.0.0.0', true],
    ['10.0.0.1', true],
    ['100.64.0.1', true],
    ['169.254.169.254', true],
    ['172.15.0.1', false],
    ['172.16.0.1', true],
    ['192.168.1.1', true],
    ['224.0.0.1', true],
    ['8.8.8.8', false],
    ['[::]', true],
    ['[::1]', true],
    ['[::ffff:a00:1]', true],
    ['[64:ff9b::a00:1]', true],
    ['[fd00::1]', true],
    ['[fe80::1]', true],
    ['[2606:4700::1111]', false],
    ['metadata.google.internal', true],
    ['metadata.example.com', false],
    ['10.example.com', false],
  ];
  for (const [host, isPrivate] of hosts) {
    it(`${isPrivate ? 'include' : 'exclude'} ${host}`, () => strictEqual(isPrivateHost(host), isPrivate));
  }
});
