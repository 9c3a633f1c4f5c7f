import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Frame } from 'playwright-core';
import { type ChatDriver, driveChat } from '../harness/drivers/chatDriver.ts';
import { findOtherChat, openChat, openNewChat, type UsedEditor } from '../harness/relayEditor.ts';
import { waitUntil } from '../harness/waitUntil.ts';

/** Navigation through the conversation by eye, ear and keyboard. */
export function describeReading({ editor }: UsedEditor): void {
  let chat: Frame;
  let driver: ChatDriver;
  before(async () => {
    chat = await openChat(editor);
    driver = driveChat(chat);
  });

  const focusedArticle = () =>
    chat.evaluate(() => document.activeElement?.closest('article')?.getAttribute('aria-label') ?? '');

  it('has keys for its messages from anywhere, and its own accessibility help', async () => {
    const { page } = editor;
    const help = page.locator('.tab', { hasText: 'Accessibility Help' });
    await driver.ask('math');
    await driver.waitUntilEnded(1);
    await driver.focusInput();
    await page.keyboard.press('Shift+Alt+F1');
    await help.waitFor();
    await page.keyboard.press('Shift+Alt+E');
    await waitUntil('an answer has the focus', focusedArticle);
    await page.keyboard.press('Shift+Alt+T');
    await driver.waitUntilFocused();
  });

  it('handles its keys from the very click into it, beside an editor with the same keys', async () => {
    const { page, quickInput } = editor;
    const findBar = chat.locator('.find-bar');
    await editor.openFile('a.go');
    const box = await chat.locator('.answer').last().boundingBox();
    ok(box);
    for (let round = 0; round < 4; round += 1) {
      await page.locator('.editor-instance .view-line').first().click();
      // When our command runs, VS Code already knows that the focus left the chat.
      await page.keyboard.press('Shift+Alt+W');
      await quickInput.waitFor('What should the model do with this code?');
      await quickInput.dismiss();
      // Click and key are both sent before either is handled.
      await Promise.all([page.mouse.click(box.x + 5, box.y + 5), page.keyboard.press('ControlOrMeta+F')]);
      await findBar.waitFor();
      strictEqual(await page.locator('.find-widget.visible').count(), 0);
      await findBar.getByRole('textbox').press('Escape');
      await findBar.waitFor({ state: 'detached' });
    }
    await editor.runCommand('View: Close All Editors');
  });

  it('can be exported as Markdown and imported again', async () => {
    const questions = () => chat.locator('.prompt').allTextContents();
    const kept = `${editor.workspaceFolder}/kept.md`;
    const before = await questions();
    await editor.runCommand('Model Relay: Export Chat…');
    await editor.chooseFile('Export Chat', kept);
    await editor.notification('Saved as kept.md').waitFor();
    match(await readFile(kept, 'utf8'), /A scripted|math/);
    await openNewChat(editor);
    await editor.runCommand('Model Relay: Import Chat…');
    await editor.chooseFile('Import Chat', kept);
    await chat.locator('.prompt').last().waitFor();
    deepStrictEqual(await questions(), before);
  });

  it('continues in the secondary side bar when it is moved there', async () => {
    const { quickInput, page } = editor;
    await driver.input.fill('not sent yet');
    await editor.waitUntilStored('not sent yet');
    await editor.runCommand('Model Relay: Move Chat…');
    await quickInput.pick('New Secondary Side Bar Entry');
    await page.locator('.part.auxiliarybar').waitFor();
    const moved = await findOtherChat(editor, chat);
    await moved.locator('.prompt', { hasText: 'math' }).waitFor();
    strictEqual(await moved.locator('.composer textarea').inputValue(), 'not sent yet');
    chat = moved;
  });
}
