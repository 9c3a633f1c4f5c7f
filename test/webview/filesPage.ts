import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { provideCodicons } from '../../scripts/packaging/codicons.ts';
import { projectFolder } from '../../scripts/projectPaths.ts';
import themes from './themes.json' with { type: 'json' };
import { provideViewBrowser, type ViewFile } from './viewServer.ts';
import { provideBundle } from './webviewBundle.ts';

export type Theme = keyof typeof themes;
export const themeNames = Object.keys(themes) as Theme[];

/** A page made of the given files, which can reach nothing else. */
export interface FilesPage {
  readonly page: Page;
  /** All URLs outside of its own that the page requested, including those of popups. */
  readonly foreignRequests: readonly string[];
  /** What the content security policy refused, and errors in the page's script. */
  readonly problems: string[];
  setTheme(theme: Theme): Promise<void>;
}

interface FilesPageOptions {
  /** The beginning of its URL. */
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly html: (origin: string) => string;
  /** The entry from which `/page.js` is bundled. */
  readonly script: string;
  /** Names of style sheets in media/. */
  readonly styleSheets: readonly string[];
  /** The CSS that VS Code gives the page in addition to its variables. */
  readonly css: string;
}

export async function openFilesPage(options: FilesPageOptions): Promise<FilesPage> {
  const { name, width, height, html, script, styleSheets, css } = options;
  const origin = `http://${name}-view.test`;
  const page = await (await provideViewBrowser()).newPage({ viewport: { width, height } });
  const foreignRequests: string[] = [];
  const problems: string[] = [];
  const icons = await provideCodicons();
  const files = new Map<string, ViewFile>([
    ['/', ['text/html', html(origin)]],
    ['/page.js', ['text/javascript', await provideBundle(script)]],
    ['/codicon.css', ['text/css', icons.css]],
    ['/codicon.ttf', ['font/ttf', icons.ttf]],
    ['/favicon.ico', ['image/x-icon', '']],
  ]);
  for (const sheet of styleSheets) {
    files.set(`/${sheet}.css`, ['text/css', await readFile(join(projectFolder, 'media', `${sheet}.css`))]);
  }
  await page.context().route('**/*', async (route) => {
    const url = new URL(route.request().url());
    const [contentType, body] = (url.origin === origin && files.get(url.pathname)) || [];
    if (contentType !== undefined && body !== undefined) return route.fulfill({ contentType, body });
    foreignRequests.push(url.href);
    return route.abort();
  });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('popup', (popup) => foreignRequests.push(popup.url()));
  await page.goto(`${origin}/`);
  return {
    page,
    foreignRequests,
    problems,
    async setTheme(theme) {
      const variables = Object.entries(themes[theme].variables).map(
        ([variable, value]) => `--vscode-${variable}: ${value};`,
      );
      await page.evaluate(
        ([className, text]) => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(text);
          document.adoptedStyleSheets = [sheet];
          document.body.className = className;
        },
        [themes[theme].body, `${css} :root { ${variables.join(' ')} }`] as const,
      );
    },
  };
}
