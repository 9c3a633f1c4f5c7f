import { type ReferenceRelay, startReferenceRelay } from '../../../../relay/referenceRelay.ts';
import { json, type Row, relayError, testRows, upstreamError } from './errorRows.ts';

const providerError =
  'Error from provider(mock,gpt-4o: 401): {\\"error\\":{\\"message\\":\\"bad upstream key\\",\\"status\\":\\"authentication_error\\"}}';
const nodeError = (status: string, message: string, code: string, more = '') =>
  `{"error":{"message":"[openai-compatible-chat-7d0f4f0e-4c1a-4c58-9a3b-0f6f0f6d2c11/gpt-4o] ${status}: {\\"error\\":{\\"message\\":\\"${message}\\",\\"type\\":\\"invalid_request_error\\",\\"param\\":null,\\"code\\":\\"${code}\\"}} (reset after 2m)"${more}}}`;

const shapes: readonly Row[] = [
  [
    'error-with-param',
    400,
    json,
    '{"error":{"message":"Invalid value","type":"invalid_request_error","param":"model","code":"invalid_value"}}',
  ],
  ['error-without-param', 403, json, relayError('用户已被封禁', '')],
  [
    'error-numeric-code',
    401,
    json,
    '{"error":{"message":"Invalid key","type":"authentication_error","param":null,"code":401}}',
  ],
  [
    'error-string-number-code',
    429,
    json,
    '{"error":{"message":"Rate limit reached","type":"None","param":"None","code":"429"}}',
  ],
  [
    'error-null-code',
    400,
    json,
    '{"error":{"message":"Invalid value","type":"invalid_request_error","param":null,"code":null}}',
  ],
  [
    'error-messages-shape',
    529,
    json,
    '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"},"request_id":"req_reference"}',
  ],
  [
    'error-half-messages-shape',
    503,
    json,
    '{"error":{"type":"system_cpu_overloaded","message":"system cpu overloaded"}}',
  ],
  [
    'error-google-shape',
    429,
    json,
    '{"error":{"code":429,"message":"Resource has been exhausted","status":"RESOURCE_EXHAUSTED","details":[]}}',
  ],
  [
    'error-google-array',
    503,
    json,
    '[{"error":{"code":503,"message":"The model is overloaded","status":"UNAVAILABLE"}}]',
  ],
  [
    'error-success-false',
    200,
    json,
    '{"success":false,"message":"无权进行此操作，未登录且未提供 access token"}',
  ],
  [
    'error-auth-code',
    401,
    json,
    '{"success":false,"code":"AUTH_TOKEN_INVALID","message":"Token is invalid"}',
  ],
  ['error-as-200', 200, json, upstreamError],
  ['error-task-shape', 400, json, '{"code":"task_not_exist","message":"task_not_exist","data":null}'],
  [
    'error-drawing-shape',
    400,
    json,
    '{"description":"bind_request_body_failed","type":"upstream_error","code":4}',
  ],
  ['error-string', 401, json, '{"error":"Invalid API key","type":"auth_error"}'],
  ['error-status-failure', 400, json, '{"status":"failure","message":"A header is required"}'],
  ['error-ok-false', 404, json, '{"message":"Not Found","ok":false}'],
  ['error-html-message', 500, json, '{"html-message":"Message: fetch failed Cause: connect ECONNREFUSED"}'],
  [
    'error-with-provider',
    429,
    json,
    '{"error":{"message":"rate limited","type":"rate_limit_error","param":null,"code":null},"provider":"anthropic"}',
  ],
  ['error-empty', 500, null, ''],
  ['error-plain-text', 502, 'text/plain', 'bad gateway'],
  ['error-message-only', 400, json, '{"message":"Something is wrong"}'],
  ['error-msg', 400, json, '{"msg":"Something is wrong"}'],
  ['error-err', 400, json, '{"err":"Something is wrong"}'],
  ['error-error-msg', 400, json, '{"error_msg":"Something is wrong"}'],
  ['error-detail', 422, json, '{"detail":"Something is wrong"}'],
  [
    'error-detail-list',
    422,
    json,
    '{"detail":[{"loc":["body","model"],"msg":"field required","type":"missing"}]}',
  ],
  ['error-in-header', 400, json, '{"header":{"message":"Something is wrong"}}'],
  ['error-in-response', 400, json, '{"response":{"error":{"message":"Something is wrong"}}}'],
  ['error-null', 500, json, '{"error":null}'],
  ['error-broken-json', 500, json, '{"error":{"message":"upstr'],
  [
    'error-bom',
    500,
    json,
    '\ufeff{"error":{"message":"upstream error: do request failed","type":"new_api_error","code":"do_request_failed"}}',
  ],
  ['error-typed-stream', 500, 'text/event-stream', upstreamError],
  ['error-typed-audio', 502, 'audio/mpeg', upstreamError],
  ['error-typed-html', 500, 'text/html', upstreamError],
  ['error-untyped', 500, null, upstreamError],
  [
    'error-as-first-event',
    500,
    'text/event-stream',
    'data: {"error":{"message":"upstream failed","code":500}}\n\ndata: [DONE]\n\n',
  ],
  [
    'error-white-label',
    500,
    json,
    '{"error":{"message":"upstream error: do request failed","type":"some_reseller_api_error","code":"do_request_failed"}}',
  ],
  [
    'error-masked-message',
    500,
    json,
    '{"error":{"message":"Post \\"https://***.com/***\\": dial tcp ***.***.***.***:443: thinking.type is ***.type (request id: <id>)","type":"new_api_error","code":"do_request_failed"}}',
  ],
  [
    'error-nested-json-reset',
    503,
    json,
    nodeError('[404]', 'The model `gpt-4o` does not exist', 'model_not_found'),
  ],
  [
    'error-nested-json',
    503,
    json,
    nodeError('[400]', 'Too many tokens', 'context_length_exceeded', ',"type":"server_error"'),
  ],
  ['error-nested-json-key', 503, json, nodeError('[401]', 'Incorrect API key', 'invalid_api_key')],
  [
    'error-nested-json-stack',
    401,
    json,
    `{"error":{"message":"${providerError}Error: ${providerError}\\n    at qn (/usr/lib/node_modules/ccr/dist/cli.js:582:7451)\\n    at async cli.js:582:9013","type":"api_error","code":"provider_response_error"}}`,
  ],
  [
    'error-nested-json-messages',
    502,
    json,
    '{"type":"error","error":{"type":"api_error","message":"openai backend HTTP 429: {\\"error\\":{\\"message\\":\\"Slow down\\",\\"type\\":\\"requests\\",\\"code\\":\\"rate_limit\\"}}"}}',
  ],
  [
    'error-in-message',
    500,
    json,
    '{"type":"error","message":{"type":"api_error","message":"{\\"message\\":\\"Overloaded\\",\\"type\\":\\"overloaded_error\\"}"}}',
  ],
  [
    'error-correlation-id',
    401,
    json,
    '{"error":{"code":"AUTH_002","message":"Invalid API key","correlation_id":"5b1c"}}',
  ],
  ['key-refused-as-text', 401, 'text/plain; charset=utf-8', 'Invalid API key'],
  [
    'error-echoes-key',
    401,
    json,
    '{"error":{"message":"Incorrect API key provided: sk-relay-good-3ohyVpyJB3h2sz7eEgvHvJRZuNuUXvEN. Prompt: Hello","type":"invalid_request_error","param":null,"code":"invalid_api_key"}}',
  ],
];

describe('reference relay: shapes of errors', () => {
  let relay: ReferenceRelay;
  before(async () => {
    relay = await startReferenceRelay();
  });
  after(() => relay.close());

  testRows('shapes of errors', shapes, () => relay);
});
