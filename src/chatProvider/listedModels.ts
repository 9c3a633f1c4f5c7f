import * as vscode from 'vscode';
import { EmptyListError } from '../messages/ownErrors.ts';
import type { RelayConnection, RelayModels } from '../platform/connectedModel.ts';
import { type Account, describeProfile } from '../platform/settings/profiles.ts';
import type { Protocol } from '../relay/chat/protocolNames.ts';
import type { Logger } from '../relay/logger.ts';
import type { RelayModel } from '../relay/models/relayModel.ts';
import { raceAbort } from '../relay/raceAbort.ts';
import type { ModelInformation } from './models/modelInformation.ts';

/** The chat models of all profiles with a key, as reported to VS Code. */
export type ListedModels = ReturnType<typeof createListedModels>;

export interface ListedModelsPorts {
  /** Names of all profiles. */
  readonly profiles: () => readonly string[];
  readonly connection: Pick<RelayConnection, 'connectedAs' | 'accountOf'>;
  readonly models: Pick<RelayModels, 'listOf' | 'accept'>;
  /** The protocol of a model of a profile. */
  readonly protocolOf: (model: RelayModel, profile: string) => Protocol | undefined;
  /** The setting for limits, unparsed. */
  readonly limits: () => unknown;
  /** Runs the connect command. */
  readonly connect: () => Promise<unknown>;
  /** Events after which profiles, keys, lists or limits may have changed. */
  readonly onDidChange: readonly ((listener: () => void) => vscode.Disposable)[];
  readonly logger: Logger;
}

/** After a failed or empty read, how long silent calls wait before they read the list again. */
const restMs = 60_000;

export function createListedModels(ports: ListedModelsPorts) {
  const changed = new vscode.EventEmitter<void>();
  const subscriptions = ports.onDidChange.map((event) => event(() => void announce()));
  /** Whether any model was reported to VS Code. */
  let hasTold = false;
  /** By account: when its list was last read, and why it failed. */
  const outcomes = new Map<string, { readonly at: number; readonly error?: unknown }>();
  /** Running reads by account, shared by all callers. A read continues to its end, even if no caller waits any more. */
  const reading = new Map<string, Promise<void>>();

  /** A profile whose key can't be read does not affect the others. */
  async function accounts(): Promise<Account[]> {
    const found = await Promise.all(
      ports.profiles().map((profile) =>
        ports.connection.accountOf(profile).catch((error: unknown) => {
          ports.logger.warn(`Language models: failed to read a profile: ${String(error)}`);
          return undefined;
        }),
      ),
    );
    return found.filter((account) => account !== undefined);
  }

  /**
   * Announces known models to VS Code, which does not query a new provider by itself. It queries at once after a change
   * event: without a stored list, that would read one that nobody requested.
   */
  async function announce(): Promise<void> {
    const known = await accounts();
    if (hasTold || known.some((account) => ports.models.listOf(account).length > 0)) changed.fire();
  }

  async function read(account: Account): Promise<void> {
    const key = toKey(account);
    try {
      const connected = await ports.connection.connectedAs(account.profile);
      if (!connected) return;
      const list = await connected.client.listModels();
      await ports.models.accept(connected.account, list);
      const error = list.models.length === 0 ? new EmptyListError() : undefined;
      outcomes.set(key, { at: Date.now(), error });
    } catch (error) {
      outcomes.set(key, { at: Date.now(), error });
      ports.logger.warn(`Language models: failed to read the model lists: ${String(error)}`);
    }
  }

  /** Joins a running read of the same lists. A caller that no longer waits gets the cached list. */
  async function readOnce(account: Account, signal: AbortSignal): Promise<void> {
    const key = toKey(account);
    const done = reading.get(key) ?? read(account).finally(() => reading.delete(key));
    reading.set(key, done);
    await raceAbort(done, signal).catch(() => {});
  }

  function isWanted(account: Account, isSilent: boolean): boolean {
    if (!isSilent) return true;
    const outcome = outcomes.get(toKey(account));
    return ports.models.listOf(account).length === 0 && (!outcome || Date.now() - outcome.at > restMs);
  }

  /** Offers to connect if no relay is connected. Returns whether one is connected then. */
  async function connect(): Promise<boolean> {
    if ((await accounts()).length > 0) return true;
    await ports.connect();
    return (await accounts()).length > 0;
  }

  return {
    onDidChange: changed.event,
    announce,
    connect,

    /**
     * Uses the last good lists, and reads a list from the relay if there is none. If not silent, reads all lists again,
     * and asks the person to connect if no relay is connected. Rejects, as the API allows, if there is nothing to show
     * and the reason is known.
     */
    async list({
      isSilent,
      signal,
    }: {
      isSilent: boolean;
      signal: AbortSignal;
    }): Promise<ModelInformation[]> {
      if (!isSilent) await connect();
      const known = await accounts();
      await Promise.all(
        known.filter((account) => isWanted(account, isSilent)).map((account) => readOnce(account, signal)),
      );
      const lists = known.map((account) => {
        const { profile } = account;
        const models = ports.models.listOf(account).map((model) => {
          const protocol = ports.protocolOf(model, profile);
          return protocol ? { ...model, protocols: [protocol] } : model;
        });
        return { profile, profileName: describeProfile(profile, vscode.l10n.t), models };
      });
      const { collectModels } = await import('./models/modelInformation.ts');
      const told = collectModels(lists, ports.limits(), vscode.l10n.t);
      hasTold = told.length > 0;
      if (isSilent || hasTold || signal.aborted) return told;
      for (const account of known) {
        const error = outcomes.get(toKey(account))?.error;
        const { host } = new URL(account.base);
        // VS Code shows the error's message next to the provider's name in its list of models.
        if (!error) continue;
        const { toProviderError } = await import('./providerErrors.ts');
        throw toProviderError(error, { t: vscode.l10n.t, host, isShownByEditor: true });
      }
      return told;
    },

    dispose(): void {
      vscode.Disposable.from(changed, ...subscriptions).dispose();
    },
  };
}

function toKey({ profile, base }: Account): string {
  return JSON.stringify([profile, base]);
}
