import { basename } from 'node:path';
import * as vscode from 'vscode';
import { commands } from '../../manifest.ts';
import { notify } from '../../platform/notifications.ts';
import { leadsAway, runAction } from '../../platform/runAction.ts';
import type { WebviewMessage } from '../../protocol/chatPageProtocol.ts';
import type { ModelListView } from '../../protocol/modelListView.ts';
import type { FailureAction } from '../../protocol/protocolViews.ts';
import type { Logger } from '../../relay/logger.ts';
import type { CodeActions } from '../code/codeActions.ts';
import { openLink } from '../code/openLink.ts';
import { isAttachmentSource } from '../context/attachmentPicker.ts';
import type { Attachments } from '../context/attachments.ts';
import type { PictureFiles } from '../context/documents.ts';
import type { Prompts } from '../context/prompts/prompts.ts';
import type { ChatSession } from '../model/chatSession.ts';
import { listDrawn } from '../model/drawnImages.ts';
import type { ModelTargets } from '../model/modelTargets.ts';
import { findInTurns } from '../storage/historySearch.ts';
import type { ChatMemory } from '../storage/persistence.ts';
import type { Tools } from '../tools/tools.ts';
import { type ReadAloud, readAnswer, startNewChat } from './chatCommands.ts';
import type { ChatPage } from './chatPage.ts';
import type { createChatReading } from './chatReading.ts';
import type { WayBack } from './chatView.ts';
import { configureChat } from './configurationPicker.ts';
import type { ContextUpdates } from './contextUpdates.ts';
import type { createDrawing } from './editorServices.ts';
import { Outbox, type OutboxPorts } from './outbox.ts';
import { readSlashCommand, type SlashCommand, suggestCommands } from './slashCommands.ts';

/** The content and the actions of the model menu. */
interface ModelMenu {
  /** Shows the stored list, then the relay's current one. */
  list(show: (list: ModelListView) => void): Promise<void>;
  select(id: string): Promise<void>;
  pin(id: string, isPinned: boolean): Promise<ModelListView>;
}

export interface ChatMessagePorts extends Pick<OutboxPorts, 'onSent'> {
  readonly session: () => Promise<ChatSession>;
  readonly attachments: Attachments;
  readonly prompts: Prompts;
  readonly code: CodeActions;
  readonly readAloud: ReadAloud;
  /** What is read aloud now, if anything. */
  readonly reading: Pick<ReturnType<typeof createChatReading>, 'act' | 'setSpeed'>;
  readonly pictures: PictureFiles;
  readonly drawing: Pick<ReturnType<typeof createDrawing>, 'act'>;
  readonly memory: ChatMemory;
  readonly contextUpdates: Pick<ContextUpdates, 'refresh' | 'setMode' | 'suggested'>;
  readonly targets: ModelTargets;
  readonly modelMenu: ModelMenu;
  /** Resolves to whether something was selected. */
  readonly compareModels: () => Promise<boolean>;
  /** Lets the person pick a model other than this one; undefined when they did not. */
  readonly pickAnotherModel: (current: string, kind: 'chat' | 'image') => Promise<string | undefined>;
  readonly tools: Pick<Tools, 'choose' | 'decide' | 'cancel'>;
  /** Focuses the chat's input again: a closed quick input leaves the focus in the editor. */
  readonly focusInput: () => Promise<void>;
  /** Call it before a list opens: the result focuses the button that opened it, or the input. */
  readonly wayBack: () => WayBack;
  readonly logger: Logger;
}

/** Creates the handler of a page's messages. */
export function createMessageHandler(
  ports: ChatMessagePorts,
): (message: WebviewMessage, page: ChatPage) => Promise<void> {
  const { attachments, prompts, code, contextUpdates, memory, logger } = ports;
  const { suggested } = contextUpdates;
  const outbox = new Outbox({ ...ports, addToMessage: suggested.addToMessage, t: vscode.l10n.t });

  async function suggest(
    { requestId, kind, text }: Extract<WebviewMessage, { type: 'suggest' }>,
    page: ChatPage,
  ) {
    if (kind === 'context') {
      return attachments.suggest(text, (suggestions, isPartial) =>
        page.post({ type: 'suggestions', requestId, suggestions, isPartial }),
      );
    }
    const suggestions = [
      ...(await prompts.suggest(text)).filter(({ value }) => !readSlashCommand(`/${value}`)),
      ...suggestCommands(text, vscode.l10n.t),
    ];
    page.post({ type: 'suggestions', requestId, suggestions });
  }

  async function viewSent(answerId: string, place: number): Promise<void> {
    const attachment = (await ports.session()).conversation.turnWith(answerId)?.prompt.attachments[place];
    if (attachment) await attachments.view(attachment);
  }

  async function actOnDrawn({ action, turnId, file }: Extract<WebviewMessage, { type: 'drawnImage' }>) {
    const drawn = listDrawn((await ports.session()).conversation, turnId, ports.pictures);
    const image = drawn.find(({ path }) => basename(path) === file);
    if (image && (await ports.pictures.isThere(file))) await ports.drawing.act(action, image);
  }

  const startNew = async () => void (await startNewChat(await ports.session()));
  const slashCommands: Record<SlashCommand, () => Promise<void>> = {
    image: async () => void (await vscode.commands.executeCommand(commands.openImages)),
    new: startNew,
    clear: startNew,
    compact: async () => compact(await ports.session()),
    help: async () => void (await vscode.commands.executeCommand(commands.openAccessibilityHelp)),
  };

  /** Lets the person choose from a list. Then the focus goes to the input, or back to the button if they did not. */
  async function choose(choosing: () => Promise<boolean>): Promise<void> {
    const goBack = ports.wayBack();
    await goBack((await choosing()) ? 'focusInput' : 'focusBack');
  }

  async function retryWith(answerId: string, page: ChatPage): Promise<void> {
    const session = await ports.session();
    const { model: current = '', isImage = false } = session.conversation.answer(answerId) ?? {};
    await choose(async () => {
      const model = await ports.pickAnotherModel(current, isImage ? 'image' : 'chat');
      if (model === undefined) return false;
      // The next message scrolls into view.
      page.post({ type: 'followConversation' });
      session.retry(answerId, model);
      return true;
    });
  }

  async function act(action: FailureAction['id']): Promise<void> {
    if (leadsAway.has(action)) return runAction(action);
    const goBack = ports.wayBack();
    await runAction(action);
    await goBack(action === 'selectModel' ? 'focusBack' : 'focusInput');
  }

  /** A diff that closes would leave the focus in the editor behind it. */
  async function actOnChanges({ action, ids }: Extract<WebviewMessage, { type: 'change' }>): Promise<void> {
    const goBack = ports.wayBack();
    if (!(await code.changes.act(action, ids))) await goBack();
  }

  return async (message, page) => {
    switch (message.type) {
      case 'send': {
        const command = readSlashCommand(message.text);
        return command ? slashCommands[command]() : outbox.send(message, page);
      }
      case 'edit':
        return outbox.edit(message, page);
      case 'dequeue':
        return outbox.dequeue(message, page);
      case 'draft':
        memory.draft = message.text;
        return contextUpdates.refresh();
      case 'attach':
        return choose(async () => {
          const before = new Set(attachments.records());
          await attachments.attach();
          return attachments.records().some((record) => !before.has(record));
        });
      case 'toggleSuggested':
        return suggested.toggle();
      case 'addSuggested':
        return suggested.addWith(message.withProblems);
      case 'configureSuggested':
        await vscode.commands.executeCommand(
          'workbench.action.openSettings',
          'modelRelay.chat.implicitContext',
        );
        return;
      case 'attachAddresses':
        await attachments.attachAddresses(message.addresses);
        return message.addresses.some(isAttachmentSource) ? ports.focusInput() : undefined;
      case 'attachBytes':
        return attachments.attachBytes(message.name, message.bytes, message.isScaled);
      case 'detach':
        return attachments.detach(message.id);
      case 'viewAttachment':
        return attachments.viewDraft(message.id);
      case 'viewSent':
        return viewSent(message.turnId, message.place);
      case 'openPicture':
        return ports.pictures.open(message.file);
      case 'savePicture':
        return ports.pictures.save(message.file);
      case 'drawnImage':
        return actOnDrawn(message);
      case 'suggest':
        return suggest(message, page);
      case 'listModels':
        return ports.modelMenu.list((list) => page.post({ type: 'models', list }));
      case 'selectModel':
        return ports.modelMenu.select(message.id);
      case 'pinModel': {
        const list = await ports.modelMenu.pin(message.id, message.isPinned);
        return page.post({ type: 'models', list });
      }
      case 'manageModels':
        return void (await vscode.commands.executeCommand(commands.openSettings));
      case 'compareModels':
        return choose(ports.compareModels);
      case 'configureModel':
        return choose(async () => configureChat(await ports.session(), ports.targets));
      case 'configureTools':
        return choose(ports.tools.choose);
      case 'setMode':
        return contextUpdates.setMode(message.mode);
      case 'decideTool':
        return ports.tools.decide(message.turnId, message.callId, message.decision);
      case 'cancelTool':
        return ports.tools.cancel(message.turnId, message.callId);
      case 'code':
        return code.run(message.action, message);
      case 'change':
        return actOnChanges(message);
      case 'copy':
        return void (await vscode.env.clipboard.writeText(message.text));
      case 'readAnswer':
        return readAnswer(await ports.session(), message.turnId, ports.readAloud);
      case 'reading':
        return ports.reading.act(message.action);
      case 'setReadingSpeed':
        return ports.reading.setSpeed(message.speed);
      case 'openLink':
        return openLink(message.href);
      case 'log':
        return logger[message.level](`Chat view: ${message.message}`);
      case 'newChat':
        return startNew();
      case 'retryWith':
        return retryWith(message.turnId, page);
      case 'compact':
        return slashCommands.compact();
      case 'action':
        if (message.action !== 'tryAgain') return act(message.action);
        return message.turnId === undefined ? undefined : (await ports.session()).retry(message.turnId);
      case 'stop':
        return (await ports.session()).stop(message.turnId);
      case 'retry':
        return (await ports.session()).retry(message.turnId);
      case 'continue':
        return (await ports.session()).continueAnswer(message.turnId);
      case 'keepAnswer':
        return (await ports.session()).keepAnswer(message.turnId);
      case 'chooseVersion':
        return (await ports.session()).chooseVersion(message.turnId, message.of, message.step);
      case 'sendQueued':
        return (await ports.session()).sendQueued(message.id);
      case 'retryNow':
        return (await ports.session()).retryNow(message.turnId);
      case 'setSystem':
        return (await ports.session()).conversation.setSystem(message.text);
      case 'find': {
        const found = findInTurns((await ports.session()).conversation.turns, message.text);
        return page.post({ type: 'found', requestId: message.requestId, found });
      }
    }
  };
}

function compact(session: ChatSession): void {
  const { t } = vscode.l10n;
  if (session.compact()) return;
  void notify(
    'info',
    session.running.length > 0
      ? t('Wait until the response is complete, then compact the conversation.')
      : t('There is nothing to compact yet.'),
  );
}
