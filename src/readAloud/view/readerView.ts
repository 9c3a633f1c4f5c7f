import * as vscode from 'vscode';
import { commands, contextKeys, views } from '../../manifest.ts';
import type { Pages } from '../../platform/loadWhenUsed.ts';
import { createWebviewPage, webviewOptions } from '../../platform/webviewPage.ts';
import {
  type ReaderHostMessage,
  type ReaderRequest,
  type ReaderWebviewMessage,
  readerWebviewMessage,
} from '../../protocol/readerProtocol.ts';
import type { Logger } from '../../relay/logger.ts';

interface ReaderViewPorts {
  readonly extensionUri: vscode.Uri;
  readonly pages: Pages;
  readonly onMessage: (message: ReaderRequest) => void;
  /** Called when the view was closed, and its audio element with it. */
  readonly onGone: () => void;
  readonly logger: Logger;
}

async function setFocused(isFocused: boolean): Promise<void> {
  await vscode.commands.executeCommand('setContext', contextKeys.isReaderFocused, isFocused);
}

/** The view with the only audio element of this window. Once opened, it lives until the window closes. */
export function registerReaderView(ports: ReaderViewPorts) {
  let view: vscode.WebviewView | undefined;
  let page = Promise.withResolvers<void>();

  function post(message: ReaderHostMessage): void {
    void view?.webview.postMessage(message);
  }

  async function onFocus({
    isFocused,
    number,
  }: Extract<ReaderWebviewMessage, { type: 'focus' }>): Promise<void> {
    await setFocused(isFocused);
    if (isFocused) post({ type: 'focusKnown', number });
  }

  async function reveal({ takeFocus }: { takeFocus: boolean }): Promise<void> {
    await vscode.commands.executeCommand(`${views.reader}.focus`, { preserveFocus: !takeFocus });
  }

  ports.pages.view(views.reader, {
    resolveWebviewView(resolved) {
      view = resolved;
      resolved.webview.options = webviewOptions(ports.extensionUri);
      resolved.webview.onDidReceiveMessage((message: unknown) => {
        const parsed = readerWebviewMessage.safeParse(message);
        if (!parsed.success) {
          ports.logger.warn('Read Aloud view: dropped an unknown message');
          return;
        }
        if (parsed.data.type === 'focus') return void onFocus(parsed.data);
        if (parsed.data.type === 'earlyKey')
          return void vscode.commands.executeCommand(commands.openAccessibilityHelp);
        ports.onMessage(parsed.data);
        if (parsed.data.type === 'ready') page.resolve();
      });
      // A page that is hidden may not report that it lost the focus.
      resolved.onDidChangeVisibility(() => {
        if (!resolved.visible) void setFocused(false);
      });
      resolved.onDidDispose(() => {
        if (view !== resolved) return;
        view = undefined;
        page = Promise.withResolvers();
        void setFocused(false);
        ports.onGone();
      });
      resolved.webview.html = createWebviewPage({
        webview: resolved.webview,
        extensionUri: ports.extensionUri,
        name: 'reader',
        title: vscode.l10n.t('Read Aloud'),
        body: '<relay-reader></relay-reader>',
        allow: ['media-src blob:'],
      });
    },
  });

  return {
    post,
    /** Opens the view if it was never open in this window, without moving the focus. */
    async ensure() {
      if (!view) await reveal({ takeFocus: false });
    },
    /** Shows the view; resolves when its page is ready for messages. */
    async open() {
      await reveal({ takeFocus: false });
      await page.promise;
    },
    /** Focuses the view, for a click or key in it. */
    reveal,
  };
}
