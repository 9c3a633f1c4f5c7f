import { deepStrictEqual, match, strictEqual } from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { type ChatDriver, driveChat } from './harness/drivers/chatDriver.ts';
import { openChat, openRelayEditor, type RelayEditor } from './harness/relayEditor.ts';

describe('in a folder that is not trusted', () => {
  let started: RelayEditor;
  let chat: Frame;
  let driver: ChatDriver;
  before(async () => {
    started = await openRelayEditor({
      connectByEnvironment: true,
      trust: false,
      files: { '.github/prompts/greet.prompt.md': 'Greet somebody, please.' },
      settings: { 'git.enabled': true, 'security.workspace.trust.startupPrompt': 'never' },
    });
    chat = await openChat(started.editor);
    driver = driveChat(chat);
  });
  after(() => started?.close());

  const questions = () => started.relay.requests.filter(({ path }) => path === '/v1/messages');

  it('a model gets no tools and none of its prompts, and its code can only be copied, whatever the page asks', async () => {
    const { editor } = started;
    const words = 'Tools are unavailable because this folder is not trusted.';
    await chat.getByRole('button', { name: words }).click();
    await editor.notification(words).waitFor();
    // What looks like a prompt of the folder is sent as it is.
    await driver.ask('/greet edits');
    await driver.waitUntilEnded();
    match(questions()[0]?.bodyText ?? '', /"\/greet edits"/);
    const names = await chat
      .locator('.code-header')
      .getByRole('button')
      .evaluateAll((all) => all.map((one) => one.getAttribute('title')));
    deepStrictEqual(new Set(names), new Set(['Copy code']));
    // The page hides what is not allowed; the host refuses it anyway.
    await chat.evaluate(() => {
      const detail = { type: 'code', action: 'runInTerminal', text: 'echo x', language: 'sh' };
      document.querySelector('relay-chat')?.dispatchEvent(new CustomEvent('chat-intent', { detail }));
    });
    await editor.notification('Code can only be copied').waitFor();
    strictEqual(await editor.page.locator('.part.panel').isVisible(), false);
    await editor.screenshot('code-untrusted');
  });

  it('no message for a commit is written, since git is off there, with the way to trust', async () => {
    const { editor } = started;
    const before = questions().length;
    await editor.runCommand('Model Relay: Write Commit Message');
    const words = 'Git is disabled in Restricted Mode.';
    await editor.notificationButton(words, 'Manage Workspace Trust').click();
    await editor.page.getByText('You are in Restricted Mode').first().waitFor();
    deepStrictEqual(questions().length, before);
  });
});
