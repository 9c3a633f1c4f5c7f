import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '../../scripts/projectPaths.ts';
import type { DiagramHostMessage, DiagramWebviewMessage } from '../../src/protocol/diagramProtocol.ts';
import { type ChatTheme, chatLooks } from './chatPage.ts';
import { openViewPage, type ViewPage } from './viewPage.ts';

/** The tab of a diagram in a browser, with the test in the host's place. */
export interface DiagramPage extends ViewPage<DiagramHostMessage, DiagramWebviewMessage, ChatTheme> {
  /** The foreign requests that the content security policy let through: `foreignRequests` has all of them. */
  readonly passedRequests: readonly string[];
  /** Shows a diagram, and waits until it is drawn or has failed. */
  show(source: string): Promise<void>;
}

/** Opens the page as the host makes it: the library needs styles of its own in the page, and gets nothing else. */
export async function openDiagramPage(): Promise<DiagramPage> {
  const view = await openViewPage<DiagramHostMessage, DiagramWebviewMessage, ChatTheme>(
    {
      name: 'diagram',
      entry: 'src/webview/diagram/main.ts',
      title: 'Diagram',
      element: 'main',
      styleSheets: ['page', 'diagram'],
      body: '<main class="diagram"></main>',
      allow: ['img-src data:'],
      styleSources: "'unsafe-inline'",
      trustedTypes: [],
      ...chatLooks,
      defaults: { theme: 'dark', width: 600, height: 500 },
    },
    {},
  );
  const passedRequests: string[] = [];
  await view.page.route(/^https?:\/\/(?!diagram-view\.test\/)/, (route) => {
    passedRequests.push(route.request().url());
    return route.abort();
  });
  view.page.on('popup', (popup) => passedRequests.push(popup.url()));
  let isLoaded = false;
  return Object.assign(view, {
    passedRequests,
    async show(source: string) {
      // Like the host, which sends the large library to a tab only once.
      const library = isLoaded ? '' : await readFile(join(projectFolder, libraryPath), 'utf8');
      isLoaded = true;
      await view.page.evaluate(() => document.querySelector('main')?.replaceChildren());
      await view.tell({ type: 'diagram', source, maximumLength: 30_000, library });
      await view.page.locator('.stage img, .failure').first().waitFor();
    },
  });
}

const libraryPath = 'node_modules/@mermaid-js/tiny/dist/mermaid.tiny.js';
