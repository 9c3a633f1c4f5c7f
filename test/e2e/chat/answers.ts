import { deepStrictEqual, match, ok } from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { driveChat } from '../harness/drivers/chatDriver.ts';
import { openChat, type UsedEditor } from '../harness/relayEditor.ts';
import { waitUntil } from '../harness/waitUntil.ts';

/** The lengths of the last response on the screen, as the test observed them. */
async function watchGrowth(chat: Frame, until: () => Promise<boolean>): Promise<number[]> {
  const lengths: number[] = [];
  await waitUntil('the answer has grown', async () => {
    const length = (await chat.locator('.markdown').last().textContent())?.length ?? 0;
    if (lengths.at(-1) !== length) lengths.push(length);
    return await until();
  });
  return lengths;
}

/** How a response streams, stops and is saved. */
export function describeAnswers({ editor, relay }: UsedEditor): void {
  let chat: Frame;
  before(async () => {
    chat = await openChat(editor);
  });

  const driver = () => driveChat(chat);
  const lastRequest = () => {
    const request = relay.requests.filter(({ path }) => path === '/v1/messages').at(-1);
    ok(request);
    return request;
  };

  it('streams a response that grows on the screen and finishes', async () => {
    relay.settings.chunksPerSecond = 40;
    await driver().send('hello there');
    await chat.getByRole('button', { name: 'Stop' }).waitFor();
    const lengths = await watchGrowth(
      chat,
      async () => (await chat.getByRole('button', { name: 'Stop' }).count()) === 0,
    );
    ok(lengths.length > 3, `it grew: ${lengths}`);
    // An opening Markdown mark is shown until its closing mark arrives, and then disappears.
    const longestMark = 20;
    ok(
      lengths.every((length, at) => length > (lengths[at - 1] ?? 0) - longestMark),
      `nothing was lost: ${lengths}`,
    );
    const answer = chat.locator('.markdown').last();
    deepStrictEqual(
      await Promise.all(
        [':is(h1, h2, h3, h4)', 'li', 'strong', 'code', 'pre'].map(
          async (tag) => (await answer.locator(tag).count()) > 0,
        ),
      ),
      [true, true, true, true, true],
    );
    deepStrictEqual(lastRequest().outcome, 'completed');
  });

  it('closes the socket on Stop, and keeps the partial response', async () => {
    relay.settings.chunksPerSecond = 20;
    await driver().send('long 40');
    await waitUntil('some of the answer', async () => {
      const text = await chat.locator('.markdown').last().textContent();
      return text?.includes('Paragraph 1 of 40.');
    });
    const stop = chat.getByRole('button', { name: 'Stop' });
    const clickedAtMs = await stop.evaluate((button: HTMLElement) => {
      button.click();
      return performance.timeOrigin + performance.now();
    });
    await chat.getByText('Stopped').last().waitFor();
    const request = await relay.waitForClose(lastRequest());
    deepStrictEqual(request.outcome, 'closedByClient');
    const closedAfterMs = (request.closedByClientAtMs ?? Number.NaN) - clickedAtMs;
    console.log(`      the relay saw its socket closed ${closedAfterMs.toFixed(0)} ms after the click`);
    match((await chat.locator('.markdown').last().textContent()) ?? '', /Paragraph 1 of 40/);
  });

  it('keeps the partial response when the extension host dies', async () => {
    relay.settings.chunksPerSecond = 40;
    await driver().send('long 60');
    await waitUntil('some of the answer', async () => {
      const text = await chat.locator('.markdown').last().textContent();
      return text?.includes('Paragraph 3 of 60.');
    });
    await editor.killExtensionHost();
    await editor.reload();
    chat = await openChat(editor);
    const answer = chat.locator('chat-turn').last();
    await answer.getByText('The response was interrupted. The partial response is saved.').waitFor();
    // What was on the screen, except for the last few words, which were not on the disk yet.
    match((await answer.textContent()) ?? '', /Paragraph 2 of 60/);
  });

  it('asks before a new chat stops a response', async () => {
    relay.settings.chunksPerSecond = 20;
    await driver().send('long 60');
    await chat.locator('.answer[aria-busy="true"]').waitFor();
    const question = editor.dialog('A response is still in progress in this chat.');
    await editor.runCommand('Model Relay: New Chat');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'hidden' });
    await chat.locator('.answer[aria-busy="true"]').waitFor();
    await editor.runCommand('Model Relay: New Chat');
    await question.getByRole('button', { name: 'Stop Response' }).click();
    await chat.getByText('What would you like to know?').waitFor();
    deepStrictEqual((await relay.waitForClose(lastRequest())).outcome, 'closedByClient');
  });
}
