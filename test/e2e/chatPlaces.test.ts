import { deepStrictEqual, match } from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { type ChatDriver, driveChat } from './harness/drivers/chatDriver.ts';
import { findOtherChat, openChat, openRelayEditor, type RelayEditor } from './harness/relayEditor.ts';
import { waitUntil } from './harness/waitUntil.ts';
import { screenshotInThemes } from './harness/workbench/themes.ts';

describe('the chat as a whole', () => {
  let started: RelayEditor;
  let chat: Frame;
  let driver: ChatDriver;
  before(async () => {
    started = await openRelayEditor({
      connectByEnvironment: true,
      files: { 'a.txt': 'Hello.' },
      settings: {
        'modelRelay.chat.makeTitles': true,
        'modelRelay.chat.model': 'gx-2.5-flash',
        'editor.fontSize': 15,
      },
    });
    chat = await openChat(started.editor);
    driver = driveChat(chat);
  });
  after(() => started?.close());

  it('gets its title from the model that answered first', async () => {
    const { editor, relay } = started;
    await driver.ask('thinking code for a loop');
    await driver.waitUntilEnded(1);
    const asked = await waitUntil('the title to be asked for', async () =>
      relay.requests.find(({ bodyText = '' }) => bodyText.includes('Write a title')),
    );
    deepStrictEqual(JSON.parse(asked.bodyText ?? '{}').contents.length, 1);
    await chat.getByRole('heading', { name: 'Conversation: About “thinking code for a loop' }).waitFor();
    await editor.screenshot('chat-titled');
  });

  it('shows the pictures of a model, which open and outlive a reload', async () => {
    const { editor } = started;
    await driver.ask('picture');
    await driver.waitUntilEnded(2);
    const isLoaded = (page: Frame) =>
      waitUntil('the picture to be drawn', async () =>
        (await page
          .locator('.answer img')
          .first()
          .evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
          ? true
          : undefined,
      );
    await isLoaded(chat);
    await editor.screenshot('chat-picture');
    await chat.locator('.answer button:has(img)').first().press('Enter');
    await editor.page.locator('.editor-instance, .image-preview, iframe').first().waitFor();
    await editor.page.reload();
    chat = await openChat(editor);
    driver = driveChat(chat);
    await chat.locator('.answer img').first().waitFor();
    await isLoaded(chat);
  });

  it('asks several models the same and keeps one answer', async () => {
    const { editor, relay } = started;
    const { quickInput } = editor;
    await driver.waitUntilFocused();
    await editor.runCommand('Model Relay: Ask Several Models…');
    await quickInput.waitFor('Choose up to 3');
    const asked = () =>
      relay.requests.filter(
        ({ path }) =>
          path.includes('messages') || path.includes('generateContent') || path.includes('GenerateContent'),
      );
    const before = asked().length;
    await quickInput.type('msg-sonnet-4-6');
    await quickInput.row('msg-sonnet-4-6').first().click();
    await quickInput.type('');
    await quickInput.accept();
    await quickInput.waitUntilClosed();
    await driver.ask('table please');
    await chat.locator('.comparison').waitFor();
    await waitUntil('both answers to be whole', async () =>
      (await chat.locator('.comparison .answer[aria-busy="false"]').count()) === 2 ? true : undefined,
    );
    deepStrictEqual(asked().length - before, 2);
    await screenshotInThemes(editor, 'chat-comparison');
    await chat.getByRole('button', { name: /Keep/ }).last().click();
    await chat.locator('.comparison').waitFor({ state: 'detached' });
    await chat
      .getByText(/[12]\/2/)
      .first()
      .waitFor();
  });

  it('has a system prompt of its own, which the model gets', async () => {
    const { editor, relay } = started;
    await editor.runCommand('Model Relay: Edit the System Prompt of This Chat');
    const box = chat.locator('chat-system textarea');
    await box.waitFor();
    await box.fill('Answer like a pirate.');
    await editor.screenshot('chat-system-prompt');
    await chat.locator('chat-system').getByRole('button', { name: 'Save' }).click();
    await driver.ask('ahoy');
    const request = await waitUntil('the question to be asked', async () =>
      relay.requests.find(({ bodyText = '' }) => bodyText.includes('ahoy')),
    );
    match(request.bodyText ?? '', /Answer like a pirate/);
  });

  it('is found in, by keyboard', async () => {
    const { editor } = started;
    await editor.runCommand('Model Relay: Find in the Chat');
    await chat.locator('.find-bar input').waitFor();
    await chat.locator('.find-bar input').fill('loop');
    await chat.locator('.find-bar', { hasText: /1 of \d+/ }).waitFor();
    await screenshotInThemes(editor, 'chat-find');
    await editor.runCommand('Model Relay: Find in the Chat');
    await chat.locator('.find-bar input').press('Escape');
    await chat.locator('.find-bar').waitFor({ state: 'detached' });
  });

  it('has the find key where the focus is, and the editor has its own', async () => {
    const { editor } = started;
    const { page } = editor;
    const openFinds = async () => ({
      chat: await chat.locator('.find-bar input').count(),
      editor: await page.locator('.find-widget.visible').count(),
    });
    await editor.openFile('a.txt');
    await page.locator('.monaco-editor .view-line', { hasText: 'Hello.' }).click();
    await page.keyboard.press('ControlOrMeta+F');
    await page.locator('.find-widget.visible').waitFor();
    deepStrictEqual(await openFinds(), { chat: 0, editor: 1 });
    await page.keyboard.press('Escape');
    await page.locator('.find-widget.visible').waitFor({ state: 'detached' });

    await driveChat(chat).focusInput();
    await page.keyboard.press('ControlOrMeta+F');
    await waitUntil('the find bar has the focus', async () =>
      (await chat.evaluate(() => document.activeElement?.closest('.find-bar') !== null)) ? true : undefined,
    );
    await page.keyboard.type('loop');
    await chat.locator('.find-bar', { hasText: /1 of \d+/ }).waitFor();
    deepStrictEqual(await openFinds(), { chat: 1, editor: 0 });
    await editor.screenshot('chat-find-beside-editor');
    await chat.locator('.find-bar input').press('Escape');
    await chat.locator('.find-bar').waitFor({ state: 'detached' });
  });

  it('follows the font size of the editor', async () => {
    deepStrictEqual(
      await chat
        .locator('.answer .markdown')
        .first()
        .evaluate((answer) => getComputedStyle(answer).fontSize),
      '15px',
    );
  });

  it('is the same conversation in a tab of the editor, and both follow', async () => {
    const { editor } = started;
    await editor.runCommand('Model Relay: Open the Chat in the Editor');
    const tab = await findOtherChat(editor, chat);
    await tab.locator('.prompt', { hasText: 'ahoy' }).waitFor();
    await driveChat(tab).ask('from the tab');
    // The side bar stays where the person was, and says that there is more.
    await chat.getByRole('button', { name: /^Scroll to the end, / }).click();
    await chat.locator('.prompt', { hasText: 'from the tab' }).waitFor();
    await screenshotInThemes(editor, 'chat-tab');

    // The find key is about the place that has the focus, though the other one was used last.
    await driveChat(chat).focusInput();
    await driveChat(tab).focusInput();
    await editor.page.keyboard.press('ControlOrMeta+F');
    await tab.locator('.find-bar input').waitFor();
    deepStrictEqual(await chat.locator('.find-bar').count(), 0);
  });
});
