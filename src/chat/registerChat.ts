import * as vscode from 'vscode';
import { type FailureContext, NotReadyError, unwritableWords } from '../failures.ts';
import { commands, contextKeys, views } from '../ids.ts';
import type { RelayClient } from '../relay/client.ts';
import type { Logger } from '../relay/logger.ts';
import type { Protocol } from '../relay/models/models.ts';
import { readSetting } from '../settings.ts';
import type { ConnectionView, FailureAction } from '../webview/protocol.ts';
import { type ChatSession, openChatSession } from './chatSession.ts';
import { registerChatView } from './chatView.ts';
import { createJournal } from './journal.ts';

/** What the chat needs of the other features. */
export interface ChatFeaturePorts {
  readonly context: vscode.ExtensionContext;
  readonly logger: Logger;
  readonly client: () => Promise<RelayClient | undefined>;
  readonly connection: () => Promise<ConnectionView>;
  readonly onConnectionChange: vscode.Event<void>;
  /** Id of the chosen chat model, after the list was read if need be. */
  readonly currentModel: () => Promise<string | undefined>;
  /** The same as far as known without asking the relay: what is shown must not wait for the network. */
  readonly knownModel: () => Promise<string | undefined>;
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

const openConversationKey = 'chat.openConversation';
const draftKey = 'chat.draft';

/** The chat: its conversation, its view and its commands. Disposing it stops what runs; `close` also waits. */
export function registerChat(ports: ChatFeaturePorts): vscode.Disposable & { close(): Promise<void> } {
  const { context, logger } = ports;
  const { t } = vscode.l10n;
  const journal = createJournal(
    vscode.Uri.joinPath(context.globalStorageUri, 'conversations').fsPath,
    logger,
  );
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
    session ??= open();
    return session;
  }

  function open(): Promise<ChatSession> {
    return openChatSession(context.workspaceState.get<string>(openConversationKey), {
      journal,
      logger,
      ask: async () => {
        const client = await ports.client();
        if (!client) {
          const { missingProfile } = await ports.connection();
          throw new NotReadyError(missingProfile === undefined ? 'connection' : 'profile');
        }
        return (request, call) => {
          const protocol = ports.protocolOf(request.model);
          return client.streamChat({ ...request, ...(protocol && { protocol }) }, call);
        };
      },
      currentModel: ports.currentModel,
      // People edit settings.json by hand, and the relay takes whole numbers from 1 on (contract 8).
      maxOutputTokens: () => Math.max(1, Math.floor(readSetting('modelRelay.chat.maxOutputTokens'))),
      systemPrompt: () => readSetting('modelRelay.chat.systemPrompt').trim(),
      failureContext: (): FailureContext => ({ t, host }),
      rememberConversation: (id) => void context.workspaceState.update(openConversationKey, id),
      onFact: view.post,
      onSwitch: () => void view.postSnapshot(),
      onUnwritable: () => void vscode.window.showWarningMessage(unwritableWords(t)),
      onAnswering: (isAnswering) => {
        void vscode.commands.executeCommand('setContext', contextKeys.isAnswering, isAnswering);
        if (!isAnswering) void vscode.commands.executeCommand('setContext', contextKeys.hasChatted, true);
      },
    });
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
