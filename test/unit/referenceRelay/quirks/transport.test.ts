import { deepStrictEqual, ok, rejects } from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { type QuirkName, quirkGroups } from '../../../relay/quirks/table.ts';
import { type ReferenceRelay, startReferenceRelay } from '../../../relay/referenceRelay.ts';
import { askOf, callRelay } from '../callRelay.ts';

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Whether the relay closed the socket after it. */
  readonly isClosed: boolean;
}

const tested = new Set<QuirkName>();

describe('reference relay: quirks of the transport', () => {
  let relay: ReferenceRelay;
  let list: string;
  beforeEach(async () => {
    relay = await startReferenceRelay();
    list = await (await callRelay(relay, '/v1/models')).text();
  });
  afterEach(() => relay.close());

  const openSocket = (): Socket => connect(Number(new URL(relay.baseAddress).port), '127.0.0.1');
  const send = (socket: Socket, connection: string, path = '/v1/models') =>
    socket.write(
      `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${relay.keys.good}\r\nconnection: ${connection}\r\n\r\n`,
    );

  /** Everything that comes over a socket until the relay closes it: no client in between that could help. */
  async function readBytes(path = '/v1/models'): Promise<Buffer> {
    const socket = openSocket();
    const pieces: Buffer[] = [];
    socket.on('data', (piece: Buffer) => pieces.push(piece));
    send(socket, 'close', path);
    await once(socket, 'close');
    return Buffer.concat(pieces);
  }

  function parse(bytes: Buffer): Omit<Reply, 'isClosed'> {
    const end = bytes.indexOf('\r\n\r\n');
    const [statusLine = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
      }),
    );
    return { status: Number(statusLine.split(' ')[1]), headers, body: bytes.subarray(end + 4) };
  }

  /** The body without the framing of chunks. */
  function joinChunks(body: Buffer): Buffer {
    const pieces: Buffer[] = [];
    for (let offset = 0; offset < body.length; ) {
      const end = body.indexOf('\r\n', offset);
      const length = Number.parseInt(body.toString('latin1', offset, end), 16);
      pieces.push(body.subarray(end + 2, end + 2 + length));
      offset = end + 2 + length + 2;
    }
    return Buffer.concat(pieces);
  }

  function quirk(name: QuirkName, title: string, test: () => Promise<void>): void {
    tested.add(name);
    it(`${name}: ${title}`, async () => {
      using _quirk = relay.with(name);
      await test();
    });
  }

  tested.add('slow-headers');
  it('slow-headers: waits before the first byte, and answers others meanwhile', async () => {
    using _quirk = relay.with('slow-headers', { path: '/v1/messages' });
    const abort = new AbortController();
    const call = callRelay(relay, '/v1/messages', { body: askOf('Hello'), signal: abort.signal });
    const record = await relay.waitForRequest(({ bodyText }) => bodyText !== '');
    deepStrictEqual((await callRelay(relay, '/v1/models')).status, 200);
    deepStrictEqual([record.status, record.outcome], [undefined, 'running']);
    abort.abort();
    await rejects(call, { name: 'AbortError' });
  });

  quirk('no-reply', 'reads the request and never answers', async () => {
    const abort = new AbortController();
    const call = callRelay(relay, '/v1/messages', { body: askOf('Hello'), signal: abort.signal });
    const record = await relay.waitForRequest(({ bodyText }) => bodyText !== '');
    abort.abort();
    await rejects(call, { name: 'AbortError' });
    await relay.waitForClose(record);
    deepStrictEqual([record.status, record.outcome], [undefined, 'closedByClient']);
  });

  quirk('socket-closed-without-reply', 'not a byte comes', async () => {
    deepStrictEqual((await readBytes()).length, 0);
  });

  quirk('upload-cut-off', 'the answer comes before the request is complete', async () => {
    const socket = openSocket();
    const pieces: Buffer[] = [];
    socket.on('data', (piece: Buffer) => pieces.push(piece));
    socket.write('POST /v1/messages HTTP/1.1\r\nhost: relay\r\ncontent-length: 9000\r\n\r\n{"model":');
    await once(socket, 'close');
    const { status, body } = parse(Buffer.concat(pieces));
    deepStrictEqual([status, body.toString()], [413, '18\r\nRequest Entity Too Large\r\n']);
  });

  quirk('body-cut-at-100-bytes', 'the socket is closed before the body’s end', async () => {
    const { headers, body } = parse(await readBytes());
    // No last chunk of length 0: HTTP itself says that something is missing.
    deepStrictEqual(
      [headers['transfer-encoding'], body.toString('latin1')],
      ['chunked', `64\r\n${list.slice(0, 100)}\r\n`],
    );
  });

  quirk('body-ends-at-100-bytes', 'the body looks complete', async () => {
    const { body } = parse(await readBytes());
    deepStrictEqual(body.toString('latin1'), `64\r\n${list.slice(0, 100)}\r\n0\r\n\r\n`);
  });

  quirk('body-stalls-at-100-bytes', 'the socket stays open', async () => {
    const abort = new AbortController();
    const reply = await callRelay(relay, '/v1/models', { signal: abort.signal });
    const piece = await reply.body?.getReader().read();
    const record = await relay.waitForRequest(({ outcome }) => outcome === 'running');
    abort.abort();
    await relay.waitForClose(record);
    deepStrictEqual([piece?.value?.length, record.outcome], [100, 'closedByClient']);
  });

  for (const [name, encoding, decompress] of [
    ['gzip', 'gzip', gunzipSync],
    ['deflate', 'deflate', inflateSync],
    ['brotli', 'br', brotliDecompressSync],
    ['zstd', 'zstd', zstdDecompressSync],
  ] as const) {
    quirk(name, 'compressed unasked, whole replies and streams', async () => {
      const { headers, body } = parse(await readBytes());
      deepStrictEqual(
        [headers['content-encoding'], headers['content-length'], decompress(joinChunks(body)).toString()],
        [encoding, undefined, list],
      );
    });
  }

  it('gzip: a stream can be read while it is written', async () => {
    using _quirk = relay.with('gzip');
    const abort = new AbortController();
    const body = askOf('stall', { stream: true });
    const reply = await callRelay(relay, '/v1/messages', { body, signal: abort.signal });
    const piece = await reply.body?.getReader().read();
    deepStrictEqual(Buffer.from(piece?.value ?? []).toString('latin1', 0, 20), 'event: message_start');
    abort.abort();
  });

  quirk('gzip-in-name-only', 'the header lies', async () => {
    const { headers, body } = parse(await readBytes());
    deepStrictEqual([headers['content-encoding'], body.toString()], ['gzip', list]);
  });

  for (const [name, offset] of [
    ['length-too-long', 50],
    ['length-too-short', -10],
  ] as const) {
    quirk(name, 'the header lies, the body is whole', async () => {
      const { headers, body } = parse(await readBytes());
      deepStrictEqual(
        [Number(headers['content-length']), body.toString()],
        [Buffer.byteLength(list) + offset, list],
      );
    });
  }

  for (const [name, prefix] of [
    ['body-bom', '\ufeff'],
    ['body-leading-spaces', ' \r\n\n '],
  ] as const) {
    quirk(name, 'before whole replies and before streams', async () => {
      const { body } = parse(await readBytes());
      const question = askOf('refuse', { stream: true });
      const stream = await callRelay(relay, '/v1/messages', { body: question });
      const start = Buffer.from(await stream.arrayBuffer())
        .toString('utf8')
        .slice(0, prefix.length + 6);
      deepStrictEqual([body.toString('utf8'), start], [prefix + list, `${prefix}event:`]);
    });
  }

  for (const [name, status] of [
    ['redirect-same-origin-301', 301],
    ['redirect-same-origin-302', 302],
    ['redirect-same-origin-307', 307],
    ['redirect-same-origin-308', 308],
    ['redirect-other-origin', 307],
  ] as const) {
    quirk(name, 'leads to a reply', async () => {
      const reply = await callRelay(relay, '/v1/models?x=1');
      const location = reply.headers.get('location') ?? '';
      const origin =
        name === 'redirect-other-origin' ? relay.baseAddress.replace('127.0.0.1', 'localhost') : '';
      deepStrictEqual([reply.status, location], [status, `${origin}/v1/models?x=1&redirected=1`]);
      const followed = await callRelay(
        relay,
        new URL(location, relay.baseAddress).pathname + new URL(location, relay.baseAddress).search,
      );
      deepStrictEqual([followed.status, await followed.text()], [200, list]);
    });
  }

  for (const [name, status, location] of [
    ['redirect-website', 301, 'https://console.invalid/'],
    ['redirect-loop', 307, '/v1/models?x=1'],
    ['redirect-nowhere', 307, null],
  ] as const) {
    quirk(name, 'leads nowhere', async () => {
      const reply = await callRelay(relay, '/v1/models?x=1');
      deepStrictEqual([reply.status, reply.headers.get('location')], [status, location]);
    });
  }

  quirk('keep-alive-closed', 'the socket is closed though the headers keep it', async () => {
    const socket = openSocket();
    const pieces: Buffer[] = [];
    socket.on('data', (piece: Buffer) => pieces.push(piece));
    send(socket, 'keep-alive');
    await once(socket, 'end');
    socket.destroy();
    const { headers, body } = parse(Buffer.concat(pieces));
    deepStrictEqual([headers['connection'], body.toString()], ['keep-alive', list]);
  });

  quirk('keep-alive-reset', 'the second request on a connection gets nothing', async () => {
    const socket = openSocket();
    const pieces: Buffer[] = [];
    socket.on('data', (piece: Buffer) => pieces.push(piece));
    send(socket, 'keep-alive');
    const first = await relay.waitForRequest(({ remotePort }) => remotePort === socket.localPort);
    await relay.waitForClose(first);
    send(socket, 'keep-alive');
    await once(socket, 'close');
    const outcomes = relay.requests
      .filter(({ remotePort }) => remotePort === first.remotePort)
      .map(({ outcome }) => outcome);
    deepStrictEqual(
      [outcomes, parse(Buffer.concat(pieces)).body.toString()],
      [['completed', 'cutByRelay'], list],
    );
  });

  quirk('no-request-id', 'the header is missing', async () => {
    const { status, headers } = await callRelay(relay, '/v1/models');
    deepStrictEqual([status, headers.get('x-oneapi-request-id')], [200, null]);
  });

  quirk('other-key-headers-win', 'other headers count in place of Authorization', async () => {
    const { good, disabled403 } = relay.keys;
    const calls = [
      callRelay(relay, '/v1/models', { authorization: null, headers: { 'x-api-key': good } }),
      callRelay(relay, '/v1/models', { headers: { 'x-api-key': disabled403 } }),
      callRelay(relay, '/v1beta/models', { authorization: null, headers: { 'x-goog-api-key': good } }),
      callRelay(relay, `/v1beta/models?key=${disabled403}`),
      callRelay(relay, '/v1beta/models', { headers: { 'x-api-key': disabled403 } }),
    ];
    deepStrictEqual(
      (await Promise.all(calls)).map(({ status }) => status),
      [200, 403, 200, 403, 200],
    );
  });

  it('has a test for each quirk', () => {
    deepStrictEqual([...tested].sort(), Object.keys(quirkGroups.transport).sort());
    ok(tested.size > 0);
  });
});
