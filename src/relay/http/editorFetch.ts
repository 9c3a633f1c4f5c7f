import type { ExchangeController } from './exchange.ts';
import { isLoopbackHost } from './hosts.ts';
import type { NetworkOptions } from './networkOptions.ts';

/** What the editor is asked to send. */
export interface EditorRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
}

/** The part of an exchange that hears of the reply; undici calls the same. */
export interface ReplyHandler {
  onRequestStart(controller: ExchangeController): void;
  onResponseStart(controller: ExchangeController, status: number, headers: Record<string, string>): void;
  onResponseData(controller: ExchangeController, piece: Uint8Array): void;
  onResponseEnd(): void;
  onResponseError(controller: ExchangeController, error: Error): void;
}

/** What fetch has already done, or does by itself. */
const headersOfDecoded = ['content-encoding', 'content-length', 'transfer-encoding'];

/** The editor's own `fetch`, where it may be tried at all: this machine is always reached directly. */
export function findEditorFetch(url: URL, network: NetworkOptions): typeof fetch | undefined {
  return isLoopbackHost(url.hostname) ? undefined : network.editorFetch;
}

/**
 * Sends a request by the editor's own `fetch`. Redirects are not followed: fetch would take the key's companions
 * along to wherever they lead.
 */
export function fetchByEditor(
  editorFetch: typeof fetch,
  request: EditorRequest,
  signal: AbortSignal,
): Promise<Response> {
  return editorFetch(request.url.href, {
    method: request.method,
    headers: { ...request.headers },
    // A copy would be the type's wish alone: nothing of ours is in shared memory.
    ...(request.body && { body: request.body as Uint8Array<ArrayBuffer> }),
    redirect: 'manual',
    credentials: 'omit',
    signal,
  });
}

/** Sends a request by the editor's own `fetch` and reports the reply as undici would. */
export async function dispatchByFetch(
  editorFetch: typeof fetch,
  request: EditorRequest,
  handler: ReplyHandler,
): Promise<void> {
  const abort = new AbortController();
  let resume: (() => void) | undefined;
  let paused: Promise<void> | undefined;
  const controller: ExchangeController = {
    abort(reason) {
      abort.abort(reason);
      resume?.();
    },
    pause() {
      paused = new Promise((resolve) => {
        resume = resolve;
      });
    },
    resume() {
      paused = undefined;
      resume?.();
    },
  };
  try {
    handler.onRequestStart(controller);
    const response = await fetchByEditor(editorFetch, request, abort.signal);
    // A browser's fetch shows nothing of a redirect that it was told not to follow.
    if (response.status < 200)
      throw Object.assign(new Error('unreadable reply'), { code: 'ERR_UNREADABLE_REPLY' });
    const headers = [...response.headers].filter(([name]) => !headersOfDecoded.includes(name));
    handler.onResponseStart(controller, response.status, Object.fromEntries(headers));
    for await (const piece of response.body ?? []) {
      handler.onResponseData(controller, piece);
      await paused;
    }
    handler.onResponseEnd();
  } catch (error) {
    handler.onResponseError(controller, error instanceof Error ? error : new Error(String(error)));
  }
}
