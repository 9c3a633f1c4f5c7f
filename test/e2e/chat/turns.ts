import { deepStrictEqual } from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { type ChatDriver, driveChat } from '../harness/drivers/chatDriver.ts';
import { openChat, type UsedEditor } from '../harness/relayEditor.ts';
import { waitUntil } from '../harness/waitUntil.ts';

/** What can be done with existing prompts and responses. */
export function describeTurns({ editor, relay }: UsedEditor): void {
  let chat: Frame;
  let driver: ChatDriver;
  before(async () => {
    chat = await openChat(editor);
    driver = driveChat(chat);
  });

  const prompts = () => chat.locator('.prompt').allTextContents();

  /** The first conversation is shown, and its input has the focus, which would close anything opened earlier. */
  async function opened(): Promise<void> {
    await chat.locator('.prompt', { hasText: 'first question' }).waitFor();
    await editor.page.waitForFunction(() => document.activeElement?.localName === 'iframe');
    await driver.waitUntilFocused();
  }

  it('can be edited and sent again as a new version, with ‹ › between the versions', async () => {
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
    await chat.getByRole('button', { name: 'Previous version of the message' }).click();
    await chat.locator('.prompt', { hasText: 'first question' }).waitFor();
    const asked = relay.requests.filter(({ path }) => path === '/v1/messages');
    // Each version is sent without the other.
    deepStrictEqual(
      asked.map(({ bodyText }) => JSON.parse(bodyText).messages.length),
      [1, 1],
    );
  });

  it('can be compacted by a command, and the next request has the summary in their place', async () => {
    await driver.send('/compact');
    await chat.getByText('Compacted conversation.').waitFor();
    await driver.send('and then?');
    await driver.waitUntilEnded(3);
    const sent = relay.requests.filter(({ path }) => path === '/v1/messages').slice(-2);
    deepStrictEqual(
      sent.map(({ bodyText }) => JSON.parse(bodyText).messages.length),
      [3, 1],
    );
  });

  it('can be found in the history by their text, renamed, deleted and restored', async () => {
    const { quickInput } = editor;
    await editor.runCommand('Model Relay: Show Chat History…');
    await quickInput.waitFor('Chats');
    await quickInput.type('first question');
    await quickInput.row('first question').waitFor();
    const chosen = driver.nextFocus();
    // Search results may still arrive while the test clicks on one.
    await waitUntil('a chat to be chosen', async () => {
      if (!(await quickInput.widget.isVisible())) return true;
      await quickInput
        .row('first question')
        .click({ timeout: 2_000 })
        .catch(() => {});
      return undefined;
    });
    await chosen;
    // The chat opens at the match with the find bar, which gives the focus back.
    await chat.locator('.find-count', { hasText: /^1 of \d/ }).waitFor();
    await editor.page.keyboard.press('Escape');
    await opened();
    await editor.runCommand('Model Relay: Rename Chat…');
    await quickInput.enter('My first chat', 'Rename Chat');
    await quickInput.waitUntilClosed();
    await editor.page.locator('.pane-header', { hasText: 'My first chat' }).waitFor();
    await editor.runCommand('Model Relay: Show Chat History…');
    await quickInput.waitFor('Chats');
    await quickInput.row('My first chat').waitFor();
    await quickInput.row('My first chat').hover();
    await quickInput.row('My first chat').getByRole('button', { name: 'Delete' }).click();
    await editor.notification('was deleted').waitFor();
    await quickInput.dismiss();
    // A deleted chat is no longer shown.
    await chat.locator('.welcome').waitFor();
    await editor.notificationButton('was deleted', 'Undo').click();
    await chat.locator('.prompt', { hasText: 'first question' }).waitFor();
    await editor.runCommand('Model Relay: Show Chat History…');
    await quickInput.row('My first chat').click();
    await opened();
    // The transcript opens the whole chat as a document.
    await editor.runCommand('Model Relay: Open Transcript');
    const lines = editor.page.locator('.monaco-editor .view-line');
    await lines.filter({ hasText: 'My first chat' }).first().waitFor();
    await lines.filter({ hasText: 'first question' }).first().waitFor();
  });
}
