import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '../../scripts/projectPaths.ts';
import type { DiagramHostMessage } from '../../src/protocol/diagramProtocol.ts';
import { type FilesPage, openFilesPage } from './filesPage.ts';
import { editorApi } from './viewPage.ts';

/** The tab of a diagram in a browser, with the test in the host's place. */
export interface DiagramPage extends FilesPage {
  /** Shows a diagram, and waits until it is drawn or has failed. */
  show(source: string): Promise<void>;
}

/** Opens the page as the host makes it: the library needs styles of its own in the page, and gets nothing else. */
export async function openDiagramPage(): Promise<DiagramPage> {
  const view = await openFilesPage({
    name: 'diagram',
    width: 600,
    height: 500,
    html,
    script: 'src/webview/diagram/main.ts',
    styleSheets: ['diagram'],
    css: 'body { background: var(--vscode-editor-background); }',
  });
  const { page } = view;
  await view.setTheme('dark');
  let isLoaded = false;
  return {
    ...view,
    async show(source) {
      // Like the host, which sends the large library to a tab only once.
      const library = isLoaded ? '' : await readFile(join(projectFolder, libraryPath), 'utf8');
      isLoaded = true;
      await page.evaluate(
        (fact) => {
          document.querySelector('main')?.replaceChildren();
          postMessage(fact);
        },
        { type: 'diagram', source, maximumLength: 30_000, library } satisfies DiagramHostMessage,
      );
      await page.locator('.stage img, .failure').first().waitFor();
    },
  };
}

const libraryPath = 'node_modules/@mermaid-js/tiny/dist/mermaid.tiny.js';

/** The page's messages to the host are ignored here. */
const html = (origin: string) => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'nonce-page'; style-src ${origin} 'unsafe-inline'; font-src ${origin}; img-src data:">
<title>Diagram</title>
<link rel="stylesheet" href="/codicon.css">
<link rel="stylesheet" href="/diagram.css">
<script type="application/json" id="l10n-bundle">{}</script>
<script nonce="page">
globalThis.tellHost = () => {};
${editorApi}
</script>
</head>
<body>
<main class="diagram"></main>
<script nonce="page" src="/page.js"></script>
</body>
</html>`;
