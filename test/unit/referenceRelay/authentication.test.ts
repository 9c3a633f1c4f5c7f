import { deepStrictEqual } from 'node:assert/strict';
import { type DemoKeyName, demoKeys } from '../../relay/account/tokens.ts';
import { type ReferenceRelay, startReferenceRelay } from '../../relay/referenceRelay.ts';
import { askOf, callRelay, readReply, speechOf } from './callRelay.ts';

const json = 'application/json; charset=utf-8';

function refused(status: number, message: string, code = '') {
  const error = { message: `${message} (request id: <id>)`, type: 'new_api_error', code };
  return { status, type: json, body: { error } };
}

const rateLimitText = '您已达到请求数限制：1分钟内最多请求10次';
const noChannel = refused(
  503,
  '分组 default 下模型 msg-sonnet-4-6 无可用渠道（distributor）',
  'model_not_found',
);

/** Keys that are refused everywhere, including the model lists. */
const unavailable: readonly (readonly [DemoKeyName, ReturnType<typeof refused>])[] = [
  ['disabled401', refused(401, 'Invalid token')],
  ['disabled403', refused(403, 'Token status is unavailable', 'access_denied')],
  ['expired401', refused(401, '该令牌已过期')],
  ['expired403', refused(403, 'Token has expired', 'access_denied')],
  ['outOfQuota401', refused(401, '该令牌额度已用尽')],
  [
    'outOfQuota403',
    refused(403, 'Token quota is not enough, remaining quota: ＄0.000000', 'pre_consume_token_quota_failed'),
  ],
  ['blockedByIp', refused(403, 'Your IP is not allowed by this token', 'access_denied')],
];

/** Keys that read the lists but may not call this model. */
const unableToCall: readonly (readonly [DemoKeyName, unknown])[] = [
  [
    'balanceTooLow',
    refused(403, 'User quota is insufficient, remaining quota: ＄0.000000', 'insufficient_user_quota'),
  ],
  [
    'balanceTooLowUnnamed',
    {
      status: 403,
      type: json,
      body: {
        type: 'error',
        error: { type: 'new_api_error', message: '用户额度不足, 剩余额度: ＄0.000000 (request id: <id>)' },
      },
    },
  ],
  ['restricted', refused(403, 'This token has no access to model msg-sonnet-4-6')],
  ['rateLimited', refused(429, rateLimitText)],
  ['rateLimitedEmpty', { status: 429, type: null, body: '' }],
  ['rateLimitedRetryAfter', refused(429, rateLimitText)],
  ['noChannel', noChannel],
];

const badHeaders: readonly (readonly [string, string | null, string])[] = [
  ['no Authorization header', null, 'Token not provided'],
  ['an unknown key', 'Bearer sk-relay-At4wdZgXVdZb7iPvMRHhHkurV69CFDmA', 'Invalid token'],
  ['a key without its sk- prefix', `Bearer ${demoKeys.good.slice(3)}`, 'Invalid token'],
  ['a key without Bearer', demoKeys.good, 'Authorization must have the form: Bearer <API_KEY>'],
  ['the Basic scheme', `Basic ${demoKeys.good}`, 'Authorization must have the form: Bearer <API_KEY>'],
  ['Bearer twice', `Bearer Bearer ${demoKeys.good}`, 'Authorization must have the form: Bearer <API_KEY>'],
];

describe('reference relay: authentication (contract 5)', () => {
  let relay: ReferenceRelay;
  before(async () => {
    relay = await startReferenceRelay();
  });
  after(() => relay.close());

  async function callAll(authorization: string | null) {
    const calls = [
      callRelay(relay, '/v1/messages', { body: askOf('Hello'), authorization }),
      callRelay(relay, '/v1/audio/speech', { body: speechOf(), authorization }),
      callRelay(relay, '/v1/models', { authorization }),
      callRelay(relay, '/v1beta/models', { authorization }),
      callRelay(relay, '/v1/chat/completions', {
        body: { model: 'oa-mini', messages: [{ role: 'user', content: 'Hello' }] },
        authorization,
      }),
      callRelay(relay, '/v1beta/models/gx-2.5-pro:generateContent', {
        body: { contents: [{ parts: [{ text: 'Hello' }] }] },
        authorization,
      }),
    ];
    return Promise.all(calls.map(async (call) => readReply(await call)));
  }

  for (const [name, authorization, message] of badHeaders) {
    it(`refuses ${name} with 401 on every endpoint`, async () => {
      deepStrictEqual(await callAll(authorization), Array(6).fill(refused(401, message)));
    });
  }

  for (const [name, expected] of unavailable) {
    it(`refuses the key ${name} on every endpoint`, async () => {
      deepStrictEqual(await callAll(`Bearer ${relay.keys[name]}`), Array(6).fill(expected));
    });
  }

  for (const [name, expected] of unableToCall) {
    it(`refuses the key ${name} for model calls, but not for model lists`, async () => {
      const [messages, ...others] = await callAll(`Bearer ${relay.keys[name]}`);
      // The restricted key may also use the speech model.
      const speechStatus = name === 'restricted' ? 200 : messages?.status;
      const status = messages?.status;
      deepStrictEqual(
        [messages, ...others.map((reply) => reply.status)],
        [expected, speechStatus, 200, 200, status, status],
      );
    });
  }

  it('sends Retry-After for the key rateLimitedRetryAfter', async () => {
    const authorization = `Bearer ${relay.keys.rateLimitedRetryAfter}`;
    const response = await callRelay(relay, '/v1/messages', { body: askOf('Hello'), authorization });
    deepStrictEqual(response.headers.get('retry-after'), '3');
  });

  it('lets a restricted key use its own models', async () => {
    const authorization = `Bearer ${relay.keys.restricted}`;
    const body = askOf('Hello', { model: 'msg-haiku-4-5-20251001' });
    const response = await callRelay(relay, '/v1/messages', { body, authorization });
    deepStrictEqual(response.status, 200);
  });
});
