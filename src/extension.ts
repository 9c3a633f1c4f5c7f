import type * as vscode from 'vscode';
import { runAction } from './actions.ts';
import { registerChat } from './chat/registerChat.ts';
import { createConnectionStore } from './connection/connectionStore.ts';
import { registerConnectionCommands } from './connection/registerConnection.ts';
import { findPromptCode } from './editor/promptCode.ts';
import { registerEditorPrompts } from './editor/registerEditorPrompts.ts';
import { createLog } from './log.ts';
import { chooseModel, modelChoices, suggestModels } from './models/modelChoice.ts';
import { createModelStore } from './models/modelStore.ts';
import { pickOtherModels } from './models/otherModelsPicker.ts';
import { registerModels } from './models/registerModels.ts';
import { registerReadAloud } from './readAloud/registerReadAloud.ts';
import { chooseVoice, suggestVoices } from './readAloud/voiceChoice.ts';

let closeChat: (() => Promise<void>) | undefined;

/** Builds each part once and registers it. Nothing here touches the network. */
export function activate(context: vscode.ExtensionContext): void {
  const logger = createLog(context);
  const connection = createConnectionStore(context, logger);
  const models = createModelStore({
    context,
    logger,
    currentAccount: connection.account,
    connected: connection.connected,
    onConnectionChange: connection.onDidChange,
  });
  const shared = {
    context,
    logger,
    ensureConnected: connection.ensureConnected,
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
    listFailure: () => models.state.failure,
    ensureListed: models.ensureListed,
    listed: (id) => models.state.models.find((model) => model.id === id),
    pickOtherModels: (current) => pickOtherModels(models, current),
    findCode: findPromptCode,
  });
  closeChat = chat.close;
  context.subscriptions.push(
    connection,
    models,
    chat,
    registerConnectionCommands({
      ...shared,
      store: connection,
      onListed: models.accept,
      moveLists: models.moveLists,
      choices: (profile) => ({ ...modelChoices(profile), voiceFor: (model) => chooseVoice(model, profile) }),
      suggest: {
        models: (kind, account) => suggestModels(kind, models.listOf(account)),
        defaultModel: (kind, account) => chooseModel(kind, models.listOf(account), account.profile),
        voices: suggestVoices,
        defaultVoice: chooseVoice,
      },
      onSuggestionsChange: models.onDidChange,
    }),
    registerModels({
      store: models,
      connection: connection.view,
      onConnectionChange: connection.onDidChange,
    }),
    registerEditorPrompts(chat),
    registerReadAloud({ ...shared, currentModel: () => models.select('speech') }),
  );
}

/** Ends a running answer and waits until the conversation is on the disk. */
export async function deactivate(): Promise<void> {
  await closeChat?.();
}
