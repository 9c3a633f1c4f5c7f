import { ok } from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame, Locator } from 'playwright-core';
import { testResultsFolder } from '../../scripts/projectPaths.ts';
import { commands } from '../../src/manifest.ts';
import { describeFailure, summariseWhole } from '../../src/messages/failures.ts';
import { relayErrorKinds } from '../../src/relay/errors/errorKind.ts';
import { RelayError } from '../../src/relay/errors/relayError.ts';
import type { Translate } from '../../src/text/translate.ts';
import { languages } from '../webview/languages.ts';
import { driveChat } from './harness/drivers/chatDriver.ts';
import { openChat, openNewChat, waitUntilConnected } from './harness/relayEditor.ts';
import { type DisplayLanguage, displayLanguages } from './harness/server/displayLanguages.ts';
import { useEditor } from './harness/useEditor.ts';
import { waitUntil } from './harness/waitUntil.ts';
import { findCutPlaceholders, findCutTexts } from './harness/workbench/cutTexts.ts';
import { resizeSideBar } from './harness/workbench/sideBar.ts';

/** Only `npm run pictures:languages` takes them: for people to look at, in test-results/languages/index.html. */
const describePictures = process.env['UPDATE_PICTURES'] ? describe : describe.skip;
const folder = join(testResultsFolder, 'languages');
const pictures = new Map<string, string[]>();

const shop = `export interface Item { name: string; price: number; quantity: number }

export function total(items: readonly Item[]): number {
  let sum: number = 'none';
  for (const { price, quantity } of items) sum += price * quantity;
  return sum;
}
`;

/** The words of our messages in a language, as the extension would have them. */
function translateTo(language: DisplayLanguage | 'en'): Translate {
  const words: Readonly<Record<string, string>> = languages[language === 'qps-ploc' ? 'en-XA' : language];
  return (text, ...values) =>
    (words[text] ?? text).replace(/\{(\d)\}/g, (_, place) => String(values[Number(place)]));
}

function describeLanguage(language: DisplayLanguage | 'en'): void {
  const { editor, relay } = useEditor({
    ...(language !== 'en' && { language }),
    viewport: { width: 1260, height: 800 },
    files: { 'src/shop.ts': shop, 'story.md': '# A story\n\nIt rains. The sun comes out.\n' },
    settings: { 'window.commandCenter': false, 'modelRelay.profiles': { Work: {} } },
  });
  let chat: Frame;
  const cut: string[] = [];

  async function keep(name: string, part: Locator): Promise<void> {
    await part.last().waitFor();
    await mkdir(join(folder, language), { recursive: true });
    const file = `${language}/${name}.png`;
    await part.last().screenshot({ path: join(folder, file), animations: 'disabled' });
    pictures.set(name, [...(pictures.get(name) ?? []), file]);
    for (const text of await findCutTexts(part.last())) cut.push(`${name}: ${text}`);
    for (const text of await findCutPlaceholders(part.last())) cut.push(`${name}: ${text}`);
  }

  const widget = () => editor.quickInput.widget;

  /** Of a command that opens a quick pick or an input box. */
  async function keepQuickInput(name: string): Promise<void> {
    await widget().waitFor();
    const progress = widget().locator('.monaco-progress-container.active');
    await waitUntil(`${name} to be drawn`, async () => !(await progress.isVisible()));
    await keep(name, widget());
  }

  async function keepPickerOf(command: string, name = command.replace('modelRelay.', '')): Promise<void> {
    await editor.runCommand(command);
    await keepQuickInput(name);
    await editor.quickInput.dismiss();
    await widget().waitFor({ state: 'hidden' });
  }

  async function keepNotification(name: string): Promise<void> {
    await keep(name, editor.page.locator('.notification-toast'));
    await editor.execute('notifications.clearAll');
    await editor.page.locator('.notification-toast').waitFor({ state: 'detached' });
    // VS Code shows no more than three within 800 ms.
    await editor.page.waitForTimeout(300);
  }

  async function keepDialogOf(command: string, name = command.replace('modelRelay.', '')): Promise<void> {
    await editor.runCommand(command);
    await keep(name, editor.page.locator('.monaco-dialog-box'));
    await editor.page.keyboard.press('Escape');
    await editor.page.locator('.monaco-dialog-box').waitFor({ state: 'detached' });
  }

  before(() => {
    // A short time-out, so that the test fails soon for anything that does not appear.
    editor.page.setDefaultTimeout(20_000);
  });
  after(() => writeFile(join(folder, `${language}.txt`), `${cut.join('\n')}\n`));

  it('connecting to a relay', async () => {
    const { quickInput } = editor;
    await editor.openViewContainer('Model Relay');
    await resizeSideBar(editor.page, 'sidebar', 280);
    chat = await editor.webviewFrame('relay-chat .welcome');
    await keep('view-not-connected', editor.page.locator('.part.sidebar'));
    await editor.runCommand(commands.connect);
    await keepQuickInput('connect-address');
    await quickInput.enter('not an address');
    await quickInput.widget.locator('.monaco-inputbox.error').waitFor();
    await keepQuickInput('connect-address-refused');
    await quickInput.enter(relay.baseUrl);
    await quickInput.widget.locator('input[type=password]').waitFor();
    await keepQuickInput('connect-key');
    await quickInput.enter('sk-not-the-key');
    await quickInput.widget.locator('.monaco-inputbox.error').waitFor();
    await keepQuickInput('connect-key-refused');
    await quickInput.enter(relay.keys.good);
    await waitUntilConnected(editor);
    chat = await editor.webviewFrame('relay-chat textarea');
    await keep('status-bar-connected', editor.page.locator('.part.statusbar'));
    await keep('view-welcome', editor.page.locator('.part.sidebar'));
  });

  it('pickers', async () => {
    for (const command of [
      commands.selectModel,
      commands.selectVoice,
      commands.selectProfile,
      commands.addProfile,
      commands.removeApiKeys,
      commands.selectPlaybackSpeed,
      commands.selectUtilityModel,
      commands.newPrompt,
      commands.openPrompts,
      commands.moveChat,
    ])
      await keepPickerOf(command);
    await editor.openFile('src/shop.ts');
    await editor.selectText('sum += price * quantity');
    await keepPickerOf(commands.rewriteSelection);
    await keepPickerOf(commands.writeTests);
    for (const command of [commands.compareModels, commands.configureTools, commands.attach]) {
      // They return the focus to the chat, which would close anything opened earlier.
      const focused = driveChat(chat).nextFocus();
      await keepPickerOf(command);
      await focused;
    }
    await editor.runCommand(commands.attach);
    await editor.quickInput.widget.locator('.monaco-list-row').first().click();
    await editor.quickInput.widget.locator('.quick-input-count').waitFor();
    await keepQuickInput('attach-files');
    const focused = driveChat(chat).nextFocus();
    await editor.page.keyboard.press('Escape');
    await focused;
  });

  it('chats and their history', async () => {
    const { input, waitUntilEnded } = driveChat(chat);
    await input.fill('edits');
    await input.press('Enter');
    await waitUntilEnded(1);
    await keep('view-chat', editor.page.locator('.part.sidebar'));
    await chat.locator('.composer .configuration').click();
    await keepQuickInput('configuration');
    await editor.page.keyboard.press('Escape');
    await chat.locator('.code-block .codicon-ellipsis').last().click();
    await keepQuickInput('code-actions');
    const focused = driveChat(chat).nextFocus();
    await editor.page.keyboard.press('Escape');
    await focused;
    await keepPickerOf(commands.renameChat);
    await keepPickerOf(commands.exportChat);
    await keepPickerOf(commands.importChat);
    await editor.runCommand(commands.showHistory);
    await widget().locator('.monaco-list-row').first().hover();
    await keepQuickInput('showHistory');
    await widget().locator('.monaco-list-row .codicon-trash').first().click();
    await keepNotification('chat-deleted');
    await editor.page.keyboard.press('Escape');
    await widget().waitFor({ state: 'hidden' });
  });

  it('reading aloud', async () => {
    await editor.openFile('story.md');
    await editor.runCommand(commands.readFile);
    const reader = await editor.webviewFrame('relay-reader');
    await reader.locator('[data-index="1"][aria-current="true"]').waitFor();
    await editor.runCommand(commands.toggleReading);
    await keep('view-reader', editor.page.locator('.part.sidebar'));
    await keep('status-bar-reading', editor.page.locator('.part.statusbar'));
    await keepPickerOf(commands.selectSleepTimer);
    await keepPickerOf(commands.saveReading);
    await editor.runCommand(commands.stopReading);
    await keepDialogOf(commands.clearSpeechCache);
  });

  it('the status bar, menus and the walkthrough', async () => {
    const { page } = editor;
    for (const item of await page.locator('.statusbar-item[id^="model-relay"]').all()) {
      await item.hover();
      await keep(`tooltip-${await item.getAttribute('id')}`, page.locator('.workbench-hover'));
    }
    await editor.openFile('src/shop.ts');
    await editor.selectText('sum += price * quantity');
    await page
      .locator('.monaco-editor .view-line', { hasText: 'price * quantity' })
      .click({ button: 'right' });
    await page.locator('.monaco-menu').first().waitFor();
    for (const [place, entry] of (await page.locator('.monaco-menu [aria-haspopup=true]').all()).entries()) {
      await entry.hover();
      if (place > 3) break;
    }
    await page.screenshot({ path: join(folder, language, 'menu.png') });
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await editor.runCommand(commands.getStarted);
    const steps = page.locator('.getting-started-step');
    await steps.nth(3).waitFor();
    for (const [place, step] of (await steps.all()).entries()) {
      await step.locator('.step-title').click();
      await steps.and(page.locator('.expanded')).nth(0).waitFor();
      await keep(`walkthrough-${place + 1}`, page.locator('.gettingStartedContainer'));
    }
    await editor.execute('workbench.action.closeAllEditors');
  });

  /** Takes a picture of a part beside a narrow side bar, and beside a wide one. */
  async function keepAtWidths(name: string, part: Locator): Promise<void> {
    for (const width of [280, 900]) {
      await resizeSideBar(editor.page, 'sidebar', width);
      await keep(`${name}-${width}`, part);
    }
    await resizeSideBar(editor.page, 'sidebar', 280);
  }

  // Our pages with something in them.
  const sideBar = () => editor.page.locator('.part.sidebar');
  const tab = () => editor.page.locator('.part.editor');
  const closeTabs = () => editor.execute('workbench.action.closeAllEditors');

  async function openAnew(): Promise<Frame> {
    const chat = await openChat(editor);
    await openNewChat(editor);
    return chat;
  }

  it('the chat', async () => {
    await closeTabs();
    const chat = await openAnew();
    const { ask, send, waitUntilEnded } = driveChat(chat);
    await ask('edits');
    await waitUntilEnded();
    await chat.locator('.answer .codicon-info').last().click();
    await keepAtWidths('chat-response', sideBar());
    await send('max tokens');
    await waitUntilEnded(2);
    await keepAtWidths('chat-limit', sideBar());
    await send('rate limit');
    await waitUntilEnded(3);
    await keepAtWidths('chat-failure', sideBar());
    await openNewChat(editor);
    await send(`call modelRelay_runCommand ${JSON.stringify({ command: 'npm test' })}`);
    await chat.locator('.tool-call[data-status="asking"]').waitFor();
    await keepAtWidths('chat-tool', sideBar());
    await editor.runCommand(commands.stopResponse);
    await waitUntilEnded(1);
  });

  it('models compared', async () => {
    const chat = await openAnew();
    const focused = driveChat(chat).nextFocus();
    await editor.runCommand(commands.compareModels);
    await editor.quickInput.widget.locator('.monaco-list-row', { hasText: 'opus-4-7' }).click();
    await editor.quickInput.accept();
    await focused;
    await driveChat(chat).send('table');
    await chat.locator('.answer[aria-busy="false"]').nth(0).waitFor();
    await keepAtWidths('chat-compared', sideBar());
    await chat.locator('.model-button').click();
    await keepAtWidths('chat-models', sideBar());
    await editor.page.keyboard.press('Escape');
  });

  it('images', async () => {
    await editor.runCommand(commands.openImages);
    const page = await editor.webviewFrame('relay-images images-gallery');
    await keepAtWidths('images-empty', tab());
    const prompt = page.locator('textarea').first();
    await prompt.fill('A lighthouse at dusk');
    await prompt.press('Enter');
    await page.locator('.run.done').waitFor();
    await page.locator('.tile').first().click();
    await page.locator('.shown').waitFor();
    await keepAtWidths('images-one', tab());
    await closeTabs();
  });

  it('video tasks', async () => {
    await editor.runCommand(commands.openTasks);
    const page = await editor.webviewFrame('relay-tasks .prompt');
    await keepAtWidths('tasks-empty', tab());
    const prompt = page.locator('textarea').first();
    await prompt.fill('A lighthouse at dusk');
    await prompt.press('Enter');
    await page.locator('video[poster]').waitFor();
    await prompt.fill('To fail');
    await prompt.press('Enter');
    await page.locator('.task.failed').first().waitFor();
    await keepAtWidths('tasks-two', tab());
    await closeTabs();
  });

  it('the reader in a tab, and all views of the side bar', async () => {
    await editor.openFile('story.md');
    await editor.runCommand(commands.readFile);
    await editor.webviewFrame('relay-reader [aria-current="true"]');
    await editor.runCommand(commands.toggleReading);
    await editor.runCommand(commands.openReaderInEditor);
    await editor.page.locator('.tab.active iframe, .tab.active').first().waitFor();
    await keepAtWidths('reader-tab', tab());
    await closeTabs();
    await keepAtWidths('views', sideBar());
    await editor.runCommand(commands.stopReading);
  });

  it('the settings panel', async () => {
    await editor.runCommand(commands.checkConnection);
    const page = await editor.webviewFrame('relay-settings h1');
    await page.locator('.check-summary').first().waitFor();
    await keepAtWidths('settings-panel', tab());
    await closeTabs();
  });

  it('the settings', async () => {
    const { page } = editor;
    await page.setViewportSize({ width: 900, height: 5000 });
    await editor.execute('workbench.action.closeSidebar');
    await editor.execute('workbench.action.openSettings', '@ext:model-relay.model-relay');
    await page.locator('.settings-editor .setting-item').first().waitFor();
    await keep('settings', page.locator('.settings-editor'));
    await editor.execute('workbench.action.closeAllEditors');
    await page.setViewportSize({ width: 1260, height: 800 });
  });

  it('failures', async () => {
    const t = translateTo(language);
    await editor.execute('notifications.clearAll');
    for (const kind of relayErrorKinds.filter((each) => each !== 'cancelled')) {
      const failure = describeFailure(
        new RelayError(kind, { status: 503, relayMessage: 'No channel is available for this model.' }),
        {
          t,
          host: 'relay.example.com',
          model: 'claude-sonnet-4-6',
        },
      );
      await editor.execute(
        'endToEndTests.notify',
        summariseWhole(failure, t),
        ...failure.actions.map(({ label }) => label).slice(0, 2),
      );
      await keepNotification(`failure-${kind}`);
    }
  });
}

describePictures('every word in every language', () => {
  for (const language of ['en', ...displayLanguages] as const)
    describe(language, () => describeLanguage(language));
  after(async () => {
    const rows = [...pictures].map(
      ([name, files]) =>
        `<tr><th>${name}</th></tr><tr>${files.map((file) => `<td><img src="${file}"></td>`).join('')}</tr>`,
    );
    ok(rows.length > 0);
    await writeFile(
      join(folder, 'index.html'),
      `<!doctype html><meta charset="utf-8"><style>td{vertical-align:top}th{text-align:left}</style><table>${rows.join('\n')}</table>\n`,
    );
  });
});
