import { parseBaseAddress } from '../../../../src/relay/baseUrl.ts';
import { defaultTimeouts } from '../../../../src/relay/client.ts';
import type { Timeouts } from '../../../../src/relay/http/exchange.ts';
import type { NetworkOptions } from '../../../../src/relay/http/proxy.ts';
import { readBytes } from '../../../../src/relay/http/reply.ts';
import type { RelayRequest, Reply } from '../../../../src/relay/http/request.ts';
import { createTransport, type Transport } from '../../../../src/relay/http/transport.ts';
import { type Logger, silentLogger } from '../../../../src/relay/logger.ts';
import { apiKey } from '../clientCalls.ts';

export interface TransportParts {
  readonly timeouts?: Partial<Timeouts>;
  readonly network?: NetworkOptions;
  readonly logger?: Logger;
  readonly retryDelaysMs?: readonly number[];
  readonly now?: () => number;
}

/** Closed when it goes out of scope. */
export function transportFor(typed: string, parts: TransportParts = {}): Transport & AsyncDisposable {
  const parsed = parseBaseAddress(typed);
  if (!parsed.ok) throw new Error(parsed.reason);
  const transport = createTransport({
    address: parsed.address,
    apiKey,
    logger: silentLogger,
    ...parts,
    timeouts: { ...defaultTimeouts, ...parts.timeouts },
  });
  return { ...transport, [Symbol.asyncDispose]: transport.close };
}

export const get: RelayRequest = { method: 'GET', path: '/v1/models', retry: 'anyFailure', maxBytes: 1000 };

export const post: RelayRequest = {
  method: 'POST',
  path: '/v1/messages',
  json: { model: 'm' },
  retry: 'refused',
  maxBytes: 1000,
};

export async function readText(reply: Reply): Promise<string> {
  return Buffer.from(await readBytes(reply.body)).toString();
}

/** Sends one request, reads the whole body as text, and closes. */
export async function exchange(
  typed: string,
  request: RelayRequest,
  parts?: TransportParts,
): Promise<string> {
  await using transport = transportFor(typed, parts);
  return await readText(await transport.send(request));
}

/** A log whose lines a test can read. */
export function createLines(): { readonly logger: Logger; readonly lines: string[] } {
  const lines: string[] = [];
  const at = (level: string) => (message: string) => void lines.push(`${level} ${message}`);
  return { lines, logger: { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') } };
}
