import * as vscode from 'vscode';
import { notifyOfLogged } from '../../platform/notifications.ts';
import { createWebviewPage, webviewOptions } from '../../platform/webviewPage.ts';
import {
  type ChatStateView,
  type HostMessage,
  type WebviewMessage,
  webviewMessage,
} from '../../protocol/chatPageProtocol.ts';
import type { TurnsWindow } from '../../protocol/protocolViews.ts';
import type { Logger } from '../../relay/logger.ts';
import { detectImageType } from '../../relay/media/imageFormat.ts';
import type { ScaleImage } from '../model/sentImages.ts';

/** Everything that a page shows, except its turns and the URI of its images. */
export type ChatSnapshot = Omit<
  Extract<HostMessage, { type: 'snapshot' }>,
  'window' | 'running' | 'pictures'
>;

export interface ChatPagePorts {
  readonly extensionUri: vscode.Uri;
  /** The folder of the images. */
  readonly pictures: vscode.Uri;
  readonly snapshot: () => Promise<ChatSnapshot>;
  /**
   * Resolves to a function that returns the turns and all running responses at the time of the call: no later update
   * may reach the page before them.
   */
  readonly turns: () => Promise<(first: number, count: number) => { window: TurnsWindow; running: string[] }>;
  readonly handle: (message: WebviewMessage, page: ChatPage) => Promise<void>;
  /** Called when the page has its snapshot. */
  readonly onShown: () => void;
  readonly logger: Logger;
}

/** Messages that a page sends by itself: the person does not wait for them, so a failure is only logged. */
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

/** A page that hangs must not block sending or attaching. */
const scaleTimeoutMs = 30_000;

/** A page that shows the chat: the view in a side bar, or an editor tab. */
export type ChatPage = ReturnType<typeof openChatPage>;

/** Fills a webview with the chat's page. */
export function openChatPage(webview: vscode.Webview, ports: ChatPagePorts) {
  const { logger, extensionUri } = ports;
  /** Whether the page has a snapshot: earlier messages would refer to turns that it does not know. */
  let isReady = false;
  /** Messages to send once the page is ready. */
  const waiting: HostMessage[] = [];
  /** Index of the first turn that the page shows; undefined to show the last ones. */
  let first: number | undefined;
  let count = turnsInWindow;
  /** Counts snapshots: of two that are requested at once, the later one is shown. */
  let snapshots = 0;
  /** While a snapshot is read: what changed in the meantime, to send after it. */
  let changed: Partial<ChatStateView> | undefined;

  /** Resolve the scaling requests to the page, by request ID. */
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

  function post(message: HostMessage): void {
    if (changed && message.type === 'state') Object.assign(changed, message);
    else if (isReady) void webview.postMessage(message);
    else if (message.type === 'focusInput' || message.type === 'openSystem' || message.type === 'openFind')
      waiting.push(message);
  }

  /** The turns to show. A page that shows the last turns keeps showing the last ones. */
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
    const later: Partial<ChatStateView> = {};
    changed = later;
    try {
      const [snapshot, turns] = await Promise.all([ports.snapshot(), ports.turns()]);
      // A newer snapshot is on its way, or the page is gone.
      if (own !== snapshots) return;
      isReady = true;
      const pictures = webview.asWebviewUri(ports.pictures).toString();
      post({ ...snapshot, ...pickTurns(turns), pictures });
    } finally {
      if (changed === later) {
        changed = undefined;
        if (Object.keys(later).length > 0) post({ ...later, type: 'state' });
        for (const message of waiting.splice(0)) post(message);
      }
    }
  }

  const page = {
    post,
    postSnapshot,
    /** Sends the turns that the page shows again, or other ones. */
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
    const parsed = webviewMessage.safeParse(message);
    if (!parsed.success) return logger.warn('Chat view: dropped an unknown message');
    const { type } = parsed.data;
    receive(parsed.data).catch((error: unknown) => {
      logger.error(`Chat: ${type}: ${String(error)}`);
      if (!unasked.has(type))
        void notifyOfLogged(vscode.l10n.t('Something went wrong. See the log for details.'));
    });
  });
  async function receive(message: WebviewMessage): Promise<void> {
    switch (message.type) {
      case 'ready':
        await postSnapshot();
        return ports.onShown();
      case 'showTurns':
        return page.postTurns(message);
      case 'imageScaled':
        return scaling.get(message.requestId)?.(
          message.bytes === undefined ? 'failed' : Buffer.from(message.bytes, 'base64'),
        );
      default:
        return ports.handle(message, page);
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
