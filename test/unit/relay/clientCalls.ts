import { deepStrictEqual, doesNotMatch, ok, rejects } from 'node:assert/strict';
import { createRelayClient, type RelayClient, type RelayClientOptions } from '../../../src/relay/client.ts';
import type { RelayErrorKind } from '../../../src/relay/errors/errorKind.ts';
import { RelayError, type RelayErrorDetails } from '../../../src/relay/errors/relayError.ts';
import { startServer } from './misbehavingServer.ts';

export const apiKey = 'sk-0aB1cD2eF3gH4iJ5';

/** Runs `use` with a client of the relay at this base URL, and always closes the client. */
export async function withClient<Result>(
  baseUrl: string,
  use: (client: RelayClient) => Promise<Result>,
  options: Partial<RelayClientOptions> = {},
): Promise<Result> {
  const client = createRelayClient({ baseUrl, apiKey, ...options });
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

function withoutUrl({ url: _, ...details }: RelayErrorDetails): RelayErrorDetails {
  return details;
}

/** An error's kind and its details, without the URL. The API key is nowhere in it. */
export function openError(error: RelayError): readonly [kind: RelayErrorKind, details: RelayErrorDetails] {
  doesNotMatch(`${error.stack}${JSON.stringify(error)}`, /0aB1cD2eF3/);
  return [error.kind, withoutUrl(error.details)];
}

/**
 * For `rejects`: compares a failure with the expected one, its URL only if one is expected. Neither the API key nor
 * `never` may be in it.
 */
export function failsWith(kind: RelayErrorKind, expected: RelayErrorDetails = {}, never?: RegExp) {
  return (error: unknown) => {
    ok(error instanceof RelayError);
    const [found, details] = openError(error);
    deepStrictEqual([found, expected.url ? error.details : details], [kind, expected]);
    if (never) doesNotMatch(`${error.stack}${JSON.stringify(error)}`, never);
    return true;
  };
}

/** A request that is refused with these details before anything is sent. */
type UnsentCase<Request> = readonly [name: string, request: Request, details: RelayErrorDetails];

export function testUnsent<Request>(
  ask: (origin: string, request: Request) => Promise<unknown>,
  cases: readonly UnsentCase<Request>[],
): void {
  for (const [name, request, details] of cases) {
    it(`sends nothing for ${name}`, async () => {
      await using server = await startServer(() => {});
      await rejects(ask(server.origin, request), failsWith('invalidRequest', details));
      deepStrictEqual(server.requests, []);
    });
  }
}
