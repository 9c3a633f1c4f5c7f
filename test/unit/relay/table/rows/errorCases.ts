import { apiKey } from '../../chat/askChat.ts';
import type { ErrorReply } from './errorRows.ts';

function told(
  status: number,
  kind: ErrorReply['kind'],
  message: string,
  code: string,
  headers: Record<string, string> = {},
  details: ErrorReply['details'] = {},
): ErrorReply {
  return {
    status,
    body: { error: { message, type: 'new_api_error', param: '', code } },
    headers,
    kind,
    details: { relayMessage: message, code: code || 'new_api_error', ...details },
  };
}

function page(
  status: number,
  kind: ErrorReply['kind'],
  title: string,
  details: ErrorReply['details'] = {},
): ErrorReply {
  return {
    status,
    body: `<!DOCTYPE html>\n<html lang="en"><head><title>${title}</title></head><body>${title}</body></html>`,
    kind,
    details: { relayMessage: title, ...details },
  };
}

const noLonger = { phase: 'relay' } as const;

/** One row for each case of the contract's section 7 in the statuses, codes and words that relays have for it. */
export const errorCases: Readonly<Record<string, ErrorReply>> = {
  'an expired token': told(401, 'tokenUnavailable', '该令牌已过期', ''),
  'a token without quota': told(401, 'tokenUnavailable', '令牌 demo（#7）额度已用尽', ''),
  'a disabled token': told(403, 'tokenUnavailable', '该令牌状态不可用', 'access_denied'),
  'a blocked address': told(403, 'tokenUnavailable', 'Your IP is not allowed by this token', 'access_denied'),
  'a token whose part is used up': told(
    403,
    'tokenUnavailable',
    'Not enough',
    'pre_consume_token_quota_failed',
  ),
  'a wallet too low (402)': {
    status: 402,
    body: { type: 'error', error: { type: 'billing_error', message: 'Payment required' } },
    kind: 'insufficientBalance',
    details: { relayMessage: 'Payment required', code: 'billing_error' },
  },
  'a wallet too low': told(
    403,
    'insufficientBalance',
    '用户额度不足, 剩余额度: ＄0.00',
    'insufficient_user_quota',
  ),
  'a wallet too low, by words': told(403, 'insufficientBalance', 'user quota is not enough', ''),
  'a wallet too low, in the drawing shape': {
    status: 403,
    body: { description: 'quota_not_enough', type: 'upstream_error', code: 3 },
    kind: 'insufficientBalance',
    details: { relayMessage: 'quota_not_enough', code: 'upstream_error' },
  },
  'a wallet too low (429)': told(429, 'insufficientBalance', 'You exceeded your quota', 'insufficient_quota'),
  'a model not allowed': told(403, 'modelNotAllowed', '该令牌无权访问模型 x', ''),
  'a model not allowed, by code': told(403, 'modelNotAllowed', 'No', 'model_not_allowed'),
  'a banned user': told(403, 'refused', 'User has been banned', ''),
  'no word why': { status: 403, body: '', kind: 'refused' },
  'an unknown path': told(404, 'wrongAddress', 'Invalid URL (POST /v1/v1/messages)', ''),
  'an unknown model': told(404, 'modelNotAllowed', "The model 'x' does not exist", 'model_not_found'),
  'an unknown model in the Messages shape': {
    status: 404,
    body: { type: 'error', error: { type: 'not_found_error', message: 'model: msg-x' } },
    kind: 'modelNotAllowed',
    details: { relayMessage: 'model: msg-x', code: 'not_found_error' },
  },
  'no word where': { status: 404, body: '', kind: 'wrongAddress' },
  'a method that is not allowed': page(405, 'wrongAddress', '405 Not Allowed'),
  'a gateway that gave up': {
    status: 408,
    body: {
      error: { message: 'Request exceeded the timeout', type: 'timeout_error', param: null, code: null },
    },
    kind: 'timeout',
    details: { relayMessage: 'Request exceeded the timeout', code: 'timeout_error', ...noLonger },
  },
  'a body too large': told(413, 'requestTooLarge', 'request body too large', 'read_request_body_failed'),
  'a body too large for the web server': page(413, 'requestTooLarge', '413 Request Entity Too Large'),
  'a beta field': {
    status: 400,
    body: {
      type: 'error',
      error: {
        type: 'invalid_request_error',
        message: 'context_management: Extra inputs are not permitted',
      },
    },
    kind: 'betaFieldRejected',
    details: {
      relayMessage: 'context_management: Extra inputs are not permitted',
      code: 'invalid_request_error',
    },
  },
  'a beta field in the shape of the relay': told(
    400,
    'betaFieldRejected',
    'context_management: Extra inputs are not permitted',
    '',
  ),
  'too many requests': told(429, 'rateLimit', '您已达到请求数限制：1分钟内最多请求60次', ''),
  'too many requests, no word': { status: 429, body: '', kind: 'rateLimit' },
  'too many at once': told(429, 'rateLimit', 'channel concurrency limit exceeded', 'get_channel_failed'),
  'too many requests, wait in seconds': told(
    429,
    'rateLimit',
    'Slow down',
    '',
    { 'retry-after': '7' },
    { retryAfterMs: 7000 },
  ),
  'too many requests, wait in milliseconds': told(
    429,
    'rateLimit',
    'Slow down',
    '',
    { 'retry-after-ms': '1500', 'retry-after': '2' },
    { retryAfterMs: 1500 },
  ),
  'too many requests, wait until a date that has passed': told(
    429,
    'rateLimit',
    'Slow down',
    '',
    { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' },
    { retryAfterMs: 0 },
  ),
  'too many requests, wait for nonsense': told(429, 'rateLimit', 'Slow down', '', { 'retry-after': 'soon' }),
  'too many requests, asked to try again': told(429, 'rateLimit', 'Slow down', '', {
    'x-should-retry': 'true',
  }),
  'too many requests for the edge': page(429, 'rateLimit', 'Error 1015'),
  'a failed request upstream': told(500, 'server', 'upstream error: do request failed', 'do_request_failed'),
  'a missing field, as older relays say it': told(
    500,
    'invalidRequest',
    'field messages is required',
    'invalid_request',
  ),
  'a panic': { ...told(500, 'server', 'Panic detected', 'new_api_panic') },
  'nothing implemented': told(501, 'server', 'API not implemented', 'api_not_implemented'),
  'a bad status upstream': told(502, 'server', 'bad response status code 502', 'bad_response_status_code'),
  'no channel': told(
    503,
    'modelNotAllowed',
    '分组 default 下模型 x 无可用渠道（distributor）',
    'model_not_found',
  ),
  'no channel, by words': told(503, 'modelNotAllowed', '当前分组 default 下对于模型 x 无可用渠道', ''),
  'a web server that gave up': page(504, 'timeout', '504 Gateway Time-out', noLonger),
  'an edge that failed': page(520, 'server', 'Web server is returning an unknown error'),
  'an edge that gave up': page(524, 'timeout', 'A timeout occurred', noLonger),
  'an id in a header': told(
    500,
    'server',
    'failed',
    '',
    { 'x-oneapi-request-id': '2026-1' },
    { requestId: '2026-1' },
  ),
  'the key in every place': {
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
  'the key in a title': page(500, 'server', `Failed for ${apiKey.slice(3)}`, {
    relayMessage: 'Failed for [key]',
  }),
};
