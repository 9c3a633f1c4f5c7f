import type { Page } from 'playwright-core';
import { type FilesPage, openFilesPage } from './filesPage.ts';
import type { MarkdownPage } from './markdownPage.ts';

declare const markdownPage: MarkdownPage;

/** A page with nothing but a drawn text, with the content security policy and the styles of the chat. */
export interface MarkdownView extends FilesPage {
  show(text: string): Promise<void>;
}

export async function openMarkdownView(width: number): Promise<MarkdownView> {
  const view = await openFilesPage({
    name: 'markdown',
    width,
    height: 800,
    html,
    script: 'test/webview/markdownPage.ts',
    styleSheets: ['markdown', 'controls', 'chat'],
    css: `@layer vscode-default {
  body { color: var(--vscode-editor-foreground); background: transparent; font-family: var(--vscode-font-family); font-size: 13px; }
}
html { background: var(--vscode-sideBar-background); }
main { padding: 12px; }`,
  });
  const { page, problems } = view;
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return {
    ...view,
    async show(text) {
      await page.evaluate((all) => markdownPage.show(all), text);
      await drawn(page);
    },
    async setTheme(theme) {
      await view.setTheme(theme);
      await drawn(page);
    },
  };
}

/** Waits for the frames in which sizes are observed and their effects are drawn. */
function drawn(page: Page): Promise<void> {
  return page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  });
}

const html = (origin: string) => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'nonce-page'; style-src ${origin}; font-src ${origin}; img-src data:; require-trusted-types-for 'script'; trusted-types 'none'">
<title>Markdown</title>
<link rel="stylesheet" href="/codicon.css">
<link rel="stylesheet" href="/markdown.css">
<link rel="stylesheet" href="/controls.css">
<link rel="stylesheet" href="/chat.css">
</head>
<body><main><h1>Chat</h1><h2>Answer</h2><div id="answer"></div></main><script nonce="page" src="/page.js"></script></body>
</html>`;
