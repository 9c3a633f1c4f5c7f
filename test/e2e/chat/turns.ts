import { deepStrictEqual, match } from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { type ChatDriver, driveChat } from '../harness/drivers/chatDriver.ts';
import { openChat, openNewChat, type RelayEditor } from '../harness/relayEditor.ts';
import { waitUntil } from '../harness/waitUntil.ts';
import { screenshotInThemes } from '../harness/workbench/themes.ts';

/** What can be done with questions and answers that are there. */
export function describeTurns(find: () => RelayEditor): void {
  let started: RelayEditor;
  let chat: Frame;
  let driver: ChatDriver;
  before(async () => {
    started = find();
    chat = await openChat(started.editor);
    driver = driveChat(chat);
  });

  const prompts = () => chat.locator('.prompt').allTextContents();

  /** The first conversation is shown, and its input has the focus, which would close whatever is opened before. */
  async function opened(): Promise<void> {
    await chat.locator('.prompt', { hasText: 'first question' }).waitFor();
    await started.editor.page.waitForFunction(() => document.activeElement?.localName === 'iframe');
    await driver.waitUntilFocused();
  }

  it('are edited and asked again: a version beside the old one, and ‹ › between them', async () => {
    const { editor, relay } = started;
    await driver.send('first question');
    await driver.waitUntilEnded(1);
    await chat.locator('.question').hover();
    await chat.getByRole('button', { name: 'Edit your message' }).click();
    const box = chat.getByRole('textbox', { name: 'Your message' });
    await box.fill('table');
    await box.press('Enter');
    await chat.locator('.markdown table').waitFor();
    await driver.waitUntilEnded(1);
    deepStrictEqual(
      (await prompts()).map((text) => text.trim()),
      ['table'],
    );
    await chat.getByText('2/2').first().waitFor();
    await editor.screenshot('chat-versions');
    await chat.getByRole('button', { name: 'Earlier version of the question' }).click();
    await chat.locator('.prompt', { hasText: 'first question' }).waitFor();
    const asked = relay.requests.filter(({ path }) => path === '/v1/messages');
    // Each version is asked without the other.
    deepStrictEqual(
      asked.map(({ bodyText }) => JSON.parse(bodyText).messages.length),
      [1, 1],
    );
  });

  it('say what they took and where they came from', async () => {
    const { editor } = started;
    await chat.getByRole('button', { name: 'Details of the answer' }).first().click();
    const receipt = await chat.locator('dl.receipt').first().innerText();
    match(receipt, /Model asked\s+msg-sonnet-4-6/);
    match(receipt, /Request id\s+\S+/);
    match(receipt, /First token after\s+\S+/);
    await screenshotInThemes(editor, 'chat-receipt');
  });

  it('that were cut go on, and both parts stay', async () => {
    const { relay } = started;
    await driver.send('cut');
    await chat.getByText('The answer was cut').first().waitFor();
    await chat.getByRole('button', { name: 'Continue' }).click();
    await chat.getByText('Continued').waitFor();
    await driver.waitUntilEnded(3);
    const { bodyText = '{}' } = relay.requests.findLast(({ path }) => path === '/v1/messages') ?? {};
    const { messages } = JSON.parse(bodyText);
    // What came of the cut answer, then the wish for the rest.
    deepStrictEqual(messages.at(-2).role, 'assistant');
    match(JSON.stringify(messages.at(-1)), /ended too early/);
  });

  it('are queued while one runs, and sent in their order', async () => {
    const { editor } = started;
    await openNewChat(editor);
    await driver.send('long slow');
    await chat.locator('.answer[aria-busy="true"]').waitFor();
    await driver.send('table');
    await driver.send('math');
    await chat.getByText('Next messages').waitFor();
    await screenshotInThemes(editor, 'chat-queue');
    // Stopped, they wait for the person.
    await chat.locator('.send-button.stop').click();
    await chat.getByText('Paused. Send when ready.').waitFor();
    await chat
      .getByRole('button', { name: /Send Now/ })
      .first()
      .click();
    await chat.locator('.markdown table').waitFor();
    await driver.waitUntilEnded(3);
    deepStrictEqual(
      (await prompts()).map((text) => text.trim()),
      ['long slow', 'table', 'math'],
    );
  });

  it('are found again in the history by what was said, renamed, pinned, deleted and got back', async () => {
    const { editor } = started;
    const { quickInput } = editor;
    await editor.runCommand('Model Relay: Chat History…');
    await quickInput.waitFor('Chats');
    await quickInput.type('first question');
    await quickInput.row('first question').waitFor();
    await editor.screenshot('chat-history');
    // What is found comes while it is being clicked on, perhaps.
    await waitUntil('a chat to be chosen', async () => {
      if (!(await quickInput.widget.isVisible())) return true;
      await quickInput
        .row('first question')
        .click({ timeout: 2_000 })
        .catch(() => {});
      return undefined;
    });
    await opened();
    await editor.runCommand('Model Relay: Rename Chat…');
    await quickInput.waitFor('Rename Chat');
    await quickInput.type('My first chat');
    await quickInput.accept();
    await quickInput.waitUntilClosed();
    await editor.runCommand('Model Relay: Chat History…');
    await quickInput.waitFor('Chats');
    await quickInput.row('My first chat').waitFor();
    await quickInput.row('My first chat').hover();
    await quickInput.row('My first chat').getByRole('button', { name: 'Delete' }).click();
    await editor.notification('was deleted').waitFor();
    await quickInput.dismiss();
    // What is deleted is not shown any more.
    await chat.locator('.welcome').waitFor();
    await editor.notificationButton('was deleted', 'Undo').click();
    await chat.locator('.prompt', { hasText: 'first question' }).waitFor();
    await editor.runCommand('Model Relay: Chat History…');
    await quickInput.row('My first chat').click();
    await opened();
  });

  it('are a document when asked for', async () => {
    const { editor } = started;
    await editor.runCommand('Model Relay: Open Transcript');
    await editor.page.locator('.monaco-editor .view-line', { hasText: 'My first chat' }).first().waitFor();
    await editor.page.locator('.monaco-editor .view-line', { hasText: 'first question' }).first().waitFor();
    await screenshotInThemes(editor, 'chat-transcript');
  });

  it('show in two windows alike', async () => {
    const { editor } = started;
    const other = await editor.openWindow();
    const there = await openChat(other);
    await there.locator('.prompt', { hasText: 'first question' }).waitFor();
    await driveChat(there).send('said in the other window');
    await chat.locator('.prompt', { hasText: 'said in the other window' }).waitFor();
    await other.page.close();
  });
}
