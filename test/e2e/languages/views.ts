import type { Frame, Locator } from 'playwright-core';
import { commands } from '../../../src/manifest.ts';
import { driveChat } from '../harness/drivers/chatDriver.ts';
import { openChat, openNewChat, type RelayEditor } from '../harness/relayEditor.ts';

interface ShownViews {
  readonly find: () => RelayEditor;
  /** Takes a picture of a part beside a narrow side bar, and beside a wide one. */
  readonly keep: (name: string, part: Locator) => Promise<void>;
}

/** Our pages with something in them. */
export function describeViews({ find, keep }: ShownViews): void {
  const sideBar = () => find().editor.page.locator('.part.sidebar');
  const tab = () => find().editor.page.locator('.part.editor');
  const closeTabs = () => find().editor.execute('workbench.action.closeAllEditors');

  async function openAnew(): Promise<Frame> {
    const { editor } = find();
    const chat = await openChat(editor);
    await openNewChat(editor);
    return chat;
  }

  it('the chat', async () => {
    const { editor } = find();
    await closeTabs();
    const chat = await openAnew();
    const { ask, send, waitUntilEnded } = driveChat(chat);
    await ask('edits');
    await waitUntilEnded();
    await chat.locator('.answer .codicon-info').last().click();
    await keep('chat-response', sideBar());
    await send('max tokens');
    await waitUntilEnded(2);
    await keep('chat-limit', sideBar());
    await send('rate limit');
    await waitUntilEnded(3);
    await keep('chat-failure', sideBar());
    await openNewChat(editor);
    await send(`call modelRelay_runCommand ${JSON.stringify({ command: 'npm test' })}`);
    await chat.locator('.tool-call[data-status="asking"]').waitFor();
    await keep('chat-tool', sideBar());
    await editor.runCommand(commands.stopResponse);
    await waitUntilEnded(1);
  });

  it('models compared', async () => {
    const { editor } = find();
    const chat = await openAnew();
    const focused = driveChat(chat).nextFocus();
    await editor.runCommand(commands.compareModels);
    await editor.quickInput.widget.locator('.monaco-list-row', { hasText: 'opus-4-7' }).click();
    await editor.quickInput.accept();
    await focused;
    await driveChat(chat).send('table');
    await chat.locator('.answer[aria-busy="false"]').nth(0).waitFor();
    await keep('chat-compared', sideBar());
    await chat.locator('.model-button').click();
    await keep('chat-models', sideBar());
    await editor.page.keyboard.press('Escape');
  });

  it('images', async () => {
    const { editor } = find();
    await editor.runCommand(commands.openImages);
    const page = await editor.webviewFrame('relay-images images-gallery');
    await keep('images-empty', tab());
    const prompt = page.locator('textarea').first();
    await prompt.fill('A lighthouse at dusk');
    await prompt.press('Enter');
    await page.locator('.run.done').waitFor();
    await page.locator('.tile').first().click();
    await page.locator('.shown').waitFor();
    await keep('images-one', tab());
    await closeTabs();
  });

  it('video tasks', async () => {
    const { editor } = find();
    await editor.runCommand(commands.openTasks);
    const page = await editor.webviewFrame('relay-tasks .prompt');
    await keep('tasks-empty', tab());
    const prompt = page.locator('textarea').first();
    await prompt.fill('A lighthouse at dusk');
    await prompt.press('Enter');
    await page.locator('video[poster]').waitFor();
    await prompt.fill('To fail');
    await prompt.press('Enter');
    await page.locator('.task.failed').first().waitFor();
    await keep('tasks-two', tab());
    await closeTabs();
  });

  it('the reader in a tab, and all views of the side bar', async () => {
    const { editor } = find();
    await editor.openFile('story.md');
    await editor.runCommand(commands.readFile);
    await editor.webviewFrame('relay-reader [aria-current="true"]');
    await editor.runCommand(commands.toggleReading);
    await editor.runCommand(commands.openReaderInEditor);
    await editor.page.locator('.tab.active iframe, .tab.active').first().waitFor();
    await keep('reader-tab', tab());
    await closeTabs();
    await keep('views', sideBar());
    await editor.runCommand(commands.stopReading);
  });

  it('the settings panel', async () => {
    const { editor } = find();
    await editor.runCommand(commands.checkConnection);
    const page = await editor.webviewFrame('relay-settings h1');
    await page.locator('.check-summary').first().waitFor();
    await keep('settings-panel', tab());
    await closeTabs();
  });
}
