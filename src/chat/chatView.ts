import * as vscode from 'vscode';
import { describeFailure } from '../failures.ts';
import { views } from '../ids.ts';
import type { Logger } from '../relay/logger.ts';
import {
  type ChatFact,
  type ChatIntent,
  type ConnectionView,
  chatIntent,
  type FailureAction,
  type ModelView,
} from '../webview/protocol.ts';
import { createWebviewPage, webviewOptions } from '../webviewPage.ts';
import type { ChatSession } from './chatPorts.ts';

/** What the view asks of the rest of the extension. */
export interface ChatViewPorts {
  readonly extensionUri: vscode.Uri;
  readonly session: () => Promise<ChatSession>;
  readonly connection: () => Promise<ConnectionView>;
  readonly model: () => Promise<ModelView | undefined>;
  /** The page is there and has its snapshot. */
  readonly onShown: () => void;
  readonly readDraft: () => string;
  readonly keepDraft: (text: string) => void;
  readonly runAction: (action: FailureAction['id']) => Promise<void>;
  readonly logger: Logger;
}

export interface ChatView extends vscode.Disposable {
  post(fact: ChatFact): void;
  /** Sends all that the view shows anew. */
  postSnapshot(): Promise<void>;
}

/** Registers the chat's view. The state lives in the session; the view may come and go. */
export function registerChatView(ports: ChatViewPorts): ChatView {
  let view: vscode.WebviewView | undefined;
  /** Facts before the first snapshot would speak of turns that the page doesn't know. */
  let isReady = false;

  /** Asked for before the page was ready. */
  let wantsFocus = false;

  function post(fact: ChatFact): void {
    if (isReady) void view?.webview.postMessage(fact);
    else if (fact.type === 'focusInput') wantsFocus = true;
  }

  async function postSnapshot(): Promise<void> {
    const [session, connection, model] = await Promise.all([
      ports.session(),
      ports.connection(),
      ports.model(),
    ]);
    isReady = true;
    post({
      type: 'snapshot',
      conversationId: session.conversationId,
      ...(session.title !== undefined && { title: session.title }),
      turns: session.turns(),
      queue: [...session.queue],
      isQueueHeld: session.isQueueHeld,
      connection,
      ...(model && { model }),
      draft: ports.readDraft(),
    });
    if (wantsFocus) post({ type: 'focusInput' });
    wantsFocus = false;
  }

  async function handle(intent: ChatIntent): Promise<void> {
    if (intent.type === 'send') return send(intent.text);
    const session = await ports.session();
    switch (intent.type) {
      case 'ready':
        await postSnapshot();
        return ports.onShown();
      case 'draft':
        return ports.keepDraft(intent.text);
      case 'stop':
        return session.stop();
      case 'edit':
        return session.edit(intent.turnId, intent.text);
      case 'retry':
        return session.retry(intent.turnId);
      case 'continue':
        return session.continueAnswer(intent.turnId);
      case 'chooseVersion':
        return session.chooseVersion(intent.turnId, intent.of, intent.step);
      case 'dequeue': {
        const text = session.dequeue(intent.id);
        if (intent.isEdit && text !== undefined) post({ type: 'putBack', text });
        return;
      }
      case 'sendQueued':
        return session.sendQueued(intent.id);
      case 'retryNow':
        return session.retryNow();
      case 'newChat':
        return session.newConversation();
      case 'action':
        if (intent.action !== 'tryAgain') return ports.runAction(intent.action);
        if (intent.turnId !== undefined) return session.retry(intent.turnId);
        return;
      case 'copy':
        return void (await vscode.env.clipboard.writeText(intent.text));
      case 'openLink':
        return openLink(intent.href);
      case 'log':
        return ports.logger[intent.level](`Chat view: ${intent.message}`);
    }
  }

  /** What can't be taken goes back into the input: nothing that was written is lost. */
  async function send(text: string): Promise<void> {
    try {
      (await ports.session()).send(text);
    } catch (error) {
      ports.logger.error(`Chat: ${String(error)}`);
      post({ type: 'rejected', text, failure: describeFailure(error, { t: vscode.l10n.t }) });
    }
  }

  const registration = vscode.window.registerWebviewViewProvider(
    views.chat,
    {
      resolveWebviewView(resolved) {
        view = resolved;
        isReady = false;
        resolved.webview.options = webviewOptions(ports.extensionUri);
        resolved.webview.onDidReceiveMessage((message: unknown) => {
          const intent = chatIntent.safeParse(message);
          if (!intent.success) return ports.logger.warn('Chat view: an unknown message was dropped');
          handle(intent.data).catch((error: unknown) => ports.logger.error(`Chat: ${String(error)}`));
        });
        resolved.onDidDispose(() => {
          if (view !== resolved) return;
          view = undefined;
          isReady = false;
        });
        resolved.webview.html = createWebviewPage({
          webview: resolved.webview,
          extensionUri: ports.extensionUri,
          name: 'chat',
          title: vscode.l10n.t('Chat'),
          body: '<relay-chat></relay-chat>',
          allow: ['img-src data:'],
        });
      },
    },
    { webviewOptions: { retainContextWhenHidden: true } },
  );

  return { post, postSnapshot, dispose: () => registration.dispose() };
}

/** Opens an address from an answer in the browser; VS Code itself shows it and asks first. */
async function openLink(href: string): Promise<void> {
  let uri: vscode.Uri;
  try {
    uri = vscode.Uri.parse(href, true);
  } catch {
    return;
  }
  if (['http', 'https', 'mailto'].includes(uri.scheme)) await vscode.env.openExternal(uri);
}
