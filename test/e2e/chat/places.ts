import { deepStrictEqual } from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { type ChatDriver, driveChat } from '../harness/drivers/chatDriver.ts';
import { findOtherChat, openChat, type UsedEditor } from '../harness/relayEditor.ts';
import { waitUntil } from '../harness/waitUntil.ts';

/** The chat beside other models, editors and chats. */
export function describePlaces({ editor, relay }: UsedEditor): void {
  let chat: Frame;
  let driver: ChatDriver;
  before(async () => {
    chat = await openChat(editor);
    driver = driveChat(chat);
  });

  /** Adds a model to the compared ones, or removes it. */
  async function tickModel(id: string): Promise<void> {
    const { quickInput, runCommand } = editor;
    await driver.waitUntilFocused();
    const chosen = driver.nextFocus();
    await runCommand('Model Relay: Compare Models…');
    await quickInput.waitFor('Select up to 3');
    await quickInput.type(id);
    await quickInput.row(id).first().click();
    await quickInput.enter('');
    await quickInput.waitUntilClosed();
    // The chat takes the focus then, which would close anything opened earlier.
    await chosen;
  }

  it('sends a prompt to several models, shows their texts and images, and keeps one response', async () => {
    await tickModel('gx-2.5-flash');
    const asked = () =>
      relay.requests.filter(
        ({ path }) =>
          path.includes('messages') || path.includes('generateContent') || path.includes('GenerateContent'),
      );
    const before = asked().length;
    await driver.ask('table please, and a picture');
    await chat.locator('.comparison').waitFor();
    await waitUntil(
      'both answers to be whole',
      async () => (await chat.locator('.comparison .answer[aria-busy="false"]').count()) === 2,
    );
    deepStrictEqual(asked().length - before, 2);
    // The model that generates images has generated one.
    await waitUntil(
      'the picture to be drawn',
      async () =>
        await chat
          .locator('.comparison .answer img')
          .first()
          .evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0),
    );
    await chat.getByRole('button', { name: /Keep/ }).last().click();
    await chat.locator('.comparison').waitFor({ state: 'detached' });
    await chat
      .getByText(/[12]\/2/)
      .first()
      .waitFor();
    // The next prompt goes to a single model again.
    await tickModel('gx-2.5-flash');
  });

  it('handles the find key only while it has the focus', async () => {
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
    await waitUntil('the find bar has the focus', () =>
      chat.evaluate(() => document.activeElement?.closest('.find-bar') !== null),
    );
    await page.keyboard.type('please');
    await chat.locator('.find-bar', { hasText: /1 of \d+/ }).waitFor();
    deepStrictEqual(await openFinds(), { chat: 1, editor: 0 });
    await chat.locator('.find-bar input').press('Escape');
    await chat.locator('.find-bar').waitFor({ state: 'detached' });
  });

  it('shows the same conversation in an editor tab, and both views are updated', async () => {
    await editor.runCommand('Model Relay: Open Chat in Editor');
    const tab = await findOtherChat(editor, chat);
    await tab.locator('.prompt', { hasText: 'table please' }).waitFor();
    await driveChat(tab).ask('from the tab');
    // The side bar keeps its scroll position, and shows that there is more.
    await chat.getByRole('button', { name: /^Scroll to the end, / }).click();
    await chat.locator('.prompt', { hasText: 'from the tab' }).waitFor();

    // The find key works in the view that has the focus, although the other one was used last.
    await driveChat(chat).focusInput();
    await driveChat(tab).focusInput();
    await editor.page.keyboard.press('ControlOrMeta+F');
    await tab.locator('.find-bar input').waitFor();
    deepStrictEqual(await chat.locator('.find-bar').count(), 0);
  });
}
