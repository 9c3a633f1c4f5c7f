import * as vscode from 'vscode';
import { chatPanelType, views } from '../ids.ts';
import type { ChatFact } from '../webview/protocol.ts';
import { type ChatPage, type ChatPagePorts, openChatPage } from './chatPage.ts';

/** All places in which the chat is shown. The state lives in the session; they may come and go. */
export interface ChatView extends vscode.Disposable {
  /** Whether a person can see the chat now. */
  readonly isShown: boolean;
  post(fact: ChatFact): void;
  /** Tells all but this page. */
  postToOthers(page: ChatPage, fact: ChatFact): void;
  /** Tells the place that was used last, which is shown for it. */
  postToLast(fact: ChatFact): Promise<void>;
  /** Sends all that is shown anew. */
  postSnapshot(): Promise<void>;
  postTurns(): Promise<void>;
  /** Shows the chat as a tab of the editor. */
  openInEditor(): void;
}

interface Place {
  readonly page: ChatPage;
  readonly host: vscode.WebviewView | vscode.WebviewPanel;
}

/** Registers the chat's view and its tab of the editor. */
export function registerChatView(ports: ChatPagePorts): ChatView {
  /** The one that was used last is the last. */
  let places: readonly Place[] = [];

  function add(host: Place['host']): void {
    const place: Place = {
      host,
      page: openChatPage(host.webview, {
        ...ports,
        async handle(intent, page) {
          if (intent.type !== 'log') places = [...places.filter((other) => other !== place), place];
          await ports.handle(intent, page);
        },
      }),
    };
    places = [...places, place];
    host.onDidDispose(() => {
      place.page.dispose();
      places = places.filter((other) => other !== place);
    });
  }

  function addPanel(panel: vscode.WebviewPanel): void {
    panel.iconPath = vscode.Uri.joinPath(ports.extensionUri, 'media', 'relay.svg');
    add(panel);
  }

  const panels = () => places.flatMap(({ host }) => ('viewColumn' in host ? host : []));

  const registrations = vscode.Disposable.from(
    vscode.window.registerWebviewViewProvider(
      views.chat,
      { resolveWebviewView: add },
      { webviewOptions: { retainContextWhenHidden: true } },
    ),
    vscode.window.registerWebviewPanelSerializer(chatPanelType, {
      deserializeWebviewPanel: async (panel) => addPanel(panel),
    }),
  );

  return {
    get isShown() {
      return places.some(({ host }) => host.visible);
    },
    post: (fact) => {
      for (const { page } of places) page.post(fact);
    },
    postToOthers(sender, fact) {
      for (const { page } of places) if (page !== sender) page.post(fact);
    },
    async postToLast(fact) {
      const last = places.at(-1);
      if (last && 'viewColumn' in last.host) last.host.reveal(undefined, false);
      else await vscode.commands.executeCommand(`${views.chat}.focus`);
      places.at(-1)?.page.post(fact);
    },
    async postSnapshot() {
      await Promise.all(places.map(({ page }) => page.postSnapshot()));
    },
    async postTurns() {
      await Promise.all(places.map(({ page }) => page.postTurns()));
    },
    openInEditor() {
      const [open] = panels();
      if (open) return open.reveal();
      addPanel(
        vscode.window.createWebviewPanel(
          chatPanelType,
          vscode.l10n.t('Chat'),
          { viewColumn: vscode.ViewColumn.Active },
          { retainContextWhenHidden: true, enableFindWidget: false },
        ),
      );
    },
    dispose() {
      registrations.dispose();
      for (const panel of panels()) panel.dispose();
    },
  };
}
