import { deepStrictEqual } from 'node:assert/strict';
import { type DemoKeyName, type DemoToken, demoKeys, demoTokens } from '../../relay/account/tokens.ts';
import { useReferenceRelay } from '../../relay/useReferenceRelay.ts';
import type { RefusalDetails } from '../../relay/wire/refusal.ts';
import { askOf, callRelay, readReply, speechOf } from './callRelay.ts';

/** A refusal in the relay's own shape. */
function refused({ status, message, code = '' }: RefusalDetails) {
  const error = { message: `${message} (request id: <id>)`, type: 'new_api_error', code };
  return { status, type: 'application/json; charset=utf-8', body: { error } };
}

const keys = Object.entries(demoTokens) as [DemoKeyName, DemoToken][];

const wrongForm = { status: 401, message: 'Authorization must have the form: Bearer <API_KEY>' };

const refusals: readonly (readonly [name: string, authorization: string | null, RefusalDetails])[] = [
  ['no Authorization header', null, { status: 401, message: 'Token not provided' }],
  ['an unknown key', `Bearer ${demoKeys.good.slice(3)}`, { status: 401, message: 'Invalid token' }],
  ['a key without Bearer', demoKeys.good, wrongForm],
  ['Bearer twice', `Bearer Bearer ${demoKeys.good}`, wrongForm],
  ...keys.flatMap(([name, { refusal }]) =>
    refusal ? [[`the key ${name}`, `Bearer ${demoKeys[name]}`, refusal] as const] : [],
  ),
];

describe('reference relay: authentication (contract 5)', () => {
  const relay = useReferenceRelay();

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

  for (const [name, authorization, refusal] of refusals) {
    it(`refuses ${name} on every endpoint`, async () => {
      deepStrictEqual(await callAll(authorization), Array(6).fill(refused(refusal)));
    });
  }

  for (const [name, { callRefusal }] of keys) {
    if (callRefusal === undefined) continue;
    it(`refuses the key ${name} for model calls, but not for model lists`, async () => {
      const [messages, speech, models, modelsBeta, ...chats] = await callAll(`Bearer ${relay.keys[name]}`);
      deepStrictEqual(
        [models?.status, modelsBeta?.status, [messages, speech, ...chats]],
        [200, 200, Array(4).fill(refused(callRefusal))],
      );
    });
  }

  it('refuses an empty wallet after routing, in the words of each protocol', async () => {
    const [messages, speech, models, , chat] = await callAll(`Bearer ${relay.keys.balanceTooLowUnnamed}`);
    const message = '用户额度不足, 剩余额度: ＄0.000000';
    const inRelayShape = refused({ status: 403, message });
    const error = { type: 'new_api_error', message: `${message} (request id: <id>)` };
    deepStrictEqual(
      [messages, speech, models?.status, chat],
      [{ ...inRelayShape, body: { type: 'error', error } }, inRelayShape, 200, inRelayShape],
    );
  });

  it('refuses a key without a channel, and one without access to the model', async () => {
    const [none] = await callAll(`Bearer ${relay.keys.noChannel}`);
    const [restricted, speech] = await callAll(`Bearer ${relay.keys.restricted}`);
    deepStrictEqual(
      [none, restricted, speech?.status],
      [
        refused({
          status: 503,
          message: '分组 default 下模型 msg-sonnet-4-6 无可用渠道（distributor）',
          code: 'model_not_found',
        }),
        refused({ status: 403, message: 'This token has no access to model msg-sonnet-4-6' }),
        200,
      ],
    );
  });

  it('sends Retry-After for the key rateLimitedRetryAfter', async () => {
    const authorization = `Bearer ${relay.keys.rateLimitedRetryAfter}`;
    const response = await callRelay(relay, '/v1/messages', { body: askOf('Hello'), authorization });
    deepStrictEqual(response.headers.get('retry-after'), '3');
  });
});
