import { deepStrictEqual, ok } from 'node:assert/strict';
import { describeFailure, summariseFailure } from '../../../src/messages/failures.ts';
import { createRelayClient, type RelayClient } from '../../../src/relay/client.ts';
import { RelayError } from '../../../src/relay/errors/relayError.ts';
import type { DemoKeyName } from '../../relay/account/tokens.ts';
import { type ReferenceRelay, startReferenceRelay } from '../../relay/referenceRelay.ts';
import { languages } from '../translations.ts';

const model = 'msg-sonnet-4-6';
const path = '/v1/messages';
const t = languages.english;

/** Tokens that can't even list the models, and how the message in the API key's input box starts. */
const refusedKeys: readonly [DemoKeyName, title: string][] = [
  ['disabled401', '{host} rejected the API key (HTTP 401).'],
  ['disabled403', 'The API key can’t be used (HTTP 403).'],
  ['expired401', 'The API key can’t be used (HTTP 401).'],
  ['expired403', 'The API key can’t be used (HTTP 403).'],
  ['outOfQuota401', 'The API key can’t be used (HTTP 401).'],
  ['outOfQuota403', 'The API key can’t be used (HTTP 403).'],
  ['blockedByIp', 'The API key can’t be used (HTTP 403).'],
];

/** Tokens that connect, but are refused when a model is called. */
const refusedCalls: readonly [DemoKeyName, title: string, actions: string[]][] = [
  ['balanceTooLow', 'The balance is too low (HTTP 403).', ['Try Again', 'Set API Key…']],
  ['balanceTooLowUnnamed', 'The balance is too low (HTTP 403).', ['Try Again', 'Set API Key…']],
  ['rateLimited', 'Rate limit reached (HTTP 429).', ['Try Again', 'Select Model…']],
  ['rateLimitedEmpty', 'Rate limit reached (HTTP 429).', ['Try Again', 'Select Model…']],
  ['rateLimitedRetryAfter', 'Rate limit reached (HTTP 429).', ['Try Again', 'Select Model…']],
  [
    'noChannel',
    'This API key has no access to the model “msg-sonnet-4-6” (HTTP 503).',
    ['Select Model…', 'Try Again'],
  ],
  [
    'restricted',
    'This API key has no access to the model “msg-sonnet-4-6” (HTTP 403).',
    ['Select Model…', 'Try Again'],
  ],
];

/** What a relay replies to an unsuitable request. Its own message is passed on. */
const misfits: readonly [status: number, code: string, message: string, title: string][] = [
  [400, '', 'max_tokens: must be at most 100', 'The relay rejected the request as invalid (HTTP 400).'],
  [
    400,
    '',
    'context_management: Extra inputs are not permitted',
    'The relay rejected an experimental field (HTTP 400).',
  ],
  [
    403,
    '',
    '该令牌无权访问模型 msg-sonnet-4-6',
    'This API key has no access to the model “msg-sonnet-4-6” (HTTP 403).',
  ],
  [
    404,
    '',
    'Invalid URL (POST /v1/v1/messages)',
    '{host} returned HTTP 404: Invalid URL (POST /v1/v1/messages)',
  ],
  [
    404,
    'model_not_found',
    'The model does not exist',
    'The model “msg-sonnet-4-6” was not found, or this API key has no access to it (HTTP 404).',
  ],
  [413, '', 'request body too large', 'The request is too large for the relay (HTTP 413).'],
  [
    503,
    'model_not_found',
    'No available channel',
    'This API key has no access to the model “msg-sonnet-4-6” (HTTP 503).',
  ],
];

/** Failures of a valid request, caused by words in the message that the script obeys. */
const accidents: readonly [words: string, title: string][] = [
  ['overloaded', 'The provider is overloaded (HTTP 529).'],
  ['server error', 'The relay or its provider returned an error (HTTP 500).'],
  ['gateway timeout', 'The relay timed out waiting for its provider (HTTP 504).'],
  ['html page', '{host} returned a web page instead of an API response.'],
  ['empty', 'The relay sent an invalid response.'],
  ['rate limit', 'Rate limit reached (HTTP 429).'],
];

describe('failures, from the relay’s reply to the message shown', () => {
  let relay: ReferenceRelay;
  const clients: RelayClient[] = [];
  before(async () => {
    relay = await startReferenceRelay();
  });
  after(async () => {
    for (const client of clients) await client.close();
    await relay.close();
  });

  const host = () => new URL(relay.baseUrl).host;
  const withHost = (title: string) => title.replace('{host}', host());
  function open(key: DemoKeyName): RelayClient {
    const client = createRelayClient({ baseUrl: relay.baseUrl, apiKey: relay.keys[key] });
    clients.push(client);
    return client;
  }

  /** How a prompt fails, as shown. Lists the models first: as in every chat, the relay is known to be one. */
  async function ask(key: DemoKeyName, content: string) {
    const client = open(key);
    await client.listModels();
    const request = { model, maxTokens: 1000, messages: [{ role: 'user' as const, content }] };
    const error: unknown = await client
      .streamChat(request)
      [Symbol.asyncIterator]()
      .next()
      .catch((thrown: unknown) => thrown);
    ok(error instanceof RelayError, String(error));
    const { title, relayMessage, actions } = describeFailure(error, { t, host: host(), model });
    return { title, relayMessage, actions: actions.map(({ label }) => label) };
  }

  for (const [key, title] of refusedKeys)
    it(`while connecting: ${key}`, async () => {
      const error = await open(key)
        .listModels()
        .catch((refusal: unknown) => refusal);
      const words = summariseFailure(error, { t, host: host() });
      ok(words.startsWith(withHost(title)), words);
      ok(!words.includes(relay.keys[key]), words);
    });

  for (const [key, title, actions] of refusedCalls)
    it(`in the chat: ${key}`, async () => {
      const failure = await ask(key, 'hello');
      deepStrictEqual([failure.title, failure.actions], [title, actions]);
    });

  for (const [status, code, message, title] of misfits)
    it(`with the relay’s own message: ${status} ${message}`, async () => {
      const body = JSON.stringify({ error: { type: 'invalid_request_error', message, code } });
      relay.failNext(path, { kind: 'reply', status, body });
      const failure = await ask('good', 'hello');
      // The relay's message is shown once: not again if the title has it.
      const others = title.includes(message) ? undefined : message;
      deepStrictEqual([failure.title, failure.relayMessage], [withHost(title), others]);
    });

  for (const [words, title] of accidents)
    it(`on the relay’s side: ${words}`, async () => {
      deepStrictEqual((await ask('good', words)).title, withHost(title));
    });
});
