import { deepStrictEqual, match } from 'node:assert/strict';
import { openChat, type UsedEditor } from '../harness/relayEditor.ts';
import { waitUntil } from '../harness/waitUntil.ts';

/** How the model that responds is chosen. */
export function describeModels({ editor, relay }: UsedEditor): void {
  before(async () => {
    // Tall enough for the whole list: rows below the fold are not in the page.
    await editor.page.setViewportSize({ width: 1280, height: 1400 });
  });
  after(() => editor.page.setViewportSize({ width: 1280, height: 800 }));

  async function open(): Promise<void> {
    await editor.statusBarItem(/msg-/).click();
    await editor.quickInput.waitFor('Models of');
  }

  const labels = async () => (await editor.quickInput.rows()).map(({ label }) => label);

  it('merges both lists in groups, and provides the model that is found by typing and picked', async () => {
    const chat = await openChat(editor);
    await chat.locator('.model-button').click();
    await chat.locator('.menu-search input').fill('opus 4-7');
    await chat.locator('.model-option.active', { hasText: 'msg-opus-4-7' }).waitFor();
    await chat.locator('.menu-search input').press('Enter');
    await chat.locator('.model-button', { hasText: 'msg-opus-4-7' }).waitFor();
    await chat.locator('textarea:focus').waitFor();
    await open();
    await waitUntil('both lists', async () =>
      (await labels()).some((label) => label.includes('GX 2.5 Flash')),
    );
    const separators = await editor.quickInput.widget
      .locator('.quick-input-list-separator')
      .allTextContents();
    deepStrictEqual(separators.map((text) => text.trim()).filter(Boolean), [
      'Recent',
      'scripted',
      'Other models',
      'Image models',
    ]);
    await editor.quickInput.type('haiku');
    await waitUntil('one row', async () => (await labels()).length === 1);
    await editor.quickInput.accept();
    await editor.statusBarItem('msg-haiku-4-5-20251001').waitFor();
    await editor.waitForSetting('modelRelay.chat.model', 'msg-haiku-4-5-20251001');
    await chat.locator('.model-button', { hasText: 'msg-haiku-4-5-20251001' }).waitFor();
    await chat.locator('textarea').fill('hello');
    await chat.locator('textarea').press('Enter');
    const request = await relay.waitForRequest(
      ({ path, outcome }) => path === '/v1/messages' && outcome === 'completed',
    );
    deepStrictEqual(JSON.parse(request.bodyText).model, 'msg-haiku-4-5-20251001');
  });

  it('is a different one for speech', async () => {
    await editor.runCommand('Model Relay: Select Speech Model…');
    await editor.quickInput.waitFor('Models of');
    const speechModels = await waitUntil('the list', async () => {
      const current = await labels();
      return current.some((label) => label.includes('seed-tts-2.0')) ? current : undefined;
    });
    deepStrictEqual(
      speechModels.filter((label) => !/tts/i.test(label)),
      [],
    );
    await editor.quickInput.pick('GX 2.5 Flash Preview TTS');
    await editor.waitForSetting('modelRelay.speech.model', 'gx-2.5-flash-preview-tts');
    await editor.runCommand('Model Relay: Select Speech Model…');
    await editor.quickInput.waitFor('Models of');
    await editor.quickInput.pick('seed-tts-2.0');
    await editor.waitForSetting('modelRelay.speech.model', 'seed-tts-2.0');
  });

  it('is the last good one when the relay can’t be reached, and says so', async () => {
    for (const path of ['/v1/models', '/v1beta/models']) {
      relay.failNext(path, { kind: 'reply', status: 500, body: '{"error":{"message":"down"}}' });
    }
    await open();
    const placeholder = await waitUntil('the failure’s words', async () => {
      const words = await editor.quickInput.placeholder();
      return words.startsWith('Model list last updated:') ? words : undefined;
    });
    match(
      placeholder,
      /Model list last updated: .+\. The relay or its provider returned an error \(HTTP 500\)\./,
    );
    match((await labels()).join(), /msg-opus-4-7/);
    await editor.quickInput.button('Refresh').click();
    await waitUntil('the list is good again', async () =>
      (await editor.quickInput.placeholder()).startsWith('Select a model for'),
    );
    await editor.quickInput.dismiss();
    await editor.quickInput.waitUntilClosed();
    using _ = relay.with('html-502');
    await editor.runCommand('Model Relay: Refresh Model List');
    const notification = editor.page.locator('.notification-list-item', { hasText: 'HTTP 502' });
    await notification.getByText('The relay or its provider returned an error (HTTP 502).').waitFor();
    await notification.getByRole('button', { name: 'Check Connection' }).waitFor();
  });
}
