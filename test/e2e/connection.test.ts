import { deepStrictEqual, match, ok } from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openChat, openRelayEditor, type RelayEditor, waitUntilConnected } from './harness/relayEditor.ts';
import { waitUntil } from './harness/waitUntil.ts';

describe('connecting by the command', () => {
  let started: RelayEditor;
  before(async () => {
    started = await openRelayEditor({ files: { 'a.txt': 'Hello.' } });
  });
  after(() => started?.close());

  it('says what is wrong, keeps what was typed until that works, and takes it as guides have it', async () => {
    const { editor, relay } = started;
    const { quickInput } = editor;
    const wrongKey = 'sk-relay-wrong-0000000000000000000000000000';
    const address = async () => (await editor.readSettings())['modelRelay.baseUrl'];
    await editor.runCommand('Model Relay: Connect to Relay…');
    await quickInput.waitFor('Base URL of your relay');
    await quickInput.type('ftp://relay.example.com');
    await quickInput.widget.getByText('Enter a URL that begins with https:// or http://.').waitFor();

    // An address at which nobody listens comes back.
    await quickInput.type('http://127.0.0.1:9');
    await quickInput.accept();
    await quickInput.waitFor('API key for');
    await quickInput.type(wrongKey);
    await quickInput.accept();
    await quickInput.waitFor('Base URL of your relay');
    match(await quickInput.message(), /127\.0\.0\.1:9 refused the connection \(ECONNREFUSED\)/);
    deepStrictEqual(await quickInput.value(), 'http://127.0.0.1:9');

    await quickInput.type(`${relay.baseUrl}/v1/`);
    await quickInput.widget.getByText(`Interpreted as ${relay.baseUrl}`).waitFor();
    await editor.screenshot('connect-address');
    await quickInput.accept();
    await quickInput.waitFor('API key for');
    const box = quickInput.widget.locator('.quick-input-box input').first();
    deepStrictEqual([await box.getAttribute('type'), await quickInput.value()], ['password', wrongKey]);
    await quickInput.accept();
    await quickInput.widget.getByText('rejected the API key (HTTP 401)').waitFor();
    deepStrictEqual([await quickInput.value(), await address()], [wrongKey, undefined]);
    await editor.screenshot('connect-wrong-key');
    deepStrictEqual(relay.requests.map(({ path }) => path).sort(), ['/v1/models', '/v1beta/models']);

    await quickInput.type(`  Authorization: Bearer ${relay.keys.good}\u200b `);
    await quickInput.accept();
    await waitUntilConnected(editor);
    await editor.statusBarItem('msg-sonnet').waitFor();
    await waitUntil('the address in the settings', async () =>
      (await address()) === relay.baseUrl ? true : undefined,
    );
  });

  it('leaves the key in no file, log or page', async () => {
    const { editor, relay } = started;
    await editor.reload();
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
