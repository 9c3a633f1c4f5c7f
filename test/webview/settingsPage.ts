import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { projectFolder } from '../../scripts/projectPaths.ts';
import type { FieldName, SettingsFact, SettingsIntent } from '../../src/webview/settingsProtocol.ts';
import { provideBrowser } from '../e2e/harness/browser.ts';
import { bodyClassOf, type SettingsTheme, settingsThemes, themeCss } from './settingsThemes.ts';
import { provideBundle } from './webviewBundle.ts';

/** The settings panel's page, in a browser, with the test in the host's place. */
export interface SettingsPage {
  readonly page: Page;
  /** All that the page told the host, in order. */
  readonly intents: readonly SettingsIntent[];
  /** Addresses outside of the panel's own files that the page asked for. */
  readonly foreignRequests: readonly string[];
  /** What the content security policy refused, and errors in the page's script. */
  readonly problems: readonly string[];
  /** Tells the panel something, and waits until it is drawn. */
  tell(...facts: readonly SettingsFact[]): Promise<void>;
  /** Waits for an intent after those that were waited for. */
  intent<Type extends SettingsIntent['type']>(type: Type): Promise<Extract<SettingsIntent, { type: Type }>>;
  /** All intents of a type so far. */
  sent<Type extends SettingsIntent['type']>(type: Type): Extract<SettingsIntent, { type: Type }>[];
  /** The input of a field. */
  control(name: FieldName): Locator;
  /** What stands below a field. */
  remarks(name: FieldName): Promise<readonly string[]>;
  /** What a screen reader was told last. */
  said(): Promise<string>;
  /** Waits for the frames in which the panel draws what it was told. */
  drawn(): Promise<void>;
  setTheme(theme: SettingsTheme): Promise<void>;
  close(): Promise<void>;
}

export interface SettingsPageOptions {
  readonly theme?: SettingsTheme;
  readonly width?: number;
  readonly height?: number;
  readonly translations?: Readonly<Record<string, string>>;
  readonly reducedMotion?: boolean;
  /** The page's time stands still until the test lets it go on. */
  readonly clockStands?: boolean;
}

const origin = 'http://settings-view.test';

/** Opens the page as the host makes it, and waits until it is ready. */
export async function openSettingsPage(options: SettingsPageOptions = {}): Promise<SettingsPage> {
  const { theme = 'dark', width = 900, height = 800, reducedMotion = false } = options;
  const browser = await provideBrowser();
  const page = await browser.newPage({
    viewport: { width, height },
    reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
  });
  const intents: SettingsIntent[] = [];
  const foreignRequests: string[] = [];
  const problems: string[] = [];
  const waiting = new Set<() => void>();
  let waitedFor = 0;

  const files = await panelFiles();
  await page.route('**/*', async (route) => {
    const url = new URL(route.request().url());
    const [contentType, body] = files[url.pathname] ?? [];
    if (url.origin !== origin || (contentType === undefined && url.pathname !== '/')) {
      foreignRequests.push(url.href);
      return route.abort();
    }
    if (url.pathname === '/') {
      return route.fulfill({ contentType: 'text/html', body: panelHtml(theme, options) });
    }
    return route.fulfill({ ...(contentType && { contentType }), ...(body && { body }) });
  });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  await page.exposeFunction('tellHost', (intent: SettingsIntent) => {
    intents.push(intent);
    for (const go of waiting) go();
    waiting.clear();
  });

  const settingsPage: SettingsPage = {
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
      await settingsPage.drawn();
    },
    async intent<Type extends SettingsIntent['type']>(type: Type) {
      for (;;) {
        const place = intents.findIndex((intent, at) => at >= waitedFor && intent.type === type);
        const intent = intents[place];
        if (intent) {
          waitedFor = place + 1;
          return intent as Extract<SettingsIntent, { type: Type }>;
        }
        await new Promise<void>((resolve) => waiting.add(resolve));
      }
    },
    sent<Type extends SettingsIntent['type']>(type: Type) {
      return intents.filter(
        (intent): intent is Extract<SettingsIntent, { type: Type }> => intent.type === type,
      );
    },
    control: (name) => page.locator(`[id="control-${name}"]`),
    remarks: (name) => page.locator(`[id="remark-${name}"] p, [id="elsewhere-${name}"] p`).allInnerTexts(),
    said: async () => (await page.textContent('.announcement')) ?? '',
    async drawn() {
      if (options.clockStands) await page.clock.runFor(50);
      else {
        await page.evaluate(async () => {
          for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
        });
      }
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
        [bodyClassOf(name), themeCss(name)] as const,
      );
      await settingsPage.drawn();
    },
    close: () => page.close(),
  };
  if (options.clockStands) await page.clock.install({ time: 0 });
  await page.goto(`${origin}/`);
  if (options.clockStands) await page.clock.pauseAt(1_000);
  await settingsPage.intent('ready');
  return settingsPage;
}

type Files = Readonly<Record<string, readonly [contentType: string, body: string | Buffer]>>;

async function panelFiles(): Promise<Files> {
  const icons = (name: string) => readFile(join(projectFolder, 'node_modules/@vscode/codicons/dist', name));
  return {
    '/settings.js': ['text/javascript', await provideBundle('src/webview/settings/main.ts')],
    '/settings.css': ['text/css', await readFile(join(projectFolder, 'media/settings.css'))],
    '/codicon.css': ['text/css', await icons('codicon.css')],
    '/codicon.ttf': ['font/ttf', await icons('codicon.ttf')],
    '/favicon.ico': ['image/x-icon', ''],
    ...Object.fromEntries(
      settingsThemes.map((theme) => [`/theme-${theme}.css`, ['text/css', themeCss(theme)] as const]),
    ),
  };
}

/** The page as the host writes it, with its content security policy; the theme and the API are VS Code's part. */
function panelHtml(theme: SettingsTheme, { translations }: SettingsPageOptions): string {
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-page'`,
    `style-src ${origin}`,
    `font-src ${origin}`,
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
<title>Model Relay Settings</title>
<link rel="stylesheet" href="/theme-${theme}.css">
<link rel="stylesheet" id="vscode-codicon-stylesheet" href="/codicon.css">
<link rel="stylesheet" href="/settings.css">
<script type="application/json" id="l10n-bundle">${inScript(translations ?? {})}</script>
<script nonce="page">
globalThis.acquireVsCodeApi = () => ({ postMessage: (message) => void tellHost(message) });
</script>
</head>
<body class="${bodyClassOf(theme)}">
<relay-settings></relay-settings>
<script nonce="page" src="/settings.js"></script>
</body>
</html>`;
}
