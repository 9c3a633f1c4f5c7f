import { randomBytes } from 'node:crypto';
import type { BrowserContext, Page } from 'playwright-core';

/** The name under which the browser opens the workbench. */
export const workbenchHost = 'workbench.editor.localhost';

interface Answer {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

/** A response that is given in place of the server's. */
interface Substitute {
  /** For Chromium, to which `*` is any text, and a question mark any character. */
  readonly urlPattern: string;
  answer(address: URL): Answer | Promise<Answer>;
}

/** Reads from the server by IP address, because only the browser resolves names under localhost. */
async function readFromServer(address: URL): Promise<{ headers: Headers; text: string }> {
  const direct = new URL(address);
  direct.hostname = '127.0.0.1';
  const response = await fetch(direct);
  if (!response.ok) throw new Error(`${direct} answered ${response.status}`);
  return { headers: response.headers, text: await response.text() };
}

/**
 * The workbench keeps secrets in the browser's storage, encrypted with a key that code-server's own front door hands
 * out. We go in by the back door, so this answers in its place; else every secret would be lost on reload.
 */
function lendSecretKey(key: Buffer): Substitute {
  return { urlPattern: '*/mint-key', answer: () => ({ headers: {}, body: key }) };
}

/**
 * On the desktop, every webview has its own origin, so that a click in the workbench is no user gesture in a webview
 * and none can reach into another. code-server serves them from its own origin; names under `localhost` give the
 * separate origins back. They must be of one site, or Chromium takes their storage away as third parties'.
 */
const separateWebviews: Substitute = {
  urlPattern: `http://${workbenchHost}:*/?folder=*`,
  answer: async (address) => {
    const { headers, text } = await readFromServer(address);
    const origins = (name: string) => `http://${name}.editor.localhost:${address.port}`;
    const policy = headers.get('content-security-policy') ?? '';
    return {
      headers: {
        'content-type': headers.get('content-type') ?? 'text/html',
        'content-security-policy': policy.replace("frame-src 'self'", `frame-src 'self' ${origins('*')}`),
      },
      body: text.replace(
        'webviewEndpoint&quot;:&quot;',
        `webviewEndpoint&quot;:&quot;${origins('{{uuid}}')}/`,
      ),
    };
  },
};

/**
 * On the desktop all windows share one store of secrets. In a browser each page reads it once, when it is opened; so
 * that a page notices what another one has stored, it reads them again whenever they changed.
 */
const shareSecrets: Substitute = {
  urlPattern: '*/vs/code/browser/workbench/workbench.js',
  answer: async (address) => {
    const { headers, text } = await readFromServer(address);
    const readOnce = 'this.secretsPromise=this.load()}';
    if (!text.includes(readOnce)) throw new Error('This editor reads its secrets in another way');
    const readAgain =
      "this.secretsPromise=this.load();addEventListener('storage',e=>{if(e.key===this.storageKey)this.secretsPromise=this.load()})}";
    return {
      headers: { 'content-type': headers.get('content-type') ?? 'text/javascript' },
      body: text.replace(readOnce, readAgain),
    };
  },
};

/**
 * Playwright's own `route` would switch the browser's cache off and have every request of the page pass through here:
 * each window would load and compile all of the workbench again.
 */
async function substitute(page: Page, { urlPattern, answer }: Substitute): Promise<void> {
  const session = await page.context().newCDPSession(page);
  session.on('Fetch.requestPaused', async ({ requestId, request: { url } }) => {
    try {
      const { headers, body } = await answer(new URL(url));
      await session.send('Fetch.fulfillRequest', {
        requestId,
        responseCode: 200,
        responseHeaders: Object.entries(headers).map(([name, value]) => ({ name, value })),
        body: Buffer.from(body).toString('base64'),
      });
    } catch (error) {
      // A closed page no longer waits for the response.
      if (!page.isClosed()) console.error(`In the place of ${url}:`, error);
    }
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern }] });
}

/**
 * Makes the workbench in a browser behave as the desktop one does, where that matters to an extension. What it gives is
 * called with each window of the same person, before anything is opened in it.
 */
export async function imitateDesktop(
  context: BrowserContext,
  { sharesSecrets = false }: { readonly sharesSecrets?: boolean } = {},
): Promise<(page: Page) => Promise<void>> {
  // A page that came through our hands counts as one from the public network, which may not reach into this machine.
  // What is not named here is refused, so the clipboard is named, which every webview on the desktop has.
  await context.grantPermissions(['local-network-access', 'clipboard-read', 'clipboard-write']);
  const substitutes = [
    lendSecretKey(randomBytes(32)),
    separateWebviews,
    ...(sharesSecrets ? [shareSecrets] : []),
  ];
  return async (page) => {
    for (const each of substitutes) await substitute(page, each);
  };
}
