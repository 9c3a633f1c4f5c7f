import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { tabs } from '../manifest.ts';
import type { Logger } from '../relay/logger.ts';
import type { Pages } from './loadWhenUsed.ts';
import { createWebviewPage, webviewOptions } from './webviewPage.ts';

interface PageTabOptions<Message> {
  readonly name: 'settings' | 'images' | 'tasks' | 'reader';
  readonly title: string;
  /** The prefix of its icon files in `media/`. */
  readonly icon: string;
  /** By default, a custom element with the name of the page. */
  readonly body?: string;
  /** The schema of messages from the page. */
  readonly message: z.ZodMiniType<Message>;
  readonly extensionUri: vscode.Uri;
  readonly pages: Pages;
  readonly logger: Logger;
  /** Handles a message from the page. */
  readonly handle: (message: Message) => Promise<void>;
  /** Called when `handle` failed, which is logged, so that the page can show a message. */
  readonly onFailed?: () => void;
  /** A folder with images that the page may show. */
  readonly imageFolder?: vscode.Uri;
  /** Whether the page may also play videos and audio from that folder. */
  readonly playsMedia?: boolean;
  readonly hasFindWidget?: boolean;
  /** Stores the page's state, such as a draft, while the tab is closed. */
  readonly memory?: vscode.Memento;
  /** Called when the tab comes to the front. */
  readonly onShown?: () => void;
  readonly onClosed?: () => void;
}

const keptState = z.object({ type: z.literal('keep'), state: z.record(z.string(), z.unknown()) });
/** The longest state that is stored, in characters of JSON. */
const longestKeptState = 300_000;

/** A page in a tab. Each window has at most one, which is restored after a reload. */
export function registerPageTab<HostMessage, Message extends { readonly type: string }>(
  options: PageTabOptions<Message>,
) {
  const { name, title, icon, extensionUri, logger, imageFolder, memory } = options;
  const type = tabs[name];
  const memoryKey = `pageState.${name}`;
  let panel: vscode.WebviewPanel | undefined;
  /** Whether the page sent `ready`, and that was handled. */
  let isReady = false;
  /** Messages for the page until it is ready. */
  const waiting: HostMessage[] = [];

  const post = (message: HostMessage): void => void panel?.webview.postMessage(message);

  /** A state that is too large is removed: otherwise an older one would be restored in its place. */
  function keep(memory: vscode.Memento, state: Readonly<Record<string, unknown>>): void {
    const isFit = JSON.stringify(state).length <= longestKeptState;
    memory.update(memoryKey, isFit ? state : undefined).then(undefined, (error: unknown) => {
      logger.error(`Page "${name}": failed to store its state: ${String(error)}`);
    });
  }

  async function receive(message: unknown): Promise<void> {
    const kept = memory && keptState.safeParse(message).data;
    if (kept) return keep(memory, kept.state);
    const parsed = options.message.safeParse(message);
    if (!parsed.success) return logger.warn(`Page "${name}": dropped an unknown message`);
    try {
      await options.handle(parsed.data);
      if (parsed.data.type !== 'ready') return;
      isReady = true;
      waiting.splice(0).forEach(post);
    } catch (error) {
      logger.error(`Page "${name}": ${String(error)}`);
      options.onFailed?.();
    }
  }

  function adopt(adopted: vscode.WebviewPanel): void {
    // A tab that was hidden when the window reloaded is restored late, and another may be open by then.
    const previous = panel;
    panel = adopted;
    isReady = false;
    previous?.dispose();
    const { webview } = adopted;
    webview.options = webviewOptions(extensionUri, ...(imageFolder ? [imageFolder] : []));
    webview.onDidReceiveMessage(receive);
    const iconFor = (theme: string) => vscode.Uri.joinPath(extensionUri, 'media', `${icon}-${theme}.svg`);
    adopted.iconPath = { light: iconFor('light'), dark: iconFor('dark') };
    adopted.onDidChangeViewState(() => adopted.visible && options.onShown?.());
    adopted.onDidDispose(() => {
      if (panel !== adopted) return;
      panel = undefined;
      isReady = false;
      options.onClosed?.();
    });
    webview.html = createWebviewPage({
      webview,
      extensionUri,
      name,
      title,
      body: options.body ?? `<relay-${name}></relay-${name}>`,
      allow: [
        ...(imageFolder ? [`img-src ${webview.cspSource} blob:`] : []),
        ...(options.playsMedia ? [`media-src ${webview.cspSource}`] : []),
      ],
      ...(memory && { keptState: memory.get(memoryKey, {}) }),
    });
  }

  options.pages.tab(type, { deserializeWebviewPanel: async (restored) => adopt(restored) });

  /** Opens the tab, or brings it to the front. */
  function open(): void {
    if (panel) return panel.reveal();
    // Typed text, scroll positions and loaded content must survive a switch to another tab.
    const kept = { retainContextWhenHidden: true, enableFindWidget: options.hasFindWidget ?? false };
    adopt(vscode.window.createWebviewPanel(type, title, vscode.ViewColumn.Active, kept));
  }

  return {
    get isOpen(): boolean {
      return panel !== undefined;
    },
    /** Whether the page is ready, and has its initial state. */
    get isReady(): boolean {
      return isReady;
    },
    /** Whether the person sees it, as far as VS Code knows. */
    get isSeen(): boolean {
      return panel?.visible === true && vscode.window.state.focused;
    },
    /** The URI of a file or folder for the page. */
    addressOf: (uri: vscode.Uri): string => panel?.webview.asWebviewUri(uri).toString() ?? '',
    post,
    open,
    /** Opens the tab with a message for its page, which gets it once it is ready. */
    openWith(message: HostMessage): void {
      open();
      if (isReady) post(message);
      else waiting.push(message);
    },
  };
}
