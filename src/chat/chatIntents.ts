import * as vscode from 'vscode';
import { describeFailure } from '../failures.ts';
import type { Logger } from '../relay/logger.ts';
import type { ChatIntent } from '../webview/protocol.ts';
import type { FailureAction, ToolsView } from '../webview/protocolViews.ts';
import type { Attachments } from './attach/attachments.ts';
import { isWay } from './attach/suggest/suggestions.ts';
import type { AttachmentRecord } from './attachment.ts';
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
  /** Puts a text before the draft that is kept. */
  readonly returnToDraft: (text: string) => void;
  /** Keeps what was sent and is no question yet, over a crash. */
  readonly keepUnsent: (texts: readonly string[]) => void;
  readonly chooseOthers: () => Promise<void>;
  readonly tools: { choose(): Promise<void>; view(): ToolsView };
  readonly runAction: (action: FailureAction['id']) => Promise<void>;
  /** A quick input leaves the focus in the editor when it closes: back to where the person was. */
  readonly focusInput: () => Promise<void>;
  /** A text was sent from this page: others may still have it in their input. */
  readonly onSent: (text: string, page: ChatPage) => void;
  readonly logger: Logger;
}

/** Makes the function that does what a page asks for. */
export function createIntentHandler(
  ports: ChatIntentPorts,
): (intent: ChatIntent, page: ChatPage) => Promise<void> {
  const { attachments, prompts, code, logger } = ports;

  /** Texts on their way into the conversation. What comes later must not overtake them, nor take their attachments. */
  let unsent: readonly { readonly text: string }[] = [];
  let lastSending: Promise<unknown> = Promise.resolve();

  function setUnsent(now: typeof unsent): void {
    unsent = now;
    ports.keepUnsent(unsent.map(({ text }) => text));
  }

  function send(text: string, page: ChatPage): Promise<void> {
    const own = { text };
    setUnsent([...unsent, own]);
    const sending = lastSending.then(async () => {
      await sendNow(text, page);
      setUnsent(unsent.filter((other) => other !== own));
    });
    lastSending = sending.catch(() => {});
    return sending;
  }

  /** What can't be taken goes back into the input: nothing that was written is lost. */
  async function sendNow(typed: string, page: ChatPage): Promise<void> {
    let taken: readonly AttachmentRecord[] = [];
    try {
      const expanded = await prompts.expand(typed);
      if (expanded && 'cancelled' in expanded) return giveBack(typed, page);
      const session = await ports.session();
      await attachments.settled();
      taken = attachments.take();
      session.send({ text: expanded?.text ?? typed, attachments: taken });
      ports.onSent(typed, page);
    } catch (error) {
      logger.error(`Chat: ${String(error)}`);
      if (taken.length > 0) attachments.putBack(taken);
      ports.returnToDraft(typed);
      page.post({ type: 'rejected', text: typed, failure: describeFailure(error, { t: vscode.l10n.t }) });
    }
  }

  /** The page may be gone by now. */
  function giveBack(text: string, page: ChatPage): void {
    ports.returnToDraft(text);
    page.post({ type: 'putBack', text });
  }

  async function dequeue(id: string, isEdit: boolean, page: ChatPage): Promise<void> {
    const question = (await ports.session()).dequeue(id);
    if (!isEdit || !question) return;
    attachments.putBack(question.attachments);
    giveBack(question.text, page);
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
      case 'dequeue':
        return dequeue(intent.id, intent.isEdit, page);
      case 'draft':
        return ports.keepDraft(intent.text);
      case 'attach':
        await attachments.attach(intent.what);
        return ports.focusInput();
      case 'attachAddresses':
        await attachments.attachAddresses(intent.addresses);
        return intent.addresses.some(isWay) ? ports.focusInput() : undefined;
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
        await ports.chooseOthers();
        return ports.focusInput();
      case 'chooseTools':
        await ports.tools.choose();
        return ports.focusInput();
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
    return handleConversation(await ports.session(), intent, page);
  };
}

/** What is done to the conversation itself. */
function handleConversation(session: ChatSession, intent: ChatIntent, page: ChatPage): void {
  switch (intent.type) {
    case 'stop':
      return session.stop(intent.turnId);
    case 'edit':
      // Another window may have gone on elsewhere: what was written is not lost.
      if (!session.edit(intent.turnId, intent.text)) page.post({ type: 'putBack', text: intent.text });
      return;
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
