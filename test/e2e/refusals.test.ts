import { deepStrictEqual, ok } from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import type { DemoKeyName } from '../relay/account/tokens.ts';
import {
  connectByCommand,
  enterConnection,
  openChat,
  openRelayEditor,
  type RelayEditor,
  turnAt,
} from './harness/relayEditor.ts';
import { waitUntil } from './harness/waitUntil.ts';

/** Contract 5: tokens that can't even read the lists. The words stand in the box where the key is typed. */
const refusedKeys: [DemoKeyName, title: string][] = [
  ['disabled401', '{host} did not accept the key (HTTP 401).'],
  ['disabled403', 'The token can’t be used (HTTP 403).'],
  ['expired401', 'The token can’t be used (HTTP 401).'],
  ['expired403', 'The token can’t be used (HTTP 403).'],
  ['outOfQuota401', 'The token can’t be used (HTTP 401).'],
  ['outOfQuota403', 'The token can’t be used (HTTP 403).'],
  ['blockedByIp', 'The token can’t be used (HTTP 403).'],
];

/** Contract 5 and 7: tokens that connect, and are refused when a model is asked. The words stand in the chat. */
const refusedCalls: [DemoKeyName, title: string, actions: string[]][] = [
  ['balanceTooLow', 'The balance is too low (HTTP 403).', ['Try Again', 'Set Key…']],
  ['balanceTooLowUnnamed', 'The balance is too low (HTTP 403).', ['Try Again', 'Set Key…']],
  ['rateLimited', 'A rate limit is reached (HTTP 429).', ['Try Again', 'Select Model…']],
  ['rateLimitedEmpty', 'A rate limit is reached (HTTP 429).', ['Try Again', 'Select Model…']],
  ['rateLimitedRetryAfter', 'A rate limit is reached (HTTP 429).', ['Try Again', 'Select Model…']],
];

/** Contract 7: what a relay does to a request that was right. By words in the message, which the script obeys. */
const accidents: [words: string, title: string][] = [
  ['overloaded', 'The relay or the provider behind it failed (HTTP 529).'],
  ['server error', 'The relay or the provider behind it failed (HTTP 500).'],
  ['gateway timeout', 'The relay gave up waiting for its provider (HTTP 504).'],
  ['html page', 'The relay answered with a web page instead of a response.'],
  ['empty', 'The relay sent a reply that can’t be understood.'],
  ['rate limit', 'A rate limit is reached (HTTP 429).'],
  ['cut', 'The answer was cut. What came is kept.'],
  ['clean cut', 'The answer was cut. What came is kept.'],
  ['error event', 'The answer was cut. What came is kept.'],
  ['raw tail', 'The answer was cut. What came is kept.'],
];

async function ask(chat: Frame, text: string): Promise<void> {
  await chat.locator('textarea').fill(text);
  await chat.locator('textarea').press('Enter');
}

/** The words and buttons under the latest question. */
async function lastFailure(chat: Frame, turns: number) {
  const turn = turnAt(chat, turns - 1);
  await turn.locator('.failure-title').last().waitFor();
  return {
    title: (await turn.locator('.failure-title').last().innerText())
      .trim()
      .replace(/^127\.0\.0\.1:\d+/, 'The relay'),
    actions: await turn.locator('vscode-button').allInnerTexts(),
  };
}

describe('every refusal, from the relay to the words on the screen', () => {
  let started: RelayEditor;
  before(async () => {
    started = await openRelayEditor();
  });
  after(() => started?.close());

  describe('while connecting', () => {
    for (const [name, title] of refusedKeys) {
      it(name, async () => {
        const { relay, editor } = started;
        const { quickInput } = editor;
        await enterConnection(started, relay.keys[name]);
        const host = new URL(relay.baseAddress).host;
        const message = await waitUntil('the verdict', async () => {
          const words = await quickInput.message();
          return words.includes('HTTP') ? words : undefined;
        });
        ok(message.startsWith(title.replace('{host}', host)), message);
        ok(!message.includes(relay.keys[name]));
        await quickInput.dismiss();
        await quickInput.waitUntilClosed();
      });
    }
  });

  describe('in the chat', () => {
    let chat: Frame;
    let turns = 0;

    for (const [name, title, actions] of refusedCalls) {
      it(name, async () => {
        await connectByCommand(started, started.relay.keys[name]);
        chat = await openChat(started.editor);
        await chat.locator('.model-button', { hasText: 'msg-' }).waitFor();
        await ask(chat, 'hello');
        deepStrictEqual(await lastFailure(chat, ++turns), { title, actions });
      });
    }

    it('a rate limit that passes: it is waited for in sight, and not for longer than the person wants', async () => {
      const { relay } = started;
      await connectByCommand(started, relay.keys.good);
      const asked = relay.requests.length;
      for (const retryAfter of ['1', '55'])
        relay.failNext('/v1/messages', {
          kind: 'reply',
          status: 429,
          headers: { 'retry-after': retryAfter },
          body: '',
        });
      await ask(chat, 'table');
      const turn = turnAt(chat, turns);
      await turn.getByText(/^A rate limit is reached \(HTTP 429\)\. Trying again in 5\d s\.$/).waitFor();
      await started.editor.screenshot('chat-rate-limit');
      await turn.getByRole('button', { name: 'Try Now' }).click();
      await turn.locator('.markdown table').waitFor();
      turns += 1;
      const paths = relay.requests.slice(asked).map(({ path, status }) => `${path} ${status}`);
      deepStrictEqual(
        paths.filter((line) => line.startsWith('/v1/messages')),
        ['/v1/messages 429', '/v1/messages 429', '/v1/messages 200'],
      );
    });

    it('a model that the token may not use, and the one that it may', async () => {
      const { editor, relay } = started;
      await connectByCommand(started, relay.keys.restricted);
      await editor.statusBarItem('msg-haiku').waitFor();
      await editor.runCommand('Model Relay: Select Model…');
      await editor.quickInput.waitFor('Models of');
      await waitUntil('two models', async () =>
        (await editor.quickInput.rows()).length === 2 ? true : undefined,
      );
      await editor.quickInput.dismiss();
      await editor.quickInput.waitUntilClosed();
      relay.failNext('/v1/messages', {
        kind: 'reply',
        status: 403,
        body: '{"error":{"message":"该令牌无权访问模型 msg-haiku-4-5-20251001","type":"new_api_error","code":""}}',
      });
      await ask(chat, 'hello');
      deepStrictEqual(await lastFailure(chat, ++turns), {
        title: 'The model “msg-haiku-4-5-20251001” is not available to this token (HTTP 403).',
        actions: ['Select Model…', 'Try Again'],
      });
    });

    it('what a relay answers to a request that does not fit, in its own words', async () => {
      const { relay } = started;
      await connectByCommand(started, relay.keys.good);
      for (const [status, code, message, title] of [
        [400, '', 'max_tokens: must be at most 100', 'The request was refused as invalid (HTTP 400).'],
        [
          400,
          '',
          'context_management: Extra inputs are not permitted',
          'The relay refused an experimental field (HTTP 400).',
        ],
        [
          404,
          '',
          'Invalid URL (POST /v1/v1/messages)',
          'The relay answered with HTTP 404: Invalid URL (POST /v1/v1/messages)',
        ],
        [
          404,
          'model_not_found',
          'The model does not exist',
          'The model “msg-sonnet-4-6” is not available to this token (HTTP 404).',
        ],
        [413, '', 'request body too large', 'The request is too large for the relay (HTTP 413).'],
        [
          503,
          'model_not_found',
          'No available channel',
          'The model “msg-sonnet-4-6” is not available to this token (HTTP 503).',
        ],
      ] as const) {
        relay.failNext('/v1/messages', {
          kind: 'reply',
          status,
          body: JSON.stringify({ error: { type: 'invalid_request_error', message, code } }),
        });
        await ask(chat, 'hello');
        deepStrictEqual((await lastFailure(chat, ++turns)).title, title);
        await turnAt(chat, turns - 1)
          .getByText(message)
          .first()
          .waitFor();
      }
    });

    for (const [words, title] of accidents) {
      it(words, async () => {
        await ask(chat, words);
        deepStrictEqual((await lastFailure(chat, ++turns)).title, title);
      });
    }

    it('lets a failed question be asked again, by the keyboard', async () => {
      const { relay, editor } = started;
      relay.failNext('/v1/messages', { kind: 'reply', status: 500, body: '{}' });
      await ask(chat, 'hello again');
      await lastFailure(chat, ++turns);
      const button = turnAt(chat, turns - 1).locator('vscode-button', { hasText: 'Try Again' });
      await button.focus();
      await editor.page.keyboard.press('Enter');
      await turnAt(chat, turns - 1)
        .getByText('hello again')
        .nth(1)
        .waitFor();
      deepStrictEqual(await turnAt(chat, turns - 1).getAttribute('aria-setsize'), String(turns));
    });
  });
});
