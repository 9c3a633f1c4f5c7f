import * as vscode from 'vscode';
import { commands, contextKeys, tabs, views } from '../../manifest.ts';
import type { Pages } from '../../platform/loadWhenUsed.ts';
import type { HostMessage } from '../../protocol/chatPageProtocol.ts';
import type { ScaleImage } from '../model/sentImages.ts';
import { type ChatPage, type ChatPagePorts, openChatPage } from './chatPage.ts';

interface Place {
  readonly page: ChatPage;
  readonly host: vscode.WebviewView | vscode.WebviewPanel;
}

const earlyCommands = { find: commands.findInChat, help: commands.openAccessibilityHelp };

/** Moves the focus to what opened a list, or to the chat's input. */
export type WayBack = (type?: 'focusBack' | 'focusInput') => Promise<void>;

/** All pages that show the chat. The state lives in the session. */
export type ChatView = ReturnType<typeof registerChatView>;

/** Registers the chat's view and its tab of the editor. */
export function registerChatView(ports: ChatPagePorts & { readonly pages: Pages }) {
  /** The pages, the most recently used one last. */
  let places: readonly Place[] = [];
  let isInUse = false;
  let title = '';
  const leave = () => {
    isInUse = false;
  };
  /** Number of lists that were opened from the chat. */
  let lists = 0;
  /** The place whose page has the focus. */
  let focused: Place | undefined;

  async function setFocused(place: Place | undefined): Promise<void> {
    focused = place;
    await vscode.commands.executeCommand('setContext', contextKeys.isChatFocused, place !== undefined);
  }

  /** Needed because a page that is closed may not report that it lost the focus. */
  function blur(place: Place): void {
    if (focused === place) void setFocused(undefined);
  }

  async function focus(place: Place, number: number): Promise<void> {
    await setFocused(place);
    if (focused !== place) return;
    void place.host.webview.postMessage({ type: 'focusKnown', number } satisfies HostMessage);
  }

  /** Shows the title next to the view's name, or on the tab. */
  function name(host: Place['host']): void {
    if ('viewColumn' in host) host.title = title || vscode.l10n.t('Chat');
    else host.description = title;
  }

  function add(host: Place['host']): void {
    name(host);
    const place: Place = {
      host,
      page: openChatPage(host.webview, {
        ...ports,
        async handle(message, page) {
          const isLeft = message.type === 'focus' && !message.isFocused;
          // A page that was just loaded has no focus, even if it had it before the reload.
          if (isLeft || message.type === 'ready') blur(place);
          if (isLeft) return;
          if (message.type !== 'log') {
            places = [...places.filter((other) => other !== place), place];
            isInUse = true;
          }
          if (message.type === 'focus') await focus(place, message.number);
          else if (message.type === 'earlyKey')
            await vscode.commands.executeCommand(earlyCommands[message.command]);
          else await ports.handle(message, page);
        },
      }),
    };
    places = [...places, place];
    host.onDidDispose(() => {
      blur(place);
      place.page.dispose();
      places = places.filter((other) => other !== place);
    });
    const onVisibility = () => {
      if (!host.visible) blur(place);
    };
    if ('viewColumn' in host) host.onDidChangeViewState(onVisibility);
    else host.onDidChangeVisibility(onVisibility);
  }

  function addPanel(panel: vscode.WebviewPanel): void {
    const icon = (theme: 'light' | 'dark') =>
      vscode.Uri.joinPath(ports.extensionUri, 'media', `relay-${theme}.svg`);
    panel.iconPath = { light: icon('light'), dark: icon('dark') };
    panel.onDidChangeViewState(() => {
      if (panel.active) isInUse = true;
    });
    add(panel);
  }

  const panels = () => places.flatMap(({ host }) => ('viewColumn' in host ? host : []));

  /** The place that has the focus, or had it last. */
  const current = () => focused ?? places.at(-1);

  async function show(): Promise<void> {
    isInUse = true;
    // VS Code takes the focus from the page before giving it back: keys typed in between would be lost.
    if (focused?.host.visible) return;
    const host = current()?.host;
    if (host && 'viewColumn' in host) host.reveal(undefined, false);
    else await vscode.commands.executeCommand(`${views.chat}.focus`);
  }

  async function postToLast(message: HostMessage): Promise<void> {
    await show();
    current()?.page.post(message);
  }

  ports.pages.view(views.chat, { resolveWebviewView: add });
  ports.pages.tab(tabs.chat, { deserializeWebviewPanel: async (panel) => addPanel(panel) });
  const subscriptions = vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(leave),
    vscode.window.onDidChangeActiveTerminal(leave),
    vscode.window.onDidChangeTextEditorSelection(({ kind }) => {
      // A selection changed by an extension has no `kind`.
      if (kind !== undefined) leave();
    }),
  );

  return {
    /** Whether a person can see the chat now. */
    get isShown(): boolean {
      return places.some(({ host }) => host.visible);
    },
    /** Whether the person's last action was in the chat, as far as that can be detected. */
    get isInUse(): boolean {
      return isInUse;
    },
    /** Sets the conversation's title; '' for none. */
    setTitle(words: string): void {
      if (words === title) return;
      title = words;
      for (const { host } of places) name(host);
    },
    post: (message: HostMessage): void => {
      for (const { page } of places) page.post(message);
    },
    /** Sends a message to all pages but this one. */
    postToOthers(sender: Pick<ChatPage, 'post'>, message: HostMessage): void {
      for (const { page } of places) if (page !== sender) page.post(message);
    },
    /** Reveals the place that was used last. In its page, the focus is where it was before. */
    show,
    /** The same, then sends a message to the page. */
    postToLast,
    /**
     * Call it before a list or an input box opens. The result moves the focus to the chat after that has closed, unless
     * another one was opened since: that one has the focus.
     */
    wayBack(): WayBack {
      lists += 1;
      const own = lists;
      return async (type = 'focusBack') => {
        if (own === lists) await postToLast({ type });
      };
    },
    /** Focuses its input; the next message scrolls into view. */
    async follow(): Promise<void> {
      await show();
      for (const type of ['focusInput', 'followConversation'] as const) current()?.page.post({ type });
    },
    /** Sends new snapshots to all pages. */
    async postSnapshot(): Promise<void> {
      await Promise.all(places.map(({ page }) => page.postSnapshot()));
    },
    async postTurns(): Promise<void> {
      await Promise.all(places.map(({ page }) => page.postTurns()));
    },
    async scaleImage(bytes: Uint8Array): ReturnType<ScaleImage> {
      let result: Awaited<ReturnType<ScaleImage>>;
      for (const { page } of places.toReversed()) {
        result = (await page.scaleImage(bytes)) ?? result;
        if (typeof result === 'object') break;
      }
      return result;
    },
    openInEditor(): void {
      const [open] = panels();
      if (open) return open.reveal();
      addPanel(
        vscode.window.createWebviewPanel(
          tabs.chat,
          vscode.l10n.t('Chat'),
          { viewColumn: vscode.ViewColumn.Active },
          { retainContextWhenHidden: true, enableFindWidget: false },
        ),
      );
    },
    dispose() {
      subscriptions.dispose();
      for (const panel of panels()) panel.dispose();
    },
  };
}
