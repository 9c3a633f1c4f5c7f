import * as vscode from 'vscode';
import type { Logger } from '../../relay/logger.ts';
import { type DiagramFact, diagramIntent } from '../../webview/diagramProtocol.ts';
import { createWebviewPage, webviewOptions } from '../../webviewPage.ts';

export interface DiagramPanels extends vscode.Disposable {
  /** Shows a diagram in a tab beside the editor: the one that shows it already, or a new one. */
  show(source: string): void;
}

const panelType = 'modelRelay.diagram';

export function createDiagramPanels(ports: {
  readonly extensionUri: vscode.Uri;
  readonly logger: Logger;
}): DiagramPanels {
  const panels = new Map<string, vscode.WebviewPanel>();

  function open(source: string): vscode.WebviewPanel {
    const title = vscode.l10n.t('Diagram');
    const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: false };
    const panel = vscode.window.createWebviewPanel(
      panelType,
      title,
      place,
      webviewOptions(ports.extensionUri),
    );
    panel.onDidDispose(() => panels.delete(source));
    const { webview } = panel;
    webview.onDidReceiveMessage((message: unknown) => {
      const intent = diagramIntent.safeParse(message);
      if (!intent.success) return ports.logger.warn('Diagram: an unknown message was dropped');
      if (intent.data.type === 'log')
        return ports.logger[intent.data.level](`Diagram: ${intent.data.message}`);
      const fact: DiagramFact = { type: 'diagram', source };
      void webview.postMessage(fact);
    });
    webview.html = createWebviewPage({
      webview,
      extensionUri: ports.extensionUri,
      name: 'diagram',
      title,
      body: '<main class="diagram"></main>',
      allow: ['img-src data:'],
      // The library measures its labels in the page while it draws, with styles that it writes there.
      allowsInlineStyles: true,
    });
    return panel;
  }

  return {
    show(source) {
      const shown = panels.get(source);
      if (shown) shown.reveal();
      else panels.set(source, open(source));
    },
    dispose() {
      for (const panel of [...panels.values()]) panel.dispose();
    },
  };
}
