import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { provideCodicons } from '../../scripts/packaging/codicons.ts';
import { projectFolder } from '../../scripts/projectPaths.ts';
import type { DiagramHostMessage, DiagramWebviewMessage } from '../../src/protocol/diagramProtocol.ts';
import themes from './themes.json' with { type: 'json' };
import { editorApi } from './viewPage.ts';
import { provideViewBrowser } from './viewServer.ts';
import { provideBundle } from './webviewBundle.ts';

type Theme = keyof typeof themes;

/** The tab of a diagram in a browser, with the test in the host's place. */
export interface DiagramPage {
  readonly page: Page;
  readonly intents: readonly DiagramWebviewMessage[];
  /** Addresses outside of the page's own files that it asked for, popups among them. */
  readonly foreignRequests: readonly string[];
  /** Errors in the page's scripts, and what its content security policy refused. */
  readonly problems: string[];
  /** Shows a diagram, and waits until it is drawn or known to be none. */
  show(source: string): Promise<void>;
  setTheme(theme: Theme): Promise<void>;
  close(): Promise<void>;
}

const origin = 'http://diagram-view.test';

/** Opens the page as the host makes it: the library needs styles of its own in the page, and gets nothing else. */
export async function openDiagramPage(): Promise<DiagramPage> {
  const page = await (await provideViewBrowser()).newPage({ viewport: { width: 600, height: 500 } });
  const intents: DiagramWebviewMessage[] = [];
  const foreignRequests: string[] = [];
  const problems: string[] = [];
  const read = (path: string) => readFile(join(projectFolder, path));
  const icons = await provideCodicons();
  const files: Readonly<Record<string, readonly [contentType: string, body: string | Buffer]>> = {
    '/': ['text/html', html],
    '/diagram.css': ['text/css', await read('media/diagram.css')],
    '/codicon.css': ['text/css', icons.css],
    '/codicon.ttf': ['font/ttf', icons.ttf],
    '/favicon.ico': ['image/x-icon', ''],
    '/diagram.js': ['text/javascript', await provideBundle('src/webview/diagram/main.ts')],
  };
  await page.context().route('**/*', async (route) => {
    const url = new URL(route.request().url());
    const [contentType, body] = (url.origin === origin && files[url.pathname]) || [];
    if (contentType === undefined || body === undefined) {
      foreignRequests.push(url.href);
      return route.abort();
    }
    return route.fulfill({ contentType, body });
  });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('popup', (popup) => foreignRequests.push(popup.url()));
  await page.exposeFunction('tellHost', (intent: DiagramWebviewMessage) => void intents.push(intent));

  const setTheme = async (theme: Theme) => {
    await page.evaluate(
      ([className, css]) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(css);
        document.adoptedStyleSheets = [sheet];
        document.body.className = className;
      },
      [themes[theme].body, themeCss(theme)] as const,
    );
  };
  await page.goto(`${origin}/`);
  await setTheme('dark');
  let isLoaded = false;
  return {
    page,
    intents,
    foreignRequests,
    problems,
    setTheme,
    async show(source) {
      // As the host does, which sends it to a tab once; it is large.
      const library = isLoaded ? '' : await read('node_modules/@mermaid-js/tiny/dist/mermaid.tiny.js');
      isLoaded = true;
      await page.evaluate(
        (fact) => {
          document.querySelector('main')?.replaceChildren();
          postMessage(fact);
        },
        {
          type: 'diagram',
          source,
          maximumLength: 30_000,
          library: String(library),
        } satisfies DiagramHostMessage,
      );
      await page.locator('.stage img, .failure').first().waitFor();
    },
    close: () => page.close(),
  };
}

function themeCss(theme: Theme): string {
  const variables = Object.entries(themes[theme].variables).map(
    ([name, value]) => `--vscode-${name}: ${value};`,
  );
  return `:root { ${variables.join(' ')} } body { background: var(--vscode-editor-background); }`;
}

const policy = [
  `default-src 'none'`,
  `script-src 'nonce-page'`,
  `style-src ${origin} 'unsafe-inline'`,
  `font-src ${origin}`,
  'img-src data:',
].join('; ');

const html = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>Diagram</title>
<link rel="stylesheet" href="/codicon.css">
<link rel="stylesheet" href="/diagram.css">
<script type="application/json" id="l10n-bundle">{}</script>
<script nonce="page">
${editorApi}
</script>
</head>
<body>
<main class="diagram"></main>
<script nonce="page" src="/diagram.js"></script>
</body>
</html>`;
