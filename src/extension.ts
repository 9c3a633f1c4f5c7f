import type * as vscode from 'vscode';
import { registerLanguageModels } from './chatProvider/registerLanguageModels.ts';
import { createConnectionStore } from './connection/connectionStore.ts';
import { reportRefusedFields } from './connection/refusedFields.ts';
import { registerEditorPrompts } from './editing/prompts/registerEditorPrompts.ts';
import { commands } from './manifest.ts';
import { createModelStore } from './models/modelStore.ts';
import { registerModels } from './models/registerModels.ts';
import {
  hasVideoModel,
  modelForImageTools,
  modelsForChat,
  modelsForEditor,
  modelsForImages,
  modelsForSettings,
  modelsForSpeech,
  modelsForTasks,
} from './models/sharedModels.ts';
import { registerAccessibilityHelp } from './platform/accessibilityHelp.ts';
import { entrances } from './platform/entrances.ts';
import { loadWhenUsed } from './platform/loadWhenUsed.ts';
import { createLog } from './platform/log.ts';
import { createRetryCountdown } from './platform/retryCountdown.ts';
import { runAction } from './platform/runAction.ts';
import { showEarlierTrees } from './platform/treeViews.ts';
import { registerPlayInHover } from './readAloud/view/playInHover.ts';

/** Saves what must be on disk before the window closes. */
let close: (() => Promise<unknown>) | undefined;

/** Creates what is needed immediately, and defines how each feature is loaded. Nothing here uses the network. */
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
  const chatModels = { ensureConnected, ...modelsForChat({ ...shared, store: models }) };
  const waits = createRetryCountdown(commands.retryNow);
  const loadAsking = async () => {
    const { createAskModel } = await import('./platform/askModel.ts');
    return { ...createAskModel({ ...chatModels, waits }), logger };
  };
  const readAloud = loadWhenUsed('readAloud', entrances.readAloud, logger, async () => {
    const { registerReadAloud } = await import('./readAloud/registerReadAloud.ts');
    return (pages) => registerReadAloud({ ...shared, ...modelsForSpeech(models), pages });
  });
  const chat = loadWhenUsed('chat', entrances.chat, logger, async () => {
    const { registerChat } = await import('./chat/registerChat.ts');
    return (pages) =>
      registerChat({
        ...shared,
        ...chatModels,
        connectedAs,
        readAloud: async (title, text) => (await readAloud.get()).readMarkdown(title, text),
        readAloudUsed: readAloud.whenUsed,
        findCode: async (...given) =>
          (await import('./editing/prompts/promptCode.ts')).findPromptCode(...given),
        drawing: async () => (await images.get()).forChat,
        mergeModel: loadAsking,
        images: {
          ...modelForImageTools(models),
          tools: async () => (await images.get()).forTools,
          withoutLocation: async (bytes) =>
            (await import('./images/sentPhotos.ts')).prepareSent(bytes)?.bytes,
        },
        videos: {
          isAvailable: () => hasVideoModel(models),
          tasks: async () => (await tasks.get()).forTools,
        },
        pages,
      });
  });
  const images = loadWhenUsed('images', entrances.images, logger, async () => {
    const asking = await loadAsking();
    const { registerImages } = await import('./images/registerImages.ts');
    return (pages) =>
      registerImages({ ...shared, ...asking, ...modelsForImages({ ...shared, store: models }), pages });
  });
  const tasks = loadWhenUsed('tasks', entrances.tasks, logger, async () => {
    const { registerTasks } = await import('./tasks/registerTasks.ts');
    return (pages) =>
      registerTasks({
        ...shared,
        connectedAs,
        ...modelsForTasks(models),
        addToGallery: async (...image) => (await images.get()).addImage(...image),
        prepareSent: async (bytes) => (await import('./images/sentPhotos.ts')).prepareSent(bytes)?.bytes,
        pages,
      });
  });
  showEarlierTrees(context.globalStorageUri, () => tasks.get());
  const connecting = loadWhenUsed('connection', entrances.connection, logger, async () => {
    const { registerConnectionCommands } = await import('./connection/registerConnection.ts');
    const voices = await import('./readAloud/speech/voices/voiceChoice.ts');
    return (pages) =>
      registerConnectionCommands({
        ...shared,
        ...modelsForSettings({ ...shared, store: models }, voices),
        ...{ store: connection, pages },
        moveTasks: async (...names) => (await tasks.get()).moveTasks(...names),
      });
  });
  const commitMessage = loadWhenUsed('commitMessage', entrances.commitMessage, logger, async () => {
    const asking = await loadAsking();
    const { registerCommitMessage } = await import('./editing/commitMessage/registerCommitMessage.ts');
    return () => registerCommitMessage(asking);
  });
  const rewrite = loadWhenUsed('rewrite', entrances.rewrite, logger, async () => {
    const asking = await loadAsking();
    const { registerRewrite } = await import('./editing/rewrite/registerRewrite.ts');
    const { findNewFile } = await import('./chat/code/apply/chooseFile.ts');
    return () => registerRewrite({ ...asking, memory: context.globalState, findNewFile });
  });
  close = () => Promise.all([chat, readAloud, images, tasks].map(async ({ used }) => (await used)?.close()));
  context.subscriptions.push(
    connection,
    models,
    chat,
    images,
    tasks,
    registerAccessibilityHelp(context.extension),
    connecting,
    reportRefusedFields(logger),
    registerModels({ ...shared, store: models }),
    registerEditorPrompts({
      prepare: async (text, code) => (await chat.get()).prepare(text, code),
      attach: async (attachments) => (await chat.get()).attach(attachments),
    }),
    commitMessage,
    rewrite,
    waits,
    registerLanguageModels({
      ...shared,
      waits,
      connected: connectedAs,
      accountOf,
      connect: () => runAction('connect'),
      saveImage: async (...image) => (await images.get()).addImage(...image),
      ...modelsForEditor(models),
      onDidChange: [
        onConnectionChange,
        (listen) => connection.keys.onDidChange(() => listen(undefined)),
        models.onDidChange,
      ],
    }),
    readAloud,
    registerPlayInHover(),
  );
}

/** Stops a running response and a reading, and waits until both are saved. */
export async function deactivate(): Promise<void> {
  await close?.();
}
