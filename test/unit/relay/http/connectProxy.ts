import { createServer, type IncomingMessage, request as openRequest, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type Socket } from 'node:net';
import { listen, type TrackedServer, trackConnections } from '../misbehavingServer.ts';
import type { Identity } from './certificateAuthority.ts';

export interface ProxyOptions {
  /** The local port that every host name leads to: only the proxy knows the names. */
  readonly leadsTo?: number;
  /** The only Proxy-Authorization value that is accepted; others get 407. */
  readonly authorization?: string;
  /** What a request for a tunnel gets instead of a tunnel. */
  readonly answer?: (socket: Socket) => void;
  /** Makes it a proxy that is itself reached over TLS. */
  readonly identity?: Identity;
}

export interface TestProxy extends TrackedServer {
  readonly url: string;
  readonly port: number;
  /** What was requested: 'CONNECT host:port' or 'GET http://host/path'. */
  readonly asked: readonly string[];
  /** The Proxy-Authorization headers that arrived. */
  readonly authorizations: readonly (string | undefined)[];
  /** From now on, every request is accepted. */
  admitAll(): void;
  /** From now on, closes the connection of a request that it should forward. */
  hangUpOnForward(): void;
}

/** A real proxy on this machine, of the kind that companies have. */
export async function startProxy({ leadsTo = 1, ...options }: ProxyOptions): Promise<TestProxy> {
  const asked: string[] = [];
  const authorizations: (string | undefined)[] = [];
  let { authorization } = options;
  let hangsUp = false;

  const isAdmitted = (message: IncomingMessage) => {
    asked.push(`${message.method} ${message.url}`);
    const given = message.headers['proxy-authorization'];
    authorizations.push(given);
    return authorization === undefined || given === authorization;
  };

  const forward = (message: IncomingMessage, response: ServerResponse) => {
    if (!isAdmitted(message)) {
      response.writeHead(407, { 'proxy-authenticate': 'Basic realm="test"' }).end('who are you');
      return;
    }
    if (hangsUp) {
      message.socket.destroy();
      return;
    }
    const { 'proxy-authorization': _, ...headers } = message.headers;
    const { pathname, search } = new URL(message.url ?? '');
    const onward = { host: '127.0.0.1', port: leadsTo, path: pathname + search, headers };
    const out = openRequest({ ...onward, method: message.method }, (answer) => {
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(response);
    });
    out.on('error', () => message.socket.destroy());
    message.pipe(out);
  };

  const server = options.identity ? createTlsServer(options.identity, forward) : createServer(forward);
  const tracked = trackConnections(server);
  server.on('connect', (message: IncomingMessage, socket: Socket) => {
    socket.on('error', () => {});
    if (!isAdmitted(message)) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\n\r\n');
    } else if (options.answer) options.answer(socket.resume().on('end', () => socket.end()));
    else {
      const out = connect(leadsTo, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection established\r\nVia: test\r\n\r\n');
        socket.pipe(out).pipe(socket);
      });
      out.on('error', () => socket.destroy());
      socket.on('close', () => out.destroy());
    }
  });
  const port = await listen(server);
  return {
    url: `${options.identity ? 'https' : 'http'}://127.0.0.1:${port}`,
    port,
    asked,
    authorizations,
    admitAll() {
      authorization = undefined;
    },
    hangUpOnForward() {
      hangsUp = true;
    },
    ...tracked,
  };
}
