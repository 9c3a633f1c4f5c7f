import { deepStrictEqual, ok, rejects, strictEqual } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createServer as createTlsServer } from 'node:https';
import { createServer, type Socket } from 'node:net';
import { RelayError } from '../../../../src/relay/errors/relayError.ts';
import type { RelayRequest } from '../../../../src/relay/http/request.ts';
import { failsWith } from '../clientCalls.ts';
import { listen, reply, startServer, trackConnections } from '../misbehavingServer.ts';
import { createAuthority } from './certificateAuthority.ts';
import { exchange, post } from './transportParts.ts';

const megabyte = 1024 ** 2;
const bytes = Buffer.alloc(20 * megabyte, 'a body that goes up in slices ');
const upload: RelayRequest = {
  method: 'POST',
  path: '/v1/images/edits',
  body: { contentType: 'multipart/form-data; boundary=b', bytes },
  retry: 'never',
  maxBytes: 1000,
};

/** A server below HTTP, which reads and responds as the test wants. */
async function startRawServer(
  onConnection: (socket: Socket) => void,
): Promise<AsyncDisposable & { readonly origin: string }> {
  const server = createServer({ allowHalfOpen: true }, onConnection);
  return { ...trackConnections(server), origin: `http://127.0.0.1:${await listen(server)}` };
}

describe('a body', () => {
  for (const size of [1, 64 * 1024, 64 * 1024 + 1, 20 * megabyte]) {
    it(`of ${size} bytes arrives whole, with its type and length`, async () => {
      await using server = await startServer((call) =>
        reply(call, 200, createHash('sha256').update(call.request.body).digest('hex')),
      );
      const body = { contentType: 'multipart/form-data; boundary=b', bytes: bytes.subarray(0, size) };
      const digest = createHash('sha256').update(body.bytes).digest('hex');
      strictEqual(await exchange(server.origin, { ...upload, body }), digest);
      const [headers] = server.requests.map(({ headers }) => [
        headers['content-type'],
        headers['content-length'],
        headers['transfer-encoding'],
      ]);
      deepStrictEqual(headers, [body.contentType, String(size), undefined]);
    });
  }

  it('of JSON may be large, too', async () => {
    const json = { picture: 'é'.repeat(megabyte) };
    await using server = await startServer((call) =>
      reply(call, 200, String(JSON.parse(call.request.body).picture === json.picture)),
    );
    strictEqual(await exchange(server.origin, { ...post, json }), 'true');
  });

  it('is sent again after a redirect', async () => {
    await using server = await startServer((call) =>
      call.request.url === '/moved'
        ? reply(call, 200, String(call.request.body.length))
        : reply(call, 307, '', { location: '/moved' }),
    );
    strictEqual(await exchange(server.origin, upload), String(bytes.length));
  });

  it('that stalls is a time-out of the upload phase', async () => {
    await using server = await startRawServer((socket) => void socket.pause());
    const details = { phase: 'upload', timeoutMs: 60 } as const;
    await rejects(
      exchange(server.origin, upload, { timeouts: { idleMs: 60 } }),
      failsWith('timeout', details),
    );
  });

  it('that takes long is not a time-out, and that of the first byte starts after it', async () => {
    await using server = await startRawServer((socket) => {
      let received = 0;
      socket.on('data', (piece) => {
        received += piece.length;
        // Reads in steps that together take far longer than the first-byte time-out.
        socket.pause();
        if (received > bytes.length) socket.resume();
        else setTimeout(() => socket.resume(), 1);
      });
    });
    const details = { phase: 'firstByte', timeoutMs: 60 } as const;
    const timeouts = { firstByteMs: 60, idleMs: 10_000 };
    await rejects(exchange(server.origin, upload, { timeouts }), failsWith('timeout', details));
  });

  const body = '{"error":{"message":"too large"}}';
  const head = `HTTP/1.1 413 Too Large\r\nContent-Length: ${body.length}\r\n`;
  const refusals: Readonly<Record<string, (socket: Socket) => void>> = {
    'with the connection kept': (socket) => void socket.write(`${head}\r\n${body}`),
    'while the rest is read': (socket) => void socket.resume().write(`${head}\r\n${body}`),
    'in two pieces': (socket) => {
      socket.resume().write(`${head}\r\n${body.slice(0, 5)}`);
      // Long after the client has stopped sending.
      setTimeout(() => socket.write(body.slice(5)), 10);
    },
    'with the connection closed': (socket) => void socket.end(`${head}Connection: close\r\n\r\n${body}`),
    'with the connection reset': (socket) => {
      socket.write(`${head}Connection: close\r\n\r\n${body}`);
      socket.destroySoon();
    },
  };
  for (const [name, refuse] of Object.entries(refusals)) {
    it(`refused before it is complete, ${name}, gives the relay’s own message`, async () => {
      await using server = await startRawServer(
        (socket) =>
          void socket.once('data', () => {
            socket.pause();
            refuse(socket);
          }),
      );
      for (let time = 0; time < 20; time += 1) {
        await rejects(
          exchange(server.origin, upload),
          failsWith('requestTooLarge', { status: 413, relayMessage: 'too large' }),
        );
      }
    });
  }

  it('refused under TLS gives the relay’s own message, too', async () => {
    const authority = createAuthority();
    const network = { extraCertificates: [authority.cert] };
    const server = createTlsServer(authority.issue('127.0.0.1'), (message, response) => {
      message.once('data', () => {
        message.pause();
        response.writeHead(413, { connection: 'close' }).end(body);
        message.socket.destroySoon();
      });
    });
    const origin = `https://127.0.0.1:${await listen(server)}`;
    const details = { status: 413, relayMessage: 'too large' };
    for (let time = 0; time < 20; time += 1) {
      await rejects(exchange(origin, upload, { network }), failsWith('requestTooLarge', details));
    }
    server.closeAllConnections();
    server.close();
  });

  it('cut off without a reply is a failed connection', async () => {
    await using server = await startRawServer(
      (socket) => void socket.once('data', () => socket.resetAndDestroy()),
    );
    await rejects(exchange(server.origin, upload), (error: unknown) => {
      ok(error instanceof RelayError);
      const { systemCode = '', url: _, ...details } = error.details;
      deepStrictEqual([error.kind, details], ['connection', { phase: 'upload' }]);
      return /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/.test(systemCode);
    });
  });

  it('is given up at once when the caller aborts', async () => {
    const abort = new AbortController();
    const closed = Promise.withResolvers<void>();
    await using server = await startRawServer((socket) => {
      // The end, or the reset, of the client's side.
      socket
        .once('data', () => abort.abort())
        .on('end', closed.resolve)
        .on('error', () => closed.resolve());
    });
    const request = { ...upload, call: { signal: abort.signal } };
    await rejects(exchange(server.origin, request), failsWith('cancelled'));
    await closed.promise;
  });
});
