import * as vscode from 'vscode';
import { describeFailure } from '../failures.ts';
import type { Logger } from '../relay/logger.ts';
import type { ChatIntent } from '../webview/protocol.ts';
import type { FailureAction, ToolsView } from '../webview/protocolViews.ts';
import type { Attachments } from './attach/attachments.ts';
import type { ChatPage } from './chatPage.ts';
import type { ChatSession } from './chatPorts.ts';
import type { CodeActions } from './code/codeActions.ts';
import { openLink } from './code/openLink.ts';
import type { PictureFiles } from './pictureFiles.ts';
import type { Prompts } from './prompts/prompts.ts';

export interface ChatIntentPorts {
  readonly session: () => Promise<ChatSession>;
  readonly attachments: Attachments;
  readonly prompts: Prompts;
  readonly code: CodeActions;
  readonly pictures: PictureFiles;
  readonly keepDraft: (text: string) => void;
  readonly chooseOthers: () => Promise<void>;
  readonly tools: { choose(): Promise<void>; view(): ToolsView };
  readonly runAction: (action: FailureAction['id']) => Promise<void>;
  readonly logger: Logger;
}

/** Makes the function that does what a page asks for. */
export function createIntentHandler(
  ports: ChatIntentPorts,
): (intent: ChatIntent, page: ChatPage) => Promise<void> {
  const { attachments, prompts, code, logger } = ports;

  /** What can't be taken goes back into the input: nothing that was written is lost. */
  async function send(typed: string, page: ChatPage): Promise<void> {
    try {
      const expanded = await prompts.expand(typed);
      if (expanded && 'cancelled' in expanded) return page.post({ type: 'putBack', text: typed });
      const session = await ports.session();
      await attachments.settled();
      session.send({ text: expanded?.text ?? typed, attachments: attachments.take() });
    } catch (error) {
      logger.error(`Chat: ${String(error)}`);
      page.post({ type: 'rejected', text: typed, failure: describeFailure(error, { t: vscode.l10n.t }) });
    }
  }

  async function suggest(
    { requestId, kind, text }: Extract<ChatIntent, { type: 'suggest' }>,
    page: ChatPage,
  ) {
    const suggestions = kind === 'file' ? await attachments.suggestFiles(text) : await prompts.suggest(text);
    page.post({ type: 'suggestions', requestId, suggestions });
  }

  async function viewSent(answerId: string, place: number): Promise<void> {
    const attachment = (await ports.session()).attachmentsOf(answerId)[place];
    if (attachment) await attachments.view(attachment);
  }

  return async (intent, page) => {
    switch (intent.type) {
      case 'send':
        return send(intent.text, page);
      case 'draft':
        return ports.keepDraft(intent.text);
      case 'attach':
        return attachments.attach(intent.what);
      case 'attachAddresses':
        return attachments.attachAddresses(intent.addresses);
      case 'attachBytes':
        return attachments.attachBytes(intent.name, intent.bytes);
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
      case 'chooseOthers':
        return ports.chooseOthers();
      case 'chooseTools':
        return ports.tools.choose();
      case 'code':
        return code.run(intent.action, intent);
      case 'copy':
        return void (await vscode.env.clipboard.writeText(intent.text));
      case 'openLink':
        return openLink(intent.href);
      case 'log':
        return logger[intent.level](`Chat view: ${intent.message}`);
      case 'action':
        if (intent.action !== 'tryAgain') return ports.runAction(intent.action);
        break;
    }
    return handleConversation(await ports.session(), intent, page, attachments);
  };
}

/** What is done to the conversation itself. */
function handleConversation(
  session: ChatSession,
  intent: ChatIntent,
  page: ChatPage,
  attachments: Attachments,
): void {
  switch (intent.type) {
    case 'stop':
      return session.stop(intent.turnId);
    case 'edit':
      return session.edit(intent.turnId, intent.text);
    case 'retry':
      return session.retry(intent.turnId);
    case 'continue':
      return session.continueAnswer(intent.turnId);
    case 'keepAnswer':
      return session.keepAnswer(intent.turnId);
    case 'chooseVersion':
      return session.chooseVersion(intent.turnId, intent.of, intent.step);
    case 'dequeue': {
      const question = session.dequeue(intent.id);
      if (!intent.isEdit || !question) return;
      attachments.putBack(question.attachments);
      return page.post({ type: 'putBack', text: question.text });
    }
    case 'sendQueued':
      return session.sendQueued(intent.id);
    case 'retryNow':
      return session.retryNow(intent.turnId);
    case 'decideTool':
      return session.decideTool(intent.callId, intent.decision);
    case 'cancelTool':
      return session.cancelTool(intent.callId);
    case 'setSystem':
      return session.setSystem(intent.text);
    case 'find':
      return page.post({ type: 'found', requestId: intent.requestId, found: session.find(intent.text) });
    case 'newChat':
      return session.newConversation();
    case 'action':
      if (intent.action === 'tryAgain' && intent.turnId !== undefined) session.retry(intent.turnId);
  }
}
