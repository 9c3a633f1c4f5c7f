import { deepStrictEqual, match, ok } from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  connectByCommand,
  openChat,
  openRelayEditor,
  type RelayEditor,
  waitUntilConnected,
} from './harness/relayEditor.ts';
import { waitUntil } from './harness/waitUntil.ts';

describe('connecting by the command', () => {
  let started: RelayEditor;
  before(async () => {
    started = await openRelayEditor({ files: { 'a.txt': 'Hello.' } });
  });
  after(() => started?.close());

  it('says what is wrong while the address is typed, and where requests would go', async () => {
    const { editor, relay } = started;
    const { quickInput } = editor;
    await editor.runCommand('Model Relay: Connect to a Relay…');
    await quickInput.waitFor('Base address of your relay');
    const said: string[] = [];
    for (const typed of [
      'two words',
      'ftp://relay.example.com',
      'https://me:secret@relay.example.com',
      'sk-1234567890abcdef',
      '  “https://relay.example.com/v1/chat/completions”  ',
      'http://relay.example.com',
      `${relay.baseAddress}/v1/`,
    ]) {
      const before = await quickInput.message();
      await quickInput.type(typed);
      said.push(
        await waitUntil(`the message for ${typed}`, async () => {
          const message = await quickInput.message();
          return message === before ? undefined : message;
        }),
      );
    }
    deepStrictEqual(said, [
      'There is a space or a line break inside. Paste the address alone.',
      'The address must begin with https:// or http://.',
      'Leave out the name and password before the @. The relay takes a key, which has a place of its own.',
      'This looks like a key. Here goes the address; the key has a place of its own.',
      'Read as https://relay.example.com',
      'Requests go to http://relay.example.com, unencrypted: everyone on the way can read the key.',
      `Read as ${relay.baseAddress}`,
    ]);
    await editor.screenshot('connect-address');
  });

  it('masks the key, refuses a wrong one in words, and keeps what was typed', async () => {
    const { editor, relay } = started;
    const { quickInput } = editor;
    await quickInput.accept();
    await quickInput.waitFor('Key for');
    const box = quickInput.widget.locator('.quick-input-box input').first();
    deepStrictEqual(await box.getAttribute('type'), 'password');
    await quickInput.type('sk-relay-wrong-0000000000000000000000000000');
    await quickInput.accept();
    const message = await waitUntil(
      'the relay’s verdict',
      async () => (await quickInput.message()).match(/did not.*/s)?.[0],
    );
    match(
      message,
      /did not accept the key \(HTTP 401\).*Check that the key is whole, with its leading “sk-”/s,
    );
    deepStrictEqual(await quickInput.value(), 'sk-relay-wrong-0000000000000000000000000000');
    await editor.screenshot('connect-wrong-key');
    deepStrictEqual((await editor.readSettings())['modelRelay.baseAddress'], undefined);
    deepStrictEqual(relay.requests.map(({ path }) => path).sort(), ['/v1/models', '/v1beta/models']);
  });

  it('refuses a wrong key also where the relay lists its models for any', async () => {
    const { editor, relay } = started;
    const { quickInput } = editor;
    using _quirk = relay.with('lists-without-key');
    await quickInput.type('sk-relay-wrong-1111111111111111111111111111');
    await quickInput.accept();
    await waitUntil(
      'the relay’s verdict',
      async () => (await quickInput.message()).match(/did not accept the key \(HTTP 401\)/)?.[0],
    );
    deepStrictEqual((await editor.readSettings())['modelRelay.baseAddress'], undefined);
    deepStrictEqual(relay.requests.at(-1)?.path, '/v1/chat/completions');
  });

  it('takes the right key as it comes from a guide, and stores address and key', async () => {
    const { editor, relay } = started;
    const { quickInput } = editor;
    await quickInput.type(`  Authorization: Bearer ${relay.keys.good}\u200b `);
    await quickInput.accept();
    await waitUntilConnected(editor);
    await editor.statusBarItem('msg-sonnet').waitFor();
    const settings = await waitUntil('the address in the settings', async () => {
      const current = await editor.readSettings();
      return current['modelRelay.baseAddress'] === undefined ? undefined : current;
    });
    deepStrictEqual(settings['modelRelay.baseAddress'], relay.baseAddress);
  });

  it('goes back to the address when that is what is wrong, and says so there', async () => {
    const { editor } = started;
    const { quickInput } = editor;
    await editor.runCommand('Model Relay: Connect to a Relay…');
    await quickInput.waitFor('Base address of your relay');
    await quickInput.type('http://127.0.0.1:9');
    await quickInput.accept();
    await quickInput.waitFor('Key for');
    await quickInput.type('sk-relay-any-0000000000000000000000000000');
    await quickInput.accept();
    await quickInput.waitFor('Base address of your relay');
    match(await quickInput.message(), /127\.0\.0\.1:9 refused the connection \(ECONNREFUSED\)/);
    deepStrictEqual(await quickInput.value(), 'http://127.0.0.1:9');
    await quickInput.dismiss();
    await quickInput.waitUntilClosed();
  });

  it('asks for the key anew when the address changes to another origin', async () => {
    const { editor, relay } = started;
    let chat = await openChat(editor);
    await chat.locator('textarea').fill('hello');
    await chat.locator('textarea').press('Enter');
    await chat.getByText('not a model').first().waitFor();
    const asked = relay.requests.length;
    const other = relay.baseAddress.replace('127.0.0.1', 'localhost');
    await editor.changeSettings({ 'modelRelay.baseAddress': other });
    await editor.reload();
    chat = await openChat(editor);
    await editor.statusBarItem('Connect Relay').waitFor();
    await chat.locator('textarea').fill('to another origin');
    await chat.locator('textarea').press('Enter');
    await chat.getByText('Connect to a relay to send this.').first().waitFor();
    deepStrictEqual(await chat.locator('textarea').inputValue(), 'to another origin');
    deepStrictEqual(relay.requests.length, asked);
    await connectByCommand(started, relay.keys.good);
    await editor.statusBarItem('msg-sonnet').waitFor();
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
