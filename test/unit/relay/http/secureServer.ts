import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { listen, type TrackedServer, trackConnections } from '../misbehavingServer.ts';
import type { Identity } from './certificateAuthority.ts';

export interface SecureServer extends TrackedServer {
  readonly port: number;
  readonly origin: string;
  /** For each request: its path, the requested server name and protocol, and all headers. */
  readonly requests: readonly {
    readonly url: string;
    readonly servername: string | false | null;
    readonly protocol: string | false | null;
    readonly headers: NodeJS.Dict<string | string[]>;
    /** Whether the handshake resumed an earlier TLS session. */
    readonly isResumed: boolean;
  }[];
}

/** A server on 127.0.0.1 under TLS; it replies with 'ok' unless told otherwise. */
export async function startSecureServer(
  identity: Identity,
  answer: (response: ServerResponse) => unknown = (response) => response.end('ok'),
): Promise<SecureServer> {
  const requests: SecureServer['requests'][number][] = [];
  const options = { ...identity, ALPNProtocols: ['h2', 'http/1.1'] };
  const server = createServer(options, (message, response) => {
    const { servername = null, alpnProtocol } = message.socket as TLSSocket & { servername?: string };
    requests.push({
      url: message.url ?? '',
      servername,
      protocol: alpnProtocol,
      headers: message.headers,
      isResumed: (message.socket as TLSSocket).isSessionReused(),
    });
    answer(response);
  });
  const tracked = trackConnections(server);
  const port = await listen(server);
  return { ...tracked, port, origin: `https://127.0.0.1:${port}`, requests };
}
