import type { Exchange, ExchangeController } from './exchange.ts';
import { isLoopbackHost } from './hosts.ts';
import type { NetworkOptions } from './proxy.ts';

/** A request for the editor's fetch. */
export interface EditorRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
}

/** Headers about the encoding and length of the body, which fetch has already decoded. */
const headersOfDecoded = ['content-encoding', 'content-length', 'transfer-encoding'];

/** The editor's own `fetch`, if it may be used: this machine is always reached directly. */
export function findEditorFetch(url: URL, network: NetworkOptions): typeof fetch | undefined {
  return isLoopbackHost(url.hostname) ? undefined : network.editorFetch;
}

/**
 * Sends a request by the editor's own `fetch`. Redirects are not followed: fetch would send all headers other than
 * the key to wherever they lead.
 */
export function fetchByEditor(
  editorFetch: typeof fetch,
  request: EditorRequest,
  signal: AbortSignal,
): Promise<Response> {
  return editorFetch(request.url.href, {
    method: request.method,
    headers: { ...request.headers },
    // The cast saves a copy that only the type asks for: our bytes are never in shared memory.
    ...(request.body && { body: request.body as Uint8Array<ArrayBuffer> }),
    redirect: 'manual',
    credentials: 'omit',
    signal,
  });
}

/** Sends a request by the editor's own `fetch` and passes the reply to the exchange as undici would. */
export async function dispatchByFetch(
  editorFetch: typeof fetch,
  request: EditorRequest,
  exchange: Exchange,
): Promise<void> {
  const abort = new AbortController();
  let paused: PromiseWithResolvers<void> | undefined;
  const controller: ExchangeController = {
    abort(reason) {
      abort.abort(reason);
      paused?.resolve();
    },
    pause() {
      paused = Promise.withResolvers();
    },
    resume: () => paused?.resolve(),
  };
  try {
    exchange.onRequestStart(controller);
    const response = await fetchByEditor(editorFetch, request, abort.signal);
    // A browser's fetch hides a redirect that it must not follow: the status is 0.
    if (response.status < 200)
      throw Object.assign(new Error('unreadable reply'), { code: 'ERR_UNREADABLE_REPLY' });
    const headers = [...response.headers].filter(([name]) => !headersOfDecoded.includes(name));
    exchange.onResponseStart(controller, response.status, Object.fromEntries(headers));
    for await (const piece of response.body ?? []) {
      exchange.onResponseData(controller, piece);
      await paused?.promise;
    }
    exchange.onResponseEnd();
  } catch (error) {
    exchange.onResponseError(controller, error instanceof Error ? error : new Error(String(error)));
  }
}
