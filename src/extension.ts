import type * as vscode from 'vscode';
import { findNewFile } from './chat/code/apply/findNewFile.ts';
import { registerChat } from './chat/registerChat.ts';
import { registerLanguageModels } from './chatProvider/registerLanguageModels.ts';
import { createConnectionStore } from './connection/connectionStore.ts';
import { registerConnectionCommands } from './connection/registerConnection.ts';
import { registerCommitMessage } from './editing/commitMessage/registerCommitMessage.ts';
import { findPromptCode } from './editing/prompts/promptCode.ts';
import { registerEditorPrompts } from './editing/prompts/registerEditorPrompts.ts';
import { registerRewrite } from './editing/rewrite/registerRewrite.ts';
import { commands } from './manifest.ts';
import { chooseModel, modelChoices, protocolFor, suggestModels } from './models/modelChoice.ts';
import { createModelStore } from './models/modelStore.ts';
import { pickOtherModels } from './models/otherModelsPicker.ts';
import { registerModels } from './models/registerModels.ts';
import { registerAccessibilityHelp } from './platform/accessibilityHelp.ts';
import { createAskModel } from './platform/askModel.ts';
import { createLog } from './platform/log.ts';
import { createRetryCountdown } from './platform/retryCountdown.ts';
import { runAction } from './platform/runAction.ts';
import { readReadOnlyPatterns } from './platform/settings/editorSettings.ts';
import { readMaxOutputTokens } from './platform/settings/settings.ts';
import { registerReadAloud } from './readAloud/registerReadAloud.ts';
import { chooseVoice, suggestVoices } from './readAloud/speech/voices/voiceChoice.ts';

/** What is to be on the disk before the window goes. */
let close: (() => Promise<unknown>) | undefined;

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
  const readAloud = registerReadAloud({
    ...shared,
    currentModel: () => models.select('speech'),
    knownModel: () => models.selected('speech'),
  });
  const chatModel = {
    ensureConnected: connection.ensureConnected,
    currentModel: () => models.select('chat'),
    listFailure: () => models.state.failure,
    protocolOf: models.protocolOf,
  };
  const chat = registerChat({
    ...shared,
    ...chatModel,
    readAloud: readAloud.readMarkdown,
    connectedAs: connection.connectedAs,
    knownModel: () => models.recall('chat'),
    ensureListed: models.ensureListed,
    listed: (id) => models.state.models.find((model) => model.id === id),
    pickOtherModels: (current) => pickOtherModels(models, current),
    findCode: findPromptCode,
  });
  const waits = createRetryCountdown(commands.retryNow);
  const asking = { ...createAskModel({ ...chatModel, waits }), logger };
  close = () => Promise.all([chat.close(), readAloud.close()]);
  context.subscriptions.push(
    connection,
    models,
    chat,
    registerAccessibilityHelp(context.extension),
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
    registerCommitMessage(asking),
    registerRewrite({
      ...asking,
      memory: context.globalState,
      findNewFile,
      readOnlyPatterns: readReadOnlyPatterns,
      maxOutputTokens: readMaxOutputTokens,
    }),
    waits,
    registerLanguageModels({
      context,
      logger,
      waits,
      connected: connection.connectedAs,
      accountOf: connection.accountOf,
      connect: () => runAction('connect'),
      listOf: models.listOf,
      acceptList: models.accept,
      protocolOf: (model, profile) => protocolFor(model.id, [model], profile),
      onDidChange: [
        connection.onDidChange,
        (listener) => connection.keys.onDidChange(() => listener(undefined)),
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
