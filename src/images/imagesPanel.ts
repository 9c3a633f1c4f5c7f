import * as vscode from 'vscode';
import { imagesPanelType } from '../manifest.ts';
import type { Pages } from '../platform/loadWhenUsed.ts';
import { createWebviewPage, webviewOptions } from '../platform/webviewPage.ts';
import {
  type ImagesHostMessage,
  type ImagesWebviewMessage,
  imagesWebviewMessage,
} from '../protocol/imagesProtocol.ts';
import type { Logger } from '../relay/logger.ts';

interface ImagesPanelPorts {
  readonly extensionUri: vscode.Uri;
  /** Where the images are. The page may load what is in it. */
  readonly folder: vscode.Uri;
  readonly pages: Pages;
  readonly logger: Logger;
  readonly handle: (message: ImagesWebviewMessage) => Promise<void>;
  /** The tab came to the front. */
  readonly onShown: () => void;
}

/** The tab of images. There is one of it in a window; after a reload of the window it is there again. */
export function registerImagesPanel(ports: ImagesPanelPorts) {
  let panel: vscode.WebviewPanel | undefined;

  async function receive(message: unknown): Promise<void> {
    const parsed = imagesWebviewMessage.safeParse(message);
    if (!parsed.success) return ports.logger.warn('Images: dropped an unknown message');
    try {
      await ports.handle(parsed.data);
    } catch (error) {
      ports.logger.error(`Images: ${String(error)}`);
      post({ type: 'notice', text: vscode.l10n.t('Something went wrong. See the log for details.') });
    }
  }

  function post(message: ImagesHostMessage): void {
    void panel?.webview.postMessage(message);
  }

  function adopt(adopted: vscode.WebviewPanel): void {
    // A tab that was hidden when the window was reloaded comes back late, and another may be open by then.
    const previous = panel;
    panel = adopted;
    previous?.dispose();
    const { webview } = adopted;
    webview.options = webviewOptions(ports.extensionUri, ports.folder);
    webview.onDidReceiveMessage(receive);
    const icon = (theme: string) => vscode.Uri.joinPath(ports.extensionUri, 'media', `relay-${theme}.svg`);
    adopted.iconPath = { light: icon('light'), dark: icon('dark') };
    adopted.onDidChangeViewState(() => adopted.visible && ports.onShown());
    adopted.onDidDispose(() => {
      if (panel === adopted) panel = undefined;
    });
    webview.html = createWebviewPage({
      webview,
      extensionUri: ports.extensionUri,
      name: 'images',
      title: vscode.l10n.t('Model Relay: Images'),
      body: '<relay-images></relay-images>',
      allow: [`img-src ${webview.cspSource} blob:`],
    });
  }

  ports.pages.tab(imagesPanelType, {
    async deserializeWebviewPanel(restored) {
      adopt(restored);
    },
  });

  return {
    post,
    /** The address of the images’ folder in the page. */
    get folderAddress(): string {
      return panel?.webview.asWebviewUri(ports.folder).toString() ?? '';
    },
    /** Opens the tab, or brings it to the front. */
    open(): void {
      if (panel) return panel.reveal();
      const title = vscode.l10n.t('Model Relay: Images');
      // A list that was scrolled, and images that were loaded, outlive a look at another tab.
      const options = { retainContextWhenHidden: true };
      adopt(vscode.window.createWebviewPanel(imagesPanelType, title, vscode.ViewColumn.Active, options));
    },
  };
}
