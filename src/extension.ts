import type * as vscode from 'vscode';
import { registerLanguageModels } from './chatProvider/registerLanguageModels.ts';
import { createConnectionStore } from './connection/connectionStore.ts';
import { registerEditorPrompts } from './editing/prompts/registerEditorPrompts.ts';
import { commands } from './manifest.ts';
import { createModelStore } from './models/modelStore.ts';
import { registerModels } from './models/registerModels.ts';
import { registerAccessibilityHelp } from './platform/accessibilityHelp.ts';
import { entrances } from './platform/entrances.ts';
import { loadWhenUsed } from './platform/loadWhenUsed.ts';
import { createLog } from './platform/log.ts';
import { createRetryCountdown } from './platform/retryCountdown.ts';
import { showEarlierTrees } from './platform/treeViews.ts';
import { registerPlayInHover } from './readAloud/view/playInHover.ts';

/** Saves what must be on disk before the window closes. */
let close: (() => Promise<unknown>) | undefined;

/** Creates what is needed immediately, and defines how each feature is loaded. Nothing here uses the network. */
export function activate(context: vscode.ExtensionContext): void {
  const logger = createLog(context);
  const connection = createConnectionStore(context, logger);
  const models = createModelStore(context, logger, connection);
  const shared = { context, logger, connection, models, waits: createRetryCountdown(commands.retryNow) };
  const withoutLocation = async (bytes: Uint8Array) =>
    (await import('./images/sentPhotos.ts')).prepareSent(bytes)?.bytes;
  const readAloud = loadWhenUsed('readAloud', entrances.readAloud, logger, async () => {
    const { registerReadAloud } = await import('./readAloud/registerReadAloud.ts');
    return (pages) => registerReadAloud({ ...shared, pages });
  });
  const images = loadWhenUsed('images', entrances.images, logger, async () => {
    const { createModelPickers } = await import('./models/modelPicker.ts');
    const { registerImages } = await import('./images/registerImages.ts');
    return (pages) => registerImages({ ...shared, ...createModelPickers(shared), pages });
  });
  const tasks = loadWhenUsed('tasks', entrances.tasks, logger, async () => {
    const { registerTasks } = await import('./tasks/registerTasks.ts');
    return (pages) => registerTasks({ ...shared, images, withoutLocation, pages });
  });
  showEarlierTrees(context.globalStorageUri, tasks.get);
  const chat = loadWhenUsed('chat', entrances.chat, logger, async () => {
    const { findPromptCode: findCode } = await import('./editing/prompts/codeInEditor.ts');
    const { createModelPickers } = await import('./models/modelPicker.ts');
    const { registerChat } = await import('./chat/registerChat.ts');
    const others = { readAloud, images, tasks, withoutLocation, findCode, ...createModelPickers(shared) };
    return (pages) => registerChat({ ...shared, ...others, pages });
  });
  const connecting = loadWhenUsed('connection', entrances.connection, logger, async () => {
    const voices = await import('./readAloud/speech/voices/voiceChoice.ts');
    const { registerConnectionCommands } = await import('./connection/registerConnection.ts');
    return (pages) => registerConnectionCommands({ ...shared, voices, tasks, pages });
  });
  const commitMessage = loadWhenUsed('commitMessage', entrances.commitMessage, logger, async () => {
    const { registerCommitMessage } = await import('./editing/commitMessage/registerCommitMessage.ts');
    return () => registerCommitMessage(shared);
  });
  const rewrite = loadWhenUsed('rewrite', entrances.rewrite, logger, async () => {
    const { findNewFile } = await import('./chat/code/apply/chooseFile.ts');
    const { registerRewrite } = await import('./editing/rewrite/registerRewrite.ts');
    return () => registerRewrite({ ...shared, findNewFile });
  });
  close = () => Promise.all([chat, readAloud, images, tasks].map(async ({ used }) => (await used)?.close()));
  context.subscriptions.push(
    ...[connection, models, shared.waits, readAloud, images, tasks, chat, connecting, commitMessage, rewrite],
    registerAccessibilityHelp(context.extension),
    registerModels(shared),
    registerEditorPrompts(chat),
    registerLanguageModels({ ...shared, images }),
    registerPlayInHover(),
  );
}

/** Stops a running response and a reading, and waits until both are saved. */
export async function deactivate(): Promise<void> {
  await close?.();
}
