import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { commands } from '../../../src/manifest.ts';
import { driveChat } from '../harness/drivers/chatDriver.ts';
import { openChat, type UsedEditor } from '../harness/relayEditor.ts';
import { waitUntil } from '../harness/waitUntil.ts';

/** Restores the focus, and what a window was in the middle of when it closed. */
export function describeReturns({ editor, relay }: UsedEditor): void {
  let chat: Frame;
  before(async () => {
    chat = await openChat(editor);
    await driveChat(chat).send('edits');
    await driveChat(chat).waitUntilEnded(1);
  });

  const isFocused = (hasFocus: boolean) =>
    waitUntil(
      `the chat ${hasFocus ? 'has' : 'has not'} the focus`,
      async () => (await chat.evaluate(() => document.hasFocus())) === hasFocus,
    );

  it('never takes the focus from the input, where typed text would be lost', async () => {
    await driveChat(chat).input.focus();
    await chat.evaluate(() => {
      addEventListener('blur', () => document.body.setAttribute('data-left', ''));
    });
    await editor.execute(commands.focusChat);
    await driveChat(chat).focusInput();
    strictEqual(await chat.locator('body[data-left]').count(), 0);
  });

  it('returns the focus from a dismissed list to the input, the button that opened it, or the editor', async () => {
    /** Dismisses the open list, and waits for the host's last message about the focus. */
    const leave = async () => {
      const told = driveChat(chat).nextFocus();
      await editor.quickInput.dismiss();
      await isFocused(true);
      await told;
    };
    await editor.openFile('a.go');
    await chat.getByRole('button', { name: 'More actions: sh' }).first().press('Enter');
    await editor.quickInput.waitFor('Select an action');
    await isFocused(false);
    await leave();
    const look = async () => {
      await editor.runCommand('Model Relay: Show Chat History…');
      await editor.quickInput.waitFor('Search in all chats');
    };
    await driveChat(chat).input.fill('a draft');
    await look();
    await leave();
    await editor.page.locator('.editor-instance .view-line').first().click();
    await editor.page.keyboard.press('ControlOrMeta+Home');
    await editor.page.keyboard.press('ArrowRight');
    await editor.statusBarItem(/Ln 1, Col 2/).waitFor();
    await look();
    await editor.quickInput.dismiss();
    await editor.quickInput.waitUntilClosed();
    await editor.page.waitForFunction(() => document.activeElement?.closest('.monaco-editor') !== null);

    const { quickInput } = editor;
    for (const button of ['.attach', '.configuration', '.others']) {
      await chat.locator(button).click();
      await quickInput.widget.waitFor();
      await isFocused(false);
      await leave();
      deepStrictEqual([button, await chat.locator(`${button}:focus`).count()], [button, 1]);
    }

    // After a click elsewhere, the list stays open, and dismissing it returns to the chat.
    const lists = [
      () => chat.getByRole('button', { name: 'More actions: sh' }).first().press('Enter'),
      async () => {
        await driveChat(chat).input.fill('a draft');
        await editor.runCommand('Model Relay: Show Chat History…');
      },
    ];
    for (const open of lists) {
      await open();
      await editor.quickInput.widget.waitFor();
      // Far below the list, which covers the first lines.
      await editor.page
        .locator('.editor-instance .monaco-editor')
        .first()
        .click({ position: { x: 300, y: 500 } });
      await editor.page.waitForFunction(() => document.activeElement?.closest('.editor-instance') !== null);
      ok(await editor.quickInput.widget.isVisible(), 'the list waits');
      await leave();
    }
  });

  it('leaves the focus in a list that replaces another one', async () => {
    const { quickInput, page } = editor;
    const { input } = driveChat(chat);
    await input.fill('a draft');
    const history = {
      open: () => page.getByRole('button', { name: 'Show Chat History…' }).first().click(),
      placeholder: 'Search in all chats',
    };
    const attach = {
      open: () => chat.locator('.attach').click(),
      placeholder: 'Select context to attach',
    };
    for (const { open, placeholder } of [history, history, attach, attach, history]) {
      await open();
      await waitUntil(
        'the new list, in which nothing is typed yet',
        async () =>
          (await quickInput.widget.isVisible()) &&
          (await quickInput.placeholder()) === placeholder &&
          (await quickInput.value()) === '',
      );
      // The first one comes back after the host knows that the earlier list has closed, the second after what it did then.
      for (let times = 0; times < 2; times += 1)
        await editor.execute('setContext', 'endToEndTests.there', true);
      await page.keyboard.type('typed');
      deepStrictEqual([await quickInput.value(), await input.inputValue()], ['typed', 'a draft']);
    }
    await quickInput.dismiss();
    await isFocused(true);
  });

  it('restores everything when the window is reloaded during a response', async () => {
    const driver = driveChat(chat);
    await chat.getByRole('button', { name: 'Preview diagram' }).first().press('Enter');
    const readDiagram = async () => {
      const tab = await editor.webviewFrame('.stage img');
      await tab.locator('.stage img').waitFor();
      return tab.locator('.source pre').textContent();
    };
    const diagram = await readDiagram();
    relay.settings.chunksPerSecond = 20;
    await driver.send('long slow');
    await chat.locator('.answer[aria-busy="true"]').waitFor();
    await driver.send('waits for its turn');
    await chat.getByText('Queued message').first().waitFor();
    await driver.input.fill('a draft that nobody sent');
    await editor.lookAwayUntilStored('question --> answer', 'a draft that nobody sent');
    await editor.reload();
    chat = await openChat(editor);
    await chat.getByText('Paused. Send when ready.').waitFor();
    await chat.getByText('waits for its turn').waitFor();
    await chat.getByText('The response was interrupted.').click();
    await chat.getByText('The window was closed before this response was complete.').waitFor();
    deepStrictEqual(await driveChat(chat).input.inputValue(), 'a draft that nobody sent');
    deepStrictEqual(await readDiagram(), diagram);
  });
}
