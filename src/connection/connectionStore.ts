import * as vscode from 'vscode';
import { contextKeys } from '../manifest.ts';
import { NotReadyError } from '../messages/ownErrors.ts';
import type { ConnectedRelay } from '../platform/connectedModel.ts';
import { notify } from '../platform/notifications.ts';
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
import { refusedRequestFields, requestFieldsOf } from '../relay/models/modelOverrides.ts';
import { type Connection, createEnvironmentConnection } from './environmentConnection.ts';
import { createStoredKeys } from './storedKeys.ts';

const answeredKey = 'connection.answeredBases';
const mostAnswered = 32;

export type ConnectionStore = ReturnType<typeof createConnectionStore>;

/** The only owner of base URL and key. The key is given to the relay client and to nothing else. */
export function createConnectionStore(
  context: vscode.ExtensionContext,
  logger: Logger,
  environment = createEnvironmentConnection(context.globalState),
) {
  const keys = createStoredKeys(context.secrets);
  const changed = new vscode.EventEmitter<void>();
  /** The clients in use by profile, with the values that they were created from. */
  const clients = new Map<string, { readonly madeBy: string; readonly client: Promise<RelayClient> }>();
  /** The connection that listeners know, or the profile and host that have none. */
  let known: string | undefined;

  /** A profile's base URL as typed; the default profile falls back to the environment's. */
  function typedAddress(profile: string): string {
    return ownAddress(profile) || (profile === defaultProfile ? environment.typedAddress() : '');
  }

  /** The same, parsed; undefined if it is invalid. */
  function addressOf(profile: string): BaseAddress | undefined {
    const parsed = parseBaseAddress(typedAddress(profile));
    return parsed.ok ? parsed.address : undefined;
  }

  /** The connection of any profile. */
  async function connectionOf(profile: string): Promise<Connection | undefined> {
    if (ownAddress(profile) === '' && profile === defaultProfile) return environment.connection();
    const address = addressOf(profile);
    const apiKey = address && (await keys.read({ profile, origin: address.origin }));
    return apiKey ? { profile, address, apiKey, source: 'stored' } : undefined;
  }

  async function current(): Promise<Connection | undefined> {
    const { name, isKnown } = readActiveProfile();
    return isKnown ? connectionOf(name) : undefined;
  }

  /** Counts changes. Reading a key takes a moment, and a later change may finish first: only the latest counts. */
  let changes = 0;

  async function announceChange(): Promise<void> {
    changes += 1;
    const own = changes;
    const connection = await current();
    if (own !== changes) return;
    const { name } = readActiveProfile();
    void vscode.commands.executeCommand('setContext', contextKeys.isConnected, connection !== undefined);
    const latest = JSON.stringify(
      connection ? [name, connection.address.base, connection.apiKey] : [name, addressOf(name)?.host],
    );
    if (latest === known) return;
    const words = connection
      ? `${connection.address.base} (${connection.source}${name && `, profile ${JSON.stringify(name)}`})`
      : 'none';
    logger.info(`Connection: ${words}`);
    const isNews = connection !== undefined || known !== undefined;
    known = latest;
    if (isNews) changed.fire();
  }

  /** Also called for another relay's key and each step of `save`: only a new connection is announced to listeners. */
  function onChange(): Promise<void> {
    return announceChange().catch((error: unknown) => logger.error(`Connection: ${String(error)}`));
  }

  /** A separate client, which the caller closes. */
  function openClient({ profile, baseUrl, apiKey }: ClientOptions): Promise<RelayClient> {
    return loadClient({ profile, baseUrl, apiKey }, logger, {
      refusals: context.globalState,
      hasAnswered: answeredBases().includes(baseUrl),
      onAnswered: () => rememberAnswered(baseUrl),
    });
  }

  /** Base URLs from which a relay has responded, the latest first: a 404 from there is not about the base URL. */
  function answeredBases(): readonly string[] {
    const found = context.globalState.get<unknown>(answeredKey);
    return Array.isArray(found) ? found.filter((base) => typeof base === 'string') : [];
  }

  function rememberAnswered(base: string): void {
    const others = answeredBases().filter((each) => each !== base);
    void context.globalState.update(answeredKey, [base, ...others].slice(0, mostAnswered));
  }

  async function open(connection: Connection | undefined): Promise<ConnectedRelay | undefined> {
    if (!connection) return undefined;
    const { profile, apiKey } = connection;
    const { base } = connection.address;
    // No await between `get` and `set`, or two callers would create two clients. An old client may finish its
    // requests: its idle connections close by themselves.
    const madeBy = JSON.stringify([profile, base, apiKey, readNetworkSettings(), readTimeouts(profile)]);
    let used = clients.get(profile);
    if (used?.madeBy !== madeBy) {
      used = { madeBy, client: openClient({ profile, baseUrl: base, apiKey }) };
      clients.set(profile, used);
    }
    return { client: await used.client, account: { profile, base } };
  }

  /** The client of the current connection and its account; the same until the connection changes. */
  const connected = async () => open(await current());

  const subscriptions = vscode.Disposable.from(
    changed,
    onSettingsChange(['modelRelay.baseUrl'], () => void onChange()),
    keys.onDidChange(() => void onChange()),
    vscode.workspace.onDidGrantWorkspaceTrust(() => void onChange()),
    reportRefusedFields(),
  );
  void onChange();

  return {
    keys,
    connectionOf,
    openClient,
    typedAddress,
    addressOf,
    connected,

    connectedAs: async (profile: string) => open(await connectionOf(profile)),

    async ensureConnected(): Promise<ConnectedRelay> {
      const found = await connected();
      if (!found) throw new NotReadyError(readActiveProfile().isKnown ? 'connection' : 'profile');
      return found;
    },

    account: async () => toAccount(await current()),

    accountOf: async (profile: string) => toAccount(await connectionOf(profile)),

    async view(): Promise<ConnectionView> {
      const { name, isKnown } = readActiveProfile();
      if (!isKnown) return { state: 'missing', fromEnvironment: false, missingProfile: name };
      const connection = await current();
      const host = (connection?.address ?? addressOf(name))?.host;
      return {
        state: connection ? 'connected' : 'missing',
        ...(host && { host }),
        fromEnvironment: connection?.source === 'environment',
        ...(readProfileNames().length > 1 && { profile: name }),
      };
    },

    /**
     * Asks whether to use the environment's relay, if a profile has no other and the workspace is not trusted. False:
     * connect another relay; undefined: the person canceled.
     */
    async confirmEnvironment(profile: string): Promise<boolean | undefined> {
      if (profile !== defaultProfile || ownAddress(profile) !== '') return false;
      const isUsed = await environment.confirm();
      if (isUsed) await onChange();
      return isUsed;
    },

    /** Stores base URL and key of a profile, the key for the URL's origin only. */
    async save({ profile, address, apiKey }: Omit<Connection, 'source'>): Promise<void> {
      // Store the key first: otherwise a listener would find the new base URL without its key.
      await keys.store({ profile, origin: address.origin }, apiKey);
      await writeProfileSetting(profile, 'modelRelay.baseUrl', address.base);
      await onChange();
    },

    onDidChange: changed.event,
    onKeysChange: keys.onDidChange,

    dispose(): void {
      for (const { client } of clients.values()) void client.then((each) => each.close());
      subscriptions.dispose();
    },
  };
}

function ownAddress(profile: string): string {
  return readProfileSetting(profile, 'modelRelay.baseUrl').own?.trim() ?? '';
}

function toAccount(connection: Connection | undefined): Account | undefined {
  return connection && { profile: connection.profile, base: connection.address.base };
}

interface ClientOptions {
  readonly profile: string;
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** The client with its HTTP stack is loaded when it is first used, never when the extension starts. */
export async function loadClient(
  { profile, baseUrl, apiKey }: ClientOptions,
  logger: Logger,
  /** What is known about the relay from before, and where new knowledge is stored. */
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

const fieldsSetting = 'modelRelay.chat.requestFields';
const mostReportedFields = 10;

/** Reports request fields that can't be sent, when they change. */
function reportRefusedFields(): vscode.Disposable {
  const { t } = vscode.l10n;
  const read = () => refusedRequestFields(readRequestFields()).slice(0, mostReportedFields).join(', ');
  let known = read();
  return onSettingsChange([fieldsSetting], () => {
    const refused = read();
    if (refused !== '' && refused !== known)
      void notify(
        'warning',
        t(
          '{0}: these fields are invalid or set by Model Relay, and were not sent: {1}',
          fieldsSetting,
          refused,
        ),
      );
    known = refused;
  });
}
