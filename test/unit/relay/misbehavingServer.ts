import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Server, Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

export interface RecordedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** One request, and the socket on which a test can reply with any bytes. */
export interface Call {
  readonly request: RecordedRequest;
  readonly response: ServerResponse;
  readonly socket: Socket;
  /** Settles when the client's side of the socket is gone. */
  readonly closed: Promise<void>;
}

export interface MisbehavingServer extends AsyncDisposable {
  readonly origin: string;
  readonly port: number;
  readonly requests: readonly RecordedRequest[];
  /** How many connections were ever opened. */
  readonly connections: () => number;
  /** Settles when the client's side of every connection is gone. */
  untilAllClosed(): Promise<unknown>;
  close(): Promise<void>;
}

/** A real local server whose responses the test decides, byte by byte; closed when it goes out of scope. */
export async function startServer(answer: (call: Call) => unknown): Promise<MisbehavingServer> {
  const requests: RecordedRequest[] = [];
  const closings = new Map<Socket, Promise<void>>();
  const server = createServer({ keepAliveTimeout: 60_000 }, async (message, response) => {
    const request = await record(message);
    requests.push(request);
    const { socket } = message;
    await answer({ request, response, socket, closed: closings.get(socket) ?? Promise.resolve() });
  });
  server.on('connection', (socket) => {
    closings.set(socket, new Promise((resolve) => socket.once('close', () => resolve())));
    socket.setNoDelay(true);
    // Many of these tests are about a reset by the client.
    socket.on('error', () => {});
  });
  const port = await listen(server);
  const close = async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    requests,
    connections: () => closings.size,
    untilAllClosed: () => Promise.all(closings.values()),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Starts a server of any kind on a free port. */
export async function listen(server: Server, host = '127.0.0.1'): Promise<number> {
  server.listen(0, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Returns how to close a server of any kind, with all of its connections. Their errors are part of the tests. */
export function trackConnections(server: Server): () => Promise<void> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
  });
  return async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  };
}

async function record(message: IncomingMessage): Promise<RecordedRequest> {
  const pieces: Buffer[] = [];
  for await (const piece of message) pieces.push(piece);
  return {
    method: message.method ?? '',
    url: message.url ?? '',
    headers: message.headers,
    body: Buffer.concat(pieces).toString(),
  };
}

/** A whole, well-formed reply. */
export function reply(
  { response }: Call,
  status: number,
  body: string | Uint8Array,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, headers);
  response.end(body);
}

/** A reply with status 200 in the given pieces, each in its own event loop turn; `end` says how it ends. */
export async function replyInPieces(
  { response }: Call,
  pieces: Iterable<string | Uint8Array>,
  headers: Record<string, string> = {},
  end: 'well' | 'cut' | 'never' = 'well',
): Promise<void> {
  response.writeHead(200, headers);
  response.flushHeaders();
  for (const piece of pieces) {
    response.write(piece);
    await nextTurn();
  }
  if (end === 'well') response.end();
  if (end === 'cut') response.socket?.end();
}
