import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import type { RelayErrorDetails } from '../../../../src/relay/errors/relayError.ts';
import type { ConnectionProbe } from '../../../../src/relay/probe/connectionProbe.ts';
import { reply, replyInPieces, startServer } from '../misbehavingServer.ts';
import { findClosedPort } from './listener.ts';
import { createClient, failureOf } from './look.ts';

const relay = 'http://relay.example.com';

async function withProbe(
  editorFetch: typeof fetch | undefined,
  run: (probe: ConnectionProbe) => Promise<void>,
  baseUrl = `${relay}/sub`,
): Promise<void> {
  // A proxy type that only VS Code itself supports.
  const client = createClient(baseUrl, { proxyUrl: 'socks5://127.0.0.1:1080', editorFetch });
  try {
    await run(client.probe());
  } finally {
    await client.close();
  }
}

describe('the probe of VS Code’s fetch', () => {
  for (const status of [200, 302, 503]) {
    it(`has reached the relay with any reply, such as ${status}, without the API key`, async () => {
      await using server = await startServer((call) =>
        reply(call, status, 'x', { location: 'https://other.example.com/' }),
      );
      const editorFetch: typeof fetch = (input, init) =>
        fetch(String(input).replace(relay, server.origin), init);
      await withProbe(editorFetch, async (probe) => {
        strictEqual(probe.hasEditorWay, true);
        await probe.connectByEditor();
      });
      deepStrictEqual(
        server.requests.map(({ method, url, body, headers }) => [
          method,
          url,
          body,
          headers['user-agent'],
          // The headers that fetch adds by itself reveal nothing about us.
          Object.keys(headers).filter((name) => /auth|key|cookie|referer|origin/.test(name)),
        ]),
        [['GET', '/sub', '', 'model-relay', []]],
      );
    });
  }

  it('does not wait for the rest of a reply', async () => {
    const closed: Promise<void>[] = [];
    await using server = await startServer((call) => {
      closed.push(call.closed);
      return replyInPieces(call, ['a'], {}, 'never');
    });
    await withProbe(
      (_input, init) => fetch(server.origin, init),
      async (probe) => probe.connectByEditor(),
    );
    await Promise.all(closed);
    strictEqual(closed.length, 1);
  });

  it('counts a redirect that a browser’s fetch hides as a reply', async () => {
    await withProbe(
      async () => Response.error(),
      async (probe) => probe.connectByEditor(),
    );
  });

  const failures: Record<
    string,
    readonly [editorFetch: () => Promise<Response>, details: RelayErrorDetails]
  > = {
    'a closed port': [
      async () => fetch(`http://127.0.0.1:${await findClosedPort()}`),
      { systemCode: 'ECONNREFUSED' },
    ],
    'an error message, which is not repeated': [
      () => Promise.reject(new TypeError('net::ERR_FAILED sk-0aB1cD2eF3')),
      { systemCode: 'TypeError' },
    ],
    'a value that is not an error': [() => Promise.reject('sk-0aB1cD2eF3'), { systemCode: 'Error' }],
  };
  for (const [name, [editorFetch, details]] of Object.entries(failures)) {
    it(`fails with ${name}`, async () => {
      await withProbe(editorFetch, async (probe) => {
        deepStrictEqual(await failureOf(probe.connectByEditor()), [
          'connection',
          { ...details, url: `${relay}/sub` },
        ]);
      });
    });
  }

  it('is not available for this machine, or if no fetch was given', async () => {
    const refused = () => Promise.reject(new Error('not this way'));
    for (const [editorFetch, url] of [
      [refused, 'http://127.0.0.1:1'],
      [refused, 'http://localhost:1'],
      [undefined, relay],
    ] as const) {
      await withProbe(
        editorFetch,
        async (probe) => {
          strictEqual(probe.hasEditorWay, false);
          deepStrictEqual(await failureOf(probe.connectByEditor()), [
            'connection',
            { systemCode: 'ENOTSUP', url },
          ]);
        },
        url,
      );
    }
  });

  it('works after our own connection has failed, on the same probe', async () => {
    await using server = await startServer((call) => reply(call, 401, ''));
    await withProbe(
      (_input, init) => fetch(server.origin, init),
      async (probe) => {
        deepStrictEqual(await failureOf(probe.connect()), [
          'connection',
          {
            systemCode: 'ERR_PROXY_UNSUPPORTED',
            proxy: 'socks5://127.0.0.1:1080',
            url: `${relay}/sub`,
          },
        ]);
        await probe.connectByEditor();
      },
    );
  });
});
