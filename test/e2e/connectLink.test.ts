import { deepStrictEqual, match } from 'node:assert/strict';
import { openRelayEditor, type RelayEditor, waitUntilConnected } from './harness/relayEditor.ts';

describe('a link that a relay’s site offers', () => {
  let started: RelayEditor;
  before(async () => {
    started = await openRelayEditor({ files: { 'a.txt': 'Hello.' } });
  });
  after(() => started?.close());

  /** As the system does with a link that was clicked elsewhere. */
  async function open(query: string): Promise<void> {
    const { quickInput, runCommand } = started.editor;
    await runCommand('workbench.action.url.openUrl');
    await quickInput.widget.getByText('URL to open').waitFor();
    await quickInput.type(`vscode-oss://model-relay.model-relay/connect?${query}`);
    await quickInput.accept();
    // The editor itself asks first, whichever extension a link is for.
    const asked = started.editor.dialog('open this URI');
    await asked.waitFor();
    await asked.getByRole('button', { name: 'Open' }).click();
  }

  it('shows its address and name, and does nothing before the person agrees', async () => {
    const { editor, relay } = started;
    const link = `address=${encodeURIComponent(relay.baseUrl)}&name=Work`;
    await open(link);
    const dialog = editor.dialog('Connect to');
    await dialog.waitFor();
    const words = (await dialog.textContent()) ?? '';
    match(words, new RegExp(`Connect to ${relay.baseUrl}\\?.*Profile: Work`, 's'));
    await editor.screenshot('connect-link');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    deepStrictEqual(relay.requests.length, 0);
    deepStrictEqual((await editor.readSettings())['modelRelay.profiles'], undefined);

    await open(link);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await editor.quickInput.waitFor('API key for');
    await editor.quickInput.type(relay.keys.good);
    await editor.quickInput.accept();
    await waitUntilConnected(editor);
    await editor.statusBarItem('(Work)').waitFor();
    deepStrictEqual((await editor.readSettings())['modelRelay.profiles'], {
      Work: { baseUrl: relay.baseUrl },
    });
  });
});
