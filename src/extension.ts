import type * as vscode from 'vscode';
import { registerAccessibilityHelp } from './accessibilityHelp.ts';
import { runAction } from './actions.ts';
import { findNewFile } from './chat/code/apply/findNewFile.ts';
import { registerChat } from './chat/registerChat.ts';
import { createConnectionStore } from './connection/connectionStore.ts';
import { registerConnectionCommands } from './connection/registerConnection.ts';
import { createAskModel } from './editor/askModel.ts';
import { registerCommitMessage } from './editor/commitMessage/registerCommitMessage.ts';
import { registerLanguageModels } from './editor/languageModels/registerLanguageModels.ts';
import { findPromptCode } from './editor/prompts/promptCode.ts';
import { registerEditorPrompts } from './editor/prompts/registerEditorPrompts.ts';
import { registerRewrite } from './editor/rewrite/registerRewrite.ts';
import { createWaits } from './editor/waits.ts';
import { readReadOnlyPatterns } from './editorSettings.ts';
import { commands } from './ids.ts';
import { createLog } from './log.ts';
import { chooseModel, modelChoices, protocolFor, suggestModels } from './models/modelChoice.ts';
import { createModelStore } from './models/modelStore.ts';
import { pickOtherModels } from './models/otherModelsPicker.ts';
import { registerModels } from './models/registerModels.ts';
import { registerReadAloud } from './readAloud/registerReadAloud.ts';
import { chooseVoice, suggestVoices } from './readAloud/voices/voiceChoice.ts';
import { readMaxOutputTokens } from './settings.ts';

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
  const waits = createWaits(commands.retryNow);
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
