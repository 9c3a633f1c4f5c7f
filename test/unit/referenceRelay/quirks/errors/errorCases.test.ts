import { deepStrictEqual } from 'node:assert/strict';
import type { QuirkName } from '../../../../relay/quirks/table.ts';
import { type ReferenceRelay, startReferenceRelay } from '../../../../relay/referenceRelay.ts';
import { callRelay } from '../../callRelay.ts';
import { edgePage, json, type Row, relayError, testRows, upstreamError } from './errorRows.ts';

const cases: readonly Row[] = [
  ['user-banned', 403, json, relayError('用户已被封禁', '')],
  ['ip-not-allowed', 403, json, relayError('您的 IP 不在令牌允许访问的列表中', 'access_denied')],
  ['group-not-allowed', 403, json, relayError('无权访问 vip 分组', '')],
  ['group-deprecated', 403, json, relayError('分组 vip 已被弃用', '')],
  ['model-not-allowed', 403, json, relayError('该令牌无权访问模型 msg-opus-4-7', '')],
  ['channel-pin-refused', 403, json, relayError('普通用户不支持指定渠道', '')],
  ['balance-empty', 403, json, relayError('用户额度不足, 剩余额度: ＄0.00', 'insufficient_user_quota')],
  [
    'balance-too-low-for-call',
    403,
    json,
    relayError('预扣费额度失败, 用户剩余额度: ＄0.01, 需要预扣费额度: ＄0.10', 'insufficient_user_quota'),
  ],
  ['token-quota-empty', 403, json, relayError('令牌额度不足', 'pre_consume_token_quota_failed')],
  [
    'payment-required',
    402,
    json,
    '{"type":"error","error":{"type":"billing_error","message":"Your credit balance is too low"}}',
  ],
  ['rate-limit', 429, json, relayError('您已达到请求数限制：1分钟内最多请求10次', '')],
  ['rate-limit-empty', 429, null, ''],
  ['rate-limit-seconds', 429, json, relayError('当前分组上游负载已饱和，请稍后再试', '')],
  ['rate-limit-milliseconds', 429, json, relayError('当前分组上游负载已饱和，请稍后再试', '')],
  [
    'rate-limit-date',
    429,
    json,
    '{"error":{"message":"当前分组上游负载已饱和，请稍后再试","type":"new_api_error","code":""}}',
  ],
  ['rate-limit-nonsense', 429, json, relayError('当前分组上游负载已饱和，请稍后再试', '')],
  ['retry-forbidden', 503, json, relayError('当前分组上游负载已饱和，请稍后再试', '')],
  ['retry-wanted', 400, json, relayError('当前分组上游负载已饱和，请稍后再试', '')],
  ['upstream-saturated', 429, json, relayError('当前分组上游负载已饱和，请稍后再试', '')],
  ['concurrency-limit', 429, json, relayError('channel concurrency limit exceeded', 'get_channel_failed')],
  [
    'no-channel',
    503,
    json,
    relayError('分组 default 下模型 msg-sonnet-4-6 无可用渠道（distributor）', 'model_not_found'),
  ],
  [
    'no-channel-on-retry',
    500,
    json,
    relayError('获取分组 default 下模型 msg-sonnet-4-6 的可用渠道失败（retry）', 'get_channel_failed'),
  ],
  ['invalid-as-500', 500, json, relayError('field messages is required', 'invalid_request')],
  ['body-too-large', 413, json, relayError('request body too large', 'read_request_body_failed')],
  [
    'body-too-large-html',
    413,
    'text/html',
    '<html>\r\n<head><title>413 Request Entity Too Large</title></head>\r\n<body>\r\n<center><h1>413 Request Entity Too Large</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n',
  ],
  ['upstream-unreachable', 500, json, upstreamError],
  ['upstream-bad-status', 502, json, relayError('bad response status code 502', 'bad_response_status_code')],
  ['upstream-timeout', 504, json, relayError('channel timeout', 'channel_timeout')],
  [
    'gateway-timeout-408',
    408,
    json,
    '{"error":{"message":"Request exceeded the timeout sent in the request: 1ms","type":"timeout_error","param":null,"code":null}}',
  ],
  [
    'gateway-rule-412',
    412,
    json,
    '{"error":{"message":"The guardrail checks defined in the config failed.","type":"hooks_failed","param":null,"code":null}}',
  ],
  ['not-implemented', 501, json, relayError('API not implemented', 'api_not_implemented')],
  ['contents-required', 400, json, relayError('contents is required', 'invalid_request')],
  [
    'panic',
    500,
    json,
    '{"error":{"message":"Panic detected, error: runtime error: index out of range [0] with length 0.","type":"new_api_panic"}}',
  ],
  [
    'html-502',
    502,
    'text/html',
    '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n',
  ],
  [
    'cloudflare-520',
    520,
    'text/html; charset=UTF-8',
    edgePage(520, 'Web server is returning an unknown error'),
  ],
  ['cloudflare-521', 521, 'text/html; charset=UTF-8', edgePage(521, 'Web server is down')],
  ['cloudflare-522', 522, 'text/html; charset=UTF-8', edgePage(522, 'Connection timed out')],
  ['cloudflare-523', 523, 'text/html; charset=UTF-8', edgePage(523, 'Origin is unreachable')],
  ['cloudflare-524', 524, 'text/html; charset=UTF-8', edgePage(524, 'A timeout occurred')],
  ['cloudflare-525', 525, 'text/html; charset=UTF-8', edgePage(525, 'SSL handshake failed')],
  ['cloudflare-1015', 429, 'text/plain; charset=UTF-8', 'error code: 1015'],
  [
    'html-console',
    200,
    'text/html; charset=utf-8',
    '<!doctype html>\n<html lang="zh"><head><title>New API</title></head><body><div id="root"></div></body></html>\n',
  ],
  ['empty-200', 200, json, ''],
];

/** Headers beside the type. */
const waits: readonly (readonly [QuirkName, Readonly<Record<string, string>>])[] = [
  ['rate-limit-seconds', { 'retry-after': '2' }],
  ['rate-limit-milliseconds', { 'retry-after': '2', 'retry-after-ms': '1500' }],
  ['rate-limit-nonsense', { 'retry-after': 'soon' }],
  ['retry-forbidden', { 'x-should-retry': 'false' }],
  ['retry-wanted', { 'x-should-retry': 'true' }],
  ['cloudflare-1015', { 'retry-after': '10', server: 'cloudflare' }],
];

describe('reference relay: cases of errors', () => {
  let relay: ReferenceRelay;
  before(async () => {
    relay = await startReferenceRelay();
  });
  after(() => relay.close());

  testRows('cases of errors', cases, () => relay);

  for (const [name, expected] of waits) {
    it(`says when to come back: ${name}`, async () => {
      using _quirk = relay.with(name);
      const { headers } = await callRelay(relay, '/v1/models');
      deepStrictEqual(
        Object.fromEntries(Object.keys(expected).map((header) => [header, headers.get(header)])),
        expected,
      );
    });
  }

  it('says when to come back as a date that is to come', async () => {
    using _quirk = relay.with('rate-limit-date');
    const { headers } = await callRelay(relay, '/v1/models');
    const [date, sent] = [headers.get('retry-after') ?? '', headers.get('date') ?? ''];
    deepStrictEqual([new Date(date).toUTCString(), Date.parse(date) > Date.parse(sent)], [date, true]);
  });
});
