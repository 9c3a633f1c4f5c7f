import { isIP, type LookupFunction, connect as openTcp, type Socket } from 'node:net';
import { connect as openTls, type TLSSocket } from 'node:tls';
import { RelayError } from '../../relayError.ts';
import type { TrustOptions } from './certificates.ts';
import { withoutBrackets } from './hosts.ts';
import { type HttpProxy, portOf } from './proxy.ts';
import { openTunnel } from './tunnel.ts';

/** Puts TLS on an open connection to a host, which is without brackets. Rejecting destroys the socket. */
export type Encrypt = (socket: Socket, host: string, port: number, signal: AbortSignal) => Promise<TLSSocket>;

export interface Encryption extends TrustOptions {
  /** Of an earlier handshake with the same host, which makes this one shorter. */
  readonly session?: Buffer | undefined;
  readonly onSession?: (session: Buffer) => void;
}

const keepAliveDelayMs = 60_000;

/**
 * Opens the connection over which a URL's relay is spoken to, up to the relay itself: directly, or to the proxy, and
 * for https by a tunnel through it. TLS with the relay is the next step, and not taken here. Aborting the signal
 * closes whatever is open. `lookup` resolves the name of a relay that is connected to directly.
 */
export async function openPath(
  url: URL,
  proxy: HttpProxy | undefined,
  encrypt: Encrypt,
  signal: AbortSignal,
  lookup?: LookupFunction,
): Promise<Socket> {
  if (!proxy) return openSocket(withoutBrackets(url.hostname), portOf(url), signal, lookup);
  const open = await openSocket(proxy.hostname, proxy.port, signal);
  const socket = proxy.isSecure ? await encrypt(open, proxy.hostname, proxy.port, signal) : open;
  if (url.protocol === 'https:') await openTunnelTo(url, socket, proxy, signal);
  return socket;
}

async function openSocket(
  host: string,
  port: number,
  signal: AbortSignal,
  lookup?: LookupFunction,
): Promise<Socket> {
  const socket = openTcp({
    host,
    port,
    ...(lookup && { lookup }),
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: keepAliveDelayMs,
  });
  await untilOpen(socket, 'connect', signal);
  return socket;
}

/** Puts TLS on an open connection, and waits for the handshake. */
export async function encryptSocket(
  socket: Socket,
  host: string,
  { onSession, ...options }: Encryption,
  signal: AbortSignal,
): Promise<TLSSocket> {
  const encrypted = openTls({
    socket,
    host,
    // Addresses have no place in a server name; they are checked against the certificate all the same.
    servername: isIP(host) ? '' : host,
    ALPNProtocols: ['http/1.1'],
    ...options,
  });
  if (onSession) encrypted.on('session', onSession);
  await untilOpen(encrypted, 'secureConnect', signal);
  return encrypted;
}

async function openTunnelTo(url: URL, socket: Socket, proxy: HttpProxy, signal: AbortSignal): Promise<void> {
  const end = () => socket.destroy();
  signal.addEventListener('abort', end);
  try {
    if (signal.aborted) throw new RelayError('cancelled');
    await openTunnel(socket, proxy, `${url.hostname}:${portOf(url)}`);
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    signal.removeEventListener('abort', end);
  }
}

/** Settles when a socket is open, and destroys it when that fails or is not wanted any more. */
function untilOpen(socket: Socket, event: 'connect' | 'secureConnect', signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const finish = () => {
      socket.off(event, onOpen).off('close', onClose);
      signal.removeEventListener('abort', onAbort);
    };
    const onOpen = () => {
      finish();
      resolve();
    };
    const onClose = () => {
      finish();
      reject(new RelayError('connection', { systemCode: 'ECONNRESET' }));
    };
    const onAbort = () => {
      finish();
      socket.destroy();
      reject(new RelayError('cancelled'));
    };
    socket.once(event, onOpen).once('close', onClose);
    // Stays, since an error may come between the opening and undici's own listener, and nobody else would hear it.
    socket.on('error', (error) => {
      finish();
      reject(error);
    });
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
  });
}
