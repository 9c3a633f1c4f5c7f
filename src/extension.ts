import type * as vscode from 'vscode';
import { runAction } from './actions.ts';
import { registerChat } from './chat/registerChat.ts';
import { createConnectionStore } from './connection/connectionStore.ts';
import { registerConnectionCommands } from './connection/registerConnection.ts';
import { createLog } from './log.ts';
import { createModelStore } from './models/modelStore.ts';
import { registerModels } from './models/registerModels.ts';
import { registerReadAloud } from './readAloud/registerReadAloud.ts';

let closeChat: (() => Promise<void>) | undefined;

/** Builds each part once and registers it. Nothing here touches the network. */
export function activate(context: vscode.ExtensionContext): void {
  const logger = createLog(context);
  const connection = createConnectionStore(context, logger);
  const models = createModelStore({
    context,
    logger,
    client: connection.client,
    currentBase: async () => (await connection.current())?.address.base,
    onConnectionChange: connection.onDidChange,
  });
  const shared = {
    context,
    logger,
    client: connection.client,
    connection: connection.view,
    onConnectionChange: connection.onDidChange,
    onModelChange: models.onDidChange,
    runAction,
  };
  const chat = registerChat({
    ...shared,
    currentModel: () => models.select('chat'),
    knownModel: () => models.recall('chat'),
    protocolOf: models.protocolOf,
  });
  closeChat = chat.close;
  context.subscriptions.push(
    connection,
    models,
    chat,
    registerConnectionCommands({ store: connection, logger, onConnected: models.accept }),
    registerModels({
      store: models,
      connection: connection.view,
      onConnectionChange: connection.onDidChange,
    }),
    registerReadAloud({ ...shared, currentModel: () => models.select('speech') }),
  );
}

/** Ends a running answer and waits until the conversation is on the disk. */
export async function deactivate(): Promise<void> {
  await closeChat?.();
}
