import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ViewFile = readonly [contentType: string, body: string | Buffer];

/** Serves the files of views, each under a host name of its own. */
export interface ViewServer {
  /** With these, Chromium finds the views there, and nothing else anywhere. */
  readonly browserFlags: readonly string[];
  /** From now on, what is asked of this host is answered so. */
  serve(host: string, find: (url: URL) => ViewFile | undefined): void;
}

let server: Promise<ViewServer> | undefined;

/** The one server of this process, started when first asked for. */
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
  // It ends with its process.
  listening.unref();
  const { port } = listening.address() as AddressInfo;
  return {
    browserFlags: [`--host-resolver-rules=MAP *-view.test:80 127.0.0.1:${port}, MAP * ~NOTFOUND`],
    serve(host, find) {
      views.set(host, find);
    },
  };
}
