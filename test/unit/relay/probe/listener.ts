import { connect, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { Identity } from '../http/certificateAuthority.ts';
import { listen, trackConnections } from '../misbehavingServer.ts';

export interface ListenerOptions {
  /** The identity for TLS; without it, the server never replies unless `onConnection` does. */
  readonly identity?: Identity;
  readonly host?: string;
  readonly onConnection?: (socket: Socket) => void;
}

/** A server that records every byte, counts connections, and sends nothing. */
export interface Listener {
  readonly port: number;
  /** Everything received, in latin1; under TLS, the decrypted bytes. */
  readonly received: () => string;
  /** How many connections were ever opened. */
  readonly opened: () => number;
  /** Settles with the first bytes received: then a request is under way. */
  readonly untilHeard: () => Promise<void>;
  /** Settles when no connection is open. */
  readonly untilAllClosed: () => Promise<unknown>;
  readonly close: () => Promise<void>;
}

export async function startListener(options: ListenerOptions = {}): Promise<Listener> {
  const { identity, host = '127.0.0.1', onConnection } = options;
  const pieces: Buffer[] = [];
  const heard = Promise.withResolvers<void>();
  const record = (socket: Socket) => {
    socket.on('error', () => {});
    socket.on('data', (piece: Buffer) => {
      pieces.push(piece);
      heard.resolve();
    });
  };
  const server: Server = identity ? createTlsServer(identity, record) : createServer(record);
  const { connections, untilAllClosed, close } = trackConnections(server);
  if (onConnection) server.on('connection', onConnection);
  const port = await listen(server, host);
  return {
    port,
    received: () => Buffer.concat(pieces).toString('latin1'),
    opened: connections,
    untilHeard: () => heard.promise,
    untilAllClosed,
    close,
  };
}

/** Records what goes to another local port, and passes it on. */
export function startGate(port: number): Promise<Listener> {
  return startListener({
    onConnection(socket) {
      const onward = connect(port, '127.0.0.1');
      onward.on('error', () => socket.destroy());
      socket.on('close', () => onward.destroy());
      socket.pipe(onward).pipe(socket);
    },
  });
}

/** A port on which nothing listens. */
export async function findClosedPort(): Promise<number> {
  const listener = await startListener();
  await listener.close();
  return listener.port;
}
