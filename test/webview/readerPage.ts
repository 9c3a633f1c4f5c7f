import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import { provideCodicons } from '../../scripts/packaging/codicons.ts';
import { projectFolder } from '../../scripts/projectPaths.ts';
import type {
  ReaderHostMessage,
  ReaderTabHostMessage,
  ReaderWebviewMessage,
} from '../../src/protocol/readerProtocol.ts';
import { waitUntil } from '../e2e/harness/waitUntil.ts';
import { Inbox, patienceMs } from './inbox.ts';
import { type Language, languages } from './languages.ts';
import { lendPage } from './lentPages.ts';
import { earModule, listenToTones, tonesOf, windowMs } from './readerEar.ts';
import { type ThemeName, themeCss, themeNames } from './readerThemes.ts';
import { provideViewServer, type ViewFile } from './viewServer.ts';
import { provideBundle } from './webviewBundle.ts';

type Fact = ReaderHostMessage | ReaderTabHostMessage;
/** The tab has another intent, `showView`, which only its own test knows. */
type Intent = ReaderWebviewMessage;

/** The reader's page as the desktop editor has it: in a frame of a foreign origin, which may play after a gesture. */
export type ReaderPage = Awaited<ReturnType<typeof openReaderPage>>;

export interface ReaderPageOptions {
  readonly theme?: ThemeName;
  readonly width?: number;
  readonly height?: number;
  /** English unless it is another. */
  readonly language?: Language;
  /** Script for the page before ours, such as one that takes `MediaSource` away. */
  readonly before?: string;
  /** The page in a tab of the editor. */
  readonly isInTab?: boolean;
}

/** Different sites to the browser, both secure contexts, so that the page may do what it may do in VS Code. */
const workbenchHost = 'workbench.localhost';
const viewHost = 'reader.localhost';

/** Fulfilled when the page was drawn, with all earlier changes. */
export const twoFrames =
  'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))';

/** The pages that are open now, by query. */
const pages = new Map<string, ReaderPageOptions>();
let pagesOpened = 0;

/** Opens a new page, with the desktop editor's rule that every sound needs a gesture in its own frame. */
export async function openReaderPage(options: ReaderPageOptions = {}) {
  const files = await viewFiles();
  const query = `?page=${pagesOpened++}`;
  pages.set(query, options);
  const server = await provideViewServer();
  server.serve(workbenchHost, ({ search }) => ['text/html', workbenchHtml(search)]);
  server.serve(viewHost, ({ pathname, search }) => {
    if (pathname !== '/') return files[pathname] ?? files[pathname + search];
    const opened = pages.get(search);
    return opened && ['text/html', viewHtml(opened)];
  });
  const { width = 280, height = 480 } = options;
  const lent = await lendPage({ width, height, reducedMotion: false });
  const { page } = lent;

  const inbox = new Inbox<Intent>();
  const isReady = ({ type }: Intent) => type === 'ready';
  const sending = new Set<Promise<void>>();
  let session: CDPSession;

  /** Evaluates in the frame. Playwright's own `evaluate` counts as a gesture, and would unlock the sound. */
  async function inspect<Result>(expression: string): Promise<Result> {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  /** Waits until an expression is true in the frame. */
  async function until(expression: string): Promise<void> {
    await inspect(
      `new Promise((resolve) => { const look = () => (${expression}) ? resolve() : setTimeout(look, 4); look(); })`,
    );
  }

  async function press(key: string): Promise<void> {
    await page.evaluate(() => document.querySelector('iframe')?.focus());
    await page.keyboard.press(key);
  }

  /** Waits until the player reports this state. */
  async function state(status: string, index: number): Promise<void> {
    await inbox.next(
      (intent) => intent.type === 'state' && intent.status === status && intent.index === index,
    );
  }

  /** Holds the sound from now on: the element keeps playing, but does not advance. */
  const hold = (): Promise<void> => inspect('ear.context.suspend()');

  /** Waits until there was only silence for this long: all that was played has passed through the ear. */
  async function silence(milliseconds = 50): Promise<void> {
    const windows = milliseconds / windowMs;
    const heard = await inspect<number>('heardHertz.length');
    await until(
      `heardHertz.length >= ${heard + windows} && heardHertz.slice(-${windows}).every((hertz) => hertz === 0)`,
    );
  }

  /** The tones that sounded since the first gesture, in order. */
  const heard = async () => tonesOf(await inspect<readonly number[]>('globalThis.heardHertz ?? []'));

  /** Their pitches, once there was only silence for this long. */
  async function heardPitches(silentMs?: number): Promise<readonly number[]> {
    await silence(silentMs);
    return (await heard()).map(({ hertz }) => hertz);
  }

  const readerPage = {
    page,
    /** All that the page told the host, in order. */
    intents: inbox.intents as readonly Intent[],
    /** Called for every intent, before those who wait for it continue. */
    onMessage: (_: Intent): void => {},
    /** Sends the view messages, and waits until it has handled all that were sent. */
    send(...facts: readonly Fact[]): Promise<void> {
      const sent = tellFrame(page, facts);
      const isOver = () => sending.delete(sent);
      sending.add(sent);
      sent.then(isOver, isOver);
      return sent;
    },
    /** Waits for an intent after those that were already waited for. */
    intent: (matches: (intent: Intent) => boolean) => inbox.next(matches),
    state,
    inspect,
    until,
    /** Waits until all that was sent is shown. */
    drawn: () => until('!document.querySelector("relay-reader").isUpdatePending'),
    async click(selector: string): Promise<void> {
      // Waits for the same position in two frames in a row: new content, sizes and fonts move it, so clicks miss.
      const place = `new Promise((resolve) => {
        let last;
        const look = () => {
          const { x, y, width, height } = document.querySelector(${JSON.stringify(selector)})?.getBoundingClientRect() ?? {};
          const box = JSON.stringify([x, y, width, height]);
          if (height > 0 && box === last && document.fonts.status === 'loaded') return resolve({ x: x + width / 2, y: y + height / 2 });
          last = box;
          requestAnimationFrame(look);
        };
        look();
      })`;
      // Right after the page was resized or filled, Chromium may still give the pointer to the page around the frame.
      // Later content can still move the element, so each try looks up its position again.
      const isUnderPointer = `document.querySelector(${JSON.stringify(selector)}).matches(':hover')`;
      await waitUntil(
        `the pointer is on ${selector}`,
        async () => {
          const { x, y } = await inspect<{ x: number; y: number }>(place);
          // The browser may not report a pointer again that does not move.
          await page.mouse.move(x + 1, y);
          await page.mouse.move(x, y);
          await inspect(twoFrames);
          return inspect<boolean>(isUnderPointer);
        },
        patienceMs,
      );
      await page.mouse.down();
      await page.mouse.up();
    },
    press,
    /** Makes the first gesture, so that it is no longer missing. From here on, the ear listens. */
    async unlock(): Promise<void> {
      await press('a');
      await until('globalThis.ear !== undefined');
    },
    hold,
    /** Holds the sound as soon as this holds for `time`, the element's current time. */
    async hearUntil(condition: string): Promise<void> {
      await until(
        `(({ currentTime: time }) => ${condition})(document.querySelector('audio')) && (void ear.context.suspend(), true)`,
      );
      await hold();
    },
    hearOn: () => inspect<void>('ear.context.resume()'),
    silence,
    heard,
    heardPitches,
    /** The same, once the reading is finished at this sentence. */
    async heardToEnd(index: number, silentMs?: number): Promise<readonly number[]> {
      await state('finished', index);
      return heardPitches(silentMs);
    },
    async setTheme(theme: ThemeName): Promise<void> {
      await inspect(`document.getElementById('theme').href = '/theme.css?${theme}'`);
      await until(
        `document.documentElement.computedStyleMap().get('--theme')?.toString().trim() === '${theme}'`,
      );
    },
    /** Rebuilds the page, as when the view is moved; earlier gestures no longer count. */
    async reload(): Promise<void> {
      await page.reload();
      await inbox.next(isReady);
      session = await openSession(page);
    },
    async close(): Promise<void> {
      // Messages that nobody waits for may still be on their way.
      await Promise.allSettled(sending);
      await lent.giveBack({ isReusable: true });
      pages.delete(query);
    },
  };

  lent.onMessage((told) => {
    const intent = told as Intent;
    readerPage.onMessage(intent);
    inbox.take(intent);
  });
  await page.goto(`http://${workbenchHost}/${query}`);
  await inbox.next(isReady);
  session = await openSession(page);
  return readerPage;
}

/** Sends the frame the host's messages, and waits until they have arrived. */
async function tellFrame(page: Page, facts: readonly Fact[]): Promise<void> {
  const plain = facts.map((fact) =>
    'bytes' in fact ? { ...fact, bytes: Buffer.from(fact.bytes).toString('base64') } : fact,
  );
  await page.evaluate(async (all) => {
    const frame = document.querySelector('iframe')?.contentWindow;
    for (const fact of all) {
      const message =
        'bytes' in fact
          ? { ...fact, bytes: Uint8Array.from(atob(fact.bytes), (letter) => letter.charCodeAt(0)) }
          : fact;
      frame?.postMessage(message, '*');
    }
    const { port1, port2 } = new MessageChannel();
    frame?.postMessage('all is sent', '*', [port1]);
    await new Promise((resolve) => {
      port2.onmessage = resolve;
    });
  }, plain);
}

async function openSession(page: Page): Promise<CDPSession> {
  const [, frame] = page.frames();
  if (!frame) throw new Error('The page has no frame.');
  return page.context().newCDPSession(frame);
}

type Files = Readonly<Record<string, ViewFile>>;

/** The part of the workbench: it keeps the frame, passes facts in and intents out. */
function workbenchHtml(query: string): string {
  return `<!doctype html>
<link rel="icon" href="data:,">
<style>html, body, iframe { width: 100%; height: 100%; margin: 0; border: 0; display: block }</style>
<script>addEventListener('message', ({ data }) => tellHost(data));</script>
<iframe allow="autoplay; clipboard-read; clipboard-write" src="http://${viewHost}/${query}"></iframe>`;
}

/**
 * The part of VS Code's frame around the page, through which the host's messages come from the page's own origin. One
 * of them is the test's, and is answered when those before it have come.
 */
function passOnAsOwn(): void {
  addEventListener('message', (event) => {
    if (event.origin === origin && event.ports.length === 0) return;
    event.stopImmediatePropagation();
    if (event.origin === origin) event.ports[0]?.postMessage('all has come');
    else postMessage(event.data, origin, [...event.ports]);
  });
}

async function viewFiles(): Promise<Files> {
  const icons = await provideCodicons();
  const themes = themeNames.map((theme) => [`/theme.css?${theme}`, ['text/css', themeCss(theme)]] as const);
  return {
    '/reader.js': ['text/javascript', await provideBundle('src/webview/reader/main.ts')],
    '/ear.js': ['text/javascript', earModule],
    '/page.css': ['text/css', await readFile(join(projectFolder, 'media/page.css'))],
    '/reader.css': ['text/css', await readFile(join(projectFolder, 'media/reader.css'))],
    '/codicon.css': ['text/css', icons.css],
    '/codicon.ttf': ['font/ttf', icons.ttf],
    ...Object.fromEntries(themes),
  };
}

/** The page as the host writes it, with its content security policy; the theme is VS Code's part, the ear is ours. */
function viewHtml({
  theme = 'dark',
  language = 'en',
  before = '',
  isInTab = false,
}: ReaderPageOptions): string {
  const policy = `default-src 'none'; script-src 'nonce-1' http://${viewHost}/ear.js; style-src 'self'; font-src 'self'; media-src blob:`;
  return `<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<title>Read Aloud</title>
<meta http-equiv="Content-Security-Policy" content="${policy}">
<link rel="stylesheet" id="theme" href="/theme.css?${theme}">
<link rel="stylesheet" id="vscode-codicon-stylesheet" href="/codicon.css">
<link rel="stylesheet" href="/page.css">
<link rel="stylesheet" href="/reader.css">
<script type="application/json" id="l10n-bundle">${JSON.stringify(languages[language])}</script>
</head>
<body>
<relay-reader${isInTab ? ' tab' : ''}></relay-reader>
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
