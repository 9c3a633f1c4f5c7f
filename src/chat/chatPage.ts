import * as vscode from 'vscode';
import type { Logger } from '../relay/logger.ts';
import { type ChatFact, type ChatIntent, chatIntent } from '../webview/protocol.ts';
import type { TurnsWindow } from '../webview/protocolViews.ts';
import { createWebviewPage, webviewOptions } from '../webviewPage.ts';

/** What a page needs of the chat. */
export interface ChatPagePorts {
  readonly extensionUri: vscode.Uri;
  /** Where the pictures are. */
  readonly pictures: vscode.Uri;
  /** All that a page shows, but for its turns and the address of its pictures. */
  readonly snapshot: () => Promise<Omit<Extract<ChatFact, { type: 'snapshot' }>, 'window' | 'pictures'>>;
  /** Turns of the conversation and all answers that run. */
  readonly turns: (first: number, count: number) => Promise<{ window: TurnsWindow; running: string[] }>;
  readonly handle: (intent: ChatIntent, page: ChatPage) => Promise<void>;
  /** The page is there and has its snapshot. */
  readonly onShown: () => void;
  readonly logger: Logger;
}

/** One place in which the chat is shown: the view in a side bar, or a tab of the editor. */
export interface ChatPage {
  post(fact: ChatFact): void;
  /** Sends all that the page shows anew. */
  postSnapshot(): Promise<void>;
  /** Sends the turns that it shows anew; or others. */
  postTurns(wanted?: { readonly first: number; readonly count: number }): Promise<void>;
  dispose(): void;
}

/** So many turns a page gets at once. */
const turnsInWindow = 40;
const mostTurnsInWindow = 200;

/** Fills a webview with the chat's page. */
export function openChatPage(webview: vscode.Webview, ports: ChatPagePorts): ChatPage {
  const { logger, extensionUri } = ports;
  /** Facts before the first snapshot would speak of turns that the page doesn't know. */
  let isReady = false;
  /** Asked for before the page was ready. */
  const waiting: ChatFact[] = [];
  /** From which turn on it shows them; undefined for those at the end. */
  let first: number | undefined;
  let count = turnsInWindow;

  function post(fact: ChatFact): void {
    if (isReady) void webview.postMessage(fact);
    else if (fact.type === 'focusInput' || fact.type === 'openSystem' || fact.type === 'openFind')
      waiting.push(fact);
  }

  /** The turns in sight. Those at the end stay those at the end. */
  async function readTurns() {
    const from = first ?? Number.MAX_SAFE_INTEGER;
    const found = await ports.turns(from, count);
    if (first !== undefined) return found;
    return ports.turns(found.window.total - count, count);
  }

  async function postSnapshot(): Promise<void> {
    first = undefined;
    count = turnsInWindow;
    const [snapshot, { window }] = await Promise.all([ports.snapshot(), readTurns()]);
    isReady = true;
    post({ ...snapshot, window, pictures: webview.asWebviewUri(ports.pictures).toString() });
    for (const fact of waiting.splice(0)) post(fact);
  }

  const page: ChatPage = {
    post,
    postSnapshot,
    async postTurns(wanted) {
      if (!isReady) return;
      if (wanted) {
        first = Math.max(0, Math.floor(wanted.first));
        count = Math.min(mostTurnsInWindow, Math.max(1, Math.floor(wanted.count)));
      }
      const turns = await readTurns();
      if (turns.window.first + turns.window.turns.length >= turns.window.total) first = undefined;
      post({ type: 'turns', ...turns });
    },
    dispose() {
      isReady = false;
    },
  };

  webview.options = {
    ...webviewOptions(extensionUri),
    localResourceRoots: [...(webviewOptions(extensionUri).localResourceRoots ?? []), ports.pictures],
  };
  webview.onDidReceiveMessage((message: unknown) => {
    const intent = chatIntent.safeParse(message);
    if (!intent.success) return logger.warn('Chat view: an unknown message was dropped');
    receive(intent.data).catch((error: unknown) => logger.error(`Chat: ${String(error)}`));
  });
  async function receive(intent: ChatIntent): Promise<void> {
    switch (intent.type) {
      case 'ready':
        await postSnapshot();
        return ports.onShown();
      case 'showTurns':
        return page.postTurns(intent);
      default:
        return ports.handle(intent, page);
    }
  }
  webview.html = createWebviewPage({
    webview,
    extensionUri,
    name: 'chat',
    title: vscode.l10n.t('Chat'),
    body: '<relay-chat></relay-chat>',
    allow: [`img-src data: ${webview.cspSource}`],
  });
  return page;
}
