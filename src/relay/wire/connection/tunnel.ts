import type { Socket } from 'node:net';
import { RelayError } from '../../relayError.ts';
import type { HttpProxy } from './proxy.ts';

/** Longer than any proxy's greeting, shorter than a flood. */
const longestHeadBytes = 16 * 1024;

/**
 * Asks a proxy for a tunnel to `target` ('host:port') on an open connection to it. Rejects with a RelayError of
 * kind `connection` when the proxy refuses, or does not speak HTTP; destroying the socket ends it too.
 *
 * Written out by hand, since inside an extension host `node:http` is not Node's own: the editor puts a proxy of its
 * choice before every request that goes through it, this one too.
 */
export async function openTunnel(socket: Socket, proxy: HttpProxy, target: string): Promise<void> {
  socket.write(
    `CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\nUser-Agent: model-relay\r\n` +
      `${proxy.authorization === undefined ? '' : `Proxy-Authorization: ${proxy.authorization}\r\n`}\r\n`,
    'latin1',
  );
  const status = await readStatus(socket);
  if (status >= 200 && status < 300) return;
  throw new RelayError('connection', {
    systemCode: 'ERR_PROXY_TUNNEL',
    ...(status > 0 && { proxyStatus: status }),
  });
}

/** The status of the proxy's answer; 0 for what is not HTTP. */
function readStatus(socket: Socket): Promise<number> {
  return new Promise((resolve, reject) => {
    let head = Buffer.alloc(0);
    const onReadable = () => {
      for (let piece = socket.read(); piece !== null; piece = socket.read())
        head = Buffer.concat([head, piece]);
      const end = head.indexOf('\r\n\r\n');
      const text = head.subarray(0, end < 0 ? longestHeadBytes : end).toString('latin1');
      // Not waiting for more of what can't become an answer any more.
      const isHttp = text.startsWith('HTTP/1.'.slice(0, text.length));
      if (isHttp && end < 0 && head.length < longestHeadBytes) return;
      finish();
      // What follows the head is lost, which is nothing: under TLS the client speaks first.
      resolve(end >= 0 ? Number(/^HTTP\/1\.\d (\d{3})/.exec(text)?.[1] ?? 0) : 0);
    };
    const onEnd = () => {
      finish();
      reject(new RelayError('connection', { systemCode: 'ECONNRESET' }));
    };
    const onError = (error: Error) => {
      finish();
      reject(error);
    };
    const finish = () => {
      socket.off('readable', onReadable).off('end', onEnd).off('close', onEnd).off('error', onError);
    };
    socket.on('readable', onReadable).on('end', onEnd).on('close', onEnd).on('error', onError);
  });
}
