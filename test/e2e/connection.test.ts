import { deepStrictEqual, match, ok } from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { driveChat } from './harness/drivers/chatDriver.ts';
import type { EditorWindow } from './harness/editor.ts';
import { openChat, waitUntilConnected } from './harness/relayEditor.ts';
import { useEditor } from './harness/useEditor.ts';
import { waitUntil } from './harness/waitUntil.ts';

/** One person's session: each test continues where the one before it ended. */
describe('a connection', () => {
  const { editor, relay } = useEditor({
    files: { 'a.txt': 'Hello.' },
    viewport: { width: 1280, height: 900 },
    sharesSecrets: true,
  });
  let panel: Frame;

  const readSettings = () => editor.readSettings();
  const profiles = async () => (await readSettings())['modelRelay.profiles'];

  async function openPanel(): Promise<Frame> {
    await editor.runCommand('Model Relay: Open Settings');
    return editor.webviewFrame('relay-settings h1');
  }

  const field = (name: string) => panel.getByRole('textbox', { name, exact: false }).first();

  /** Opens a link as the system does when it is clicked elsewhere. */
  async function openLink(query: string): Promise<void> {
    const { quickInput, runCommand } = editor;
    // The panel's page may take the focus back late, and VS Code then closes its box.
    await waitUntil('the box for a URL is open, and has the focus', async () => {
      const box = quickInput.widget.getByText('URL to open');
      if (!(await box.isVisible())) await runCommand('workbench.action.url.openUrl');
      return await box.isVisible();
    });
    await quickInput.enter(`vscode-oss://model-relay.model-relay/connect?${query}`);
    // The editor itself asks first, whichever extension a link is for.
    const asked = editor.dialog('open this URI');
    await asked.waitFor();
    await asked.getByRole('button', { name: 'Open' }).click();
  }

  /** Sends a prompt in this window, and returns the key that the relay received. */
  async function ask(window: EditorWindow, question: string): Promise<string | undefined> {
    await window.page.bringToFront();
    await driveChat(await openChat(window)).ask(question);
    const request = await relay.waitForRequest(({ bodyText }) => bodyText.includes(question));
    return request.headers['authorization'];
  }

  it('by command explains errors, keeps the inputs until they work, and accepts them in the form that guides use', async () => {
    const { quickInput } = editor;
    const wrongKey = 'sk-relay-wrong-0000000000000000000000000000';
    await editor.runCommand('Model Relay: Connect to Relay…');
    await quickInput.waitFor('Base URL of your relay');
    await quickInput.type('ftp://relay.example.com');
    await quickInput.widget.getByText('Enter a URL that begins with https:// or http://.').waitFor();

    // A URL at which nothing listens is shown again for correction.
    await quickInput.enter('http://127.0.0.1:9');
    await quickInput.enter(wrongKey, 'API key for');
    await quickInput.waitFor('Base URL of your relay');
    match(await quickInput.message(), /127\.0\.0\.1:9 refused the connection \(ECONNREFUSED\)/);
    deepStrictEqual(await quickInput.value(), 'http://127.0.0.1:9');

    await quickInput.type(`${relay.baseUrl}/v1/`);
    await quickInput.widget.getByText(`Interpreted as ${relay.baseUrl}`).waitFor();
    await quickInput.accept();
    await quickInput.waitFor('API key for');
    const box = quickInput.widget.locator('.quick-input-box input').first();
    deepStrictEqual([await box.getAttribute('type'), await quickInput.value()], ['password', wrongKey]);
    await quickInput.accept();
    await quickInput.widget.getByText('rejected the API key (HTTP 401)').waitFor();
    deepStrictEqual(
      [await quickInput.value(), (await readSettings())['modelRelay.baseUrl']],
      [wrongKey, undefined],
    );
    deepStrictEqual(relay.requests.map(({ path }) => path).sort(), ['/v1/models', '/v1beta/models']);

    await quickInput.enter(`  Authorization: Bearer ${relay.keys.good}\u200b `);
    await waitUntilConnected(editor);
    await editor.statusBarItem('msg-sonnet').waitFor();
    await editor.waitForSetting('modelRelay.baseUrl', relay.baseUrl);
  });

  it('has a settings page that writes only valid values to settings.json, and is restored after a reload', async () => {
    const { quickInput } = editor;
    // The chat takes the focus once more when it has loaded.
    await openChat(editor);
    panel = await openPanel();
    await panel.getByText(`An API key is stored for ${relay.baseUrl}`).waitFor();
    const tokens = field('Maximum output tokens');
    await tokens.fill('many');
    await tokens.press('Enter');
    await panel.getByText('Enter a whole number.').waitFor();
    deepStrictEqual((await readSettings())['modelRelay.chat.maxOutputTokens'], undefined);
    await tokens.fill('4096');
    await tokens.press('Enter');
    await editor.waitForSetting('modelRelay.chat.maxOutputTokens', 4096);
    await panel.getByRole('button', { name: 'Select: Image model' }).click();
    await quickInput.waitFor('Select Model');
    await quickInput.pick('oa-image-1');
    await editor.waitForSetting('modelRelay.images.model', 'oa-image-1');
    await editor.lookAwayUntilStored('mainThreadWebview-modelRelay.settings');
    await editor.changeSettings({ 'modelRelay.chat.systemPrompt': 'From the file.' });
    await editor.reload();
    panel = await editor.webviewFrame('relay-settings h1');
    await waitUntil(
      'the field has what the file says',
      async () => (await field('System prompt').inputValue()) === 'From the file.',
    );
  });

  it('leaves the key in no file, log or page, even in a window that found it stored', async () => {
    const chat = await openChat(editor);
    await editor.statusBarItem('msg-sonnet').waitFor();
    const pages = await Promise.all(
      editor.page.frames().map(async (frame) => `${frame.url()}\n${await frame.content().catch(() => '')}`),
    );
    ok(pages.length > 2, `frames: ${pages.length}`);
    ok((await chat.locator('relay-chat').innerHTML()).length > 100);
    const files = await readTree(editor.dataFolder);
    ok(files.length > 5);
    const places = [...pages.map((text, index): [string, string] => [`page ${index}`, text]), ...files];
    places.push(['logs', await editor.readLogs()]);
    const secret = relay.keys.good.slice(3);
    deepStrictEqual(
      places.filter(([, text]) => text.includes(secret)).map(([place]) => place),
      [],
    );
    const used = relay.requests.filter(
      ({ headers }) => headers['authorization'] === `Bearer ${relay.keys.good}`,
    );
    ok(used.length > 0, 'it was in use all the same');
  });
  it('can have a profile with its own key, and a check that tests speech on request and copies a report', async () => {
    const { quickInput } = editor;
    await panel.getByRole('button', { name: 'Add Profile…' }).click();
    await quickInput.enter('Work', 'Add Profile');
    await panel.getByText('Enter the base URL first').waitFor();
    const address = field('Base URL');
    await address.fill(relay.baseUrl);
    await address.press('Enter');
    // The relay is the same, but the other profile's key does not count.
    await panel.getByText(`No API key is stored for ${relay.baseUrl}`).waitFor();
    await panel.getByRole('button', { name: 'Set API Key…' }).click();
    await quickInput.enter(relay.keys.restricted, 'API key for');
    await panel.getByText(`An API key is stored for ${relay.baseUrl}`).waitFor();
    await panel.getByRole('button', { name: 'Use This Profile' }).click();
    await editor.statusBarItem('(Work)').waitFor();
    const settings = await readSettings();
    deepStrictEqual(
      [settings['modelRelay.profile'], settings['modelRelay.profiles']],
      ['Work', { Work: { baseUrl: relay.baseUrl } }],
    );

    await editor.runCommand('Model Relay: Check Connection');
    await panel.getByRole('button', { name: 'Test Speech' }).click();
    await relay.waitForRequest(({ path }) => path === '/v1/audio/speech');
    await panel.getByText('Speech received with ').first().waitFor();
    ok(relay.utterances.length > 0);
    await panel.getByRole('button', { name: 'Copy Report' }).click();
    const report = await waitUntil('the report is in the clipboard', async () => {
      const text = await editor.page.evaluate(() => navigator.clipboard.readText());
      return text.includes('connection check') ? text : undefined;
    });
    match(report, /POST|model/);
    ok(!report.includes(relay.keys.restricted.slice(3)) && !report.includes(relay.keys.good.slice(3)));
  });
  it('by a link from a relay’s site shows the base URL and profile, and does nothing until the person agrees', async () => {
    const before = { profiles: await profiles(), requests: relay.requests.length };
    const link = `address=${encodeURIComponent(relay.baseUrl)}&name=Home`;
    await openLink(link);
    const dialog = editor.dialog('Connect to');
    await dialog.waitFor();
    const words = (await dialog.textContent()) ?? '';
    match(words, new RegExp(`Connect to ${relay.baseUrl}\\?.*Profile: Home`, 's'));
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    deepStrictEqual({ profiles: await profiles(), requests: relay.requests.length }, before);

    await openLink(link);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await editor.quickInput.enter(relay.keys.good, 'API key for');
    await waitUntilConnected(editor);
    await editor.statusBarItem('(Home)').waitFor();
    const { baseUrl } = relay;
    deepStrictEqual(await profiles(), { Work: { baseUrl }, Home: { baseUrl } });
  });
  it('is shared with a second window, as the chat is, and a key that is replaced in one is used in the other', async () => {
    deepStrictEqual(await ask(editor, 'asked here'), `Bearer ${relay.keys.good}`);
    const other = await editor.openWindow();
    deepStrictEqual(await ask(other, 'first asked there'), `Bearer ${relay.keys.good}`);
    await editor.page.bringToFront();
    const chat = await openChat(editor);
    await chat.locator('.prompt', { hasText: 'first asked there' }).waitFor();
    await editor.runCommand('Model Relay: Connect to Relay…');
    await editor.quickInput.enter(relay.baseUrl, 'Base URL of your relay');
    await editor.quickInput.enter(relay.keys.balanceTooLow, 'API key for');
    await waitUntilConnected(editor);
    deepStrictEqual(await ask(other, 'then asked there'), `Bearer ${relay.keys.balanceTooLow}`);
    const there = await openChat(other);
    await there.locator('.prompt', { hasText: 'asked here' }).waitFor();
  });
});

/** Every file below a folder with its text; binary bytes come through as Latin-1, so nothing hides from a search. */
async function readTree(folder: string): Promise<[string, string][]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry): Promise<[string, string]> => {
        const path = join(entry.parentPath, entry.name);
        return [path, await readFile(path, 'latin1').catch(() => '')];
      }),
  );
}
