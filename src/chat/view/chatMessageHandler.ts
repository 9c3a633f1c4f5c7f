import * as vscode from 'vscode';
import type { WebviewMessage } from '../../protocol/chatPageProtocol.ts';
import type { FailureAction } from '../../protocol/protocolViews.ts';
import type { Logger } from '../../relay/logger.ts';
import type { CodeActions } from '../code/codeActions.ts';
import { openLink } from '../code/openLink.ts';
import { isAttachmentSource } from '../context/attachmentPicker.ts';
import type { Attachments } from '../context/attachments.ts';
import type { PictureFiles } from '../context/documents.ts';
import type { Prompts } from '../context/prompts/prompts.ts';
import type { ChatSession } from '../model/chatSession.ts';
import { findInTurns } from '../storage/historySearch.ts';
import type { Tools } from '../tools/tools.ts';
import { type ReadAloud, readAnswer, startNewChat } from './chatCommands.ts';
import type { ChatPage } from './chatView.ts';
import { Outbox, type OutboxPorts } from './outbox.ts';

interface ChatIntentPorts extends Pick<OutboxPorts<ChatPage>, 'returnToDraft' | 'keepUnsent' | 'onSent'> {
  readonly session: () => Promise<ChatSession>;
  readonly attachments: Attachments;
  readonly prompts: Prompts;
  readonly code: CodeActions;
  readonly readAloud: ReadAloud;
  readonly pictures: PictureFiles;
  readonly keepDraft: (text: string) => void;
  readonly compareModels: () => Promise<void>;
  readonly configureModel: () => Promise<void>;
  readonly tools: Pick<Tools, 'choose' | 'decide' | 'cancel'>;
  readonly runAction: (action: FailureAction['id']) => Promise<void>;
  /** A quick input leaves the focus in the editor when it closes: back to where the person was. */
  readonly focusInput: () => Promise<void>;
  /** The same, to the button that opened it. */
  readonly focusBack: () => Promise<void>;
  readonly logger: Logger;
}

/** Creates the handler of a page's messages. */
export function createMessageHandler(
  ports: ChatIntentPorts,
): (intent: WebviewMessage, page: ChatPage) => Promise<void> {
  const { attachments, prompts, code, logger } = ports;
  const outbox = new Outbox({ ...ports, t: vscode.l10n.t });

  async function suggest(
    { requestId, kind, text }: Extract<WebviewMessage, { type: 'suggest' }>,
    page: ChatPage,
  ) {
    const suggestions = kind === 'file' ? await attachments.suggestFiles(text) : await prompts.suggest(text);
    page.post({ type: 'suggestions', requestId, suggestions });
  }

  async function viewSent(answerId: string, place: number): Promise<void> {
    const attachment = (await ports.session()).conversation.turnWith(answerId)?.prompt.attachments[place];
    if (attachment) await attachments.view(attachment);
  }

  return async (intent, page) => {
    switch (intent.type) {
      case 'send':
        return outbox.send(intent, page);
      case 'edit':
        return outbox.edit(intent, page);
      case 'dequeue':
        return outbox.dequeue(intent, page);
      case 'draft':
        return ports.keepDraft(intent.text);
      case 'attach': {
        const before = new Set(attachments.records());
        await attachments.attach(intent.what);
        // Who attached something goes on writing; who did not is back at the button.
        const isAttached = attachments.records().some((record) => !before.has(record));
        return isAttached ? ports.focusInput() : ports.focusBack();
      }
      case 'attachAddresses':
        await attachments.attachAddresses(intent.addresses);
        return intent.addresses.some(isAttachmentSource) ? ports.focusInput() : undefined;
      case 'attachBytes':
        return attachments.attachBytes(intent.name, intent.bytes, intent.isScaled);
      case 'detach':
        return attachments.detach(intent.id);
      case 'viewAttachment':
        return attachments.viewDraft(intent.id);
      case 'viewSent':
        return viewSent(intent.turnId, intent.place);
      case 'openPicture':
        return ports.pictures.open(intent.file);
      case 'savePicture':
        return ports.pictures.save(intent.file);
      case 'suggest':
        return suggest(intent, page);
      case 'compareModels':
        await ports.compareModels();
        return ports.focusBack();
      case 'configureModel':
        await ports.configureModel();
        return ports.focusBack();
      case 'configureTools':
        await ports.tools.choose();
        return ports.focusBack();
      case 'decideTool':
        return ports.tools.decide(intent.callId, intent.decision);
      case 'cancelTool':
        return ports.tools.cancel(intent.callId);
      case 'code':
        return code.run(intent.action, intent);
      case 'copy':
        return void (await vscode.env.clipboard.writeText(intent.text));
      case 'readAnswer':
        return readAnswer(await ports.session(), intent.turnId, ports.readAloud);
      case 'openLink':
        return openLink(intent.href);
      case 'log':
        return logger[intent.level](`Chat view: ${intent.message}`);
      case 'newChat':
        return startNewChat(await ports.session());
      case 'action':
        if (intent.action !== 'tryAgain') return ports.runAction(intent.action);
        break;
    }
    return handleConversation(await ports.session(), intent, page);
  };
}

/** Handles messages about the conversation itself. */
function handleConversation(session: ChatSession, intent: WebviewMessage, page: ChatPage): void {
  switch (intent.type) {
    case 'stop':
      return session.stop(intent.turnId);
    case 'retry':
      return session.retry(intent.turnId);
    case 'continue':
      return session.continueAnswer(intent.turnId);
    case 'keepAnswer':
      return session.keepAnswer(intent.turnId);
    case 'chooseVersion':
      return session.chooseVersion(intent.turnId, intent.of, intent.step);
    case 'sendQueued':
      return session.sendQueued(intent.id);
    case 'retryNow':
      return session.retryNow(intent.turnId);
    case 'setSystem':
      return session.conversation.setSystem(intent.text);
    case 'find':
      return page.post({
        type: 'found',
        requestId: intent.requestId,
        found: findInTurns(session.conversation.turns, intent.text),
      });
    case 'action':
      if (intent.action === 'tryAgain' && intent.turnId !== undefined) session.retry(intent.turnId);
  }
}
