import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { provideBrowser } from '../e2e/harness/browser.ts';

export type ViewFile = readonly [contentType: string, body: string | Buffer];

/** Serves the files of views, each under its own host name. */
interface ViewServer {
  readonly port: number;
  /** From now on, serves requests to this host with this function. */
  serve(host: string, find: (url: URL) => ViewFile | undefined): void;
}

/** The one Chromium of this process, which finds the views at the server and nothing else anywhere. */
export async function provideViewBrowser(): Promise<Browser> {
  const { port } = await provideViewServer();
  const here = `127.0.0.1:${port}`;
  const flags = [
    `--host-resolver-rules=MAP *-view.test:80 ${here}, MAP *.localhost:80 ${here}, MAP * ~NOTFOUND`,
    // As in VS Code on the desktop.
    '--autoplay-policy=user-gesture-required',
    '--site-per-process',
  ];
  return provideBrowser(flags);
}

let server: Promise<ViewServer> | undefined;

/** The one server of this process, started on first use. */
export function provideViewServer(): Promise<ViewServer> {
  server ??= startViewServer();
  return server;
}

async function startViewServer(): Promise<ViewServer> {
  const views = new Map<string, (url: URL) => ViewFile | undefined>();
  const listening = createServer(({ url = '/', headers: { host = '' } }, response) => {
    const address = new URL(url, `http://${host}`);
    const [contentType, body] = views.get(address.host)?.(address) ?? [];
    if (contentType === undefined) {
      response.writeHead(404).end();
      return;
    }
    // A page is made for one test; what it needs is the same for all of them.
    const cacheControl = contentType === 'text/html' ? 'no-store' : 'max-age=3600';
    response.writeHead(200, { 'content-type': contentType, 'cache-control': cacheControl }).end(body);
  });
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  // The server must not keep the process running.
  listening.unref();
  const { port } = listening.address() as AddressInfo;
  return {
    port,
    serve(host, find) {
      views.set(host, find);
    },
  };
}
