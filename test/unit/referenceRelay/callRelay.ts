import { deepStrictEqual } from 'node:assert/strict';
import type { ReferenceRelay } from '../../relay/referenceRelay.ts';

interface CallOptions {
  readonly method?: string;
  /** Sent as JSON, unless it is a string. */
  readonly body?: unknown;
  /** Replaces the good key's header; null sends none. */
  readonly authorization?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls a relay as a client would, by default with the good key. */
export function callRelay(relay: ReferenceRelay, path: string, options: CallOptions = {}): Promise<Response> {
  const { body, authorization = `Bearer ${relay.keys.good}` } = options;
  const headers = new Headers();
  if (authorization !== null) headers.set('authorization', authorization);
  if (body !== undefined) headers.set('content-type', 'application/json');
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);
  return fetch(relay.baseUrl + path, {
    method: options.method ?? (body === undefined ? 'GET' : 'POST'),
    headers,
    redirect: 'manual',
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

/** A valid Messages request with the given content. */
export function askOf(content: string, more: Readonly<Record<string, unknown>> = {}) {
  return {
    model: 'msg-sonnet-4-6',
    max_tokens: 100_000,
    messages: [{ role: 'user', content }],
    ...more,
  };
}

/** A valid speech request with the given changes. */
export function speechOf(more: Readonly<Record<string, unknown>> = {}) {
  return {
    model: 'seed-tts-1.0',
    input: 'Hello from the reference relay.',
    voice: 'zh_female_cancan_mars_bigtts',
    ...more,
  };
}

/** A reply as a value: JSON is parsed, and the request ID of the header is replaced with `<id>`. */
export async function readReply(response: Response) {
  const requestId = response.headers.get('x-oneapi-request-id') ?? '';
  const text = (await response.text()).replaceAll(requestId || /$^/g, '<id>');
  const type = response.headers.get('content-type');
  return { status: response.status, type, body: parseJson(text) };
}

/** Checks that a request is refused for a reason that begins like this, or is accepted if there is none. */
export async function checkRefusal(response: Response, reason: string): Promise<void> {
  const { status, body } = await readReply(response);
  const { message = '' } = (body as { readonly error?: { readonly message?: string } }).error ?? {};
  deepStrictEqual(
    [status, message.slice(0, reason.length || undefined)],
    [reason === '' ? 200 : 400, reason],
  );
}

/** What `readReply` gives for a request that the relay itself refuses. */
export function refused(complaint: string, status = 400, code = 'invalid_request') {
  const message = `${complaint} (request id: <id>)`;
  return {
    status,
    type: 'application/json; charset=utf-8',
    body: { error: { message, type: 'invalid_request_error', code } },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
