import { deepStrictEqual, match, ok } from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { connectByCommand, openChat, openRelayEditor, type RelayEditor } from './harness/relayEditor.ts';
import { waitUntil } from './harness/waitUntil.ts';
import { findViolations } from './harness/workbench/axe.ts';
import { chooseTheme } from './harness/workbench/themes.ts';

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

  it('writes what is typed into settings.json, and never what can’t be', async () => {
    const system = field(panel, 'System prompt');
    await system.fill('Answer in one word.');
    await system.press('Tab');
    await waitUntil('the prompt is saved', async () =>
      (await readSettings())['modelRelay.chat.systemPrompt'] === 'Answer in one word.' ? true : undefined,
    );
    const tokens = field(panel, 'Maximum output tokens');
    await tokens.fill('many');
    await tokens.press('Enter');
    await panel.getByText('Type a whole number, in digits alone.').waitFor();
    deepStrictEqual((await readSettings())['modelRelay.chat.maxOutputTokens'], undefined);
    await tokens.fill('4096');
    await tokens.press('Enter');
    await waitUntil('the number is saved', async () =>
      (await readSettings())['modelRelay.chat.maxOutputTokens'] === 4096 ? true : undefined,
    );
  });

  it('asks for the key anew when the address changes to another origin, and has it back for the old one', async () => {
    const { relay } = started;
    const address = field(panel, 'Base address');
    await panel.getByText(`A key is stored for ${relay.baseAddress}`).waitFor();
    await address.fill(relay.baseAddress.replace('127.0.0.1', 'localhost'));
    await panel.getByText('/v1/audio/speech').waitFor();
    await address.press('Enter');
    await panel
      .getByText(`No key is stored for ${relay.baseAddress.replace('127.0.0.1', 'localhost')}`)
      .waitFor();
    await address.fill(relay.baseAddress);
    await address.press('Enter');
    await panel.getByText(`A key is stored for ${relay.baseAddress}`).waitFor();
  });

  it('has profiles side by side, each with its own key', async () => {
    const { editor, relay } = started;
    const { quickInput } = editor;
    await panel.getByRole('button', { name: 'Add Profile…' }).click();
    await quickInput.waitFor('Add Profile');
    await quickInput.type('Work');
    await quickInput.accept();
    await panel.getByText('Type the address first').waitFor();
    const address = field(panel, 'Base address');
    await address.fill(relay.baseAddress);
    await address.press('Enter');
    // The same relay, and still not the other profile's key.
    await panel.getByText(`No key is stored for ${relay.baseAddress}`).waitFor();
    await panel.getByRole('button', { name: 'Set Key…' }).click();
    await quickInput.waitFor('Key for');
    await quickInput.type(relay.keys.restricted);
    await quickInput.accept();
    await panel.getByText(`A key is stored for ${relay.baseAddress}`).waitFor();
    await panel.getByRole('button', { name: 'Use This Profile' }).click();
    await editor.statusBarItem('(Work)').waitFor();
    const settings = await readSettings();
    deepStrictEqual(
      [settings['modelRelay.profile'], settings['modelRelay.profiles']],
      ['Work', { Work: { baseAddress: relay.baseAddress } }],
    );
    await editor.screenshot('settings-profiles');
  });

  it('checks the connection stage by stage, speaks when allowed, and copies a report without the key', async () => {
    const { editor, relay } = started;
    await editor.runCommand('Model Relay: Check Connection');
    await panel.getByRole('button', { name: 'Speak' }).click();
    await relay.waitForRequest(({ path }) => path === '/v1/audio/speech');
    await panel.getByText(' spoke: ').first().waitFor();
    ok(relay.utterances.length > 0);
    await editor.screenshot('settings-check');
    await panel.getByRole('button', { name: 'Copy Report' }).click();
    const report = await waitUntil('the report is in the clipboard', async () => {
      const text = await editor.page.evaluate(() => navigator.clipboard.readText());
      return text.includes('check of the connection') ? text : undefined;
    });
    match(report, /POST|model/);
    ok(!report.includes(relay.keys.restricted.slice(3)) && !report.includes(relay.keys.good.slice(3)));
  });

  it('says in the section 7’s words what is wrong, and what to do', async () => {
    const { editor, relay } = started;
    using _ = relay.with('balance-empty', { path: '/v1/messages' });
    await panel.getByRole('button', { name: 'Check Connection' }).first().click();
    await panel.getByText('The balance is too low').first().waitFor();
    await editor.screenshot('settings-check-failed');
  });

  it('is there again after the window was reloaded', async () => {
    const { editor } = started;
    // The editor keeps which tabs are open when it loses the focus.
    const elsewhere = await editor.context.newPage();
    await elsewhere.bringToFront();
    await editor.waitUntilStored('mainThreadWebview-modelRelay.settings');
    await elsewhere.close();
    await editor.reload();
    panel = await editor.webviewFrame('relay-settings h1');
    await field(panel, 'Base address').waitFor();
  });

  it('follows settings.json', async () => {
    const { editor } = started;
    await editor.changeSettings({
      'modelRelay.profiles': {
        Work: { baseAddress: started.relay.baseAddress, 'chat.systemPrompt': 'From the file.' },
      },
    });
    await editor.reload();
    panel = await editor.webviewFrame('relay-settings h1');
    await waitUntil('the field has it', async () =>
      (await field(panel, 'System prompt').inputValue()) === 'From the file.' ? true : undefined,
    );
  });

  for (const [theme, kind] of Object.entries({
    'Light Modern': 'vscode-light',
    'Dark Modern': 'vscode-dark',
    'Dark High Contrast': 'vscode-high-contrast',
    'Light High Contrast': 'vscode-high-contrast-light',
  })) {
    it(`has nothing that axe objects to in ${theme}`, async () => {
      const { editor } = started;
      if (!(await panel.getByRole('button', { name: 'Speak' }).isVisible())) {
        await editor.runCommand('Model Relay: Check Connection');
        await panel.getByRole('button', { name: 'Speak' }).waitFor();
      }
      await chooseTheme(editor, theme);
      await panel.locator(`body[data-vscode-theme-kind="${kind}"]`).waitFor();
      deepStrictEqual(await findViolations(panel), []);
      await editor.screenshot(`settings-${theme.toLowerCase().replaceAll(' ', '-')}`);
    });
  }
});
