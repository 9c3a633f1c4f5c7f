import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Stands between a client and a relay, and keeps what the relay sends. */
export interface WireTap {
  readonly baseUrl: string;
  /** What came over each connection since the last time, once all of them are closed. */
  drain(): Promise<readonly Buffer[]>;
  close(): Promise<void>;
}

export async function startWireTap(relayAddress: string): Promise<WireTap> {
  const port = Number(new URL(relayAddress).port);
  let connections: {
    readonly upstream: Socket;
    readonly pieces: Buffer[];
    readonly closed: Promise<unknown>;
  }[] = [];
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect(port, '127.0.0.1');
    const pieces: Buffer[] = [];
    connections.push({ upstream, pieces, closed: new Promise((resolve) => upstream.once('close', resolve)) });
    // Not piped: a client that has heard enough must not keep the rest from being kept.
    client.on('data', (piece) => upstream.write(piece));
    upstream.on('data', (piece) => {
      pieces.push(piece);
      if (client.writable) client.write(piece);
    });
    upstream.on('end', () => client.end());
    upstream.on('error', () => client.resetAndDestroy());
    client.on('error', () => {});
    client.on('end', () => client.end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async drain() {
      const drained = connections;
      connections = [];
      for (const { upstream } of drained) upstream.end();
      await Promise.all(drained.map(({ closed }) => closed));
      return drained.map(({ pieces }) => Buffer.concat(pieces));
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      await closed;
    },
  };
}
