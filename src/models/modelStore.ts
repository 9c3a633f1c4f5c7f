import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { EmptyListError } from '../messages/ownErrors.ts';
import type { ConnectedRelay, RelayConnection, RelayModels } from '../platform/connectedModel.ts';
import { chooseModel, modelSettings, protocolFor } from '../platform/modelChoice.ts';
import type { Account } from '../platform/settings/profiles.ts';
import { onSettingsChange } from '../platform/settings/settings.ts';
import type { Logger } from '../relay/logger.ts';
import type { ChosenKind } from '../relay/models/modelGroups.ts';
import { type ModelList, type RelayModel, relayModelSchema } from '../relay/models/relayModel.ts';

/** The relay's models as last read, and the outcome. */
export interface ModelState {
  readonly models: readonly RelayModel[];
  /** When the list was read, in milliseconds since the epoch; undefined if never. */
  readonly readAt?: number;
  /** Whether the relay lists more models than are stored. */
  readonly isCapped?: boolean;
  /** Why the latest refresh failed; the list is then the last good one. */
  readonly failure?: unknown;
}

export interface ModelStore extends RelayModels, vscode.Disposable {
  readonly state: ModelState;
  /** Reads the lists again, or joins a running read. Never throws: a failure is in the state. */
  refresh(): Promise<ModelState>;
}

/** What the picker, the menu and the status bar need. */
export interface SharedModelPorts {
  readonly models: ModelStore;
  readonly context: Pick<vscode.ExtensionContext, 'globalState'>;
  readonly connection: Pick<RelayConnection, 'view'>;
}

interface ConnectionOfLists extends Pick<RelayConnection, 'onDidChange'> {
  /** The account whose lists are in use. */
  account(): Promise<Account | undefined>;
  /** The connected client and its account. */
  connected(): Promise<ConnectedRelay | undefined>;
}

const storageKey = 'models.lastGoodLists';
/** If there are more, the oldest lists are dropped. */
const mostLists = 12;

const storedList = z.lazy(() =>
  z.object({
    profile: z.string(),
    base: z.string(),
    readAt: z.number(),
    isCapped: z.exactOptional(z.boolean()),
    models: z.array(relayModelSchema),
  }),
);

type StoredList = z.infer<typeof storedList>;

/** The model list of the connected relay: the last good one, persisted, and refreshed on request. */
export function createModelStore(
  { globalState }: Pick<vscode.ExtensionContext, 'globalState'>,
  logger: Logger,
  connection: ConnectionOfLists,
): ModelStore {
  const changed = new vscode.EventEmitter<void>();
  let state: ModelState = { models: [] };
  let refreshing: { readonly account: Account | undefined; readonly result: Promise<ModelState> } | undefined;
  /** The account of the state; null until the stored lists were read. */
  let stateAccount: Account | undefined | null = null;

  function setState(next: ModelState): void {
    state = next;
    changed.fire();
  }

  let parsed: { readonly found: unknown; readonly lists: readonly StoredList[] } | undefined;

  /** The last good lists, the latest first. Each stored value is parsed only once. */
  function storedLists(): readonly StoredList[] {
    const found = globalState.get<unknown>(storageKey);
    if (!parsed || parsed.found !== found) {
      const entries: readonly unknown[] = Array.isArray(found) ? found : [];
      parsed = { found, lists: entries.flatMap((entry) => storedList.safeParse(entry).data ?? []) };
    }
    return parsed.lists;
  }

  function storedListOf(account: Account | undefined): StoredList | undefined {
    return account && storedLists().find((list) => isSame(list, account));
  }

  /** Switches the state to the connected account: its last good list, or an empty one. */
  async function settle(): Promise<Account | undefined> {
    const account = await connection.account();
    if (stateAccount === null || !isSame(account, stateAccount)) {
      stateAccount = account;
      const stored = storedListOf(account);
      setState(stored ? toState(stored) : { models: [] });
    }
    return account;
  }

  async function accept(account: Account, list: ModelList): Promise<void> {
    for (const { path, error } of list.incomplete) {
      logger.warn(
        `Failed to read the model list ${path}: ${error.kind}, HTTP ${error.details.status ?? '-'}`,
      );
    }
    const isCurrent = isSame(account, await connection.account());
    const show = (next: ModelState) => {
      // The list of another account does not change the state, but listeners still have to know of it.
      if (!isCurrent) return changed.fire();
      stateAccount = account;
      setState(next);
    };
    const previous = storedListOf(account);
    if (list.models.length === 0) {
      // An earlier list is more useful than none, as long as the failure is shown.
      show({ models: [], ...(previous && toState(previous)), failure: new EmptyListError() });
      return;
    }
    const { profile, base } = account;
    const { models, isCapped } = list;
    if (isCapped) logger.warn(`The relay lists more than ${models.length} models; the rest is ignored`);
    const next = { models, readAt: Date.now(), ...(isCapped && { isCapped }) };
    const latest = { profile, base, ...next };
    // Read the stored lists only now: another one may have been stored in the meantime.
    const others = storedLists().filter((stored) => !isSame(stored, account));
    const isStored = globalState.update(storageKey, [latest, ...others].slice(0, mostLists));
    show(next);
    await isStored;
  }

  /** Reads the lists of the connected account. */
  async function read(): Promise<ModelState> {
    let account: Account | undefined;
    try {
      const connected = await connection.connected();
      if (!connected) return state;
      account = connected.account;
      await accept(account, await connected.client.listModels());
    } catch (failure) {
      logger.warn(`Failed to read the model lists: ${String(failure)}`);
      if (isSame(account, stateAccount ?? undefined)) setState({ ...state, failure });
    }
    return state;
  }

  async function refresh(): Promise<ModelState> {
    const account = await settle();
    if (!refreshing || !isSame(refreshing.account, account)) {
      const reading = { account, result: read() };
      refreshing = reading;
      void reading.result.finally(() => {
        if (refreshing === reading) refreshing = undefined;
      });
    }
    return refreshing.result;
  }

  const selected = (kind: ChosenKind) => chooseModel(kind, state.models);

  async function recall(kind: ChosenKind): Promise<string | undefined> {
    await settle();
    return selected(kind);
  }

  const subscriptions = vscode.Disposable.from(
    changed,
    connection.onDidChange(() => void settle()),
    onSettingsChange(Object.values(modelSettings), () => changed.fire()),
  );

  return {
    get state(): ModelState {
      return state;
    },
    accept,
    refresh,
    async ensureListed(): Promise<void> {
      await settle();
      if (state.readAt === undefined && state.failure === undefined) await refresh();
    },
    listOf: (account) => storedListOf(account)?.models ?? [],
    async moveLists(from, to): Promise<void> {
      const lists = storedLists().flatMap((list) =>
        list.profile !== from ? list : to === undefined ? [] : { ...list, profile: to },
      );
      await globalState.update(storageKey, lists);
      const { createModelFavorites } = await import('./modelFavorites.ts');
      await createModelFavorites(globalState).move(from, to);
    },
    selected,
    recall,
    async select(kind): Promise<string | undefined> {
      return (await recall(kind)) ?? chooseModel(kind, (await refresh()).models);
    },
    find: (id) => state.models.find((model) => model.id === id),
    protocolOf: (id) => protocolFor(id, state.models),
    onDidChange: changed.event,
    dispose: (): void => subscriptions.dispose(),
  };
}

function isSame(one: Account | undefined, other: Account | undefined): boolean {
  return one?.profile === other?.profile && one?.base === other?.base;
}

function toState({ profile, base, ...state }: StoredList): ModelState {
  return state;
}
