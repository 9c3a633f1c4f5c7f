import type { AskedModel } from '../../../src/images/imageEndpoints.ts';
import { ImageRuns } from '../../../src/images/imageRuns.ts';
import type { RelayClient } from '../../../src/relay/client.ts';
import type { RelayModel } from '../../../src/relay/models/relayModel.ts';
import type { Translate } from '../../../src/text/translate.ts';

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

type RunPorts = ConstructorParameters<typeof ImageRuns>[0];

/** Runs that keep nothing for another window. */
export function createRuns(
  t: Translate,
  ports: Pick<RunPorts, 'store' | 'findModel'> & Partial<RunPorts>,
  onChange: ConstructorParameters<typeof ImageRuns>[1] = () => {},
): ImageRuns {
  return new ImageRuns(
    {
      prepareSource: async (source) => source,
      t,
      memory: { get: (_, none) => none, update: async () => {} },
      ...ports,
    },
    onChange,
  );
}
