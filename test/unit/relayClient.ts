import { createRelayClient, type RelayClient } from '../../src/relay/client.ts';
import { type ReferenceRelay, startReferenceRelay } from '../relay/referenceRelay.ts';

/** Starts a reference relay and a client of it for all tests of a suite; `take` gets both before the first test. */
export function useRelayClient(take: (client: RelayClient, relay: ReferenceRelay) => void): void {
  let relay: ReferenceRelay;
  let client: RelayClient;
  before(async () => {
    relay = await startReferenceRelay();
    client = createRelayClient({ baseUrl: relay.baseUrl, apiKey: relay.keys.good });
    take(client, relay);
  });
  after(async () => {
    await client.close();
    await relay.close();
  });
}
