import { deepStrictEqual, match, ok } from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { connectByCommand, openChat, openRelayEditor, type RelayEditor } from './harness/relayEditor.ts';
import { waitUntil } from './harness/waitUntil.ts';

async function openPanel(started: RelayEditor): Promise<Frame> {
  await started.editor.runCommand('Model Relay: Open Settings');
  return started.editor.webviewFrame('relay-settings h1');
}

const field = (panel: Frame, name: string) => panel.getByRole('textbox', { name, exact: false }).first();

describe('the settings panel', () => {
  let started: RelayEditor;
  let panel: Frame;
  before(async () => {
    started = await openRelayEditor({
      files: { 'a.txt': 'Hello.' },
      viewport: { width: 1280, height: 900 },
    });
    await connectByCommand(started, started.relay.keys.good);
    // Its page takes the focus once more when it is there.
    await openChat(started.editor);
    panel = await openPanel(started);
  });
  after(() => started?.close());

  const readSettings = () => started.editor.readSettings();

  it('writes what is typed into settings.json, never what can’t be, and is there again after a reload', async () => {
    const { editor, relay } = started;
    await panel.getByText(`An API key is stored for ${relay.baseUrl}`).waitFor();
    const tokens = field(panel, 'Maximum output tokens');
    await tokens.fill('many');
    await tokens.press('Enter');
    await panel.getByText('Enter a whole number.').waitFor();
    deepStrictEqual((await readSettings())['modelRelay.chat.maxOutputTokens'], undefined);
    await tokens.fill('4096');
    await tokens.press('Enter');
    await waitUntil('the number is saved', async () =>
      (await readSettings())['modelRelay.chat.maxOutputTokens'] === 4096 ? true : undefined,
    );
    // The editor keeps which tabs are open when it loses the focus.
    const elsewhere = await editor.context.newPage();
    await elsewhere.bringToFront();
    await editor.waitUntilStored('mainThreadWebview-modelRelay.settings');
    await elsewhere.close();
    await editor.changeSettings({ 'modelRelay.chat.systemPrompt': 'From the file.' });
    await editor.reload();
    panel = await editor.webviewFrame('relay-settings h1');
    await waitUntil('the field has what the file says', async () =>
      (await field(panel, 'System prompt').inputValue()) === 'From the file.' ? true : undefined,
    );
  });

  it('adds a profile with its own key, checks it stage by stage, speaks when allowed, and copies a report', async () => {
    const { editor, relay } = started;
    const { quickInput } = editor;
    await panel.getByRole('button', { name: 'Add Profile…' }).click();
    await quickInput.waitFor('Add Profile');
    await quickInput.type('Work');
    await quickInput.accept();
    await panel.getByText('Enter the base URL first').waitFor();
    const address = field(panel, 'Base URL');
    await address.fill(relay.baseUrl);
    await address.press('Enter');
    // The same relay, and still not the other profile's key.
    await panel.getByText(`No API key is stored for ${relay.baseUrl}`).waitFor();
    await panel.getByRole('button', { name: 'Set API Key…' }).click();
    await quickInput.waitFor('API key for');
    await quickInput.type(relay.keys.restricted);
    await quickInput.accept();
    await panel.getByText(`An API key is stored for ${relay.baseUrl}`).waitFor();
    await panel.getByRole('button', { name: 'Use This Profile' }).click();
    await editor.statusBarItem('(Work)').waitFor();
    const settings = await readSettings();
    deepStrictEqual(
      [settings['modelRelay.profile'], settings['modelRelay.profiles']],
      ['Work', { Work: { baseUrl: relay.baseUrl } }],
    );
    await editor.screenshot('settings-profiles');

    await editor.runCommand('Model Relay: Check Connection');
    await panel.getByRole('button', { name: 'Test Speech' }).click();
    await relay.waitForRequest(({ path }) => path === '/v1/audio/speech');
    await panel.getByText('Speech received with ').first().waitFor();
    ok(relay.utterances.length > 0);
    await editor.screenshot('settings-check');
    await panel.getByRole('button', { name: 'Copy Report' }).click();
    const report = await waitUntil('the report is in the clipboard', async () => {
      const text = await editor.page.evaluate(() => navigator.clipboard.readText());
      return text.includes('connection check') ? text : undefined;
    });
    match(report, /POST|model/);
    ok(!report.includes(relay.keys.restricted.slice(3)) && !report.includes(relay.keys.good.slice(3)));
  });
});
