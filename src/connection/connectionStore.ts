import * as vscode from 'vscode';
import { environmentVariables } from '../ids.ts';
import { type BaseAddress, parseBaseAddress } from '../relay/address.ts';
import { parseApiKey } from '../relay/apiKey.ts';
import type { RelayClient } from '../relay/client.ts';
import type { Logger } from '../relay/logger.ts';
import {
  onNetworkSettingsChange,
  onSettingsChange,
  readNetworkSettings,
  readUserSetting,
  writeSetting,
} from '../settings.ts';
import type { ConnectionView } from '../webview/protocol.ts';

/** Where the requests go, and who pays for them. */
export interface Connection {
  readonly address: BaseAddress;
  readonly apiKey: string;
  /** `environment`: from the environment's variables, since nothing is stored. */
  readonly source: 'stored' | 'environment';
}

/** The one place that knows address and key. The key is handed to the relay client and to nobody else. */
export interface ConnectionStore extends vscode.Disposable {
  /** The connection that serves now, or undefined when address or key is missing. */
  current(): Promise<Connection | undefined>;
  /** What may be shown of it: never the key. */
  view(): Promise<ConnectionView>;
  /** The client of the current connection; the same one until the connection changes. */
  client(): Promise<RelayClient | undefined>;
  /** The stored address, or else the environment's: what a person would expect to see when asked for one. */
  knownAddress(): string;
  /** The key that is stored for an origin; for the connection's check alone. */
  storedKey(origin: string): Promise<string | undefined>;
  /** Stores both, the key for the address's origin only. */
  save(address: BaseAddress, apiKey: string): Promise<void>;
  /** Origins that a key is stored for. */
  storedOrigins(): Promise<string[]>;
  forgetKey(origin: string): Promise<void>;
  readonly onDidChange: vscode.Event<void>;
}

/** A key serves the origin it was given for and no other: its name in the secret storage says which. */
const secretPrefix = 'modelRelay.apiKey:';

export function createConnectionStore(context: vscode.ExtensionContext, logger: Logger): ConnectionStore {
  const { secrets } = context;
  const changed = new vscode.EventEmitter<void>();
  let client: { readonly connection: Connection; readonly client: Promise<RelayClient> } | undefined;
  let announced = '';
  /** The connection that listeners were last told of. */
  let known: Connection | undefined;

  async function stored(): Promise<Connection | undefined> {
    const typed = readUserSetting('modelRelay.baseAddress');
    const parsed = parseBaseAddress(typed);
    if (!parsed.ok) return undefined;
    const apiKey = await secrets.get(secretPrefix + parsed.address.origin);
    return apiKey ? { address: parsed.address, apiKey, source: 'stored' } : undefined;
  }

  function fromEnvironment(): Connection | undefined {
    const address = parseBaseAddress(process.env[environmentVariables.baseAddress] ?? '');
    const key = parseApiKey(process.env[environmentVariables.apiKey] ?? '');
    if (!address.ok || !key.ok) return undefined;
    return { address: address.address, apiKey: key.key, source: 'environment' };
  }

  async function current(): Promise<Connection | undefined> {
    const isStored = readUserSetting('modelRelay.baseAddress').trim() !== '';
    const connection = isStored ? await stored() : fromEnvironment();
    const announcement = connection ? `${connection.address.base} (${connection.source})` : 'none';
    if (announcement !== announced) logger.info(`Connection: ${announcement}`);
    announced = announcement;
    return connection;
  }

  async function announceChange(): Promise<void> {
    const connection = await current();
    if (isSame(connection, known)) return;
    known = connection;
    changed.fire();
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
    secrets.onDidChange((event) => {
      if (event.key.startsWith(secretPrefix)) void onChange();
    }),
  ];

  return {
    current,

    async view() {
      const connection = await current();
      if (!connection) return { state: 'missing', fromEnvironment: false };
      const { address, source } = connection;
      return { state: 'connected', host: address.host, fromEnvironment: source === 'environment' };
    },

    async client() {
      const connection = await current();
      if (!connection) return undefined;
      // No await between the look and the assignment, or two callers would make two clients. What an old client
      // is still at may end in peace: its idle connections close by themselves.
      if (!isSame(client?.connection, connection)) {
        client = { connection, client: loadClient(connection.address.base, connection.apiKey, logger) };
      }
      return client?.client;
    },

    knownAddress: () =>
      readUserSetting('modelRelay.baseAddress').trim() ||
      (process.env[environmentVariables.baseAddress] ?? ''),

    storedKey: async (origin) => secrets.get(secretPrefix + origin),

    async save(address, apiKey) {
      // The key first: with the address first, a listener would find the new address without its key.
      await secrets.store(secretPrefix + address.origin, apiKey);
      await writeSetting('modelRelay.baseAddress', address.base);
      await onChange();
    },

    async storedOrigins() {
      const keys = await secrets.keys();
      return keys.filter((key) => key.startsWith(secretPrefix)).map((key) => key.slice(secretPrefix.length));
    },

    async forgetKey(origin) {
      await secrets.delete(secretPrefix + origin);
      await onChange();
    },

    onDidChange: changed.event,

    dispose() {
      void client?.client.then((open) => open.close());
      vscode.Disposable.from(...subscriptions).dispose();
    },
  };
}

function isSame(one: Connection | undefined, other: Connection | undefined): boolean {
  return one?.address.base === other?.address.base && one?.apiKey === other?.apiKey;
}

/** The client with its HTTP stack is loaded when it is first used, never when the extension starts. */
export async function loadClient(baseAddress: string, apiKey: string, logger: Logger): Promise<RelayClient> {
  const { createRelayClient } = await import('../relay/client.ts');
  return createRelayClient({
    baseAddress,
    apiKey,
    logger,
    network: { ...readNetworkSettings(), environment: process.env, editorFetch: globalThis.fetch },
  });
}
