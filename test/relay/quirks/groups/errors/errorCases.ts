import { jsonHeaders } from '../../../wire/transportChanges.ts';
import type { Quirk } from '../../quirk.ts';
import { apiError, edgeError, error, html, relayError, upstreamError } from './errorReply.ts';

const saturated = '当前分组上游负载已饱和，请稍后再试';

/** What such relays reply to whom: the rows of their table of statuses. */
export const errorCaseQuirks = {
  'user-banned': relayError(403, '用户已被封禁'),
  'ip-not-allowed': relayError(403, '您的 IP 不在令牌允许访问的列表中', 'access_denied'),
  'group-not-allowed': relayError(403, '无权访问 vip 分组'),
  'group-deprecated': relayError(403, '分组 vip 已被弃用'),
  'model-not-allowed': relayError(403, '该令牌无权访问模型 msg-opus-4-7'),
  'channel-pin-refused': relayError(403, '普通用户不支持指定渠道'),
  'balance-empty': relayError(403, '用户额度不足, 剩余额度: ＄0.00', 'insufficient_user_quota'),
  'balance-too-low-for-call': relayError(
    403,
    '预扣费额度失败, 用户剩余额度: ＄0.01, 需要预扣费额度: ＄0.10',
    'insufficient_user_quota',
  ),
  'token-quota-empty': relayError(403, '令牌额度不足', 'pre_consume_token_quota_failed'),
  'payment-required': error(402, {
    type: 'error',
    error: { type: 'billing_error', message: 'Your credit balance is too low' },
  }),
  'rate-limit': relayError(429, '您已达到请求数限制：1分钟内最多请求10次'),
  'rate-limit-empty': error(429, ''),
  'rate-limit-seconds': relayError(429, saturated, '', { 'retry-after': '2' }),
  'rate-limit-milliseconds': relayError(429, saturated, '', { 'retry-after-ms': '1500', 'retry-after': '2' }),
  'rate-limit-date': {
    does: '429: a rate limit with the date when it ends',
    reply: () => ({
      status: 429,
      headers: { ...jsonHeaders, 'retry-after': new Date(Date.now() + 2000).toUTCString() },
      body: JSON.stringify({ error: { message: saturated, type: 'new_api_error', code: '' } }),
    }),
  },
  'rate-limit-nonsense': relayError(429, saturated, '', { 'retry-after': 'soon' }),
  'retry-forbidden': relayError(503, saturated, '', { 'x-should-retry': 'false' }),
  'retry-wanted': relayError(400, saturated, '', { 'x-should-retry': 'true' }),
  'upstream-saturated': relayError(429, saturated),
  'concurrency-limit': relayError(429, 'channel concurrency limit exceeded', 'get_channel_failed'),
  'no-channel': relayError(
    503,
    '分组 default 下模型 msg-sonnet-4-6 无可用渠道（distributor）',
    'model_not_found',
  ),
  'no-channel-on-retry': relayError(
    500,
    '获取分组 default 下模型 msg-sonnet-4-6 的可用渠道失败（retry）',
    'get_channel_failed',
  ),
  'invalid-as-500': relayError(500, 'field messages is required', 'invalid_request'),
  'body-too-large': relayError(413, 'request body too large', 'read_request_body_failed'),
  'body-too-large-html': error(
    413,
    '<html>\r\n<head><title>413 Request Entity Too Large</title></head>\r\n<body>\r\n<center><h1>413 Request Entity Too Large</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n',
    html,
  ),
  'upstream-unreachable': error(500, { error: upstreamError }),
  'upstream-bad-status': relayError(502, 'bad response status code 502', 'bad_response_status_code'),
  'upstream-timeout': relayError(504, 'channel timeout', 'channel_timeout'),
  'gateway-timeout-408': apiError(
    408,
    'Request exceeded the timeout sent in the request: 1ms',
    'timeout_error',
  ),
  'gateway-rule-412': apiError(412, 'The guardrail checks defined in the config failed.', 'hooks_failed'),
  'not-implemented': relayError(501, 'API not implemented', 'api_not_implemented'),
  'contents-required': relayError(400, 'contents is required', 'invalid_request'),
  panic: error(500, {
    error: {
      message: 'Panic detected, error: runtime error: index out of range [0] with length 0.',
      type: 'new_api_panic',
    },
  }),
  'html-502': error(
    502,
    '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n',
    html,
  ),
  'cloudflare-520': edgeError(520, 'Web server is returning an unknown error'),
  'cloudflare-521': edgeError(521, 'Web server is down'),
  'cloudflare-522': edgeError(522, 'Connection timed out'),
  'cloudflare-523': edgeError(523, 'Origin is unreachable'),
  'cloudflare-524': edgeError(524, 'A timeout occurred'),
  'cloudflare-525': edgeError(525, 'SSL handshake failed'),
  'cloudflare-1015': error(429, 'error code: 1015', {
    'content-type': 'text/plain; charset=UTF-8',
    server: 'cloudflare',
    'retry-after': '10',
  }),
  'html-console': error(
    200,
    '<!doctype html>\n<html lang="zh"><head><title>New API</title></head><body><div id="root"></div></body></html>\n',
    { 'content-type': 'text/html; charset=utf-8' },
  ),
  'empty-200': error(200, '', jsonHeaders),
} as const satisfies Record<string, Quirk>;
