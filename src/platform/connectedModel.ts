import { NotReadyError } from '../messages/ownErrors.ts';
import type { Protocol } from '../relay/chat/protocolNames.ts';
import type { RelayClient } from '../relay/client.ts';
import type { Account } from './settings/profiles.ts';

/** A connected relay and its profile. */
export interface ConnectedRelay {
  readonly client: RelayClient;
  readonly account: Account;
}

export interface ConnectedModelPorts {
  /** Rejects with a NotReadyError when no relay is connected. */
  readonly ensureConnected: () => Promise<ConnectedRelay>;
  /** ID of the selected chat model, after the list was read if needed. */
  readonly currentModel: () => Promise<string | undefined>;
  /** Why the lists could not be read, if there is no model for that reason. */
  readonly listFailure: () => unknown;
  /** The protocol of a model; its ID decides if nothing else is known. */
  readonly protocolOf: (model: string) => Protocol | undefined;
}

/** A model that is ready for requests, and its relay. */
interface ConnectedModel extends ConnectedRelay {
  readonly model: string;
  readonly protocol: Protocol | undefined;
}

/**
 * The requested model, or the selected one, and its relay, both of the same profile: the person may select another
 * profile while the lists are read. Rejects with a NotReadyError, or with the reason why the lists could not be read.
 */
export async function findConnectedModel(
  ports: ConnectedModelPorts,
  wished?: string,
): Promise<ConnectedModel> {
  const { account: before } = await ports.ensureConnected();
  const model = wished ?? (await ports.currentModel());
  const { client, account } = await ports.ensureConnected();
  if (account.profile !== before.profile || account.base !== before.base)
    return findConnectedModel(ports, wished);
  if (!model) throw ports.listFailure() ?? new NotReadyError('model');
  return { client, account, model, protocol: ports.protocolOf(model) };
}
