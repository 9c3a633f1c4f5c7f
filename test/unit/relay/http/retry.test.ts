import { deepStrictEqual, ok, rejects, strictEqual } from 'node:assert/strict';
import type { RetryWait } from '../../../../src/relay/callOptions.ts';
import type { RelayErrorKind } from '../../../../src/relay/errors/errorKind.ts';
import { RelayError } from '../../../../src/relay/errors/relayError.ts';
import type { RelayRequest } from '../../../../src/relay/http/request.ts';
import { mayRetry } from '../../../../src/relay/http/retry.ts';
import { failsWith } from '../clientCalls.ts';
import { type Call, reply, startServer } from '../misbehavingServer.ts';
import { createLines, exchange, get, post, readText, transportFor } from './transportParts.ts';

type Answer = (call: Call) => unknown;

const task: RelayRequest = { ...post, path: '/v1/videos', retry: 'never' };
const requests = { get, post, task };

const status =
  (code: number, headers: Record<string, string> = {}, body = ''): Answer =>
  (call) =>
    reply(call, code, body, headers);
const hangUp: Answer = ({ socket }) => socket.destroy();

/** Sends one request to a server that gives these responses and then 'ok'; returns what was seen of it. */
async function tryWith(request: RelayRequest, answers: readonly Answer[]) {
  const waits: string[] = [];
  const onRetryWait = ({ retry, delayMs, error }: RetryWait) =>
    void waits.push(`${retry} after ${delayMs} ms: ${error.message}`);
  let outcome = '';
  let sent = 0;
  await using server = await startServer((call) => {
    const answer = answers[sent] ?? status(200, {}, 'ok');
    sent += 1;
    return answer(call);
  });
  outcome = await exchange(
    server.origin,
    { ...request, call: { onRetryWait } },
    { retryDelaysMs: [0, 0] },
  ).catch((error) => `${error.kind} after ${error.details.retries ?? 0}`);

  return { outcome, sent, waits };
}

describe('retries after failures to connect', () => {
  const failures: Readonly<Record<string, readonly [RelayError, boolean]>> = {
    'a closed port': [new RelayError('connection', { systemCode: 'ECONNREFUSED' }), true],
    'an unknown name': [new RelayError('connection', { systemCode: 'ENOTFOUND' }), true],
    'a time-out': [new RelayError('timeout', { phase: 'connect' }), true],
    'a failing proxy': [new RelayError('connection', { proxyStatus: 502 }), true],
    'a proxy that wants a password': [new RelayError('connection', { proxyStatus: 407 }), false],
    'a proxy that blocks access': [new RelayError('connection', { proxyStatus: 403 }), false],
    'an unsupported proxy type': [
      new RelayError('connection', { systemCode: 'ERR_PROXY_UNSUPPORTED' }),
      false,
    ],
    'an untrusted certificate': [
      new RelayError('connection', { systemCode: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }),
      false,
    ],
    'a certificate for another host': [
      new RelayError('connection', { systemCode: 'ERR_TLS_CERT_ALTNAME_INVALID' }),
      false,
    ],
    'a non-TLS server': [new RelayError('connection', { systemCode: 'ERR_SSL_WRONG_VERSION_NUMBER' }), false],
    'an abort': [new RelayError('cancelled'), false],
  };
  for (const [name, [error, expected]] of Object.entries(failures)) {
    it(`${name}: ${expected ? 'made' : 'not made'}`, () => {
      const failure = { error, wasSent: false, wasReused: false };
      const made = (['anyFailure', 'refused', 'never'] as const).map((rule) => mayRetry(rule, failure));
      deepStrictEqual(made, [expected, expected, false]);
    });
  }

  it('are not made after a first-byte time-out, since the relay may still be working', () => {
    const error = new RelayError('timeout', { phase: 'firstByte' });
    const failure = { error, wasSent: true, wasReused: false };
    deepStrictEqual([mayRetry('anyFailure', failure), mayRetry('refused', failure)], [false, false]);
  });
});

describe('retries', () => {
  // How often the request is sent in total after a first failure, for each retry rule.
  const table: readonly (readonly [string, Answer, { get: number; post: number }])[] = [
    ['400', status(400), { get: 1, post: 1 }],
    ['408', status(408), { get: 2, post: 1 }],
    ['429', status(429), { get: 2, post: 2 }],
    ['500', status(500), { get: 2, post: 1 }],
    ['503', status(503), { get: 2, post: 2 }],
    ['524', status(524), { get: 1, post: 1 }],
    ['529', status(529), { get: 2, post: 2 }],
    ['a connection closed before the reply', hangUp, { get: 2, post: 1 }],
    ['429 with x-should-retry: false', status(429, { 'x-should-retry': 'false' }), { get: 1, post: 1 }],
    [
      '429 for an insufficient balance',
      status(429, {}, '{"error":{"code":"insufficient_quota","message":"no"}}'),
      { get: 1, post: 1 },
    ],
    [
      '503 without a channel for the model',
      status(503, {}, '{"error":{"code":"model_not_found","message":"no channel"}}'),
      { get: 1, post: 1 },
    ],
    ['429 with retry-after-ms', status(429, { 'retry-after-ms': '0' }), { get: 2, post: 2 }],
    ['429 with a longer retry-after', status(429, { 'retry-after': '61' }), { get: 1, post: 1 }],
  ];
  for (const [name, answer, expected] of table) {
    it(name, async () => {
      const sent = { get: 0, post: 0, task: 0 };
      for (const rule of ['get', 'post', 'task'] as const) {
        const result = await tryWith(requests[rule], [answer]);
        sent[rule] = result.sent;
        strictEqual(result.outcome === 'ok', result.sent === 2);
        strictEqual(result.waits.length, result.sent - 1);
      }
      deepStrictEqual(sent, { ...expected, task: 1 });
    });
  }

  it('are at most two, and the error counts them', async () => {
    const answers = Array.from({ length: 5 }, () => status(503));
    deepStrictEqual(await tryWith(post, answers), {
      outcome: 'server after 2',
      sent: 3,
      waits: ['1 after 0 ms: server, HTTP 503', '2 after 0 ms: server, HTTP 503'],
    });
  });

  it('stop at an error that is not retried', async () => {
    const { outcome, sent } = await tryWith(post, [status(503), status(401)]);
    deepStrictEqual([outcome, sent], ['authentication after 1', 2]);
  });

  it('wait as long as the relay asks, or else for our own delay plus jitter', async () => {
    const delays: number[] = [];
    for (const headers of [{ 'retry-after': '59' }, {}]) {
      await using server = await startServer(status(429, headers));
      const abort = new AbortController();
      const onRetryWait = ({ delayMs, retryNow }: RetryWait) => {
        delays.push(delayMs);
        if (delays.length === 2) retryNow();
        else abort.abort();
      };
      const request = { ...get, call: { signal: abort.signal, onRetryWait } };
      await rejects(exchange(server.origin, request), failsWith('cancelled'));
    }
    const [asked, first = 0, second = 0] = delays;
    strictEqual(asked, 59_000);
    ok(first >= 1000 && first <= 1250 && second >= 2000 && second <= 2500);
  });

  it('follow at once if the person ends the wait', async () => {
    const answers = [status(503), status(200, {}, 'ok')];
    await using server = await startServer((call) => answers.shift()?.(call));
    const call = { onRetryWait: ({ retryNow }: RetryWait) => retryNow() };
    strictEqual(await exchange(server.origin, { ...get, call }, { retryDelaysMs: [100_000] }), 'ok');
  });

  it('do not happen if nobody listens for the wait', async () => {
    await using server = await startServer(status(503, { 'retry-after': '7' }));
    const details = { status: 503, retryAfterMs: 7000 };
    await rejects(exchange(server.origin, get, { retryDelaysMs: [0] }), failsWith('server', details));
    strictEqual(server.requests.length, 1);
  });

  for (const how of ['the caller’s signal', 'the client']) {
    it(`end with ${how}, even in the middle of a wait`, async () => {
      await using server = await startServer(status(503, { 'retry-after': '59' }));
      const transport = transportFor(server.origin);
      const abort = new AbortController();
      const closed = Promise.withResolvers<void>();
      const end = () => {
        if (how === 'the client') closed.resolve(transport.close());
        else abort.abort();
      };
      const call = { signal: abort.signal, onRetryWait: () => void setImmediate(end) };
      await rejects(transport.send({ ...get, call }), failsWith('cancelled'));
      if (how === 'the client') await closed.promise;
      else await transport.close();
      strictEqual(server.requests.length, 1);
    });
  }

  it('are logged, without the API key', async () => {
    const { logger, lines } = createLines();
    let sent = 0;
    await using server = await startServer((call) => {
      sent += 1;
      return reply(call, sent === 1 ? 429 : 200, 'Bearer sk-0aB1cD2eF3gH4iJ5');
    });
    const request = { ...get, path: '/v1/models?key=1' as const, call: { onRetryWait: () => {} } };
    await exchange(server.origin, request, { retryDelaysMs: [0], logger });
    const line = `info GET ${server.origin}/v1/models:`;
    deepStrictEqual(
      lines.map((said) => said.replace(/ after \d+ ms$/, '')),
      [`${line} HTTP 429`, `${line} retrying in 0 ms (retry 1): rateLimit, HTTP 429`, `${line} HTTP 200`],
    );
  });

  it('are made if no connection could be opened, even for billed requests', async () => {
    const gone = await startServer(() => {});
    await gone.close();
    for (const [request, kinds] of [
      [post, ['connection', 'connection']],
      [task, []],
    ] as const) {
      const waits: RelayErrorKind[] = [];
      const call = { onRetryWait: ({ error }: RetryWait) => void waits.push(error.kind) };
      await rejects(
        exchange(gone.origin, { ...request, call }, { retryDelaysMs: [0, 0] }),
        failsWith('connection', {
          systemCode: 'ECONNREFUSED',
          ...(kinds.length > 0 && { retries: 2 }),
        }),
      );
      deepStrictEqual(waits, kinds);
    }
  });

  it('never follow the first byte of a response', async () => {
    await using server = await startServer(({ socket }) =>
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc'),
    );
    const details = { systemCode: 'UND_ERR_SOCKET' };
    const request = { ...get, call: { onRetryWait: () => {} } };
    await rejects(
      exchange(server.origin, request, { retryDelaysMs: [0] }),
      failsWith('interrupted', details),
    );
    strictEqual(server.requests.length, 1);
  });

  describe('on a connection that was idle for too long', () => {
    /** Answers the first request of each connection and hangs up on the second. */
    const served = new WeakSet<object>();
    const answer: Answer = (call) => {
      if (served.has(call.socket)) return call.socket.destroy();
      served.add(call.socket);
      return reply(call, 200, 'ok');
    };

    for (const [name, request, outcome] of [
      ['are silent and immediate for requests that only read', get, 'ok'],
      ['are not made for billed requests', post, 'connection'],
    ] as const) {
      it(name, async () => {
        await using server = await startServer(answer);
        await using transport = transportFor(server.origin);
        strictEqual(await readText(await transport.send(request)), 'ok');
        // undici reuses a connection only after a turn of the event loop.
        await new Promise((resolve) => setImmediate(resolve));
        strictEqual(await transport.send(request).then(readText, ({ kind }) => kind), outcome);
        strictEqual(server.requests.length, request === get ? 3 : 2);
      });
    }
  });
});
