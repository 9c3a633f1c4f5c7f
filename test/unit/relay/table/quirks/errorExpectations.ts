import type { quirkGroups } from '../../../../relay/quirks/table.ts';
import { type Expectations, failing, told } from './effect.ts';

type Groups = typeof quirkGroups;

const wrong = 'Something is wrong';
const upstream = ['upstream error: do request failed', 'do_request_failed'] as const;
const saturated = '当前分组上游负载已饱和，请稍后再试';
const own = 'new_api_error';

export const errorShapeExpectations: Expectations<Groups['shapes of errors']> = {
  'error-with-param': told(400, 'invalidRequest', 'Invalid value', 'invalid_value'),
  'error-without-param': told(403, 'refused', '用户已被封禁', own),
  'error-numeric-code': told(401, 'authentication', 'Invalid key', 'authentication_error'),
  // A program without an error type writes "None", which is not a code.
  'error-string-number-code': told(429, 'rateLimit', 'Rate limit reached', '429'),
  'error-null-code': told(400, 'invalidRequest', 'Invalid value', 'invalid_request_error'),
  'error-messages-shape': told(529, 'server', 'Overloaded', 'overloaded_error'),
  'error-half-messages-shape': told(503, 'server', 'system cpu overloaded', 'system_cpu_overloaded'),
  'error-google-shape': told(429, 'rateLimit', 'Resource has been exhausted', 'RESOURCE_EXHAUSTED'),
  'error-google-array': told(503, 'server', 'The model is overloaded', 'UNAVAILABLE'),
  'error-success-false': told(200, 'server', '无权进行此操作，未登录且未提供 access token'),
  'error-auth-code': told(401, 'authentication', 'Token is invalid', 'AUTH_TOKEN_INVALID'),
  'error-as-200': told(200, 'server', ...upstream),
  'error-task-shape': told(400, 'invalidRequest', 'task_not_exist', 'task_not_exist'),
  'error-drawing-shape': told(400, 'invalidRequest', 'bind_request_body_failed', 'upstream_error'),
  'error-string': told(401, 'authentication', 'Invalid API key', 'auth_error'),
  'error-status-failure': told(400, 'invalidRequest', 'A header is required'),
  'error-ok-false': told(404, 'wrongAddress', 'Not Found'),
  'error-html-message': told(500, 'server', 'Message: fetch failed Cause: connect ECONNREFUSED'),
  'error-with-provider': told(429, 'rateLimit', 'rate limited', 'rate_limit_error'),
  'error-empty': told(500, 'server'),
  'error-plain-text': told(502, 'server', 'bad gateway'),
  'error-message-only': told(400, 'invalidRequest', wrong),
  'error-msg': told(400, 'invalidRequest', wrong),
  'error-err': told(400, 'invalidRequest', wrong),
  'error-error-msg': told(400, 'invalidRequest', wrong),
  'error-detail': told(422, 'invalidRequest', wrong),
  'error-detail-list': told(422, 'invalidRequest', 'field required', 'missing'),
  'error-in-header': told(400, 'invalidRequest', wrong),
  'error-in-response': told(400, 'invalidRequest', wrong),
  'error-null': told(500, 'server'),
  'error-broken-json': told(500, 'server', '{"error":{"message":"upstr'),
  'error-bom': told(500, 'server', ...upstream),
  'error-typed-stream': told(500, 'server', ...upstream),
  'error-typed-audio': told(502, 'server', ...upstream),
  'error-typed-html': told(500, 'server', ...upstream),
  'error-untyped': told(500, 'server', ...upstream),
  'error-as-first-event': told(500, 'server', 'upstream failed', '500'),
  'error-white-label': told(500, 'server', ...upstream),
  'error-masked-message': told(
    500,
    'server',
    'Post "https://***.com/***": dial tcp ***.***.***.***:443: thinking.type is ***.type',
    'do_request_failed',
  ),
  'error-nested-json-reset': told(
    503,
    'modelNotAllowed',
    'The model `gpt-4o` does not exist (reset after 2m)',
    'model_not_found',
    { upstreamStatus: 404, retryAfterMs: 120_000 },
  ),
  'error-nested-json': told(
    503,
    'invalidRequest',
    'Too many tokens (reset after 2m)',
    'context_length_exceeded',
    { upstreamStatus: 400 },
  ),
  'error-nested-json-key': told(
    503,
    'authentication',
    'Incorrect API key (reset after 2m)',
    'invalid_api_key',
    { upstreamStatus: 401 },
  ),
  'error-nested-json-stack': told(401, 'authentication', 'bad upstream key', 'authentication_error'),
  'error-nested-json-messages': told(502, 'rateLimit', 'Slow down', 'rate_limit', { upstreamStatus: 429 }),
  'error-in-message': told(500, 'server', 'Overloaded', 'overloaded_error', { upstreamStatus: 529 }),
  'error-correlation-id': told(401, 'authentication', 'Invalid API key', 'AUTH_002'),
  'key-refused-as-text': told(401, 'authentication', 'Invalid API key'),
  'error-echoes-key': told(
    401,
    'authentication',
    'Incorrect API key provided: [key]. Prompt: Hello',
    'invalid_api_key',
  ),
};

export const errorCaseExpectations: Expectations<Groups['cases of errors']> = {
  'user-banned': told(403, 'refused', '用户已被封禁', own),
  'ip-not-allowed': told(403, 'tokenUnavailable', '您的 IP 不在令牌允许访问的列表中', 'access_denied'),
  'group-not-allowed': told(403, 'refused', '无权访问 vip 分组', own),
  'group-deprecated': told(403, 'refused', '分组 vip 已被弃用', own),
  'model-not-allowed': told(403, 'modelNotAllowed', '该令牌无权访问模型 msg-opus-4-7', own),
  'channel-pin-refused': told(403, 'refused', '普通用户不支持指定渠道', own),
  'balance-empty': told(
    403,
    'insufficientBalance',
    '用户额度不足, 剩余额度: ＄0.00',
    'insufficient_user_quota',
  ),
  'balance-too-low-for-call': told(
    403,
    'insufficientBalance',
    '预扣费额度失败, 用户剩余额度: ＄0.01, 需要预扣费额度: ＄0.10',
    'insufficient_user_quota',
  ),
  'token-quota-empty': told(403, 'tokenUnavailable', '令牌额度不足', 'pre_consume_token_quota_failed'),
  'payment-required': told(402, 'insufficientBalance', 'Your credit balance is too low', 'billing_error'),
  'rate-limit': told(429, 'rateLimit', '您已达到请求数限制：1分钟内最多请求10次', own),
  'rate-limit-empty': told(429, 'rateLimit'),
  'rate-limit-seconds': told(429, 'rateLimit', saturated, own, { retryAfterMs: 2000 }),
  'rate-limit-milliseconds': told(429, 'rateLimit', saturated, own, { retryAfterMs: 1500 }),
  'rate-limit-date': {
    ...told(429, 'rateLimit', saturated, own, { retryAfterMs: 2000 }),
    round: roundWait,
  },
  'rate-limit-nonsense': told(429, 'rateLimit', saturated, own),
  'retry-forbidden': told(503, 'rateLimit', saturated, own),
  'retry-wanted': told(400, 'invalidRequest', saturated, own),
  'upstream-saturated': told(429, 'rateLimit', saturated, own),
  'concurrency-limit': told(429, 'rateLimit', 'channel concurrency limit exceeded', 'get_channel_failed'),
  'no-channel': told(
    503,
    'modelNotAllowed',
    '分组 default 下模型 msg-sonnet-4-6 无可用渠道（distributor）',
    'model_not_found',
  ),
  'no-channel-on-retry': told(
    500,
    'modelNotAllowed',
    '获取分组 default 下模型 msg-sonnet-4-6 的可用渠道失败（retry）',
    'get_channel_failed',
  ),
  'invalid-as-500': told(500, 'invalidRequest', 'field messages is required', 'invalid_request'),
  'body-too-large': told(413, 'requestTooLarge', 'request body too large', 'read_request_body_failed'),
  'body-too-large-html': told(413, 'requestTooLarge', '413 Request Entity Too Large'),
  'upstream-unreachable': told(500, 'server', ...upstream),
  'upstream-bad-status': told(502, 'server', 'bad response status code 502', 'bad_response_status_code'),
  'upstream-timeout': told(504, 'timeout', 'channel timeout', 'channel_timeout', { phase: 'relay' }),
  'gateway-timeout-408': told(
    408,
    'timeout',
    'Request exceeded the timeout sent in the request: 1ms',
    'timeout_error',
    { phase: 'relay' },
  ),
  'gateway-rule-412': told(
    412,
    'invalidRequest',
    'The guardrail checks defined in the config failed.',
    'hooks_failed',
  ),
  'not-implemented': told(501, 'server', 'API not implemented', 'api_not_implemented'),
  'contents-required': told(400, 'invalidRequest', 'contents is required', 'invalid_request'),
  panic: told(
    500,
    'server',
    'Panic detected, error: runtime error: index out of range [0] with length 0.',
    'new_api_panic',
  ),
  'html-502': told(502, 'server', '502 Bad Gateway'),
  'cloudflare-520': told(520, 'server', 'relay.example | 520: Web server is returning an unknown error'),
  'cloudflare-521': told(521, 'server', 'relay.example | 521: Web server is down'),
  'cloudflare-522': told(522, 'server', 'relay.example | 522: Connection timed out'),
  'cloudflare-523': told(523, 'server', 'relay.example | 523: Origin is unreachable'),
  'cloudflare-524': told(524, 'timeout', 'relay.example | 524: A timeout occurred', undefined, {
    phase: 'relay',
  }),
  'cloudflare-525': told(525, 'server', 'relay.example | 525: SSL handshake failed'),
  'cloudflare-1015': told(429, 'rateLimit', 'error code: 1015', undefined, { retryAfterMs: 10_000 }),
  'html-console': told(200, 'wrongAddress', 'New API'),
  'empty-200': failing('invalidResponse', { status: 200 }),
};

/** The wait until a date depends on when the reply arrives: at most the two seconds that the quirk gives. */
function roundWait(came: unknown): unknown {
  return JSON.parse(JSON.stringify(came), (name, value) =>
    name === 'retryAfterMs' && value >= 0 && value <= 2000 ? 2000 : value,
  );
}
