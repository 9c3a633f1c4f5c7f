import * as vscode from 'vscode';
import { type FailureContext, NotReadyError, unwritableWords } from '../failures.ts';
import { commands, contextKeys, views } from '../ids.ts';
import { confirm, notify } from '../notify.ts';
import type { Account } from '../profiles.ts';
import type { RelayClient } from '../relay/client.ts';
import type { Logger } from '../relay/logger.ts';
import type { Protocol } from '../relay/models/models.ts';
import { readSetting } from '../settings.ts';
import type { ConnectionView, FailureAction } from '../webview/protocol.ts';
import type { ChatSession, Preparation } from './chatPorts.ts';
import { openChatSession } from './chatSession.ts';
import { registerChatView } from './chatView.ts';
import { createHistory } from './history.ts';
import { registerHistoryCommands } from './historyCommands.ts';
import { createJournal } from './journal.ts';

/** What the chat needs of the other features. */
export interface ChatFeaturePorts {
  readonly context: vscode.ExtensionContext;
  readonly logger: Logger;
  /** Rejects with a NotReadyError when no relay is connected. */
  readonly ensureConnected: () => Promise<{ readonly client: RelayClient; readonly account: Account }>;
  readonly connection: () => Promise<ConnectionView>;
  readonly onConnectionChange: vscode.Event<void>;
  /** Id of the chosen chat model, after the list was read if need be. */
  readonly currentModel: () => Promise<string | undefined>;
  /** The same as far as known without asking the relay: what is shown must not wait for the network. */
  readonly knownModel: () => Promise<string | undefined>;
  /** Why the lists could not be read, where that is why there is no model. */
  readonly listFailure: () => unknown;
  /** In which protocol a model is spoken to; its id decides where nothing is known. */
  readonly protocolOf: (model: string) => Protocol | undefined;
  readonly onModelChange: vscode.Event<void>;
  readonly runAction: (action: FailureAction['id']) => Promise<void>;
}

/** Actions that open something to read or to write in: the focus stays there. */
const leadsAway: ReadonlySet<FailureAction['id']> = new Set([
  'showLog',
  'openProxySettings',
  'checkConnection',
  'getStarted',
]);

/** So long a deleted conversation can be got back. */
const keepDeletedMs = 30 * 24 * 3_600_000;

const openConversationKey = 'chat.openConversation';
const draftKey = 'chat.draft';
const queueKey = 'chat.queue';

/** The chat: its conversation, its view and its commands. Disposing it stops what runs; `close` also waits. */
export function registerChat(ports: ChatFeaturePorts): vscode.Disposable & { close(): Promise<void> } {
  const { context, logger } = ports;
  const { t } = vscode.l10n;
  const folder = vscode.Uri.joinPath(context.globalStorageUri, 'conversations').fsPath;
  const journal = createJournal(folder, logger);
  const history = createHistory(folder, journal, logger);
  let session: Promise<ChatSession> | undefined;
  let host: string | undefined;

  async function currentConnection(): Promise<ConnectionView> {
    const connection = await ports.connection();
    host = connection.host;
    return connection;
  }

  const modelView = async () => {
    const id = await ports.knownModel();
    return id === undefined ? undefined : { id, label: id };
  };

  const view = registerChatView({
    extensionUri: context.extensionUri,
    session: ensureSession,
    connection: currentConnection,
    model: modelView,
    readDraft: () => context.workspaceState.get(draftKey, ''),
    keepDraft: (text) => void context.workspaceState.update(draftKey, text || undefined),
    onShown: () => void ports.currentModel(),
    runAction: async (action) => {
      await ports.runAction(action);
      // The quick input that it opened had the focus: back to where the person was.
      if (!leadsAway.has(action)) await focusInput();
    },
    logger,
  });

  function ensureSession(): Promise<ChatSession> {
    if (!session) {
      session = open();
      // What was deleted long ago goes for good, once somebody chats.
      void history.purge(keepDeletedMs).catch((error: unknown) => logger.warn(`History: ${String(error)}`));
    }
    return session;
  }

  function open(): Promise<ChatSession> {
    return openChatSession(context.workspaceState.get<string>(openConversationKey), {
      journal,
      logger,
      prepare,
      confirmOtherRelay: (from, to) =>
        confirm(
          'info',
          t('Send this conversation to {0}?', new URL(to).host),
          t(
            'So far it was with {0}. The other relay gets all that was said. To begin anew there, choose Cancel and New Chat.',
            new URL(from).host,
          ),
          t('Send'),
        ),
      failureContext: (): FailureContext => ({ t, host }),
      rememberConversation: (id) => void context.workspaceState.update(openConversationKey, id),
      keptQueue: context.workspaceState.get<string[]>(queueKey, []),
      keepQueue: (texts) =>
        void context.workspaceState.update(queueKey, texts.length > 0 ? texts : undefined),
      putBack(text) {
        const draft = context.workspaceState.get(draftKey, '');
        void context.workspaceState.update(draftKey, [text, draft].filter(Boolean).join('\n\n'));
        view.post({ type: 'putBack', text });
      },
      onFact(fact) {
        view.post(fact);
        if (fact.type === 'end' && fact.status === 'complete')
          void vscode.commands.executeCommand('setContext', contextKeys.hasChatted, true);
      },
      onSwitch: () => void view.postSnapshot(),
      onUnwritable: () => void notify('warning', unwritableWords(t)),
      onAnswering: (isAnswering) => {
        void vscode.commands.executeCommand('setContext', contextKeys.isAnswering, isAnswering);
      },
    });
  }

  /** What a question is asked with, all of one profile: another may be chosen while the lists are read. */
  async function prepare(): Promise<Preparation> {
    const { account } = await ports.ensureConnected();
    const model = await ports.currentModel();
    const { client, account: now } = await ports.ensureConnected();
    const { profile, base } = now;
    if (profile !== account.profile || base !== account.base) return prepare();
    if (!model) throw ports.listFailure() ?? new NotReadyError('model');
    const protocol = ports.protocolOf(model);
    const system = readSetting('modelRelay.chat.systemPrompt', profile).trim();
    return {
      model,
      relay: new URL(base).origin,
      settings: {
        // People edit settings.json by hand, and the relay takes whole numbers from 1 on (contract 8).
        maxTokens: Math.max(1, Math.floor(readSetting('modelRelay.chat.maxOutputTokens', profile))),
        ...(system && { system }),
        ...(protocol && { protocol }),
      },
      ask: (request, call) => client.streamChat(request, call),
    };
  }

  async function focusInput(): Promise<void> {
    await vscode.commands.executeCommand(`${views.chat}.focus`);
    view.post({ type: 'focusInput' });
  }

  async function newChat(): Promise<void> {
    (await ensureSession()).newConversation();
    await focusInput();
  }

  const subscriptions = vscode.Disposable.from(
    view,
    registerHistoryCommands({ history, session: ensureSession, focusInput }),
    vscode.commands.registerCommand(commands.newChat, newChat),
    vscode.commands.registerCommand(commands.stopAnswer, async () => (await session)?.stop()),
    ports.onConnectionChange(async () =>
      view.post({ type: 'connection', connection: await currentConnection() }),
    ),
    ports.onModelChange(postModel),
  );

  async function postModel(): Promise<void> {
    const model = await modelView();
    view.post({ type: 'model', ...(model && { model }) });
  }

  return {
    dispose: () => subscriptions.dispose(),
    async close() {
      await (await session)?.close();
    },
  };
}
