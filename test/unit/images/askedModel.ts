import type { AskedModel } from '../../../src/images/imageEndpoints.ts';
import type { RelayClient } from '../../../src/relay/client.ts';
import type { RelayModel } from '../../../src/relay/models/relayModel.ts';

/** An image model as the person has selected it; `models`: those that the relay lists. */
export function askedModel(
  client: RelayClient,
  model: string,
  models: readonly RelayModel[] = [],
): AskedModel & { readonly relay: string } {
  const listed = models.find(({ id }) => id === model);
  return {
    ...{ client, host: 'relay.test', relay: 'https://relay.test', model, listed },
    ...{ protocol: undefined, maxTokens: 1_000, endpoint: undefined },
  };
}
