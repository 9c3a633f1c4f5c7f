import { deepStrictEqual, doesNotMatch, rejects, strictEqual } from 'node:assert/strict';
import { createServer, type Socket } from 'node:net';
import type { RelayErrorKind } from '../../../../src/relay/errors/errorKind.ts';
import type { RelayErrorDetails } from '../../../../src/relay/errors/relayError.ts';
import { failsWith } from '../clientCalls.ts';
import { listen, reply, startServer } from '../misbehavingServer.ts';
import { createAuthority } from './certificateAuthority.ts';
import { startProxy, type TestProxy } from './connectProxy.ts';
import { startSecureServer } from './secureServer.ts';
import {
  createLines,
  exchange,
  get,
  post,
  readText,
  type TransportParts,
  transportFor,
} from './transportParts.ts';

const authority = createAuthority();
const extraCertificates = [authority.cert];
const credentials = 'user:pa55word';
const authorization = `Basic ${btoa(credentials)}`;

describe('through a proxy', () => {
  it('https uses a tunnel, and only the proxy gets the proxy’s credentials', async () => {
    await using server = await startSecureServer(authority.issue('relay.example.com'));
    await using proxy = await startProxy({ leadsTo: server.port, authorization });
    const { logger, lines } = createLines();
    const proxyUrl = proxy.url.replace('//', `//${credentials}@`);
    await using transport = transportFor('https://relay.example.com', {
      network: { proxyUrl, extraCertificates },
      logger,
    });
    strictEqual(await readText(await transport.send(get)), 'ok');
    strictEqual(await readText(await transport.send(post)), 'ok');
    // There may be a second tunnel, because a connection is reused only one event loop turn after each reply.
    deepStrictEqual(
      [new Set(proxy.asked), new Set(proxy.authorizations)],
      [new Set(['CONNECT relay.example.com:443']), new Set([authorization])],
    );
    deepStrictEqual(
      server.requests.map(({ url, servername, protocol, headers }) => [
        url,
        servername,
        protocol,
        headers['host'],
        headers['proxy-authorization'],
      ]),
      ['/v1/models', '/v1/messages'].map((url) => [
        url,
        'relay.example.com',
        'http/1.1',
        'relay.example.com',
        undefined,
      ]),
    );
    doesNotMatch(lines.join('\n'), /pa55word|dXNlcjpw/);
  });

  it('https works with a proxy that is itself reached over TLS', async () => {
    await using server = await startSecureServer(authority.issue('relay.example.com'));
    await using proxy = await startProxy({ leadsTo: server.port, identity: authority.issue('127.0.0.1') });
    const network = { proxyUrl: proxy.url, extraCertificates };
    strictEqual(await exchange('https://relay.example.com:8443', get, { network }), 'ok');
    deepStrictEqual(proxy.asked, ['CONNECT relay.example.com:8443']);
  });

  it('http is forwarded, since proxies open tunnels only to port 443', async () => {
    await using server = await startServer((call) => reply(call, 200, 'ok'));
    await using proxy = await startProxy({ leadsTo: server.port, authorization });
    const { url, asked } = proxy;
    const network = { proxyUrl: url, proxyAuthorization: authorization };
    strictEqual(await exchange('http://relay.example.com/sub', post, { network }), 'ok');
    deepStrictEqual(asked, ['POST http://relay.example.com/sub/v1/messages']);
    deepStrictEqual(
      server.requests.map(({ url, body, headers }) => [
        url,
        body,
        headers.host,
        headers['proxy-authorization'],
      ]),
      [['/sub/v1/messages', '{"model":"m"}', 'relay.example.com', undefined]],
    );
  });

  describe('distinguishes a failure of the proxy from one of the relay:', () => {
    const failsThrough = ({ url }: TestProxy, details: RelayErrorDetails, parts: TransportParts = {}) =>
      rejects(
        exchange('https://relay.example.com', post, { network: { proxyUrl: url }, ...parts }),
        failsWith(details.phase ? 'timeout' : 'connection', { ...details, proxy: url }),
      );
    const answers: readonly (readonly [string, (socket: Socket) => void, RelayErrorDetails])[] = [
      [
        '403',
        (socket) => socket.write('HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno'),
        { systemCode: 'ERR_PROXY_TUNNEL', proxyStatus: 403 },
      ],
      [
        '502 in pieces',
        (socket) => {
          socket.write('HTT');
          socket.end('P/1.0 502 Bad Gateway\r\n\r\n');
        },
        { systemCode: 'ERR_PROXY_TUNNEL', proxyStatus: 502 },
      ],
      ['garbage', (socket) => socket.write('SSH-2.0-OpenSSH_9.2\r\n'), { systemCode: 'ERR_PROXY_TUNNEL' }],
      [
        'an endless head',
        (socket) => socket.write(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(20_000)}`),
        { systemCode: 'ERR_PROXY_TUNNEL' },
      ],
      ['hanging up', (socket) => socket.end(), { systemCode: 'ECONNRESET' }],
    ];
    for (const [name, answer, details] of answers) {
      it(name, async () => {
        await using proxy = await startProxy({ answer });
        await failsThrough(proxy, details);
        await proxy.untilAllClosed();
      });
    }

    for (const origin of ['https://relay.example.com', 'http://relay.example.com']) {
      it(`407, for ${origin.split(':')[0]}`, async () => {
        await using proxy = await startProxy({ authorization });
        const network = { proxyUrl: proxy.url.replace('//', '//user:wrong@') };
        const isTunnel = origin.startsWith('https');
        await rejects(
          exchange(origin, post, { network }),
          failsWith('connection', {
            ...(isTunnel && { systemCode: 'ERR_PROXY_TUNNEL' }),
            proxyStatus: 407,
            proxy: proxy.url,
          }),
        );
        strictEqual(proxy.asked.length, 1);
      });
    }

    it('a proxy that can’t be reached', async () => {
      const proxy = await startProxy({ leadsTo: 1 });
      await proxy.close();
      await failsThrough(proxy, { systemCode: 'ECONNREFUSED' });
    });

    it('silence, as a connect time-out', async () => {
      await using proxy = await startProxy({ answer: () => {} });
      await failsThrough(proxy, { phase: 'connect', timeoutMs: 40 }, { timeouts: { connectMs: 40 } });
    });

    it('an untrusted certificate of the relay', async () => {
      await using server = await startSecureServer(authority.issue('relay.example.com'));
      await using proxy = await startProxy({ leadsTo: server.port });
      await failsThrough(proxy, { systemCode: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' });
      deepStrictEqual(server.requests, []);
    });
  });
});

describe('a connection whose request is canceled', () => {
  // `probeEnd.test.ts` has the other stages of a connection.
  it('is closed at once while TLS is set up, and that of another request stays open', async () => {
    const abort = new AbortController();
    const arrived: Socket[] = [];
    const firstEnd = Promise.withResolvers<void>();
    const bothHere = Promise.withResolvers<void>();
    const server = createServer((socket) => {
      arrived.push(socket);
      socket.on('error', () => {});
      // The first bytes show that the set-up has reached this server.
      socket.once('data', () => {
        if (arrived.every(({ bytesRead }) => bytesRead > 0) && arrived.length === 2) bothHere.resolve();
      });
      socket.on('close', () => firstEnd.resolve());
    });
    const transport = transportFor(`https://127.0.0.1:${await listen(server)}`);
    const settled = Promise.allSettled([
      transport.send({ ...get, call: { signal: abort.signal } }),
      transport.send(get),
    ]);
    await bothHere.promise;
    abort.abort();
    await firstEnd.promise;
    deepStrictEqual(arrived.map(({ destroyed, readableEnded }) => destroyed || readableEnded).sort(), [
      false,
      true,
    ]);
    await transport.close();
    deepStrictEqual(
      (await settled).map((outcome): RelayErrorKind => outcome.status === 'rejected' && outcome.reason.kind),
      ['cancelled', 'cancelled'],
    );
    for (const socket of arrived) socket.destroy();
    server.close();
  });
});
