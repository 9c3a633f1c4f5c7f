import * as vscode from 'vscode';
import { chatPanelType, commands, contextKeys, views } from '../../manifest.ts';
import type { Pages } from '../../platform/loadWhenUsed.ts';
import { notify } from '../../platform/notifications.ts';
import { createWebviewPage, webviewOptions } from '../../platform/webviewPage.ts';
import { type HostMessage, type WebviewMessage, webviewMessage } from '../../protocol/chatPageProtocol.ts';
import type { TurnsWindow } from '../../protocol/protocolViews.ts';
import type { Logger } from '../../relay/logger.ts';
import { detectImageType } from '../../relay/media/imageFormat.ts';
import type { ScaleImage } from '../model/sentImages.ts';

interface Place {
  readonly page: ChatPage;
  readonly host: vscode.WebviewView | vscode.WebviewPanel;
}

const earlyCommands = { find: commands.findInChat, help: commands.openAccessibilityHelp };

/** All pages that show the chat. The state lives in the session. */
export type ChatView = ReturnType<typeof registerChatView>;

/** Registers the chat's view and its tab of the editor. */
export function registerChatView(ports: ChatPagePorts & { readonly pages: Pages }) {
  /** The pages, the last used one last. */
  let places: readonly Place[] = [];
  let isInUse = false;
  const leave = () => {
    isInUse = false;
  };
  /** The one with the focus in its page. */
  let focused: Place | undefined;

  async function setFocused(place: Place | undefined): Promise<void> {
    focused = place;
    await vscode.commands.executeCommand('setContext', contextKeys.isChatFocused, place !== undefined);
  }

  /** A page that goes away may not say that it lost the focus. */
  function blur(place: Place): void {
    if (focused === place) void setFocused(undefined);
  }

  async function focus(place: Place, number: number): Promise<void> {
    await setFocused(place);
    if (focused !== place) return;
    void place.host.webview.postMessage({ type: 'focusKnown', number } satisfies HostMessage);
  }

  function add(host: Place['host']): void {
    const place: Place = {
      host,
      page: openChatPage(host.webview, {
        ...ports,
        async handle(intent, page) {
          if (intent.type === 'focus' && !intent.isFocused) return blur(place);
          if (intent.type !== 'log') {
            places = [...places.filter((other) => other !== place), place];
            isInUse = true;
          }
          if (intent.type === 'focus') await focus(place, intent.number);
          else if (intent.type === 'earlyKey')
            await vscode.commands.executeCommand(earlyCommands[intent.command]);
          else await ports.handle(intent, page);
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

  async function show(): Promise<void> {
    const last = places.at(-1);
    isInUse = true;
    if (last && 'viewColumn' in last.host) last.host.reveal(undefined, false);
    else await vscode.commands.executeCommand(`${views.chat}.focus`);
  }

  ports.pages.view(views.chat, { resolveWebviewView: add });
  ports.pages.tab(chatPanelType, { deserializeWebviewPanel: async (panel) => addPanel(panel) });
  const subscriptions = vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(leave),
    vscode.window.onDidChangeActiveTerminal(leave),
    vscode.window.onDidChangeTextEditorSelection(({ kind }) => {
      // Others than the person change selections as well.
      if (kind !== undefined) leave();
    }),
  );

  return {
    /** Whether a person can see the chat now. */
    get isShown(): boolean {
      return places.some(({ host }) => host.visible);
    },
    /** Whether what the person did last was done in the chat, as far as that can be seen. */
    get isInUse(): boolean {
      return isInUse;
    },
    post: (fact: HostMessage): void => {
      for (const { page } of places) page.post(fact);
    },
    /** Sends a message to all pages but this one. */
    postToOthers(sender: ChatPage, fact: HostMessage): void {
      for (const { page } of places) if (page !== sender) page.post(fact);
    },
    /** Brings the person to the place that was used last; the focus is there where it was in the page. */
    show,
    /** The same, with a message to the page. */
    async postToLast(fact: HostMessage): Promise<void> {
      await show();
      places.at(-1)?.page.post(fact);
    },
    /** Brings the person to its input; what is sent next scrolls into view. */
    async follow(): Promise<void> {
      await show();
      for (const type of ['focusInput', 'followConversation'] as const) places.at(-1)?.page.post({ type });
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
    /** Shows the chat as a tab of the editor. */
    openInEditor(): void {
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
      subscriptions.dispose();
      for (const panel of panels()) panel.dispose();
    },
  };
}

/** The dependencies of a page. */
interface ChatPagePorts {
  readonly extensionUri: vscode.Uri;
  /** The folder of the images. */
  readonly pictures: vscode.Uri;
  /** All that a page shows, but for its turns and the address of its images. */
  readonly snapshot: () => Promise<
    Omit<Extract<HostMessage, { type: 'snapshot' }>, 'window' | 'running' | 'pictures'>
  >;
  /**
   * What tells the turns of the conversation and all responses that run, as of when it is called: what is told of them
   * later must not come before.
   */
  readonly turns: () => Promise<(first: number, count: number) => { window: TurnsWindow; running: string[] }>;
  readonly handle: (intent: WebviewMessage, page: ChatPage) => Promise<void>;
  /** Called when the page has its snapshot. */
  readonly onShown: () => void;
  readonly logger: Logger;
}

/** What a page says by itself: nobody waits for it. */
const unasked: ReadonlySet<WebviewMessage['type']> = new Set([
  'log',
  'draft',
  'suggest',
  'find',
  'showTurns',
]);

/** Number of turns that a page gets at once. */
const turnsInWindow = 40;
const mostTurnsInWindow = 200;

/** A page that hangs must not hold what is sent or attached. */
const scaleTimeoutMs = 30_000;

/** A page that shows the chat: the view in a side bar, or an editor tab. */
export type ChatPage = ReturnType<typeof openChatPage>;

/** Fills a webview with the chat's page. */
function openChatPage(webview: vscode.Webview, ports: ChatPagePorts) {
  const { logger, extensionUri } = ports;
  /** Facts before the first snapshot would speak of turns that the page doesn't know. */
  let isReady = false;
  /** Asked for before the page was ready. */
  const waiting: HostMessage[] = [];
  /** From which turn on it shows them; undefined for those at the end. */
  let first: number | undefined;
  let count = turnsInWindow;
  /** Counts them: of two that are asked for at once, the later one is shown. */
  let snapshots = 0;

  /** Settle what the page was asked to scale, by the number of the request. */
  const scaling = new Map<number, (scaled: Awaited<ReturnType<ScaleImage>>) => void>();
  let scaleRequests = 0;

  function scaleImage(bytes: Uint8Array): ReturnType<ScaleImage> {
    if (!isReady) return Promise.resolve(undefined);
    const requestId = ++scaleRequests;
    return new Promise((resolve) => {
      const timer = setTimeout(() => scaling.get(requestId)?.('failed'), scaleTimeoutMs);
      scaling.set(requestId, (scaled) => {
        clearTimeout(timer);
        scaling.delete(requestId);
        resolve(scaled);
      });
      const mediaType = detectImageType(bytes) ?? '';
      post({ type: 'scaleImage', requestId, mediaType, bytes: Buffer.from(bytes).toString('base64') });
    });
  }

  function post(fact: HostMessage): void {
    if (isReady) void webview.postMessage(fact);
    else if (fact.type === 'focusInput' || fact.type === 'openSystem' || fact.type === 'openFind')
      waiting.push(fact);
  }

  /** The turns in sight. Those at the end stay those at the end. */
  function pickTurns(turns: Awaited<ReturnType<ChatPagePorts['turns']>>) {
    if (first !== undefined) return turns(first, count);
    const { total } = turns(0, 0).window;
    return turns(total - count, count);
  }

  async function postSnapshot(): Promise<void> {
    first = undefined;
    count = turnsInWindow;
    snapshots += 1;
    const own = snapshots;
    const snapshot = await ports.snapshot();
    const turns = await ports.turns();
    // A newer one is on its way, or the page is gone.
    if (own !== snapshots) return;
    isReady = true;
    const pictures = webview.asWebviewUri(ports.pictures).toString();
    post({ ...snapshot, ...pickTurns(turns), pictures });
    for (const fact of waiting.splice(0)) post(fact);
  }

  const page = {
    post,
    /** Sends a new snapshot. */
    postSnapshot,
    /** Sends the turns that it shows anew; or others. */
    async postTurns(wanted?: { readonly first: number; readonly count: number }): Promise<void> {
      if (!isReady) return;
      if (wanted) {
        first = Math.max(0, Math.floor(wanted.first));
        count = Math.min(mostTurnsInWindow, Math.max(1, Math.floor(wanted.count)));
      }
      const turns = pickTurns(await ports.turns());
      if (turns.window.first + turns.window.turns.length >= turns.window.total) first = undefined;
      post({ type: 'turns', ...turns });
    },
    /** Lets the page scale an image down; undefined if it is not ready, or can't decode the image. */
    scaleImage,
    dispose(): void {
      isReady = false;
      snapshots += 1;
      for (const settle of scaling.values()) settle(undefined);
    },
  };

  webview.options = webviewOptions(extensionUri, ports.pictures);
  webview.onDidReceiveMessage((message: unknown) => {
    const intent = webviewMessage.safeParse(message);
    if (!intent.success) return logger.warn('Chat view: dropped an unknown message');
    const { type } = intent.data;
    receive(intent.data).catch((error: unknown) => {
      logger.error(`Chat: ${type}: ${String(error)}`);
      if (!unasked.has(type))
        void notify('warning', vscode.l10n.t('Something went wrong. See the log for details.'));
    });
  });
  async function receive(intent: WebviewMessage): Promise<void> {
    switch (intent.type) {
      case 'ready':
        await postSnapshot();
        return ports.onShown();
      case 'showTurns':
        return page.postTurns(intent);
      case 'imageScaled':
        return scaling.get(intent.requestId)?.(
          intent.bytes === undefined ? 'failed' : Buffer.from(intent.bytes, 'base64'),
        );
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
    allow: [`img-src data: blob: ${webview.cspSource}`],
  });
  return page;
}
