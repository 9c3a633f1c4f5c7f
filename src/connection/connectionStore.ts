import * as vscode from 'vscode';
import { contextKeys, environmentVariables } from '../ids.ts';
import { defaultProfile } from '../profiles.ts';
import { type BaseAddress, parseBaseAddress } from '../relay/address.ts';
import { parseApiKey } from '../relay/apiKey.ts';
import type { RelayClient } from '../relay/client.ts';
import type { Logger } from '../relay/logger.ts';
import {
  onNetworkSettingsChange,
  onSettingsChange,
  readActiveProfile,
  readNetworkSettings,
  readProfileNames,
  readProfileSetting,
  readTimeouts,
  writeProfileSetting,
} from '../settings.ts';
import type { ConnectionView } from '../webview/protocol.ts';
import { createStoredKeys, type StoredKeys } from './storedKeys.ts';

/** Where the requests go, and who pays for them. */
export interface Connection {
  /** Name of the profile, '' for the default one. */
  readonly profile: string;
  readonly address: BaseAddress;
  readonly apiKey: string;
  /** `environment`: from the environment's variables, since nothing is stored. */
  readonly source: 'stored' | 'environment';
}

/** Whose models, and whose money: two keys of one relay may see different things. */
export interface Account {
  readonly profile: string;
  /** Base address. */
  readonly base: string;
}

/** The one place that knows address and key. The key is handed to the relay client and to nobody else. */
export interface ConnectionStore extends vscode.Disposable {
  /** The connection that serves now, or undefined when address or key is missing. */
  current(): Promise<Connection | undefined>;
  /** The connection of any profile, whether it is in use or not. */
  connectionOf(profile: string): Promise<Connection | undefined>;
  account(): Promise<Account | undefined>;
  /** What may be shown of the current one: never the key. */
  view(): Promise<ConnectionView>;
  /** The client of the current connection; the same one until the connection changes. */
  client(): Promise<RelayClient | undefined>;
  /** A profile's address as it was typed; of the default one failing that the environment's. */
  typedAddress(profile: string): string;
  /** Stores both for a profile, the key for the address's origin only. */
  save(connection: Pick<Connection, 'profile' | 'address' | 'apiKey'>): Promise<void>;
  readonly keys: StoredKeys;
  /** The current connection is another one, or none. */
  readonly onDidChange: vscode.Event<void>;
}

export function createConnectionStore(context: vscode.ExtensionContext, logger: Logger): ConnectionStore {
  const keys = createStoredKeys(context.secrets);
  const changed = new vscode.EventEmitter<void>();
  let client: { readonly connection: Connection; readonly client: Promise<RelayClient> } | undefined;
  let announced = '';
  /** The connection that listeners were last told of, and what was missing of it. */
  let known:
    | { readonly connection: Connection | undefined; readonly missing: string | undefined }
    | undefined;

  async function connectionOf(profile: string): Promise<Connection | undefined> {
    const typed = readProfileSetting(profile, 'modelRelay.baseAddress').own?.trim() ?? '';
    if (typed === '') return profile === defaultProfile ? fromEnvironment() : undefined;
    const parsed = parseBaseAddress(typed);
    if (!parsed.ok) return undefined;
    const { address } = parsed;
    const apiKey = await keys.read({ profile, origin: address.origin });
    return apiKey ? { profile, address, apiKey, source: 'stored' } : undefined;
  }

  async function current(): Promise<Connection | undefined> {
    const { name, isKnown } = readActiveProfile();
    const connection = isKnown ? await connectionOf(name) : undefined;
    const announcement = connection
      ? `${connection.address.base} (${connection.source}${name && `, profile ${JSON.stringify(name)}`})`
      : 'none';
    if (announcement !== announced) logger.info(`Connection: ${announcement}`);
    announced = announcement;
    return connection;
  }

  async function announceChange(): Promise<void> {
    const connection = await current();
    const missing = connection ? undefined : readActiveProfile().name;
    void vscode.commands.executeCommand('setContext', contextKeys.isConnected, connection !== undefined);
    const isNews = !isSame(connection, known?.connection) || (known && missing !== known.missing);
    known = { connection, missing };
    if (isNews) changed.fire();
  }

  /** A key stored for another relay, and each of the steps of `save`, changes nothing for the one in use. */
  function onChange(): Promise<void> {
    return announceChange().catch((error: unknown) => logger.error(`Connection: ${String(error)}`));
  }

  const subscriptions = [
    changed,
    onSettingsChange(['modelRelay.baseAddress'], () => void onChange()),
    // The next request takes a new client, with the proxy of now.
    onNetworkSettingsChange(() => {
      client = undefined;
    }),
    keys.onDidChange(() => void onChange()),
  ];
  void onChange();

  return {
    current,
    connectionOf,
    keys,

    async account() {
      const connection = await current();
      return connection && { profile: connection.profile, base: connection.address.base };
    },

    async view() {
      const { name, isKnown } = readActiveProfile();
      if (!isKnown) return { state: 'missing', fromEnvironment: false, missingProfile: name };
      const connection = await current();
      const profile = readProfileNames().length > 1 && { profile: name };
      if (!connection) return { state: 'missing', fromEnvironment: false, ...profile };
      const { address, source } = connection;
      return {
        state: 'connected',
        host: address.host,
        fromEnvironment: source === 'environment',
        ...profile,
      };
    },

    async client() {
      const connection = await current();
      if (!connection) return undefined;
      // No await between the look and the assignment, or two callers would make two clients. What an old client
      // is still at may end in peace: its idle connections close by themselves.
      if (!isSame(client?.connection, connection)) {
        client = {
          connection,
          client: loadClient({ ...connection, baseAddress: connection.address.base }, logger),
        };
      }
      return client?.client;
    },

    typedAddress(profile) {
      const own = readProfileSetting(profile, 'modelRelay.baseAddress').own?.trim() ?? '';
      if (own || profile !== defaultProfile) return own;
      return process.env[environmentVariables.baseAddress] ?? '';
    },

    async save({ profile, address, apiKey }) {
      // The key first: with the address first, a listener would find the new address without its key.
      await keys.store({ profile, origin: address.origin }, apiKey);
      await writeProfileSetting(profile, 'modelRelay.baseAddress', address.base);
      await onChange();
    },

    onDidChange: changed.event,

    dispose() {
      void client?.client.then((open) => open.close());
      vscode.Disposable.from(...subscriptions).dispose();
    },
  };
}

function fromEnvironment(): Connection | undefined {
  const address = parseBaseAddress(process.env[environmentVariables.baseAddress] ?? '');
  const key = parseApiKey(process.env[environmentVariables.apiKey] ?? '');
  if (!address.ok || !key.ok) return undefined;
  return { profile: defaultProfile, address: address.address, apiKey: key.key, source: 'environment' };
}

function isSame(one: Connection | undefined, other: Connection | undefined): boolean {
  return (
    one?.profile === other?.profile &&
    one?.address.base === other?.address.base &&
    one?.apiKey === other?.apiKey
  );
}

/** The client with its HTTP stack is loaded when it is first used, never when the extension starts. */
export async function loadClient(
  { profile, baseAddress, apiKey }: { profile: string; baseAddress: string; apiKey: string },
  logger: Logger,
): Promise<RelayClient> {
  const { createRelayClient } = await import('../relay/client.ts');
  return createRelayClient({
    baseAddress,
    apiKey,
    logger,
    timeouts: readTimeouts(profile),
    network: { ...readNetworkSettings(), environment: process.env, editorFetch: globalThis.fetch },
  });
}
