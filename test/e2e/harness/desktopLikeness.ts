import { randomBytes } from 'node:crypto';
import type { BrowserContext } from 'playwright-core';

/**
 * The workbench keeps secrets in the browser's storage, encrypted with a key that code-server's own front door hands
 * out. We go in by the back door, so this answers in its place; else every secret would be lost on reload.
 */
async function lendSecretKey(context: BrowserContext): Promise<void> {
  const key = randomBytes(32);
  await context.route('**/mint-key', (route) => route.fulfill({ body: key }));
}

/** The name under which the browser opens the workbench. */
export const workbenchHost = 'workbench.editor.localhost';

/**
 * On the desktop, every webview has an origin of its own, so that a click in the workbench is no gesture of theirs
 * and none can reach into another. code-server serves them from its own origin; names under `localhost` give the
 * separate origins back. They must be of one site, or Chromium takes their storage away as third parties'.
 */
async function separateWebviews(context: BrowserContext): Promise<void> {
  await context.route(
    (url) => url.hostname === workbenchHost && url.pathname === '/',
    async (route) => {
      const address = new URL(route.request().url());
      const { port } = address;
      // Only the browser knows where names under localhost lead.
      address.hostname = '127.0.0.1';
      const response = await route.fetch({ url: address.href });
      const headers = response.headers();
      const policy = headers['content-security-policy'] ?? '';
      const page = await response.text();
      await route.fulfill({
        response,
        headers: {
          ...headers,
          'content-security-policy': policy.replace(
            "frame-src 'self'",
            `frame-src 'self' http://*.editor.localhost:${port}`,
          ),
        },
        body: page.replace(
          'webviewEndpoint&quot;:&quot;',
          `webviewEndpoint&quot;:&quot;http://{{uuid}}.editor.localhost:${port}/`,
        ),
      });
    },
  );
}

/**
 * On the desktop all windows share one store of secrets. In a browser each page reads it once, when it is opened; so
 * that a page notices what another one has stored, it reads them again whenever they changed.
 */
async function shareSecrets(context: BrowserContext): Promise<void> {
  await context.route('**/vs/code/browser/workbench/workbench.js', async (route) => {
    const address = new URL(route.request().url());
    address.hostname = '127.0.0.1';
    const response = await route.fetch({ url: address.href });
    const script = await response.text();
    const readOnce = 'this.secretsPromise=this.load()}';
    if (!script.includes(readOnce)) throw new Error('This editor reads its secrets in another way');
    const readAgain =
      "this.secretsPromise=this.load();addEventListener('storage',e=>{if(e.key===this.storageKey)this.secretsPromise=this.load()})}";
    await route.fulfill({ response, body: script.replace(readOnce, readAgain) });
  });
}

/** Makes the workbench in a browser behave as the desktop one does, where that matters to an extension. */
export async function imitateDesktop(
  context: BrowserContext,
  { sharesSecrets = false }: { readonly sharesSecrets?: boolean } = {},
): Promise<void> {
  // A page that came through our hands counts as one from the public network, which may not reach into this machine.
  // What is not named here is refused, so the clipboard is named, which every webview on the desktop has.
  await context.grantPermissions(['local-network-access', 'clipboard-read', 'clipboard-write']);
  await lendSecretKey(context);
  await separateWebviews(context);
  if (sharesSecrets) await shareSecrets(context);
}
