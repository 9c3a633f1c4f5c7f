import type * as vscode from 'vscode';
import { findNewFile } from './chat/code/apply/findNewFile.ts';
import { registerChat } from './chat/registerChat.ts';
import { registerLanguageModels } from './chatProvider/registerLanguageModels.ts';
import { createConnectionStore } from './connection/connectionStore.ts';
import { registerConnectionCommands } from './connection/registerConnection.ts';
import { registerCommitMessage } from './editing/commitMessage/registerCommitMessage.ts';
import { findPromptCode as findCode } from './editing/prompts/promptCode.ts';
import { registerEditorPrompts } from './editing/prompts/registerEditorPrompts.ts';
import { registerRewrite } from './editing/rewrite/registerRewrite.ts';
import { commands } from './manifest.ts';
import { createModelStore } from './models/modelStore.ts';
import { registerModels } from './models/registerModels.ts';
import { modelsForChat, modelsForEditor, modelsForSettings, modelsForSpeech } from './models/sharedModels.ts';
import { registerAccessibilityHelp } from './platform/accessibilityHelp.ts';
import { createAskModel } from './platform/askModel.ts';
import { createLog } from './platform/log.ts';
import { createRetryCountdown } from './platform/retryCountdown.ts';
import { runAction } from './platform/runAction.ts';
import { registerReadAloud } from './readAloud/registerReadAloud.ts';
import * as voices from './readAloud/speech/voices/voiceChoice.ts';

/** What is to be on the disk before the window goes. */
let close: (() => Promise<unknown>) | undefined;

/** Builds each part once and registers it. Nothing here touches the network. */
export function activate(context: vscode.ExtensionContext): void {
  const logger = createLog(context);
  const connection = createConnectionStore(context, logger);
  const { ensureConnected, connected, connectedAs, accountOf, onDidChange: onConnectionChange } = connection;
  const currentAccount = connection.account;
  const models = createModelStore({ context, logger, currentAccount, connected, onConnectionChange });
  const shared = {
    context,
    logger,
    ensureConnected,
    connection: connection.view,
    onConnectionChange,
    onModelChange: models.onDidChange,
    runAction,
  };
  const chatModels = { ensureConnected, ...modelsForChat(models) };
  const waits = createRetryCountdown(commands.retryNow);
  const asking = { ...createAskModel({ ...chatModels, waits }), logger };
  const readAloud = registerReadAloud({ ...shared, ...modelsForSpeech(models) });
  const { readMarkdown } = readAloud;
  const chat = registerChat({ ...shared, ...chatModels, connectedAs, readAloud: readMarkdown, findCode });
  close = () => Promise.all([chat.close(), readAloud.close()]);
  context.subscriptions.push(
    connection,
    models,
    chat,
    registerAccessibilityHelp(context.extension),
    registerConnectionCommands({ ...shared, store: connection, ...modelsForSettings(models, voices) }),
    registerModels({ store: models, connection: connection.view, onConnectionChange }),
    registerEditorPrompts(chat),
    registerCommitMessage(asking),
    registerRewrite({ ...asking, memory: context.globalState, findNewFile }),
    waits,
    registerLanguageModels({
      ...shared,
      waits,
      connected: connectedAs,
      accountOf,
      connect: () => runAction('connect'),
      ...modelsForEditor(models),
      onDidChange: [
        onConnectionChange,
        (listen) => connection.keys.onDidChange(() => listen(undefined)),
        models.onDidChange,
      ],
    }),
    readAloud,
  );
}

/** Ends a running answer and a reading, and waits until both are on the disk. */
export async function deactivate(): Promise<void> {
  await close?.();
}
