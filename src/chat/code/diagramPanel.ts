import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { tabs } from '../../manifest.ts';
import type { Pages } from '../../platform/loadWhenUsed.ts';
import { createWebviewPage, webviewOptions } from '../../platform/webviewPage.ts';
import { type DiagramHostMessage, diagramWebviewMessage } from '../../protocol/diagramProtocol.ts';
import type { Logger } from '../../relay/logger.ts';

/** Larger diagrams would block the page for too long. */
const maximumLength = 30_000;

/** The state that a page saves to restore its tab, as VS Code returns it; longer diagrams are not drawn. */
const keptPage = z.object({ source: z.string().check(z.maxLength(maximumLength)) });

export interface DiagramPorts {
  readonly extensionUri: vscode.Uri;
  readonly pages: Pages;
  readonly logger: Logger;
}

/** Diagrams in editor tabs, which are restored after a reload. */
export function createDiagramPanels(ports: DiagramPorts) {
  const panels = new Map<string, vscode.WebviewPanel>();
  const title = vscode.l10n.t('Diagram');

  async function sendDiagram(webview: vscode.Webview, source: string): Promise<void> {
    const library = await readDiagramLibrary(ports.extensionUri).catch((error: unknown) => {
      ports.logger.error(`Diagram: its library could not be read: ${String(error)}`);
      return '';
    });
    void webview.postMessage({
      type: 'diagram',
      source,
      maximumLength,
      library,
    } satisfies DiagramHostMessage);
  }

  function fill(panel: vscode.WebviewPanel, source: string): void {
    panels.set(source, panel);
    panel.onDidDispose(() => {
      if (panels.get(source) === panel) panels.delete(source);
    });
    const { webview } = panel;
    webview.options = webviewOptions(ports.extensionUri);
    webview.onDidReceiveMessage((message: unknown) => {
      const parsed = diagramWebviewMessage.safeParse(message);
      if (!parsed.success) return ports.logger.warn('Diagram: dropped an unknown message');
      if (parsed.data.type === 'log')
        return ports.logger[parsed.data.level](`Diagram: ${parsed.data.message}`);
      void sendDiagram(webview, source);
    });
    webview.html = createWebviewPage({
      webview,
      extensionUri: ports.extensionUri,
      name: 'diagram',
      title,
      body: '<main class="diagram"></main>',
      allow: ['img-src data:'],
      // While drawing, the library measures its labels in the page, with inline styles that it adds.
      allowsInlineStyles: true,
    });
  }

  ports.pages.tab(tabs.diagram, {
    async deserializeWebviewPanel(panel, state: unknown) {
      const kept = keptPage.safeParse(state);
      // Close a tab without a valid state, whose diagram is unknown, and a second tab of an open diagram.
      if (kept.success && !panels.has(kept.data.source)) fill(panel, kept.data.source);
      else panel.dispose();
    },
  });

  return {
    /** Shows a diagram in its existing tab, or a new one. */
    show(source: string): void {
      const shown = panels.get(source);
      if (shown) return shown.reveal();
      const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: false };
      fill(vscode.window.createWebviewPanel(tabs.diagram, title, place), source);
    },
    dispose(): void {
      for (const panel of [...panels.values()]) panel.dispose();
    },
  };
}

/** The script that draws diagrams. Reading it for each tab takes some 20 ms, but caching it would take 3 MB. */
async function readDiagramLibrary(extensionUri: vscode.Uri): Promise<string> {
  const packed = await readFile(vscode.Uri.joinPath(extensionUri, 'dist', 'mermaid.js.br').fsPath);
  return (await promisify(brotliDecompress)(packed)).toString();
}
