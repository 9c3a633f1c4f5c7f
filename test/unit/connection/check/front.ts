import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { ReferenceRelay } from '../../../relay/referenceRelay.ts';
import type { Identity } from '../../relay/http/certificateAuthority.ts';
import { type SecureServer, startSecureServer } from '../../relay/http/secureServer.ts';
import type { OnEnd } from './situations/row.ts';

/** The relay under TLS, as a web server before it would have it. */
export async function startFront(
  relay: ReferenceRelay,
  identity: Identity,
  onEnd: OnEnd,
): Promise<SecureServer> {
  const front = await startSecureServer(identity, (response: ServerResponse<IncomingMessage>) => {
    const { method, url, headers } = response.req;
    const onward = request(`${relay.baseUrl}${url}`, { method, headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 0, reply.headers);
      reply.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.req.pipe(onward);
  });
  onEnd(() => front.close());
  return front;
}
