import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { provideCodicons } from '../../scripts/packaging/codicons.ts';
import { projectFolder } from '../../scripts/projectPaths.ts';
import type { MarkdownPage } from './markdownPage.ts';
import themes from './themes.json' with { type: 'json' };
import { provideViewBrowser } from './viewServer.ts';
import { provideBundle } from './webviewBundle.ts';

declare const markdownPage: MarkdownPage;

export type MarkdownTheme = keyof typeof themes;
export const markdownThemes = Object.keys(themes) as MarkdownTheme[];

/** A page with nothing but a drawn text, under the content security policy and the styles that the chat has. */
export interface MarkdownView {
  readonly page: Page;
  /** All addresses that the page asked for, but for its own. */
  readonly foreignRequests: readonly string[];
  /** What the content security policy refused, and errors in the page's script. */
  readonly problems: readonly string[];
  show(text: string): Promise<void>;
  setTheme(theme: MarkdownTheme): Promise<void>;
}

const origin = 'http://markdown-view.test';

export async function openMarkdownView(width: number): Promise<MarkdownView> {
  const page = await (await provideViewBrowser()).newPage({ viewport: { width, height: 800 } });
  const foreignRequests: string[] = [];
  const problems: string[] = [];
  const fromProject = (...path: string[]) => readFile(join(projectFolder, ...path));
  const icons = await provideCodicons();
  const files: Readonly<Record<string, readonly [contentType: string, body: string | Buffer]>> = {
    '/': ['text/html', html],
    '/page.js': ['text/javascript', await provideBundle('test/webview/markdownPage.ts')],
    '/chat.css': ['text/css', await fromProject('media', 'chat.css')],
    '/markdown.css': ['text/css', await fromProject('media', 'markdown.css')],
    '/codicon.css': ['text/css', icons.css],
    '/codicon.ttf': ['font/ttf', icons.ttf],
    '/favicon.ico': ['image/x-icon', ''],
  };
  await page.route('**/*', async (route) => {
    const url = new URL(route.request().url());
    const [contentType, body] = files[url.pathname] ?? [];
    if (url.origin === origin && contentType !== undefined && body !== undefined) {
      return route.fulfill({ contentType, body });
    }
    foreignRequests.push(url.href);
    return route.abort();
  });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(`${origin}/`);
  return {
    page,
    foreignRequests,
    problems,
    async show(text) {
      await page.evaluate((all) => markdownPage.show(all), text);
      await drawn(page);
    },
    async setTheme(theme) {
      await page.evaluate(
        ([body, css]) => {
          document.body.className = body;
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(css);
          document.adoptedStyleSheets = [sheet];
        },
        [themes[theme].body, themeCss(theme)] as const,
      );
      await drawn(page);
    },
  };
}

/** Waits for the frames in which sizes are watched and what follows from them is drawn. */
function drawn(page: Page): Promise<void> {
  return page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  });
}

function themeCss(theme: MarkdownTheme): string {
  const variables = Object.entries(themes[theme].variables).map(
    ([name, value]) => `--vscode-${name}: ${value};`,
  );
  return `@layer vscode-default {
  body { color: var(--vscode-editor-foreground); background: transparent; font-family: var(--vscode-font-family); font-size: 13px; }
}
:root { ${variables.join(' ')} }
html { background: var(--vscode-sideBar-background); }
main { padding: 12px; }`;
}

const html = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'nonce-page'; style-src ${origin}; font-src ${origin}; img-src data:; require-trusted-types-for 'script'; trusted-types 'none'">
<title>Markdown</title>
<link rel="stylesheet" href="/codicon.css">
<link rel="stylesheet" href="/markdown.css">
<link rel="stylesheet" href="/chat.css">
</head>
<body><main><h1>Chat</h1><h2>Answer</h2><div id="answer"></div></main><script nonce="page" src="/page.js"></script></body>
</html>`;
