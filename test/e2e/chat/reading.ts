import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Frame } from 'playwright-core';
import { type ChatDriver, driveChat } from '../harness/drivers/chatDriver.ts';
import { findOtherChat, openChat, openNewChat, type RelayEditor } from '../harness/relayEditor.ts';
import { waitUntil } from '../harness/waitUntil.ts';
import { findViolations } from '../harness/workbench/axe.ts';
import { screenshotInThemes } from '../harness/workbench/themes.ts';

/** The way through what was said, by eye, ear and keyboard. */
export function describeReading(find: () => RelayEditor): void {
  let started: RelayEditor;
  let chat: Frame;
  let driver: ChatDriver;
  before(async () => {
    started = find();
    chat = await openChat(started.editor);
    driver = driveChat(chat);
  });

  const focusedArticle = () =>
    chat.evaluate(() => document.activeElement?.closest('article')?.getAttribute('aria-label') ?? '');

  it('has formulas and tables, drawn without asking anybody for anything', async () => {
    const { editor } = started;
    const foreign: string[] = [];
    editor.page.on('request', (request) => {
      if (!/^(https?:\/\/[^/]*(localhost|127\.0\.0\.1)|data:|blob:|vscode-)/.test(request.url()))
        foreign.push(request.url());
    });
    await driver.ask('math');
    await driver.waitUntilEnded(1);
    ok((await chat.locator('.answer math').count()) >= 4);
    await driver.ask('table');
    await driver.waitUntilEnded(2);
    await chat.locator('.answer table').waitFor();
    await screenshotInThemes(editor, 'chat-reading');
    deepStrictEqual(foreign, []);
  });

  it('says an answer once, when it is whole', async () => {
    await driver.ask('long 10');
    await driver.waitUntilEnded(3);
    const said = await waitUntil('the answer to be said', async () => {
      const all = await chat.locator('.announcements > p').allTextContents();
      const end = all.findLastIndex((words) => words.startsWith('Answer complete'));
      return end > 0 && all[end + 1] ? all.slice(end - 1, end + 2) : undefined;
    });
    deepStrictEqual(
      said.slice(0, 2).map((words) => words.replace(/\d+/, 'N').replace(/^\S+ is/, 'It is')),
      ['It is answering', 'Answer complete, N words'],
    );
    ok(said[2]);
  });

  it('goes from message to message by commands, each an article with a heading', async () => {
    const { editor } = started;
    await editor.runCommand('Model Relay: Go to the Last Answer');
    const last = await waitUntil(
      'an answer has the focus',
      async () => (await focusedArticle()) || undefined,
    );
    await editor.runCommand('Model Relay: Go to the Previous Message');
    const before = await waitUntil('the question before it has the focus', async () => {
      const label = await focusedArticle();
      return label && label !== last ? label : undefined;
    });
    match(before, /You|question/i);
    const articles = await chat
      .locator('article')
      .evaluateAll((all) => all.map((article) => article.querySelectorAll('h2, h3').length > 0));
    ok(articles.length >= 4);
    ok(articles.every(Boolean));
    await editor.runCommand('Model Relay: Focus the Chat');
    await driver.waitUntilFocused();
  });

  it('has keys for its messages from anywhere, and a help of its own', async () => {
    const { page } = started.editor;
    const help = page.locator('.tab', { hasText: 'Accessibility Help' });
    await driver.focusInput();
    await page.keyboard.press('Shift+Alt+F1');
    await help.waitFor();
    await page.keyboard.press('Shift+Alt+E');
    await waitUntil('an answer has the focus', async () => (await focusedArticle()) || undefined);
    await page.keyboard.press('Shift+Alt+T');
    await driver.waitUntilFocused();
  });

  it('has its keys also in the instant of the click into it, beside an editor that has them too', async () => {
    const { editor } = started;
    const { page, quickInput } = editor;
    const findBar = chat.locator('.find-bar');
    await editor.openFile('a.ts');
    const box = await chat.locator('.answer').last().boundingBox();
    ok(box);
    for (let round = 0; round < 10; round += 1) {
      await page.locator('.editor-instance .view-line').first().click();
      // A command of ours is done after VS Code was told that the focus left the chat.
      await page.keyboard.press('Shift+Alt+W');
      await quickInput.waitFor('What should the model do with this code?');
      await quickInput.dismiss();
      // Both are on their way before either is done.
      await Promise.all([page.mouse.click(box.x + 5, box.y + 5), page.keyboard.press('ControlOrMeta+F')]);
      await findBar.waitFor();
      strictEqual(await page.locator('.find-widget.visible').count(), 0);
      await findBar.getByRole('textbox').press('Escape');
      await findBar.waitFor({ state: 'detached' });
    }
    await editor.runCommand('View: Close All Editors');
  });

  it('stays where the person scrolls to while an answer comes, and has a way back', async () => {
    await driver.ask('long 20 slow');
    const scroller = chat.locator('.conversation');
    const answerLength = () =>
      chat
        .locator('.answer')
        .last()
        .evaluate(({ textContent }) => textContent?.length ?? 0);
    await scroller.hover();
    await started.editor.page.mouse.wheel(0, -300);
    const button = chat.getByRole('button', { name: /^Scroll to the end/ });
    await button.waitFor();
    const place = await scroller.evaluate((element) => element.scrollTop);
    const length = await answerLength();
    await waitUntil('more of the answer has come', async () =>
      (await answerLength()) > length + 100 ? true : undefined,
    );
    strictEqual(await scroller.evaluate((element) => element.scrollTop), place);
    await button.click();
    await button.waitFor({ state: 'detached' });
    await driver.input.press('Escape');
    await driver.waitUntilEnded(4);
  });

  it('has nothing that axe objects to', async () => {
    // What is behind the page is another document's: contrast is looked at in the tests of the views.
    deepStrictEqual(await findViolations(chat, 'color-contrast'), []);
  });

  it('is exported as Markdown and comes back from it', async () => {
    const { editor } = started;
    const questions = () => chat.locator('.prompt').allTextContents();
    /** Types and presses Enter until it counts: while the dialog looks a path up, it does nothing, or fills in its own. */
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

  it('goes on in the secondary side bar when it is moved there', async () => {
    const { editor } = started;
    const { quickInput, page } = editor;
    await driver.input.fill('not sent yet');
    await editor.waitUntilStored('not sent yet');
    await editor.runCommand('Model Relay: Move the Chat…');
    await quickInput.pick('New Secondary Side Bar Entry');
    await page.locator('.part.auxiliarybar').waitFor();
    const moved = await findOtherChat(editor, chat);
    await moved.locator('.prompt', { hasText: 'math' }).waitFor();
    strictEqual(await moved.locator('.composer textarea').inputValue(), 'not sent yet');
    chat = moved;
    await screenshotInThemes(editor, 'chat-secondary-side-bar');
  });
}
