import * as vscode from 'vscode';
import { type AskModelPorts, createAskModel } from '../platform/askModel.ts';
import type { RelayConnection, RelayModels } from '../platform/connectedModel.ts';
import { createLastEditor } from '../platform/lastEditor.ts';
import type { Lazy, Pages } from '../platform/loadWhenUsed.ts';
import { ask } from '../platform/notifications.ts';
import {
  onAccessibilityChange,
  onSettingsChange,
  readAccessibility,
  readModelLimits,
} from '../platform/settings/settings.ts';
import type { Logger } from '../relay/logger.ts';
import { createFieldRefusals } from '../relay/refusalMemory.ts';
import { createCodeActions } from './code/codeActions.ts';
import { createAttachments } from './context/attachments.ts';
import { createPictureFiles } from './context/documents.ts';
import type { GivenQuestion } from './context/prompts/promptLibrary.ts';
import { createPrompts, type PromptPorts } from './context/prompts/prompts.ts';
import { createPastChats } from './context/sources/pastChats.ts';
import type { ChatServices } from './model/chatServices.ts';
import { ChatSession } from './model/chatSession.ts';
import type { Question } from './model/message.ts';
import { createModelTargets } from './model/modelTargets.ts';
import { createSentImages, type ScaleImage } from './model/sentImages.ts';
import { titleOf } from './model/titles.ts';
import { createHistory } from './storage/history.ts';
import { createJournal } from './storage/journal.ts';
import { cleanUp } from './storage/orphanedFiles.ts';
import { createPersistedQueue } from './storage/persistedQueue.ts';
import { createChatMemory } from './storage/persistence.ts';
import { createPictureStore } from './storage/pictureStore.ts';
import type { ImagesOfTools } from './tools/own/imageTools.ts';
import type { VideosOfTools } from './tools/own/videoTools.ts';
import { createTools } from './tools/tools.ts';
import { createChatCommands, type ReadAloud, startAboutFiles } from './view/chatCommands.ts';
import { type ChatMessagePorts, createMessageHandler } from './view/chatMessageHandler.ts';
import { createChatReading, type Reading } from './view/chatReading.ts';
import { registerChatView } from './view/chatView.ts';
import { createContextUpdates } from './view/contextUpdates.ts';
import {
  createChatStorage,
  createDrawing,
  createEditorServices,
  type Drawing,
  prepareWith,
} from './view/editorServices.ts';
import { registerHistoryCommands } from './view/historyCommands.ts';

/** What the chat needs from other features. */
interface ChatFeaturePorts
  extends Pick<PromptPorts, 'findCode'>,
    Pick<ChatMessagePorts, 'modelMenu' | 'pickAnotherModel'>,
    Pick<AskModelPorts, 'waits'> {
  readonly context: vscode.ExtensionContext;
  readonly logger: Logger;
  readonly pages: Pages;
  readonly connection: Pick<RelayConnection, 'ensureConnected' | 'connectedAs' | 'view' | 'onDidChange'>;
  readonly models: Omit<RelayModels, 'listOf' | 'accept' | 'moveLists'>;
  readonly readAloud: ReadAloud & {
    /** Resolves when reading aloud is first used. */
    readonly whenUsed: Promise<{ readonly reading: Reading }>;
  };
  readonly images: ImagesOfTools & Lazy<{ readonly forChat: Drawing }>;
  readonly tasks: VideosOfTools;
  /** An image without location data, which may be sent; undefined if that data can’t be removed. */
  readonly withoutLocation: (bytes: Uint8Array) => Promise<Uint8Array | undefined>;
  /** Lets the person select models to compare; undefined if they canceled. */
  readonly pickOtherModels: (current: readonly string[]) => Promise<readonly string[] | undefined>;
}

/** The chat: its conversation, its views and its commands. Disposing it stops running work; `close` also waits. */
export function registerChat(ports: ChatFeaturePorts) {
  const { context, logger, connection, models } = ports;
  const { t } = vscode.l10n;
  const storage = createChatStorage(context, logger);
  const { folders, persistence } = storage;
  const picturesFolder = vscode.Uri.joinPath(context.globalStorageUri, 'pictures');
  const memory = createChatMemory(storage.workspaceState);
  const pictures = createPictureStore(folders.pictures);
  const drawing = createDrawing(ports.images, logger);
  const journal = createJournal(folders.conversations, logger);
  const history = createHistory(folders.conversations, journal, logger);
  const fieldRefusals = createFieldRefusals(context.globalState);
  const targets = createModelTargets({ ...ports, limits: readModelLimits, memory, fieldRefusals });
  const { otherViews, configurable } = targets;
  const queue = createPersistedQueue({
    memory: context.workspaceState,
    folder: folders.drafts,
    persistence,
    logger,
    isTaken: async () =>
      (await journal.flush()) && (await persistence.isKept('chat.draft', 'chat.draftAttachments')),
  });
  let opened: Promise<ChatSession> | undefined;
  /** The session of this window, opened when somebody chats. */
  function ensureSession(): Promise<ChatSession> {
    if (!opened) {
      opened = ChatSession.open(services);
      cleanUp(folders, history, storage.globalState, logger).catch((error: unknown) =>
        logger.warn(`History: ${String(error)}`),
      );
    }
    return opened;
  }
  const refreshTitle = async () => view.setTitle(titleOf((await ensureSession()).conversation));
  // These messages were sent, but the window closed before they were recorded as prompts.
  for (const text of memory.unsent.toReversed()) memory.returnToDraft(text);
  memory.unsent = [];

  const lastEditor = createLastEditor();
  const scaleImage: ScaleImage = (bytes) => view.scaleImage(bytes);
  const attachments = createAttachments({
    lastEditor,
    memory: context.workspaceState,
    folder: folders.drafts,
    pictures,
    scaleImage,
    logger,
    persistence,
    chats: createPastChats(history, journal, ensureSession),
    ask: (question, detail, ...buttons) => ask('warning', question, detail, ...buttons),
    warnAbout: (kind) =>
      kind === 'picture' && targets.lacks('takesImages')
        ? t('{0} is not known to support images.', targets.model ?? '')
        : undefined,
    onChange() {
      view.post({ type: 'state', attachments: attachments.views() });
      contextUpdates.refresh();
    },
  });
  const code = createCodeActions({
    ...ports,
    extensionUri: context.extensionUri,
    lastEditor,
    mergeModel: createAskModel(ports),
    wayBack: () => view.wayBack(),
  });
  const tools = createTools({
    ...ports,
    changes: code.changes,
    scaleImage,
    context: storage,
    isShown: () => view.isShown,
    show: focusInput,
  });
  const prompts = createPrompts({ context, logger, attachments, lastEditor, findCode: ports.findCode });
  const contextUpdates = createContextUpdates({
    ...ports,
    session: ensureSession,
    memory,
    lastEditor,
    attachments,
    tools,
    targets,
    post: (message) => view.post(message),
  });

  async function compareModels(): Promise<boolean> {
    const chosen = await ports.pickOtherModels(memory.others);
    if (!chosen) return false;
    memory.others = chosen;
    view.post({ type: 'state', others: otherViews() });
    contextUpdates.refresh();
    return true;
  }

  const reading = createChatReading(ports.readAloud.whenUsed, (message) => view.post(message));
  const view = registerChatView({
    ...ports,
    extensionUri: context.extensionUri,
    pictures: picturesFolder,
    async snapshot() {
      await refreshTitle();
      return contextUpdates.readSnapshot({ changes: code.changes.view(), reading: reading.view() });
    },
    async turns() {
      const open = await ensureSession();
      return (first, count) => ({ window: open.turns(first, count), running: open.running });
    },
    handle: createMessageHandler({
      ...ports,
      session: ensureSession,
      attachments,
      prompts,
      code,
      drawing,
      pictures: createPictureFiles(picturesFolder),
      memory,
      contextUpdates,
      targets,
      onSent: (text, page) => view.postToOthers(page, { type: 'sentElsewhere', text }),
      compareModels,
      tools,
      reading,
      focusInput,
      wayBack: () => view.wayBack(),
    }),
    onShown: () => void models.ensureListed(),
  });

  const services: ChatServices = {
    ...createEditorServices({ view, refreshTitle, refreshContext: contextUpdates.refresh, logger }),
    journal,
    pictures,
    readSentImage: createSentImages(pictures, scaleImage, ports.withoutLocation),
    memory,
    queue,
    modelTargets: targets,
    tools,
    prepare: (...wished) => prepareWith({ ...ports, configurable, ...drawing }, ...wished),
    addToGallery: drawing.addToGallery,
    putBack,
    logger,
  };

  function putBack({ text, attachments: records }: Question): void {
    memory.returnToDraft(text);
    attachments.putBack(records);
    view.post({ type: 'putBack', text });
  }

  function focusInput(): Promise<void> {
    return view.postToLast({ type: 'focusInput' });
  }

  const subscriptions = vscode.Disposable.from(
    view,
    attachments,
    tools,
    code,
    contextUpdates,
    reading,
    prompts,
    lastEditor,
    registerHistoryCommands({
      history,
      pictures,
      session: ensureSession,
      focusInput,
      view,
      attachments,
      logger,
    }),
    createChatCommands({
      view,
      session: ensureSession,
      openSession: () => opened,
      compareModels,
      toggleMode: () => contextUpdates.setMode(),
      attachments,
      tools,
      code,
      readAloud: ports.readAloud,
    }),
    connection.onDidChange(async () => {
      view.post({ type: 'state', connection: await targets.connectionView() });
      contextUpdates.refresh();
    }),
    models.onDidChange(async () => {
      const model = (await targets.modelView()) ?? null;
      view.post({ type: 'state', model, others: otherViews(), attachments: attachments.views() });
      contextUpdates.refresh();
    }),
    code.changes.onDidChange(() => view.post({ type: 'state', changes: code.changes.view() })),
    tools.onDidChange(() => contextUpdates.refresh()),
    onSettingsChange(['modelRelay.languageModels.capabilities'], () => contextUpdates.refresh()),
    onAccessibilityChange(() => view.post({ type: 'state', accessibility: readAccessibility() })),
    vscode.workspace.onDidGrantWorkspaceTrust(() => {
      view.post({ type: 'state', isTrusted: true });
      contextUpdates.refresh();
    }),
  );

  return {
    /** Expands a prompt for this code; undefined if it can't be sent, which the person was told. */
    async prepare(prompt: string, code: GivenQuestion['code']) {
      const named: string[] = [];
      const attach = async (addresses: readonly string[]) => void named.push(...addresses);
      const expansion = await prompts.expand(prompt, { code, attach });
      if (!expansion || 'cancelled' in expansion) return undefined;
      const { text, hasSelection } = expansion;
      return {
        text,
        /** Whether the text contains the code, in place of the prompt's variable. */
        hasSelection,
        /** Shows the chat and sends the prompt, with these attachments and the files that the prompt names. */
        async ask(records: Question['attachments']): Promise<void> {
          const approved = await attachments.approve(records, named);
          if (!approved) return;
          const open = await ensureSession();
          if (!(await startAboutFiles(open, code.pieces))) return;
          // The next message scrolls into view.
          await view.follow();
          open.send({ text, attachments: approved });
        },
      };
    },
    /** Attaches these to the draft and shows the chat. */
    async attach(records: Question['attachments']): Promise<void> {
      if (await attachments.attachRecords(records)) await focusInput();
    },
    dispose: () => subscriptions.dispose(),
    /** Stops running work and waits until everything is saved. */
    close: async () => void (await Promise.all([attachments.settled(), (await opened)?.close()])),
  };
}
