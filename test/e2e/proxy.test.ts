import { deepStrictEqual, ok } from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { startReferenceRelay } from '../relay/referenceRelay.ts';
import { startProxy, type TestProxy } from '../unit/relay/http/connectProxy.ts';
import { type Editor, openEditor } from './harness/editor.ts';
import { openChat } from './harness/relayEditor.ts';

/** A name that no machine knows but the proxy: whoever gets a response went through it. */
const hiddenHost = 'relay.hidden.test';

describe('a relay behind a company’s proxy', () => {
  const closings: (() => Promise<void>)[] = [];
  let proxy: TestProxy;
  let editor: Editor;
  let chat: Frame;
  before(async () => {
    const relay = await startReferenceRelay();
    closings.push(() => relay.close());
    const { port } = new URL(relay.baseUrl);
    proxy = await startProxy({
      leadsTo: Number(port),
      authorization: `Basic ${Buffer.from('ada:s3cret').toString('base64')}`,
    });
    closings.push(() => proxy.close());
    editor = await openEditor({
      env: {
        MODEL_RELAY_BASE_URL: `http://${hiddenHost}:${port}`,
        MODEL_RELAY_API_KEY: relay.keys.good,
      },
      settings: { 'http.proxy': proxy.url, 'modelRelay.chat.model': 'msg-sonnet-4-6' },
    });
    closings.push(() => editor.close());
    chat = await openChat(editor);
  });
  after(async () => {
    for (const close of closings.reverse()) await close();
  });

  const ask = async () => {
    await chat.locator('textarea').fill('table');
    await chat.locator('textarea').press('Enter');
  };

  it('is answered by once the setting has the password that the proxy wants', async () => {
    await ask();
    const title = await chat.locator('.failure-title').textContent();
    deepStrictEqual(
      title?.trim(),
      `The proxy ${proxy.url} requires a user name and password, or rejected them (HTTP 407).`,
    );
    const withPassword = proxy.url.replace('://', '://ada:s3cret@');
    await editor.changeSettings({ 'http.proxy': withPassword });
    await editor.reload();
    chat = await openChat(editor);
    await ask();
    await chat.locator('.markdown table').waitFor();
    ok(proxy.asked.some((line) => line.includes(hiddenHost)));
  });
});
