import { deepStrictEqual } from 'node:assert/strict';
import { driveChat } from './harness/drivers/chatDriver.ts';
import type { EditorWindow } from './harness/editor.ts';
import { connectByCommand, openChat } from './harness/relayEditor.ts';
import { useEditor } from './harness/useEditor.ts';

describe('two windows', () => {
  const started = useEditor({ files: { 'a.txt': 'Hello.' }, sharesSecrets: true });

  /** Asks there, and gives the key that the relay was asked with. */
  async function ask(window: EditorWindow, question: string): Promise<string | undefined> {
    await window.page.bringToFront();
    await driveChat(await openChat(window)).ask(question);
    const request = await started.relay.waitForRequest(({ bodyText }) => bodyText.includes(question));
    return request.headers['authorization'];
  }

  it('share the chat and the key: replaced in one, it is used in the other from then on', async () => {
    const { editor, relay } = started;
    await connectByCommand(started, relay.keys.good);
    deepStrictEqual(await ask(editor, 'asked here'), `Bearer ${relay.keys.good}`);
    const other = await editor.openWindow();
    deepStrictEqual(await ask(other, 'first asked there'), `Bearer ${relay.keys.good}`);
    await editor.page.bringToFront();
    const chat = await openChat(editor);
    await chat.locator('.prompt', { hasText: 'first asked there' }).waitFor();
    await connectByCommand(started, relay.keys.balanceTooLow);
    deepStrictEqual(await ask(other, 'then asked there'), `Bearer ${relay.keys.balanceTooLow}`);
    const there = await openChat(other);
    await there.locator('.prompt', { hasText: 'asked here' }).waitFor();
  });
});
