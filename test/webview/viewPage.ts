import { deepStrictEqual } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { provideCodicons } from '../../scripts/packaging/codicons.ts';
import { projectFolder } from '../../scripts/projectPaths.ts';
import { Inbox } from './inbox.ts';
import { type Language, languages } from './languages.ts';
import { lendPage } from './lentPages.ts';
import { provideViewServer, type ViewFile } from './viewServer.ts';
import { provideBundle } from './webviewBundle.ts';

/** One view's page in a browser, with the test in the host's place. */
export interface ViewPage<Fact, Intent extends { readonly type: string }, Theme extends string> {
  readonly page: Page;
  readonly language: Language;
  /** All that the page told the host, in order. */
  readonly intents: readonly Intent[];
  /** URLs outside of the view's own files that the page requested. */
  readonly foreignRequests: readonly string[];
  /** What the content security policy refused, and errors in the page's script. */
  readonly problems: string[];
  /** Sends the view messages, and waits until they are drawn. */
  tell(...facts: readonly Fact[]): Promise<void>;
  /** Waits for an intent after those that were already waited for. */
  intent<Type extends Intent['type']>(type: Type): Promise<Extract<Intent, { type: Type }>>;
  /** Waits for none of the intents so far. */
  skipIntents(): void;
  /** What the page announced, in order. */
  said(): Promise<readonly string[]>;
  /** The last announcement; '' while there was none. */
  lastSaid(): Promise<string>;
  /** Waits for the frames in which the view draws earlier messages. */
  drawn(): Promise<void>;
  /** Styles and sizes that are read afterwards are of this theme. */
  setTheme(theme: Theme): Promise<void>;
  /** Reloads the page, as VS Code does when it rebuilds a view. */
  reload(): Promise<void>;
  /** Fails if the page made foreign requests, was refused something, or logged what no test waited for. */
  close(): Promise<void>;
}

export interface ViewPageOptions<Theme extends string> {
  readonly theme?: Theme;
  readonly width?: number;
  readonly height?: number;
  /** English unless it is another. */
  readonly language?: Language;
  readonly reducedMotion?: boolean;
  /** The page's clock stands still until the test advances it. */
  readonly clockStands?: boolean;
}

/** What differs from view to view. */
interface ViewKind<Theme extends string> {
  /** Name of the bundle and of the style sheet. */
  readonly name: string;
  readonly entry: string;
  readonly title: string;
  readonly element: string;
  /** Names of its style sheets in media/, if not the one with the view's own name. */
  readonly styleSheets?: readonly string[];
  /** The page's body, if not the element alone. */
  readonly body?: string;
  /** Further content security directives. */
  readonly allow?: readonly string[];
  /** Where styles may come from, besides the style sheets. */
  readonly styleSources?: string;
  /** The content security directives about trusted types, if not those for Lit. */
  readonly trustedTypes?: readonly string[];
  /** Images and films that the host has, by their names. */
  readonly pictures?: Readonly<Record<string, Buffer>>;
  readonly themes: readonly Theme[];
  readonly bodyClassOf: (theme: Theme) => string;
  /** What VS Code gives every view before its own styles. */
  readonly themeCss: (theme: Theme) => string;
  readonly defaults: { readonly theme: Theme; readonly width: number; readonly height: number };
}

/** Opens the page as the host makes it, and waits until it is ready. */
export async function openViewPage<Fact, Intent extends { readonly type: string }, Theme extends string>(
  kind: ViewKind<Theme>,
  options: ViewPageOptions<Theme>,
): Promise<ViewPage<Fact, Intent, Theme>> {
  const { theme, width, height } = { ...kind.defaults, ...options };
  const { language = 'en', reducedMotion = false, clockStands = false } = options;
  const host = `${kind.name}-view.test`;
  const origin = `http://${host}`;
  const lent = await lendPage({ width, height, reducedMotion });
  const { page } = lent;
  const inbox = new Inbox<Intent>();
  const foreignRequests: string[] = [];
  const problems: string[] = [];
  const expected = new Set<Intent>();

  const files = await viewFiles(kind);
  const isMissingPicture = (address: string) =>
    kind.pictures !== undefined &&
    address.startsWith(`${origin}/pictures/`) &&
    !files[new URL(address).pathname];
  const path = `/?page=${pagesOpened++}`;
  let isReloaded = false;
  pages.set(path, () => {
    const html = viewHtml(kind, origin, theme, language, isReloaded);
    isReloaded = true;
    return ['text/html', html];
  });
  (await provideViewServer()).serve(
    host,
    (url) => pages.get(url.pathname + url.search)?.() ?? files[url.pathname],
  );
  page.on('request', (request) => {
    const url = new URL(request.url());
    const isOwn = url.origin === origin && (url.pathname === '/' || files[url.pathname] !== undefined);
    if (url.protocol.startsWith('http') && !isOwn && !isMissingPicture(url.href))
      foreignRequests.push(url.href);
  });
  page.on('popup', (popup) => foreignRequests.push(popup.url()));
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !isMissingPicture(message.location().url))
      problems.push(message.text());
  });
  lent.onMessage((intent) => inbox.take(intent as Intent));

  const viewPage: ViewPage<Fact, Intent, Theme> = {
    page,
    language,
    intents: inbox.intents,
    foreignRequests,
    problems,
    async tell(...facts) {
      await page.evaluate(async (all) => {
        for (const fact of all) {
          // Each fact is a separate message, as from the host.
          await new Promise<void>((resolve) => {
            addEventListener('message', () => resolve(), { once: true });
            postMessage(fact);
          });
        }
      }, facts as unknown[]);
      await viewPage.drawn();
    },
    async intent<Type extends Intent['type']>(type: Type) {
      const intent = await inbox.next((each) => each.type === type);
      expected.add(intent);
      return intent as Extract<Intent, { type: Type }>;
    },
    skipIntents: () => inbox.skip(),
    said: () => page.locator('.announcements > p').allTextContents(),
    lastSaid: async () => (await viewPage.said()).at(-1) ?? '',
    async drawn() {
      if (clockStands) return page.clock.runFor(50);
      // Streaming text is drawn after a pause of several frames.
      await page.evaluate(async () => {
        const { countWantedFrames } = globalThis as unknown as { countWantedFrames: () => number };
        for (let frame = 0; frame < 3 || countWantedFrames() > 0; frame += 1) {
          if (frame > 300) throw new Error('The page draws without end');
          await new Promise(requestAnimationFrame);
        }
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
        [kind.bodyClassOf(name), kind.themeCss(name)] as const,
      );
    },
    async reload() {
      await page.reload();
      await viewPage.intent('ready');
    },
    async close() {
      problems.push(...(await page.evaluate(findMissingIcons)));
      // An installed clock can't be removed again.
      await lent.giveBack({ isReusable: !clockStands });
      pages.delete(path);
      const logged = inbox.intents.filter((intent) => intent.type === 'log' && !expected.has(intent));
      deepStrictEqual([problems, foreignRequests, logged], [[], [], []]);
    },
  };
  if (clockStands) await page.clock.install({ time: 0 });
  await page.goto(`${origin}${path}`);
  // Later than any page takes to load, even on a busy machine: the clock runs until then.
  if (clockStands) await page.clock.pauseAt(3_600_000);
  await viewPage.intent('ready');
  return viewPage;
}

/** Icons whose names are in no style sheet: only those ship that the code names (`scripts/packaging/codicons.ts`). */
function findMissingIcons(): string[] {
  return [...document.querySelectorAll('.codicon')]
    .filter((icon) => getComputedStyle(icon, '::before').content === 'none')
    .map(({ className }) => `no such icon: ${className}`);
}

/** The pages that are open now, by path and query. */
const pages = new Map<string, () => ViewFile>();
let pagesOpened = 0;

type Files = Readonly<Record<string, ViewFile>>;

async function viewFiles<Theme extends string>({
  name,
  entry,
  styleSheets = [name],
  pictures = {},
  themes,
  themeCss,
}: ViewKind<Theme>): Promise<Files> {
  const icons = await provideCodicons();
  const ownStyles = await Promise.all(
    styleSheets.map(async (sheet) => {
      const css = await readFile(join(projectFolder, 'media', `${sheet}.css`));
      return [`/${sheet}.css`, ['text/css', css] as const] as const;
    }),
  );
  return {
    [`/${name}.js`]: ['text/javascript', await provideBundle(entry)],
    '/codicon.css': ['text/css', icons.css],
    '/codicon.ttf': ['font/ttf', icons.ttf],
    '/favicon.ico': ['image/x-icon', ''],
    ...Object.fromEntries(ownStyles),
    ...Object.fromEntries(
      Object.entries(pictures).map(([file, bytes]) => [
        `/pictures/${file}`,
        [file.endsWith('.webm') ? 'video/webm' : 'image/png', bytes] as const,
      ]),
    ),
    ...Object.fromEntries(
      themes.map((theme) => [`/theme-${theme}.css`, ['text/css', themeCss(theme)] as const]),
    ),
  };
}

const ofLit = [`require-trusted-types-for 'script'`, 'trusted-types lit-html'];

/** What VS Code gives a page: a script. The page's own messages go to `tellHost`, which tests expose. */
export const editorApi = `globalThis.acquireVsCodeApi = () => ({
  postMessage: (message) => void tellHost(message),
  getState: () => JSON.parse(sessionStorage.getItem('state') ?? 'null') ?? undefined,
  setState: (state) => sessionStorage.setItem('state', JSON.stringify(state)),
});`;

/** The page as the host writes it, with its content security policy; the theme and the API are VS Code's part. */
function viewHtml<Theme extends string>(
  kind: ViewKind<Theme>,
  origin: string,
  theme: Theme,
  language: Language,
  keepsState: boolean,
): string {
  const { name, styleSheets = [name], title, element, body = `<${element}></${element}>` } = kind;
  const { allow = [], styleSources = '', trustedTypes = ofLit, bodyClassOf } = kind;
  const policy = [
    `default-src 'none'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `script-src 'nonce-page'`,
    `style-src ${origin} ${styleSources}`,
    `font-src ${origin}`,
    ...allow,
    ...trustedTypes,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="/theme-${theme}.css">
<link rel="stylesheet" id="vscode-codicon-stylesheet" href="/codicon.css">
${styleSheets.map((sheet) => `<link rel="stylesheet" href="/${sheet}.css">`).join('\n')}
<script type="application/json" id="l10n-bundle">${JSON.stringify(languages[language]).replaceAll('<', '\\u003c')}</script>
<script nonce="page">
${keepsState ? '' : 'sessionStorage.clear();'}
${editorApi}
</script>
</head>
<body class="${bodyClassOf(theme)}">
${body}
<script nonce="page" src="/${name}.js"></script>
</body>
</html>`;
}
