import type { RelayErrorKind } from '../../../../../src/relay/errors/errorKind.ts';
import type { RelayErrorDetails } from '../../../../../src/relay/errors/relayError.ts';
import { apiKey } from '../../clientCalls.ts';
import type { Family } from '../column.ts';
import { answerWith, failed, type Row } from '../row.ts';

/** A reply with an error status, and the expected error, whichever endpoint it comes from. */
interface ErrorReply {
  readonly status: number;
  /** Text as it is, anything else as JSON. */
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly kind: RelayErrorKind;
  /** Details beside the status. */
  readonly details?: RelayErrorDetails;
}

const noLonger = { phase: 'relay' } as const;

function page(title: string): string {
  return `<!DOCTYPE html>\n<html lang="en"><head><title>${title}</title></head><body>${title}</body></html>`;
}

/**
 * The statuses that an endpoint may handle in its own way, each in another shape. All shapes and cases that relays
 * have are quirks of the reference relay, which `quirkTable.test.ts` tests.
 */
const errors: Readonly<Record<string, ErrorReply>> = {
  'an invalid request in an array': {
    status: 400,
    body: [{ error: { code: 400, message: 'No such field', status: 'INVALID_ARGUMENT' } }],
    kind: 'invalidRequest',
    details: { relayMessage: 'No such field', code: 'INVALID_ARGUMENT' },
  },
  'the API key in every field': {
    status: 401,
    body: {
      error: { message: `Incorrect key: ${apiKey}`, type: 'x', code: apiKey },
      request_id: apiKey,
      authorization: `Bearer ${apiKey}`,
    },
    headers: { 'x-request-id': `for ${apiKey}` },
    kind: 'authentication',
    details: { relayMessage: 'Incorrect key: [key]', code: '[key]' },
  },
  'a model not allowed': {
    status: 403,
    body: {
      error: { message: '该令牌无权访问模型 x (request id: 2026-1)', type: 'new_api_error', code: '' },
    },
    kind: 'modelNotAllowed',
    details: { relayMessage: '该令牌无权访问模型 x', code: 'new_api_error', requestId: '2026-1' },
  },
  'nothing but the status': { status: 404, body: '', kind: 'wrongAddress' },
  'a method that is not allowed': {
    status: 405,
    body: page('405 Not Allowed'),
    kind: 'wrongAddress',
    details: { relayMessage: '405 Not Allowed' },
  },
  'a gateway time-out': {
    status: 408,
    body: { error: { message: 'Request exceeded the timeout', type: 'timeout_error', param: null } },
    kind: 'timeout',
    details: { relayMessage: 'Request exceeded the timeout', code: 'timeout_error', ...noLonger },
  },
  'a body too large': {
    status: 413,
    body: { error: { message: 'request body too large', code: 'read_request_body_failed' } },
    kind: 'requestTooLarge',
    details: { relayMessage: 'request body too large', code: 'read_request_body_failed' },
  },
  'too many requests, with a wait': {
    status: 429,
    body: { error: { message: 'Slow down', code: '429' } },
    headers: { 'retry-after': '7' },
    kind: 'rateLimit',
    details: { relayMessage: 'Slow down', code: '429', retryAfterMs: 7000 },
  },
  'an empty body': { status: 500, body: '', kind: 'server' },
  'the API key in a title': {
    status: 500,
    body: page(`Failed for ${apiKey.slice(3)}`),
    kind: 'server',
    details: { relayMessage: 'Failed for [key]' },
  },
  'an event': {
    status: 500,
    body: 'data: {"error":{"message":"upstream failed","code":500}}\n\ndata: [DONE]\n\n',
    kind: 'server',
    details: { relayMessage: 'upstream failed', code: '500' },
  },
  'JSON that ends early': {
    status: 500,
    body: '{"error":{"message":"upstr',
    kind: 'server',
    details: { relayMessage: '{"error":{"message":"upstr' },
  },
  'plain text': {
    status: 502,
    body: 'bad gateway',
    kind: 'server',
    details: { relayMessage: 'bad gateway' },
  },
  'no channel': {
    status: 503,
    body: { error: { message: 'No available channel', code: 'model_not_found' } },
    kind: 'modelNotAllowed',
    details: { relayMessage: 'No available channel', code: 'model_not_found' },
  },
  'a web server time-out': {
    status: 504,
    body: page('504 Gateway Time-out'),
    kind: 'timeout',
    details: { relayMessage: '504 Gateway Time-out', ...noLonger },
  },
  'an overload in the Messages shape': {
    status: 529,
    body: {
      type: 'error',
      error: { type: 'overloaded_error', message: 'Overloaded' },
      request_id: 'req_011',
    },
    kind: 'server',
    details: { relayMessage: 'Overloaded', code: 'overloaded_error', requestId: 'req_011' },
  },
};

/** Types that relays leave on errors, since they set them before they requested the response. */
const lyingTypes: Readonly<Record<Family, string>> = {
  lists: 'text/html',
  streams: 'text/event-stream',
  'whole answers': 'text/event-stream',
  speech: 'audio/mpeg',
  images: 'image/png',
  tasks: 'text/plain',
  files: 'video/mp4',
};

function textOf(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}

function typeOf(body: string): string {
  if (body.startsWith('<')) return 'text/html';
  return body.startsWith('{') || body.startsWith('[') ? 'application/json' : 'text/plain';
}

/** Each error twice: under its own type, and under a wrong one. */
export const errorRows: readonly Row[] = Object.entries(errors).flatMap(
  ([name, { status, body, headers = {}, kind, details = {} }]) => {
    const text = textOf(body);
    const type = typeOf(text);
    const expected = failed(kind, { status, ...details });
    return [
      { name: `${status}, ${name}`, answer: answerWith(text, { status, headers, type }), expected },
      {
        name: `${status}, ${name}, under another type`,
        answer: (call, good, column) => {
          const lie = type === 'text/html' ? 'application/json' : lyingTypes[column.family];
          return answerWith(text, { status, headers, type: lie })(call, good, column);
        },
        expected,
      },
    ];
  },
);
