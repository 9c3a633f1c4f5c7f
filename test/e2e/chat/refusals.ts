import { deepStrictEqual } from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { driveChat } from '../harness/drivers/chatDriver.ts';
import { openChat, turnAt, type UsedEditor } from '../harness/relayEditor.ts';

const path = '/v1/messages';

/** Prompts that the relay rejects. */
export function describeRefusals({ editor, relay }: UsedEditor): void {
  let chat: Frame;
  before(async () => {
    chat = await openChat(editor);
  });

  const statuses = () =>
    relay.requests.filter((request) => request.path === path).map(({ status }) => status);

  it('explains why, and retries by keyboard, or after a visible wait that the person can end', async () => {
    const turn = turnAt(chat, 0);
    relay.failNext(path, { kind: 'reply', status: 403, body: { error: { message: '用户额度不足' } } });
    await driveChat(chat).send('table');
    await turn.locator('.failure-title', { hasText: 'The balance is too low (HTTP 403).' }).waitFor();
    await turn.locator('.failure summary').click();
    await turn.getByText('用户额度不足').first().waitFor();
    const buttons = turn.locator('vscode-button');
    deepStrictEqual(await buttons.allInnerTexts(), ['Try Again', 'Set API Key…']);
    await buttons.filter({ hasText: 'Try Again' }).focus();
    await editor.page.keyboard.press('Enter');
    await turn.locator('.markdown table').waitFor();
    deepStrictEqual(statuses(), [403, 200]);

    const later = turnAt(chat, 1);
    for (const retryAfter of ['1', '55'])
      relay.failNext(path, { kind: 'reply', status: 429, headers: { 'retry-after': retryAfter }, body: '' });
    await driveChat(chat).send('table');
    await later.getByText(/^Rate limit reached \(HTTP 429\)\. Retrying in 5\d s\.$/).waitFor();
    await later.getByRole('button', { name: 'Try Again Now' }).click();
    await later.locator('.markdown table').waitFor();
    deepStrictEqual(statuses(), [403, 200, 429, 429, 200]);
  });
}
