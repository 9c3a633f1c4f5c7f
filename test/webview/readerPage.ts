import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { CDPSession, Page } from 'playwright-core';
import { projectFolder } from '../../scripts/projectPaths.ts';
import type { ReaderFact, ReaderIntent } from '../../src/webview/readerProtocol.ts';
import { provideBrowser } from '../e2e/harness/browser.ts';
import { listenToTones, type Tone, tonesOf } from './readerEar.ts';
import { type ThemeName, themeCss, themeNames } from './readerThemes.ts';

/** The reader's page as the desktop editor has it: in a frame of a foreign origin, which may play after a gesture. */
export interface ReaderPage {
  readonly page: Page;
  /** All that the page told the host, in order. */
  readonly intents: readonly ReaderIntent[];
  /** Called for every intent, before those who wait for it go on. */
  onIntent: (intent: ReaderIntent) => void;
  send(...facts: readonly ReaderFact[]): Promise<void>;
  /** Waits for an intent behind those that were waited for. */
  intent(matches: (intent: ReaderIntent) => boolean): Promise<ReaderIntent>;
  /** Waits until the player tells that it is so. */
  state(status: string, index: number): Promise<void>;
  /** Evaluates in the frame. Playwright's own `evaluate` counts as a gesture, and would unlock the sound. */
  inspect<Result>(expression: string): Promise<Result>;
  /** Waits until an expression is true in the frame; asked at every frame of the screen. */
  until(expression: string): Promise<void>;
  click(selector: string): Promise<void>;
  press(key: string): Promise<void>;
  /** The tones that sounded since the first gesture, in order. */
  heard(): Promise<readonly Tone[]>;
  setTheme(theme: ThemeName): Promise<void>;
  /** Builds the page anew, as when the view is moved; no gesture counts any more. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

export interface ReaderPageOptions {
  readonly theme?: ThemeName;
  readonly width?: number;
  readonly height?: number;
  /** English to translated text, as the host puts it into the page. */
  readonly translations?: Readonly<Record<string, string>>;
  /** Script for the page before ours, such as one that takes `MediaSource` away. */
  readonly before?: string;
}

async function bundleReader(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(projectFolder, 'src/webview/reader/main.ts')],
    bundle: true,
    platform: 'browser',
    format: 'iife',
    target: 'chrome132',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

let bundle: Promise<string> | undefined;

/** Opens the page anew, with the desktop editor's rule that every sound needs a gesture in its own frame. */
export async function openReaderPage(options: ReaderPageOptions = {}): Promise<ReaderPage> {
  bundle ??= bundleReader();
  const view = await serve(await viewFiles(await bundle, options));
  const workbench = await serve({ '/': ['text/html', workbenchHtml(originOf(view, 'localhost'))] });
  const browser = await provideBrowser(['--autoplay-policy=user-gesture-required', '--site-per-process']);
  const { width = 280, height = 480 } = options;
  const page = await browser.newPage({ viewport: { width, height } });

  const intents: ReaderIntent[] = [];
  const waiting = new Set<() => void>();
  let waitedFor = 0;
  let session: CDPSession;
  const readerPage: ReaderPage = {
    page,
    intents,
    onIntent: () => {},
    async send(...facts) {
      const plain = facts.map((fact) => ('bytes' in fact ? { ...fact, bytes: [...fact.bytes] } : fact));
      await page.evaluate((all) => {
        for (const fact of all) {
          const message = 'bytes' in fact ? { ...fact, bytes: Uint8Array.from(fact.bytes) } : fact;
          document.querySelector('iframe')?.contentWindow?.postMessage(message, '*');
        }
      }, plain);
    },
    async intent(matches) {
      for (;;) {
        const found = intents.findIndex((intent, at) => at >= waitedFor && matches(intent));
        const intent = intents[found];
        if (intent) {
          waitedFor = found + 1;
          return intent;
        }
        await new Promise<void>((resolve) => waiting.add(resolve));
      }
    },
    async state(status, index) {
      await readerPage.intent(
        (intent) => intent.type === 'state' && intent.status === status && intent.index === index,
      );
    },
    async inspect<Result>(expression: string) {
      const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
        expression,
        awaitPromise: true,
        returnByValue: true,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value as Result;
    },
    async until(expression) {
      await readerPage.inspect(
        `new Promise((resolve) => { const look = () => (${expression}) ? resolve() : setTimeout(look, 4); look(); })`,
      );
    },
    async click(selector) {
      await readerPage.until(
        `document.querySelector(${JSON.stringify(selector)})?.getBoundingClientRect().height > 0`,
      );
      const { x, y } = await readerPage.inspect<{ x: number; y: number }>(
        `(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }))(document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect())`,
      );
      await page.mouse.click(x, y);
    },
    async press(key) {
      await page.evaluate(() => document.querySelector('iframe')?.focus());
      await page.keyboard.press(key);
    },
    heard: async () => tonesOf(await readerPage.inspect<readonly number[]>('globalThis.heardHertz ?? []')),
    async setTheme(theme) {
      await readerPage.inspect(`document.getElementById('theme').href = '/theme.css?${theme}'`);
      await readerPage.until(
        `document.documentElement.computedStyleMap().get('--theme')?.toString().trim() === '${theme}'`,
      );
    },
    async reload() {
      const ready = intents.length;
      await page.reload();
      while (!intents.slice(ready).some(({ type }) => type === 'ready')) {
        await new Promise<void>((resolve) => waiting.add(resolve));
      }
      session = await openSession(page);
    },
    async close() {
      await page.close();
      for (const server of [view, workbench]) await new Promise((resolve) => server.close(resolve));
    },
  };

  await page.exposeFunction('tellHost', (intent: ReaderIntent) => {
    intents.push(intent);
    readerPage.onIntent(intent);
    for (const go of waiting) go();
    waiting.clear();
  });
  await page.goto(originOf(workbench, '127.0.0.1'));
  await readerPage.intent(({ type }) => type === 'ready');
  session = await openSession(page);
  return readerPage;
}

async function openSession(page: Page): Promise<CDPSession> {
  const [, frame] = page.frames();
  if (!frame) throw new Error('The page has no frame.');
  return page.context().newCDPSession(frame);
}

type Files = Readonly<Record<string, readonly [contentType: string, content: string | Buffer]>>;

async function serve(files: Files): Promise<Server> {
  const server = createServer(({ url = '/' }, response) => {
    const path = url.startsWith('/theme.css') ? url : url.replace(/\?.*/, '');
    const [contentType, content] = files[path] ?? [];
    if (contentType === undefined) return response.writeHead(404).end();
    return response.writeHead(200, { 'content-type': contentType }).end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

function originOf(server: Server, host: string): string {
  return `http://${host}:${(server.address() as AddressInfo).port}`;
}

/** The part of the workbench: it keeps the frame, passes facts in and intents out. */
function workbenchHtml(viewOrigin: string): string {
  return `<!doctype html>
<link rel="icon" href="data:,">
<style>html, body, iframe { width: 100%; height: 100%; margin: 0; border: 0; display: block }</style>
<script>addEventListener('message', ({ data }) => tellHost(data));</script>
<iframe allow="autoplay; clipboard-read; clipboard-write" src="${viewOrigin}/"></iframe>`;
}

/** The part of VS Code's frame around the page, through which the host's messages come from the page's own origin. */
function passOnAsOwn(): void {
  addEventListener('message', (event) => {
    if (event.origin === origin) return;
    event.stopImmediatePropagation();
    postMessage(event.data, origin);
  });
}

async function viewFiles(script: string, options: ReaderPageOptions): Promise<Files> {
  const icons = (name: string) => readFile(join(projectFolder, 'node_modules/@vscode/codicons/dist', name));
  const themes = themeNames.map((theme) => [`/theme.css?${theme}`, ['text/css', themeCss(theme)]] as const);
  return {
    '/': ['text/html', viewHtml(options)],
    '/reader.js': ['text/javascript', script],
    '/reader.css': ['text/css', await readFile(join(projectFolder, 'media/reader.css'))],
    '/codicon.css': ['text/css', await icons('codicon.css')],
    '/codicon.ttf': ['font/ttf', await icons('codicon.ttf')],
    ...Object.fromEntries(themes),
  };
}

/** The page as the host writes it, with its content security policy; the theme is VS Code's part. */
function viewHtml({ theme = 'dark', translations = {}, before = '' }: ReaderPageOptions): string {
  const policy =
    "default-src 'none'; script-src 'nonce-1'; style-src 'self'; font-src 'self'; media-src blob:";
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Read Aloud</title>
<meta http-equiv="Content-Security-Policy" content="${policy}">
<link rel="stylesheet" id="theme" href="/theme.css?${theme}">
<link rel="stylesheet" id="vscode-codicon-stylesheet" href="/codicon.css">
<link rel="stylesheet" href="/reader.css">
<script type="application/json" id="l10n-bundle">${JSON.stringify(translations)}</script>
</head>
<body>
<relay-reader></relay-reader>
<script nonce="1">
${before}
globalThis.acquireVsCodeApi = () => ({ postMessage: (message) => parent.postMessage(message, '*') });
(${listenToTones.toString()})();
(${passOnAsOwn.toString()})();
</script>
<script nonce="1" src="/reader.js"></script>
</body>
</html>`;
}
