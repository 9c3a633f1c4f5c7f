import type * as vscode from 'vscode';
import { NotReadyError } from '../messages/ownErrors.ts';
import type { ConnectionView } from '../protocol/protocolViews.ts';
import type { Protocol } from '../relay/chat/protocolNames.ts';
import type { RelayClient } from '../relay/client.ts';
import type { ChosenKind } from '../relay/models/modelGroups.ts';
import type { ModelList, RelayModel } from '../relay/models/relayModel.ts';
import type { Account } from './settings/profiles.ts';

/** A connected relay and its profile. */
export interface ConnectedRelay {
  readonly client: RelayClient;
  readonly account: Account;
}

/** The connections of all profiles. */
export interface RelayConnection {
  /** Rejects with a NotReadyError when the profile in use is not connected. */
  ensureConnected(): Promise<ConnectedRelay>;
  /** The relay of any profile; undefined if it lacks a base URL or key. */
  connectedAs(profile: string): Promise<ConnectedRelay | undefined>;
  /** The account of such a profile. Does not load the client. */
  accountOf(profile: string): Promise<Account | undefined>;
  /** The current connection for views. */
  view(): Promise<ConnectionView>;
  /** Fires when the current connection was changed or removed. */
  readonly onDidChange: vscode.Event<void>;
  /** Fires when the key of any profile may have changed, in any window. */
  readonly onKeysChange: (listener: () => void) => vscode.Disposable;
}

/** The lists of the relay's models, and the selected ones. */
export interface RelayModels {
  /** The models of the connected relay as last read, and why the latest read failed. */
  readonly state: { readonly models: readonly RelayModel[]; readonly failure?: unknown };
  /** Fires when the state or a selection may have changed. */
  readonly onDidChange: vscode.Event<void>;
  /** The entry of a model in the connected relay's list. */
  find(id: string): RelayModel | undefined;
  /** The protocol of a model by the setting or the lists, if known; otherwise its ID decides. */
  protocolOf(id: string): Protocol | undefined;
  /** The selected model of a kind, or else the first listed one, if already known. */
  selected(kind: ChosenKind): string | undefined;
  /** The same from the last good list, in memory or on disk, without a request. */
  recall(kind: ChosenKind): Promise<string | undefined>;
  /** The same, for which the lists are read if needed. */
  select(kind: ChosenKind): Promise<string | undefined>;
  /** Reads the lists if there are none yet. Never throws. */
  ensureListed(): Promise<void>;
  /** The last good list of any account; empty if there is none. */
  listOf(account: Account): readonly RelayModel[];
  /** Stores a list that was read by other code, such as while connecting. */
  accept(account: Account, list: ModelList): Promise<void>;
  /** Moves lists and favorites to a profile's new name, or removes them without one. */
  moveLists(from: string, to: string | undefined): Promise<void>;
}

export interface ConnectedModelPorts {
  readonly connection: Pick<RelayConnection, 'ensureConnected'>;
  readonly models: Pick<RelayModels, 'select' | 'state' | 'protocolOf'>;
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
  const { connection, models } = ports;
  const { account: before } = await connection.ensureConnected();
  const model = wished ?? (await models.select('chat'));
  const { client, account } = await connection.ensureConnected();
  if (account.profile !== before.profile || account.base !== before.base)
    return findConnectedModel(ports, wished);
  if (!model) throw models.state.failure ?? new NotReadyError('model');
  return { client, account, model, protocol: models.protocolOf(model) };
}
