import { deepStrictEqual, rejects, strictEqual } from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import type { NetworkOptions } from '../../../../src/relay/http/proxy.ts';
import { apiKey, failsWith } from '../clientCalls.ts';
import {
  type Call,
  type MisbehavingServer,
  reply,
  replyInPieces,
  startServer,
} from '../misbehavingServer.ts';
import { startProxy } from './connectProxy.ts';
import { createLines, exchange, get, post, readText, transportFor } from './transportParts.ts';

const relay = 'http://relay.example.com';

interface RelayInEditor extends MisbehavingServer {
  /** Our own connections can't be made, so that this fetch is used. */
  readonly network: NetworkOptions & { readonly editorFetch: typeof fetch };
  readonly fetched: readonly string[];
}

/**
 * A relay that only VS Code's network can reach, by a PAC file for example. `editorFetch` is Node's own fetch, with
 * the relay's origin replaced by the server's.
 */
async function startRelayInEditor(answer: (call: Call) => unknown): Promise<RelayInEditor> {
  const server = await startServer(answer);
  const fetched: string[] = [];
  const editorFetch: typeof fetch = (input, init) => {
    fetched.push(String(input));
    return fetch(String(input).replace(relay, server.origin), init);
  };
  return { ...server, network: { ...noWay, editorFetch }, fetched };
}

/** A proxy type that we don't support: none of our own connections can be made. */
const noWay: NetworkOptions = { proxyUrl: 'socks5://127.0.0.1:1080' };

describe('VS Code’s fetch', () => {
  it('is used if our connection fails, with the same headers and body, and first from then on', async () => {
    await using editor = await startRelayInEditor((call) => reply(call, 200, 'ok'));
    const { logger, lines } = createLines();
    await using transport = transportFor(relay, { network: editor.network, logger });
    strictEqual(await readText(await transport.send({ ...post, headers: { accept: 'a/b' } })), 'ok');
    strictEqual(await readText(await transport.send(get)), 'ok');
    deepStrictEqual(editor.fetched, [`${relay}/v1/messages`, `${relay}/v1/models`]);
    const [first] = editor.requests;
    deepStrictEqual(
      [
        first?.method,
        first?.body,
        ...['accept', 'authorization', 'content-type', 'user-agent', 'cookie'].map(
          (name) => first?.headers[name],
        ),
      ],
      ['POST', '{"model":"m"}', 'a/b', `Bearer ${apiKey}`, 'application/json', 'model-relay', undefined],
    );
    deepStrictEqual(
      lines.filter((line) => line.startsWith('info')).map((line) => line.replace(/ after \d+ ms$/, '')),
      [
        'info Requests now use VS Code’s fetch because the previous connection failed: ' +
          'connection, ERR_PROXY_UNSUPPORTED, proxy socks5://127.0.0.1:1080',
        `info POST ${relay}/v1/messages: HTTP 200 by the editor`,
        `info GET ${relay}/v1/models: HTTP 200 by the editor`,
      ],
    );
  });

  it('is used if a proxy refuses, and if it can’t be reached', async () => {
    const proxy = await startProxy({ leadsTo: 1, authorization: 'Basic x' });
    const proxyUrls = [proxy.url, proxy.url.replace('http:', 'https:')];
    await using editor = await startRelayInEditor((call) => reply(call, 200, 'ok'));
    for (const proxyUrl of proxyUrls) {
      strictEqual(
        await exchange(relay, post, { network: { proxyUrl, editorFetch: editor.network.editorFetch } }),
        'ok',
      );
    }
    await proxy.close();
    strictEqual(
      await exchange(relay, post, {
        network: { proxyUrl: proxy.url, editorFetch: editor.network.editorFetch },
      }),
      'ok',
    );
  });

  it('is replaced by our own connection if it can’t connect any more', async () => {
    await using editor = await startRelayInEditor((call) => reply(call, 200, 'ok'));
    const proxy = await startProxy({ leadsTo: editor.port, authorization: 'Basic x' });
    const { logger, lines } = createLines();
    let isUp = true;
    const editorFetch: typeof fetch = (input, init) =>
      isUp ? editor.network.editorFetch(input, init) : fetch('http://relay.invalid', init);
    // The proxy refuses at first; then its rules change.
    const network = { proxyUrl: proxy.url, proxyAuthorization: 'Basic y', editorFetch };
    await using transport = transportFor(relay, { network, logger });
    strictEqual(await readText(await transport.send(get)), 'ok');
    isUp = false;
    proxy.admitAll();
    strictEqual(await readText(await transport.send(get)), 'ok');
    strictEqual(lines.filter((line) => line.startsWith('info Requests now use')).length, 2);
    await proxy.close();
  });

  it('leaves our own failure as the result if it fails, too', async () => {
    const editorFetch: typeof fetch = (_input, init) => fetch('http://relay.invalid/', init);
    await rejects(
      exchange(relay, post, { network: { ...noWay, editorFetch } }),
      failsWith('connection', { systemCode: 'ERR_PROXY_UNSUPPORTED', proxy: 'socks5://127.0.0.1:1080' }),
    );
  });

  it('is not used if a request may have been sent, for this machine, or after an abort', async () => {
    const fetched: unknown[] = [];
    const editorFetch: typeof fetch = (input) => {
      fetched.push(input);
      return Promise.reject(new TypeError('not this way'));
    };
    await using server = await startServer(({ socket }) => socket.destroy());
    const proxy = await startProxy({ leadsTo: server.port });
    const network = { proxyUrl: proxy.url, editorFetch };
    // The proxy hangs up only after it has had the request.
    proxy.hangUpOnForward();
    await rejects(
      exchange(relay, post, { network }),
      failsWith('connection', { systemCode: 'UND_ERR_SOCKET', proxy: proxy.url }),
    );
    await proxy.close();
    await rejects(exchange(`${server.origin.replace('http', 'https')}`, post, { network: { editorFetch } }));
    const request = { ...post, call: { signal: AbortSignal.abort() } };
    await rejects(exchange(relay, request, { network: { ...noWay, editorFetch } }), failsWith('cancelled'));

    deepStrictEqual(fetched, []);
  });

  it('may have sent a billed request, so the request is not sent again', async () => {
    let fetched = 0;
    const editorFetch: typeof fetch = () => {
      fetched += 1;
      return Promise.reject(new TypeError('something went wrong, who knows when'));
    };
    const request = { ...post, call: { onRetryWait: () => {} } };
    await rejects(
      exchange(relay, request, { network: { proxyUrl: 'x:1', editorFetch }, retryDelaysMs: [0] }),
    );
    strictEqual(fetched, 1);
  });

  it('decodes the body itself, so the body is not decoded again', async () => {
    await using editor = await startRelayInEditor((call) =>
      reply(call, 200, gzipSync('plain'), { 'content-encoding': 'gzip' }),
    );
    strictEqual(await exchange(relay, get, { network: editor.network }), 'plain');
  });

  it('does not follow redirects itself', async () => {
    await using editor = await startRelayInEditor((call) =>
      call.request.url === '/v1/models'
        ? reply(call, 307, '', { location: 'https://other.example.com/' })
        : reply(call, 200, 'found'),
    );
    await rejects(
      exchange(relay, get, { network: editor.network }),
      failsWith('wrongAddress', {
        status: 307,
        url: `${relay}/v1/models`,
        redirectOrigin: 'https://other.example.com',
      }),
    );
  });

  it('fails and does not hang if it hides redirects, as a browser’s does', async () => {
    const editorFetch: typeof fetch = async () => Response.error();
    await rejects(
      exchange(relay, get, { network: { ...noWay, editorFetch } }),
      failsWith('connection', { systemCode: 'ERR_PROXY_UNSUPPORTED', proxy: 'socks5://127.0.0.1:1080' }),
    );
  });

  it('has the same time-outs', async () => {
    await using editor = await startRelayInEditor((call) =>
      call.request.method === 'GET' ? undefined : replyInPieces(call, ['a'], {}, 'never'),
    );
    // Even an immediate reply's first byte takes longer on a busy machine.
    const timeouts = { firstByteMs: 600, idleMs: 60 };
    await using transport = transportFor(relay, { network: editor.network, timeouts });
    const slow = await transport.send(post);
    await rejects(readText(slow), failsWith('timeout', { phase: 'idle', timeoutMs: 60 }));
    await rejects(transport.send(get), failsWith('timeout', { phase: 'firstByte', timeoutMs: 600 }));
  });

  it('stops at once when the caller aborts, and reports an interrupted body', async () => {
    const abort = new AbortController();
    const closed: Promise<void>[] = [];
    await using editor = await startRelayInEditor((call) => {
      closed.push(call.closed);
      return replyInPieces(call, ['a', 'b'], {}, call.request.method === 'GET' ? 'cut' : 'never');
    });
    await using transport = transportFor(relay, { network: editor.network });
    await rejects(async () => {
      const { body } = await transport.send({ ...post, call: { signal: abort.signal } });
      for await (const _ of body) abort.abort();
    }, failsWith('cancelled'));
    await Promise.all(closed);
    await rejects(
      transport.send(get).then(readText),
      failsWith('interrupted', { systemCode: 'UND_ERR_SOCKET' }),
    );
  });

  it('waits for a slow reader', async () => {
    const piece = 'x'.repeat(64 * 1024);
    await using editor = await startRelayInEditor((call) => replyInPieces(call, Array(64).fill(piece)));
    await using transport = transportFor(relay, { network: editor.network });
    const { body } = await transport.send({ ...get, maxBytes: 8 * 1024 ** 2 });
    let bytes = 0;
    for await (const part of body) {
      bytes += part.length;
      await new Promise((resolve) => setImmediate(resolve));
    }
    strictEqual(bytes, 64 * piece.length);
  });
});
