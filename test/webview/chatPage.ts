import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { projectFolder } from '../../scripts/projectPaths.ts';
import type { ChatFact, ChatIntent } from '../../src/webview/protocol.ts';
import { provideBrowser } from '../e2e/harness/browser.ts';
import themes from './themes.json' with { type: 'json' };
import { provideBundle } from './webviewBundle.ts';

export type ChatTheme = keyof typeof themes;
export const chatThemes = Object.keys(themes) as ChatTheme[];

/** The chat's page, in a browser, with the test in the host's place. */
export interface ChatPage {
  readonly page: Page;
  /** All that the page told the host, in order. */
  readonly intents: readonly ChatIntent[];
  /** Addresses outside of the view's own files that the page asked for. */
  readonly foreignRequests: readonly string[];
  /** What the content security policy refused, and errors in the page's script. */
  readonly problems: readonly string[];
  /** Tells the view something, and waits until it is drawn. */
  tell(...facts: readonly ChatFact[]): Promise<void>;
  /** Waits for an intent after those that were waited for. */
  intent<Type extends ChatIntent['type']>(type: Type): Promise<Extract<ChatIntent, { type: Type }>>;
  /** Waits for the two frames in which the view draws what it was told. */
  drawn(): Promise<void>;
  setTheme(theme: ChatTheme): Promise<void>;
  /** Loads the page anew, as VS Code does when it rebuilds a view. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

export interface ChatPageOptions {
  readonly theme?: ChatTheme;
  readonly width?: number;
  readonly height?: number;
  readonly translations?: Readonly<Record<string, string>>;
  readonly reducedMotion?: boolean;
}

const origin = 'http://chat-view.test';

/** Opens the page as the host makes it, and waits until it is ready. */
export async function openChatPage(options: ChatPageOptions = {}): Promise<ChatPage> {
  const { theme = 'dark', width = 400, height = 700, reducedMotion = false } = options;
  const browser = await provideBrowser();
  const page = await browser.newPage({
    viewport: { width, height },
    reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
  });
  const intents: ChatIntent[] = [];
  const foreignRequests: string[] = [];
  const problems: string[] = [];
  const waiting = new Set<() => void>();
  let waitedFor = 0;

  const files = await viewFiles();
  await page.route('**/*', async (route) => {
    const url = new URL(route.request().url());
    const [contentType, body] = files[url.pathname] ?? [];
    if (url.origin !== origin || (contentType === undefined && url.pathname !== '/')) {
      foreignRequests.push(url.href);
      return route.abort();
    }
    if (url.pathname === '/') {
      return route.fulfill({ contentType: 'text/html', body: viewHtml(theme, options) });
    }
    return route.fulfill({ ...(contentType && { contentType }), ...(body && { body }) });
  });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  await page.exposeFunction('tellHost', (intent: ChatIntent) => {
    intents.push(intent);
    for (const go of waiting) go();
    waiting.clear();
  });

  const chatPage: ChatPage = {
    page,
    intents,
    foreignRequests,
    problems,
    async tell(...facts) {
      await page.evaluate(async (all) => {
        for (const fact of all) {
          // Each fact is a message of its own, as from the host.
          await new Promise<void>((resolve) => {
            addEventListener('message', () => resolve(), { once: true });
            postMessage(fact);
          });
        }
      }, facts);
      await chatPage.drawn();
    },
    async intent<Type extends ChatIntent['type']>(type: Type) {
      for (;;) {
        const place = intents.findIndex((intent, at) => at >= waitedFor && intent.type === type);
        const intent = intents[place];
        if (intent) {
          waitedFor = place + 1;
          return intent as Extract<ChatIntent, { type: Type }>;
        }
        await new Promise<void>((resolve) => waiting.add(resolve));
      }
    },
    async drawn() {
      await page.evaluate(async () => {
        for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
      });
    },
    async setTheme(name) {
      await page.evaluate(
        ([body, css]) => {
          document.body.className = body;
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(css);
          document.adoptedStyleSheets = [sheet];
          const first = document.querySelector<HTMLLinkElement>('link[href^="/theme-"]');
          if (first) first.disabled = true;
        },
        [themes[name].body, themeCss(name)] as const,
      );
      await chatPage.drawn();
    },
    async reload() {
      await page.reload();
      await chatPage.intent('ready');
    },
    close: () => page.close(),
  };
  await page.goto(`${origin}/`);
  await chatPage.intent('ready');
  return chatPage;
}

type Files = Readonly<Record<string, readonly [contentType: string, body: string | Buffer]>>;

async function viewFiles(): Promise<Files> {
  const icons = (name: string) => readFile(join(projectFolder, 'node_modules/@vscode/codicons/dist', name));
  return {
    '/chat.js': ['text/javascript', await provideBundle('src/webview/chat/main.ts')],
    '/chat.css': ['text/css', await readFile(join(projectFolder, 'media/chat.css'))],
    '/markdown.css': ['text/css', await readFile(join(projectFolder, 'media/markdown.css'))],
    '/codicon.css': ['text/css', await icons('codicon.css')],
    '/codicon.ttf': ['font/ttf', await icons('codicon.ttf')],
    '/favicon.ico': ['image/x-icon', ''],
    ...Object.fromEntries(
      chatThemes.map((theme) => [`/theme-${theme}.css`, ['text/css', themeCss(theme)] as const]),
    ),
  };
}

/** What VS Code gives every view before its own styles. */
function themeCss(theme: ChatTheme): string {
  const variables = Object.entries(themes[theme].variables).map(
    ([name, value]) => `--vscode-${name}: ${value};`,
  );
  return `@layer vscode-default {
  body { padding: 0 20px; color: var(--vscode-editor-foreground); background: transparent; }
  code { padding: 1px 3px; border-radius: 4px; background: var(--vscode-textPreformat-background); }
}
:root { ${variables.join(' ')} }
html { background: var(--vscode-sideBar-background); scrollbar-color: var(--vscode-scrollbarSlider-background) transparent; }`;
}

/** The page as the host writes it, with its content security policy; the theme and the API are VS Code's part. */
function viewHtml(theme: ChatTheme, { translations }: ChatPageOptions): string {
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-page'`,
    `style-src ${origin}`,
    `font-src ${origin}`,
    'img-src data:',
    `require-trusted-types-for 'script'`,
    'trusted-types lit-html',
  ].join('; ');
  const inScript = (value: unknown) => JSON.stringify(value ?? null).replaceAll('<', '\\u003c');
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Chat</title>
<link rel="stylesheet" href="/theme-${theme}.css">
<link rel="stylesheet" id="vscode-codicon-stylesheet" href="/codicon.css">
<link rel="stylesheet" href="/chat.css">
<script type="application/json" id="l10n-bundle">${inScript(translations ?? {})}</script>
<script nonce="page">
globalThis.acquireVsCodeApi = () => ({ postMessage: (message) => void tellHost(message) });
</script>
</head>
<body class="${themes[theme].body}">
<relay-chat></relay-chat>
<script nonce="page" src="/chat.js"></script>
</body>
</html>`;
}
