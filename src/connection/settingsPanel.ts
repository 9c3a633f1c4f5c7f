import * as vscode from 'vscode';
import { settingsPanelType } from '../manifest.ts';
import type { Pages } from '../platform/loadWhenUsed.ts';
import { createWebviewPage, webviewOptions } from '../platform/webviewPage.ts';
import {
  type SettingsHostMessage,
  type SettingsWebviewMessage,
  settingsWebviewMessage,
} from '../protocol/settingsProtocol.ts';
import type { Logger } from '../relay/logger.ts';

/** Where the panel goes to when it opens. */
export type SettingsTarget = Extract<SettingsHostMessage, { type: 'focus' }>['target'];

interface SettingsPanelPorts {
  readonly extensionUri: vscode.Uri;
  readonly pages: Pages;
  readonly logger: Logger;
  /** Does what a person wants done in the panel. */
  readonly handle: (message: SettingsWebviewMessage) => Promise<void>;
  readonly onClosed: () => void;
}

/** The tab of the settings. There is one of it in a window; after a reload of the window it is there again. */
export function registerSettingsPanel(ports: SettingsPanelPorts) {
  let panel: vscode.WebviewPanel | undefined;
  /** Messages before the first state would speak of fields that the page doesn't have. */
  let isReady = false;
  let target: SettingsTarget | undefined;

  function post(message: SettingsHostMessage): void {
    if (isReady) void panel?.webview.postMessage(message);
  }

  async function receive(message: unknown): Promise<void> {
    const parsed = settingsWebviewMessage.safeParse(message);
    if (!parsed.success) return ports.logger.warn('Settings panel: dropped an unknown message');
    if (parsed.data.type === 'ready') isReady = true;
    try {
      await ports.handle(parsed.data);
    } catch (error) {
      ports.logger.error(`Settings panel: ${String(error)}`);
    }
    if (parsed.data.type === 'ready') goToTarget();
  }

  function goToTarget(): void {
    if (target !== undefined) post({ type: 'focus', target });
    target = undefined;
  }

  function adopt(adopted: vscode.WebviewPanel): void {
    // A tab that was hidden when the window was reloaded comes back late, and another may be open by then.
    const previous = panel;
    panel = adopted;
    previous?.dispose();
    isReady = false;
    const { webview } = adopted;
    webview.options = webviewOptions(ports.extensionUri);
    webview.onDidReceiveMessage(receive);
    const icon = (theme: string) => vscode.Uri.joinPath(ports.extensionUri, 'media', `settings-${theme}.svg`);
    adopted.iconPath = { light: icon('light'), dark: icon('dark') };
    adopted.onDidDispose(() => {
      if (panel !== adopted) return;
      panel = undefined;
      isReady = false;
      ports.onClosed();
    });
    webview.html = createWebviewPage({
      webview,
      extensionUri: ports.extensionUri,
      name: 'settings',
      title: vscode.l10n.t('Model Relay Settings'),
      body: '<relay-settings></relay-settings>',
    });
  }

  ports.pages.tab(settingsPanelType, {
    async deserializeWebviewPanel(restored) {
      adopt(restored);
    },
  });

  return {
    get isOpen(): boolean {
      return panel !== undefined;
    },
    post,
    /** Opens the panel, or brings it to the front. */
    open(wished?: SettingsTarget): void {
      target = wished;
      if (panel) {
        panel.reveal();
        if (isReady) goToTarget();
        return;
      }
      const title = vscode.l10n.t('Model Relay Settings');
      // What is typed and not saved must outlive a look at another tab.
      const options = { retainContextWhenHidden: true, enableFindWidget: true };
      adopt(vscode.window.createWebviewPanel(settingsPanelType, title, vscode.ViewColumn.Active, options));
    },
  };
}
