import * as vscode from 'vscode';
import { contextKeys } from '../manifest.ts';
import { NotReadyError } from '../messages/ownErrors.ts';
import type { ConnectedRelay } from '../platform/connectedModel.ts';
import { readNetworkSettings } from '../platform/settings/editorSettings.ts';
import { type Account, defaultProfile } from '../platform/settings/profiles.ts';
import {
  onSettingsChange,
  readActiveProfile,
  readProfileNames,
  readProfileSetting,
  readRequestFields,
  readTimeouts,
  writeProfileSetting,
} from '../platform/settings/settings.ts';
import type { ConnectionView } from '../protocol/protocolViews.ts';
import { type BaseAddress, parseBaseAddress } from '../relay/baseUrl.ts';
import type { RelayClient, RelayClientOptions } from '../relay/client.ts';
import type { Logger } from '../relay/logger.ts';
import { requestFieldsOf } from '../relay/models/modelOverrides.ts';
import { type Connection, createEnvironmentConnection } from './environmentConnection.ts';
import { createStoredKeys, type StoredKeys } from './storedKeys.ts';

/** The only owner of base URL and key. The key is given to the relay client and to nothing else. */
export interface ConnectionStore extends vscode.Disposable {
  /** The connection of any profile. */
  connectionOf(profile: string): Promise<Connection | undefined>;
  account(): Promise<Account | undefined>;
  /** The current connection for views, without the key. */
  view(): Promise<ConnectionView>;
  /** The client of the current connection and its account; the same until the connection changes. */
  connected(): Promise<ConnectedRelay | undefined>;
  /** The same for any profile. */
  connectedAs(profile: string): Promise<ConnectedRelay | undefined>;
  /** The account of a profile; undefined while it lacks base URL or key. Does not load the client. */
  accountOf(profile: string): Promise<Account | undefined>;
  /** The same; throws a NotReadyError that says what is missing. */
  ensureConnected(): Promise<ConnectedRelay>;
  /** A separate client, which the caller closes. */
  openClient(
    opened: Pick<Connection, 'profile' | 'apiKey'> & { readonly base: string },
  ): Promise<RelayClient>;
  /** A profile's base URL as typed; for the default profile else the environment's. */
  typedAddress(profile: string): string;
  /** The same, parsed; undefined if it is invalid. */
  addressOf(profile: string): BaseAddress | undefined;
  /**
   * Asks whether to use the environment's relay, where a profile has no other and the workspace is not trusted. False:
   * another relay is to be connected; undefined: none.
   */
  confirmEnvironment(profile: string): Promise<boolean | undefined>;
  /** Stores base URL and key of a profile, the key for the URL's origin only. */
  save(connection: Pick<Connection, 'profile' | 'address' | 'apiKey'>): Promise<void>;
  readonly keys: StoredKeys;
  /** Fires when the current connection changed, or was removed. */
  readonly onDidChange: vscode.Event<void>;
}

const answeredKey = 'connection.answeredBases';
const mostAnswered = 32;

export function createConnectionStore(
  context: vscode.ExtensionContext,
  logger: Logger,
  environment = createEnvironmentConnection(context.globalState),
): ConnectionStore {
  const keys = createStoredKeys(context.secrets);
  const changed = new vscode.EventEmitter<void>();
  /** The clients in use, by profile, and by what they were made. */
  const clients = new Map<string, { readonly madeBy: string; readonly client: Promise<RelayClient> }>();
  let announced = '';
  /** The connection that listeners were last told of, or the profile and host for which there is none. */
  let known:
    | { readonly connection: Connection | undefined; readonly missing: string | undefined }
    | undefined;

  async function connectionOf(profile: string): Promise<Connection | undefined> {
    const typed = readProfileSetting(profile, 'modelRelay.baseUrl').own?.trim() ?? '';
    if (typed === '') return profile === defaultProfile ? environment.connection() : undefined;
    const parsed = parseBaseAddress(typed);
    if (!parsed.ok) return undefined;
    const { address } = parsed;
    const apiKey = await keys.read({ profile, origin: address.origin });
    return apiKey ? { profile, address, apiKey, source: 'stored' } : undefined;
  }

  function typedAddress(profile: string): string {
    const own = readProfileSetting(profile, 'modelRelay.baseUrl').own?.trim() ?? '';
    if (own || profile !== defaultProfile) return own;
    return environment.typedAddress();
  }

  function addressOf(profile: string): BaseAddress | undefined {
    const parsed = parseBaseAddress(typedAddress(profile));
    return parsed.ok ? parsed.address : undefined;
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

  /** Reading a key takes a moment, and another change may be over before: only the latest one's word counts. */
  let changes = 0;

  async function announceChange(): Promise<void> {
    changes += 1;
    const own = changes;
    const connection = await current();
    if (own !== changes) return;
    const { name } = readActiveProfile();
    const missing = connection ? undefined : JSON.stringify([name, addressOf(name)?.host]);
    void vscode.commands.executeCommand('setContext', contextKeys.isConnected, connection !== undefined);
    const isNews = !isSame(connection, known?.connection) || (known && missing !== known.missing);
    known = { connection, missing };
    if (isNews) changed.fire();
  }

  function openClient({ profile, base, apiKey }: Parameters<ConnectionStore['openClient']>[0]) {
    return loadClient({ profile, baseUrl: base, apiKey }, logger, {
      refusals: context.globalState,
      hasAnswered: answeredBases().includes(base),
      onAnswered: () => rememberAnswered(base),
    });
  }

  /** Where a relay has replied, the latest first: a 404 from there is not about the base URL. */
  function answeredBases(): readonly string[] {
    const found = context.globalState.get<unknown>(answeredKey);
    return Array.isArray(found) ? found.filter((base) => typeof base === 'string') : [];
  }

  function rememberAnswered(base: string): void {
    const others = answeredBases().filter((each) => each !== base);
    void context.globalState.update(answeredKey, [base, ...others].slice(0, mostAnswered));
  }

  async function open(connection: Connection): Promise<ConnectedRelay> {
    const { profile, address, apiKey } = connection;
    // No await between the look and the assignment, or two callers would make two clients. What an old client
    // is still at may end in peace: its idle connections close by themselves.
    const madeBy = JSON.stringify([
      profile,
      address.base,
      apiKey,
      readNetworkSettings(),
      readTimeouts(profile),
    ]);
    let used = clients.get(profile);
    if (used?.madeBy !== madeBy) {
      used = { madeBy, client: openClient({ profile, base: address.base, apiKey }) };
      clients.set(profile, used);
    }
    return { client: await used.client, account: { profile, base: address.base } };
  }

  async function connected(): Promise<ConnectedRelay | undefined> {
    const connection = await current();
    return connection && open(connection);
  }

  function accountIn(connection: Connection | undefined): Account | undefined {
    return connection && { profile: connection.profile, base: connection.address.base };
  }

  /** A key stored for another relay, and each of the steps of `save`, changes nothing for the one in use. */
  function onChange(): Promise<void> {
    return announceChange().catch((error: unknown) => logger.error(`Connection: ${String(error)}`));
  }

  const subscriptions = [
    changed,
    onSettingsChange(['modelRelay.baseUrl'], () => void onChange()),
    keys.onDidChange(() => void onChange()),
    vscode.workspace.onDidGrantWorkspaceTrust(() => void onChange()),
  ];
  void onChange();

  return {
    connectionOf,
    keys,

    async account() {
      return accountIn(await current());
    },

    async accountOf(profile) {
      return accountIn(await connectionOf(profile));
    },

    async view() {
      const { name, isKnown } = readActiveProfile();
      if (!isKnown) return { state: 'missing', fromEnvironment: false, missingProfile: name };
      const connection = await current();
      const profile = readProfileNames().length > 1 && { profile: name };
      if (!connection) {
        const host = addressOf(name)?.host;
        return { state: 'missing', fromEnvironment: false, ...(host && { host }), ...profile };
      }
      const { address, source } = connection;
      return {
        state: 'connected',
        host: address.host,
        fromEnvironment: source === 'environment',
        ...profile,
      };
    },

    connected,

    async connectedAs(profile) {
      const connection = await connectionOf(profile);
      return connection && open(connection);
    },

    async ensureConnected() {
      const found = await connected();
      if (!found) throw new NotReadyError(readActiveProfile().isKnown ? 'connection' : 'profile');
      return found;
    },

    openClient,
    typedAddress,
    addressOf,

    async confirmEnvironment(profile) {
      if (profile !== defaultProfile || readProfileSetting(profile, 'modelRelay.baseUrl').own?.trim())
        return false;
      const isUsed = await environment.confirm();
      if (isUsed) await onChange();
      return isUsed;
    },

    async save({ profile, address, apiKey }) {
      // The key first: with the address first, a listener would find the new address without its key.
      await keys.store({ profile, origin: address.origin }, apiKey);
      await writeProfileSetting(profile, 'modelRelay.baseUrl', address.base);
      await onChange();
    },

    onDidChange: changed.event,

    dispose() {
      for (const { client } of clients.values()) void client.then((each) => each.close());
      vscode.Disposable.from(...subscriptions).dispose();
    },
  };
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
  { profile, baseUrl, apiKey }: { profile: string; baseUrl: string; apiKey: string },
  logger: Logger,
  /** What is known of the relay from before, and where to keep what is learned. */
  known: Pick<RelayClientOptions, 'refusals' | 'hasAnswered' | 'onAnswered'> = {},
): Promise<RelayClient> {
  const { createRelayClient } = await import('../relay/client.ts');
  return createRelayClient({
    ...known,
    baseUrl,
    apiKey,
    logger,
    timeouts: readTimeouts(profile),
    requestFields: (model) => requestFieldsOf(readRequestFields(), model),
    network: { ...readNetworkSettings(), environment: process.env, editorFetch: globalThis.fetch },
  });
}
