import { demoKeys } from '../../../account/tokens.ts';
import { jsonHeaders } from '../../../wire/transportChanges.ts';
import type { Quirk } from '../../quirk.ts';
import { apiError, error, html, relayError, upstreamError } from './errorReply.ts';

/** The service's own error as JSON text, behind the name that a relay has for a node of its own. */
function nodeError(status: number, message: string, code: string): string {
  const json = JSON.stringify({ error: { message, type: 'invalid_request_error', param: null, code } });
  return `[openai-compatible-chat-7d0f4f0e-4c1a-4c58-9a3b-0f6f0f6d2c11/gpt-4o] [${status}]: ${json} (reset after 2m)`;
}

const providerError =
  'Error from provider(mock,gpt-4o: 401): {"error":{"message":"bad upstream key","status":"authentication_error"}}';

/** The shapes of an error's body. */
export const errorShapeQuirks = {
  'error-with-param': apiError(400, 'Invalid value', 'invalid_request_error', 'invalid_value', 'model'),
  'error-without-param': relayError(403, '用户已被封禁'),
  'error-numeric-code': apiError(401, 'Invalid key', 'authentication_error', 401),
  'error-string-number-code': apiError(429, 'Rate limit reached', 'None', '429', 'None'),
  'error-null-code': apiError(400, 'Invalid value', 'invalid_request_error'),
  'error-messages-shape': error(529, {
    type: 'error',
    error: { type: 'overloaded_error', message: 'Overloaded' },
    request_id: 'req_reference',
  }),
  'error-half-messages-shape': error(503, {
    error: { type: 'system_cpu_overloaded', message: 'system cpu overloaded' },
  }),
  'error-google-shape': error(429, {
    error: { code: 429, message: 'Resource has been exhausted', status: 'RESOURCE_EXHAUSTED', details: [] },
  }),
  'error-google-array': error(503, [
    { error: { code: 503, message: 'The model is overloaded', status: 'UNAVAILABLE' } },
  ]),
  'error-success-false': error(200, {
    success: false,
    message: '无权进行此操作，未登录且未提供 access token',
  }),
  'error-auth-code': error(401, { success: false, code: 'AUTH_TOKEN_INVALID', message: 'Token is invalid' }),
  'error-as-200': error(200, { error: upstreamError }),
  'error-task-shape': error(400, { code: 'task_not_exist', message: 'task_not_exist', data: null }),
  'error-drawing-shape': error(400, {
    description: 'bind_request_body_failed',
    type: 'upstream_error',
    code: 4,
  }),
  'error-string': error(401, { error: 'Invalid API key', type: 'auth_error' }),
  'error-status-failure': error(400, { status: 'failure', message: 'A header is required' }),
  'error-ok-false': error(404, { message: 'Not Found', ok: false }),
  'error-html-message': error(500, { 'html-message': 'Message: fetch failed Cause: connect ECONNREFUSED' }),
  'error-with-provider': error(429, {
    error: { message: 'rate limited', type: 'rate_limit_error', param: null, code: null },
    provider: 'anthropic',
  }),
  'error-empty': error(500, ''),
  'error-plain-text': error(502, 'bad gateway', { 'content-type': 'text/plain' }),
  'error-message-only': error(400, { message: 'Something is wrong' }),
  'error-msg': error(400, { msg: 'Something is wrong' }),
  'error-err': error(400, { err: 'Something is wrong' }),
  'error-error-msg': error(400, { error_msg: 'Something is wrong' }),
  'error-detail': error(422, { detail: 'Something is wrong' }),
  'error-detail-list': error(422, {
    detail: [{ loc: ['body', 'model'], msg: 'field required', type: 'missing' }],
  }),
  'error-in-header': error(400, { header: { message: 'Something is wrong' } }),
  'error-in-response': error(400, {
    response: { error: { message: 'Something is wrong' } },
  }),
  'error-null': error(500, { error: null }),
  'error-broken-json': error(500, '{"error":{"message":"upstr', jsonHeaders),
  'error-bom': error(500, `\ufeff${JSON.stringify({ error: upstreamError })}`, jsonHeaders),
  'error-typed-stream': error(500, JSON.stringify({ error: upstreamError }), {
    'content-type': 'text/event-stream',
  }),
  'error-typed-audio': error(502, JSON.stringify({ error: upstreamError }), { 'content-type': 'audio/mpeg' }),
  'error-typed-html': error(500, JSON.stringify({ error: upstreamError }), html),
  'error-untyped': error(500, JSON.stringify({ error: upstreamError })),
  'error-as-first-event': error(
    500,
    'data: {"error":{"message":"upstream failed","code":500}}\n\ndata: [DONE]\n\n',
    { 'content-type': 'text/event-stream' },
  ),
  'error-white-label': error(500, {
    error: { ...upstreamError, type: 'some_reseller_api_error' },
  }),
  'error-masked-message': relayError(
    500,
    'Post "https://***.com/***": dial tcp ***.***.***.***:443: thinking.type is ***.type',
    'do_request_failed',
  ),
  'error-nested-json-reset': error(
    503,
    { error: { message: nodeError(404, 'The model `gpt-4o` does not exist', 'model_not_found') } },
    { 'retry-after': '120' },
  ),
  'error-nested-json': error(503, {
    error: { message: nodeError(400, 'Too many tokens', 'context_length_exceeded'), type: 'server_error' },
  }),
  'error-nested-json-key': error(503, {
    error: { message: nodeError(401, 'Incorrect API key', 'invalid_api_key') },
  }),
  'error-nested-json-stack': error(401, {
    error: {
      message: `${providerError}Error: ${providerError}\n    at qn (/usr/lib/node_modules/ccr/dist/cli.js:582:7451)\n    at async cli.js:582:9013`,
      type: 'api_error',
      code: 'provider_response_error',
    },
  }),
  'error-nested-json-messages': error(502, {
    type: 'error',
    error: {
      type: 'api_error',
      message:
        'openai backend HTTP 429: {"error":{"message":"Slow down","type":"requests","code":"rate_limit"}}',
    },
  }),
  'error-in-message': error(500, {
    type: 'error',
    message: { type: 'api_error', message: '{"message":"Overloaded","type":"overloaded_error"}' },
  }),
  'error-correlation-id': error(401, {
    error: { code: 'AUTH_002', message: 'Invalid API key', correlation_id: '5b1c' },
  }),
  'key-refused-as-text': error(401, 'Invalid API key', { 'content-type': 'text/plain; charset=utf-8' }),
  'error-echoes-key': apiError(
    401,
    `Incorrect API key provided: ${demoKeys.good}. Prompt: Hello`,
    'invalid_request_error',
    'invalid_api_key',
  ),
} as const satisfies Record<string, Quirk>;
