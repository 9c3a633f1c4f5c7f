import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { protocols } from '../relay/chat/chatProtocol.ts';
import type { RelayClient } from '../relay/client.ts';
import type { Logger } from '../relay/logger.ts';
import type { ModelList, Protocol, RelayModel } from '../relay/models/models.ts';
import { onSettingsChange, readSetting } from '../settings.ts';
import { defaultModel } from './groups.ts';
import { chooseProtocol } from './protocolChoice.ts';

/** The relay's models as last read, and how that went. */
export interface ModelState {
  readonly models: readonly RelayModel[];
  /** When the list was read, in milliseconds since the epoch; undefined when it never was. */
  readonly readAt?: number;
  /** Why the latest refresh failed: the list is then the last good one. */
  readonly failure?: unknown;
}

/** The model list of the connected relay: the last good one, kept over sessions, refreshed when asked. */
export interface ModelStore extends vscode.Disposable {
  readonly state: ModelState;
  /** Reads the lists anew, or joins the reading that runs. Never throws: a failure is in the state. */
  refresh(): Promise<ModelState>;
  /** Takes a list that was read elsewhere, such as by the connection's check. */
  accept(base: string, list: ModelList): Promise<void>;
  /** The chosen model of a kind, or else the first of that kind, for which the lists are read if need be. */
  select(kind: 'chat' | 'speech'): Promise<string | undefined>;
  /** The same from the last good list, in memory or on the disk; asks nobody. */
  recall(kind: 'chat' | 'speech'): Promise<string | undefined>;
  /** The same as far as it is known by now. */
  selected(kind: 'chat' | 'speech'): string | undefined;
  /** In which protocol a model is spoken to, as far as the person or the lists say. */
  protocolOf(id: string): Protocol | undefined;
  readonly onDidChange: vscode.Event<void>;
}

interface ModelStorePorts {
  readonly context: vscode.ExtensionContext;
  readonly logger: Logger;
  readonly client: () => Promise<RelayClient | undefined>;
  /** Base address of the connected relay: lists of another one don't count. */
  readonly currentBase: () => Promise<string | undefined>;
  readonly onConnectionChange: vscode.Event<void>;
}

const storageKey = 'models.lastGoodList';

const storedList = z.object({
  base: z.string(),
  readAt: z.number(),
  models: z.array(
    z.object({
      id: z.string(),
      displayName: z.optional(z.string()),
      ownedBy: z.optional(z.string()),
      kind: z.enum(['chat', 'speech', 'image', 'video', 'embedding', 'transcription', 'rerank']),
      protocols: z.array(z.enum(protocols)),
      inputTokenLimit: z.optional(z.number()),
      outputTokenLimit: z.optional(z.number()),
    }),
  ),
});

export function createModelStore(ports: ModelStorePorts): ModelStore {
  const { context, logger } = ports;
  const changed = new vscode.EventEmitter<void>();
  let state: ModelState = { models: [] };
  let refreshing: { readonly base: string | undefined; readonly result: Promise<ModelState> } | undefined;
  /** Base address that the state belongs to; undefined until the stored list was looked at. */
  let stateBase: string | undefined;

  function setState(next: ModelState): void {
    state = next;
    changed.fire();
  }

  /** Brings the state to the connected relay: its last good list, or nothing. */
  async function settle(): Promise<string | undefined> {
    const base = await ports.currentBase();
    if (base !== stateBase) {
      stateBase = base;
      const stored = storedList.safeParse(context.globalState.get(storageKey));
      const isOurs = stored.success && stored.data.base === base;
      setState(
        isOurs ? { models: stored.data.models as RelayModel[], readAt: stored.data.readAt } : { models: [] },
      );
    }
    return base;
  }

  async function accept(base: string, list: ModelList): Promise<void> {
    for (const { path, error } of list.incomplete) {
      logger.warn(`Model list ${path} could not be read: ${error.kind}, HTTP ${error.details.status ?? '-'}`);
    }
    const readAt = Date.now();
    stateBase = base;
    setState({ models: list.models, readAt });
    await context.globalState.update(storageKey, { base, readAt, models: list.models });
  }

  /** Reads the lists of this relay. When another one was connected meanwhile, the outcome belongs to nobody. */
  async function read(base: string | undefined): Promise<ModelState> {
    try {
      const client = await ports.client();
      if (!client || base === undefined) return state;
      const list = await client.listModels();
      if (base === (await ports.currentBase())) await accept(base, list);
    } catch (failure) {
      logger.warn(`The model lists could not be read: ${String(failure)}`);
      if (base === stateBase) setState({ ...state, failure });
    }
    return state;
  }

  async function refresh(): Promise<ModelState> {
    const base = await settle();
    if (!refreshing || refreshing.base !== base) {
      const reading = { base, result: read(base) };
      refreshing = reading;
      void reading.result.finally(() => {
        if (refreshing === reading) refreshing = undefined;
      });
    }
    return refreshing.result;
  }

  function selected(kind: 'chat' | 'speech'): string | undefined {
    const chosen = readSetting(kind === 'chat' ? 'modelRelay.chat.model' : 'modelRelay.speech.model').trim();
    return chosen || defaultModel(state.models, kind)?.id;
  }

  async function recall(kind: 'chat' | 'speech'): Promise<string | undefined> {
    await settle();
    return selected(kind);
  }

  const store: ModelStore = {
    get state() {
      return state;
    },
    refresh,
    recall,
    async select(kind) {
      const known = await recall(kind);
      if (known !== undefined) return known;
      await refresh();
      return selected(kind);
    },
    accept,
    selected,
    protocolOf: (id) => chooseProtocol(id, state.models, readSetting('modelRelay.chat.protocols')),
    onDidChange: changed.event,
    dispose: () => subscriptions.dispose(),
  };

  const subscriptions = vscode.Disposable.from(
    changed,
    ports.onConnectionChange(() => void settle()),
    onSettingsChange(['modelRelay.chat.model', 'modelRelay.speech.model'], () => changed.fire()),
  );
  return store;
}
