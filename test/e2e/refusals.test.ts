import { deepStrictEqual } from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { driveChat } from './harness/drivers/chatDriver.ts';
import { openChat, openRelayEditor, type RelayEditor, turnAt } from './harness/relayEditor.ts';

const path = '/v1/messages';

describe('a question that a relay refuses', () => {
  let started: RelayEditor;
  let chat: Frame;
  before(async () => {
    started = await openRelayEditor({ connectByEnvironment: true });
    chat = await openChat(started.editor);
  });
  after(() => started?.close());

  const statuses = () =>
    started.relay.requests.filter((request) => request.path === path).map(({ status }) => status);

  it('is told of in words, and asked again by the keyboard', async () => {
    const { relay, editor } = started;
    const turn = turnAt(chat, 0);
    relay.failNext(path, { kind: 'reply', status: 403, body: { error: { message: '用户额度不足' } } });
    await driveChat(chat).send('table');
    await turn.locator('.failure-title', { hasText: 'The balance is too low (HTTP 403).' }).waitFor();
    await turn.getByText('用户额度不足').first().waitFor();
    const buttons = turn.locator('vscode-button');
    deepStrictEqual(await buttons.allInnerTexts(), ['Try Again', 'Set API Key…']);
    await buttons.filter({ hasText: 'Try Again' }).focus();
    await editor.page.keyboard.press('Enter');
    await turn.locator('.markdown table').waitFor();
    deepStrictEqual(statuses(), [403, 200]);
  });

  it('too often is waited with in sight, and not for longer than the person wants', async () => {
    const { relay, editor } = started;
    const turn = turnAt(chat, 1);
    for (const retryAfter of ['1', '55'])
      relay.failNext(path, { kind: 'reply', status: 429, headers: { 'retry-after': retryAfter }, body: '' });
    await driveChat(chat).send('table');
    await turn.getByText(/^Rate limit reached \(HTTP 429\)\. Retrying in 5\d s\.$/).waitFor();
    await editor.screenshot('chat-rate-limit');
    await turn.getByRole('button', { name: 'Try Now' }).click();
    await turn.locator('.markdown table').waitFor();
    deepStrictEqual(statuses(), [403, 200, 429, 429, 200]);
  });
});
