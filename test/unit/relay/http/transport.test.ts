import { deepStrictEqual, ok, rejects, strictEqual } from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { RelayError } from '../../../../src/relay/errors/relayError.ts';
import type { Timeouts } from '../../../../src/relay/http/exchange.ts';
import { readBytes } from '../../../../src/relay/http/reply.ts';
import type { RelayRequest } from '../../../../src/relay/http/request.ts';
import { apiKey, failsWith } from '../clientCalls.ts';
import { type Call, listen, reply, replyInPieces, startServer } from '../misbehavingServer.ts';
import { exchange, get, post, readText, transportFor } from './transportParts.ts';

const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';

describe('transport', () => {
  it('sends the API key, the body, and no other credentials', async () => {
    await using server = await startServer((call) => reply(call, 200, 'ok'));
    strictEqual(await exchange(`${server.origin}/sub/v1`, { ...post, headers: { accept: 'a/b' } }), 'ok');
    deepStrictEqual(server.requests, [
      {
        method: 'POST',
        url: '/sub/v1/messages',
        headers: {
          host: `127.0.0.1:${server.port}`,
          connection: 'keep-alive',
          accept: 'a/b',
          authorization: `Bearer ${apiKey}`,
          'accept-encoding': 'identity',
          'user-agent': 'model-relay',
          'content-type': 'application/json',
          'content-length': '13',
        },
        body: '{"model":"m"}',
      },
    ]);
  });

  it('reuses its connections', async () => {
    await using server = await startServer((call) => reply(call, 200, 'ok'));
    await using transport = transportFor(server.origin);
    for (let count = 0; count < 10; count += 1) await readBytes((await transport.send(get)).body);
    // There may be a second one, because a connection is reused only one event loop turn after each reply.
    ok(server.connections() <= 2);
  });

  it('reports the phases of each try of a request, and nothing once its reply has begun', async () => {
    const phases: string[] = [];
    const call = { onPhase: (phase: string) => phases.push(phase), onRetryWait: () => {} };
    let tries = 0;
    await using server = await startServer((request) => {
      tries += 1;
      return reply(request, tries === 1 ? 503 : 200, 'ok');
    });
    await exchange(server.origin, { ...get, call }, { retryDelaysMs: [0] });
    await exchange(server.origin, { ...post, json: { text: 'x'.repeat(300_000) }, call });

    deepStrictEqual(
      phases.filter((phase, place) => phase !== phases[place - 1]),
      ['connect', 'firstByte', 'connect', 'firstByte', 'connect', 'upload', 'firstByte'],
    );
  });

  it('reopens a connection that was lost just when a request was about to use it', async () => {
    let last: Call | undefined;
    await using server = await startServer((call) => {
      last = call;
      reply(call, 200, 'ok');
    });
    await using transport = transportFor(server.origin);
    strictEqual(Buffer.from(await readBytes((await transport.send(post)).body)).toString(), 'ok');
    // In the timers phase, so that undici notices the loss after it took the request and before it sends it.
    await new Promise((resolve) => setTimeout(resolve));
    last?.socket.destroy();
    strictEqual(Buffer.from(await readBytes((await transport.send(post)).body)).toString(), 'ok');
    deepStrictEqual([server.requests.length, server.connections()], [2, 2]);
  });

  it('does not reuse a connection that was idle while the machine slept', async () => {
    let time = 0;
    const seen = new Set<unknown>();
    await using server = await startServer((call) => {
      // A connection that was silently dropped in the meantime never responds.
      if (time > 0 && seen.has(call.socket)) return;
      seen.add(call.socket);
      reply(call, 200, 'a');
    });
    const { origin, requests, connections } = server;
    await using transport = transportFor(origin, { now: () => time, timeouts: { firstByteMs: 500 } });
    const ask = async () => readText(await transport.send({ ...post, retry: 'never' }));
    await ask();
    await ask();
    const before = connections();
    time = 3_600_000;
    deepStrictEqual([await ask(), connections() - before, requests.length], ['a', 1, 3]);
  });

  it('does not reuse a connection idle longer than the relay allows, even if no timer fired', async () => {
    let time = 0;
    await using server = await startServer((call) => {
      call.response.setHeader('keep-alive', 'timeout=5, max=100');
      reply(call, 200, 'a');
    });
    await using transport = transportFor(server.origin, { now: () => time });
    // The process was busy: no timer fired, but the clock went on.
    const askAfter = async (passedMs: number) => {
      time += passedMs;
      await readText(await transport.send({ ...post, retry: 'never' }));
      // The connection is idle in the next turn.
      await setImmediate();
      return server.connections();
    };
    deepStrictEqual([await askAfter(0), await askAfter(3000), await askAfter(3001)], [1, 1, 2]);
  });

  it('keeps the connection of a reply that was released before its end', async () => {
    await using server = await startServer((call) => replyInPieces(call, ['one', 'two']));
    await using transport = transportFor(server.origin);
    const first = await transport.send(get);
    for await (const _ of first.body) {
      first.release();
      break;
    }
    strictEqual(Buffer.from(await readBytes((await transport.send(get)).body)).toString(), 'onetwo');
    strictEqual(Buffer.from(await readBytes((await transport.send(get)).body)).toString(), 'onetwo');
    ok(server.connections() <= 2);
  });

  it('gives headers by lowercase names, and joins several of one name', async () => {
    await using server = await startServer(({ response }) => {
      response.writeHead(200, ['X-One', 'a', 'x-one', 'b', 'X-TWO', 'c']);
      response.end();
    });
    await using transport = transportFor(server.origin);
    const { headers } = await transport.send(get);
    deepStrictEqual([headers['x-one'], headers['x-two']], ['a, b', 'c']);
  });

  it('does not send what can’t be serialized as JSON', async () => {
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    let deep: unknown = 0;
    for (let depth = 0; depth < 50_000; depth += 1) deep = [deep];
    await using server = await startServer((call) => reply(call, 200, 'ok'));
    for (const json of [circle, { deep }, { big: 1n }])
      await rejects(
        exchange(server.origin, { ...post, json }),
        failsWith('invalidRequest', { field: 'request' }),
      );
    deepStrictEqual(server.requests, []);
  });

  it('skips informational replies', async () => {
    await using server = await startServer(({ socket }) =>
      socket.write('HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'),
    );
    strictEqual(await exchange(server.origin, get), 'ok');
  });

  describe('decodes what it did not ask for:', () => {
    const text = 'data: 你好\n\n'.repeat(40);
    const encodings: readonly (readonly [string, Uint8Array])[] = [
      ['x-gzip', gzipSync(text)],
      ['Identity', Buffer.from(text)],
      ['utf-8', Buffer.from(text)],
    ];
    for (const [encoding, bytes] of encodings) {
      it(encoding, async () => {
        await using server = await startServer((call) =>
          replyInPieces(call, [bytes.subarray(0, 9), bytes.subarray(9)], { 'content-encoding': encoding }),
        );
        strictEqual(await exchange(server.origin, get), text);
      });
    }

    it('and gives what came of it before a cut', async () => {
      const bytes = gzipSync(text.repeat(50), { level: 0 });
      await using server = await startServer((call) =>
        replyInPieces(call, [bytes.subarray(0, 5000)], { 'content-encoding': 'gzip' }, 'cut'),
      );
      await using transport = transportFor(server.origin);
      const { body } = await transport.send({ ...get, maxBytes: 100_000 });
      let decoded = 0;
      await rejects(
        async () => {
          for await (const piece of body) decoded += piece.length;
        },
        failsWith('interrupted', { systemCode: 'UND_ERR_SOCKET' }),
      );
      ok(decoded > 4000);
    });

    it('but not what only claims to be gzip', async () => {
      await using server = await startServer((call) =>
        reply(call, 200, 'not gzip at all', { 'content-encoding': 'gzip' }),
      );
      await rejects(exchange(server.origin, get), failsWith('invalidResponse', { status: 200 }));
    });
  });

  describe('caps', () => {
    it('a reply’s size, and closes the socket', async () => {
      await using server = await startServer((call) =>
        replyInPieces(call, ['x'.repeat(900), 'x'.repeat(101)], {}, 'never'),
      );
      const details = { status: 200, limitBytes: 1000 };
      await rejects(exchange(server.origin, get), failsWith('invalidResponse', details));
      await server.untilAllClosed();
    });

    it('the size after decompression', async () => {
      await using server = await startServer((call) =>
        reply(call, 200, gzipSync('x'.repeat(2_000_000)), { 'content-encoding': 'gzip' }),
      );
      const details = { status: 200, limitBytes: 1000 };
      await rejects(exchange(server.origin, get), failsWith('invalidResponse', details));
    });

    it('an error’s text, without failing', async () => {
      await using server = await startServer(({ response }) => {
        response.writeHead(400);
        response.write(`{"error":{"message":"${'x'.repeat(70_000)}`);
      });
      const relayMessage = `{"error":{"message":"${'x'.repeat(478)}…`;
      const details = { status: 400, relayMessage };
      await rejects(exchange(server.origin, post), failsWith('invalidRequest', details));
      await server.untilAllClosed();
    });
  });

  describe('names its time-outs:', () => {
    it('connect', async () => {
      // Accepts the connection, and never answers the TLS handshake.
      const server = createServer((socket) => socket.on('error', () => {}).resume());
      const origin = `https://127.0.0.1:${await listen(server)}`;
      await rejects(
        exchange(origin, get, { timeouts: { connectMs: 40 } }),
        failsWith('timeout', { phase: 'connect', timeoutMs: 40 }),
      );
      server.close();
    });

    const late: Record<string, readonly [RelayRequest, Partial<Timeouts>, (call: Call) => unknown]> = {
      'a slow request': [{ ...post, firstByte: 'slowFirstByteMs' }, { slowFirstByteMs: 40 }, () => {}],
      'a quick request': [{ ...get, firstByte: 'quickFirstByteMs' }, { quickFirstByteMs: 40 }, () => {}],
      'a request that got half a head': [
        get,
        { firstByteMs: 40 },
        ({ socket }) => socket.write('HTTP/1.1 200 OK\r\nContent-Ty'),
      ],
    };
    for (const [name, [request, timeouts, answer]] of Object.entries(late)) {
      it(`firstByte, of ${name}`, async () => {
        await using server = await startServer(answer);
        await rejects(
          exchange(server.origin, request, { timeouts }),
          failsWith('timeout', { phase: 'firstByte', timeoutMs: 40 }),
        );
      });
    }

    it('an error’s body, which may not trickle in forever', async () => {
      await using server = await startServer(({ socket, closed }) => {
        socket.write('HTTP/1.1 500 Oh\r\nContent-Length: 60000\r\n\r\nbusy');
        // Each byte arrives before the idle time-out.
        const drip = setInterval(() => socket.write(' '), 50);
        void closed.then(() => clearInterval(drip));
      });
      await rejects(
        exchange(server.origin, get, { timeouts: { idleMs: 200 } }),
        failsWith('server', { status: 500, relayMessage: 'busy' }),
      );
      await server.untilAllClosed();
    });
  });

  describe('aborts', () => {
    it('while it waits for the relay', async () => {
      const abort = new AbortController();
      await using server = await startServer(() => abort.abort(new Error(`because ${apiKey}`)));
      const request = { ...post, call: { signal: abort.signal } };
      await rejects(exchange(server.origin, request), failsWith('cancelled'));
      await server.untilAllClosed();
    });

    it('before anything is sent', async () => {
      await using server = await startServer((call) => reply(call, 200, ''));
      const request = { ...post, call: { signal: AbortSignal.abort() } };
      await rejects(exchange(server.origin, request), failsWith('cancelled'));
      strictEqual(server.connections(), 0);
    });

    it('while the connection is opened', async () => {
      const abort = new AbortController();
      const server = createServer((socket) => {
        socket.on('error', () => {}).resume();
        abort.abort();
      });
      const origin = `https://127.0.0.1:${await listen(server)}`;
      const request = { ...get, call: { signal: abort.signal } };
      await rejects(exchange(origin, request), failsWith('cancelled'));
      server.close();
    });

    it('everything when it is closed, and accepts nothing afterwards', async () => {
      const calls = new EventEmitter();
      await using server = await startServer(() => {
        if (server.requests.length === 2) calls.emit('arrived');
      });
      const transport = transportFor(server.origin);
      const running = [transport.send(get), transport.send(post)];
      const arrived = once(calls, 'arrived');
      const outcomes = Promise.allSettled(running);
      await arrived;
      await transport.close();
      await server.untilAllClosed();
      const kinds = (await outcomes).map((outcome) => outcome.status === 'rejected' && outcome.reason.kind);
      deepStrictEqual(kinds, ['cancelled', 'cancelled']);
      await rejects(transport.send(get), failsWith('cancelled'));
    });
  });

  describe('follows redirects', () => {
    for (const status of [301, 302, 307, 308]) {
      it(`${status} on the same origin, with method, body and key`, async () => {
        await using server = await startServer((call) =>
          call.request.url === '/v1/messages'
            ? reply(call, status, 'moved', { location: '/elsewhere?x=1' })
            : reply(call, 200, 'found'),
        );
        strictEqual(await exchange(server.origin, post), 'found');
        deepStrictEqual(
          server.requests.map(({ method, url, body, headers }) => [method, url, body, headers.authorization]),
          [
            ['POST', '/v1/messages', '{"model":"m"}', `Bearer ${apiKey}`],
            ['POST', '/elsewhere?x=1', '{"model":"m"}', `Bearer ${apiKey}`],
          ],
        );
      });

      it(`${status} never to another origin, which does not get the key`, async () => {
        await using other = await startServer((call) => reply(call, 200, 'got it'));
        await using server = await startServer((call) =>
          reply(call, status, '', { location: `${other.origin}/v1/messages?key=${apiKey}` }),
        );
        const details = { status, url: `${server.origin}/v1/messages`, redirectOrigin: other.origin };
        await rejects(exchange(server.origin, post), failsWith('wrongAddress', details));
        deepStrictEqual([server.requests.length, other.requests, other.connections()], [1, [], 0]);
      });
    }

    it('but not 303, which asks for another method', async () => {
      await using server = await startServer((call) => reply(call, 303, '', { location: '/elsewhere' }));
      await rejects(exchange(server.origin, post), failsWith('wrongAddress', { status: 303 }));
      strictEqual(server.requests.length, 1);
    });

    const foreign = [
      'https://127.0.0.1:PORT/',
      'http://localhost:PORT/',
      '//other.example/',
      'http://u:p@127.0.0.1:1/',
    ];
    for (const location of foreign) {
      it(`but not to ${location}`, async () => {
        await using server = await startServer(({ response, socket }) => {
          response.writeHead(307, { location: location.replace('PORT', String(socket.localPort)) });
          response.end();
        });
        const { origin, port, requests } = server;
        const redirectOrigin = new URL(location.replace('PORT', String(port)), origin).origin;
        const details = { status: 307, url: `${origin}/v1/models`, redirectOrigin };
        await rejects(exchange(origin, get), failsWith('wrongAddress', details));
        strictEqual(requests.length, 1);
      });
    }
  });

  describe('distinguishes failed connections from cut replies, in cases the client’s table lacks:', () => {
    it('a name that does not resolve', async () => {
      await rejects(exchange('https://relay.invalid', get), (error: unknown) => {
        ok(error instanceof RelayError && error.kind === 'connection');
        return /^(ENOTFOUND|EAI_AGAIN)$/.test(error.details.systemCode ?? '');
      });
    });

    it('a server without TLS', async () => {
      await using server = await startServer(() => {});
      await rejects(exchange(`https://127.0.0.1:${server.port}`, get), (error: unknown) => {
        ok(error instanceof RelayError && error.kind === 'connection');
        return /SSL|TLS|EPROTO/.test(error.details.systemCode ?? '');
      });
    });

    const cuts: readonly (readonly [
      name: string,
      bytes: string,
      kind: 'connection' | 'interrupted',
      systemCode: string,
    ])[] = [
      ['half a head', 'HTTP/1.1 200 OK\r\nContent-Ty', 'connection', 'UND_ERR_SOCKET'],
      ['something other than HTTP', 'SSH-2.0-OpenSSH_9.6\r\n', 'connection', 'HTTPParserError'],
      ['half a chunk', `${chunked}9\r\nabc`, 'interrupted', 'UND_ERR_SOCKET'],
      ['a broken chunk', `${chunked}xyz\r\nabc`, 'interrupted', 'HTTPParserError'],
    ];
    for (const [name, bytes, kind, systemCode] of cuts) {
      it(name, async () => {
        await using server = await startServer(({ socket }) => socket.end(bytes));
        await rejects(exchange(server.origin, get), failsWith(kind, { systemCode }));
      });
    }

    it('a reset', async () => {
      await using server = await startServer(({ socket }) => socket.resetAndDestroy());
      await rejects(exchange(server.origin, get), failsWith('connection', { systemCode: 'ECONNRESET' }));
    });

    it('a reply of unknown length that ends, which is complete', async () => {
      await using server = await startServer(({ socket }) =>
        socket.end('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nabc'),
      );
      strictEqual(await exchange(server.origin, get), 'abc');
    });
  });
});
