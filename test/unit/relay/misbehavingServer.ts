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

export interface TrackedServer extends AsyncDisposable {
  /** How many connections were ever opened. */
  readonly connections: () => number;
  /** Settles when the client's side of every connection is gone. */
  untilAllClosed(): Promise<unknown>;
  /** Closes it with all of its connections. */
  close(): Promise<void>;
}

export interface MisbehavingServer extends TrackedServer {
  readonly origin: string;
  readonly port: number;
  readonly requests: readonly RecordedRequest[];
}

/** A real local server whose responses the test decides, byte by byte; closed when it goes out of scope. */
export async function startServer(answer: (call: Call) => unknown): Promise<MisbehavingServer> {
  const requests: RecordedRequest[] = [];
  const server = createServer({ keepAliveTimeout: 60_000 }, async (message, response) => {
    const request = await record(message);
    requests.push(request);
    const { socket } = message;
    await answer({ request, response, socket, closed: tracked.untilClosed(socket) });
  });
  server.on('connection', (socket) => socket.setNoDelay(true));
  const tracked = trackConnections(server);
  const port = await listen(server);
  return { ...tracked, origin: `http://127.0.0.1:${port}`, port, requests };
}

/** Starts a server of any kind on a free port. */
export async function listen(server: Server, host = '127.0.0.1'): Promise<number> {
  server.listen(0, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Follows all connections of a server of any kind. Their errors are part of the tests. */
export function trackConnections(server: Server) {
  const closings = new Map<Socket, Promise<void>>();
  server.on('connection', (socket: Socket) => {
    closings.set(socket, new Promise((resolve) => socket.once('close', () => resolve())));
    socket.on('error', () => {});
  });
  const close = async () => {
    for (const socket of closings.keys()) socket.destroy();
    server.close();
    await once(server, 'close');
  };
  return {
    connections: () => closings.size,
    untilClosed: async (socket: Socket) => closings.get(socket),
    untilAllClosed: () => Promise.all(closings.values()),
    close,
    [Symbol.asyncDispose]: close,
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
