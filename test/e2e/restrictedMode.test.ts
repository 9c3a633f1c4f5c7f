import { deepStrictEqual, match, strictEqual } from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { type ChatDriver, driveChat } from './harness/drivers/chatDriver.ts';
import { openChat, openNewChat, openRelayEditor, type RelayEditor } from './harness/relayEditor.ts';
import { waitUntil } from './harness/waitUntil.ts';

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
  afterEach(() => started.editor.runCommand('Notifications: Clear All Notifications'));

  const questions = () => started.relay.requests.filter(({ path }) => path === '/v1/messages');
  const ask = async (text: string) => {
    const before = questions().length;
    await driver.send(text);
    const question = await waitUntil('the question', async () => questions()[before]?.bodyText);
    await driver.waitUntilEnded();
    return question;
  };

  it('the model gets no tools, and the chat says so', async () => {
    const words = 'This folder is not trusted: the model gets no tools.';
    await chat.getByRole('button', { name: words }).click();
    await started.editor.notification(words).waitFor();
  });

  it('its prompts are not offered: what looks like one is sent as it is', async () => {
    match(await ask('/greet you'), /"\/greet you"/);
    match(await ask('/explain this'), /Explain this code.*this/);
  });

  it('a message for a commit is not written, since git is off there', async () => {
    const { editor } = started;
    const before = questions().length;
    await editor.runCommand('Model Relay: Write Commit Message');
    const words = 'VS Code switches git off in Restricted Mode.';
    await editor.notificationButton(words, 'Manage Workspace Trust').click();
    await editor.page.getByText('You are in Restricted Mode').first().waitFor();
    deepStrictEqual(questions().length, before);
    await editor.runCommand('View: Close All Editors');
  });

  it('code of an answer can only be copied', async () => {
    await openNewChat(started.editor);
    await ask('edits');
    await chat.locator('.copy-code').first().waitFor();
    const names = await chat
      .locator('.code-header')
      .getByRole('button')
      .evaluateAll((all) => all.map((one) => one.getAttribute('title')));
    deepStrictEqual(new Set(names), new Set(['Copy code']));
  });

  it('the host refuses more, whatever the page asks for, with the way to trust', async () => {
    const { editor } = started;
    // It may be in the corner and in the list for a moment.
    const refusal = editor.notification('so code can only be copied').first();
    for (const action of ['insert', 'apply', 'runInTerminal', 'newFile', 'preview', 'more']) {
      await chat.evaluate((asked) => {
        const detail = { type: 'code', action: asked, text: 'echo x', language: 'sh' };
        document.querySelector('relay-chat')?.dispatchEvent(new CustomEvent('chat-intent', { detail }));
      }, action);
      // Of messages that follow one another fast, the editor shows three in its corner; its list has them all.
      await editor.runCommand('Notifications: Show Notifications');
      await refusal.waitFor();
      if (action !== 'more') {
        await editor.runCommand('Notifications: Clear All Notifications');
        await refusal.waitFor({ state: 'detached' });
      }
      strictEqual(await editor.page.locator('.tab').count(), 0);
    }
    await editor.screenshot('code-untrusted');
    await refusal.getByRole('button', { name: 'Manage Workspace Trust' }).click();
    await editor.page.locator('.tab', { hasText: 'Workspace Trust' }).waitFor();
  });
});
