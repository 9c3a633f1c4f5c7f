import { deepStrictEqual } from 'node:assert/strict';
import { connectByCommand, openChat, openRelayEditor, type RelayEditor } from './harness/relayEditor.ts';

describe('two windows', () => {
  let started: RelayEditor;
  before(async () => {
    started = await openRelayEditor({ files: { 'a.txt': 'Hello.' }, sharesSecrets: true });
  });
  after(() => started?.close());

  it('share the key: replaced in one, it is used in the other from then on', async () => {
    const { editor, relay } = started;
    await connectByCommand(started, relay.keys.good);
    const other = await editor.openWindow();
    const ask = async (question: string) => {
      await other.page.bringToFront();
      const chat = await openChat(other);
      await chat.locator('textarea').fill(question);
      await chat.locator('textarea').press('Enter');
      const request = await relay.waitForRequest(({ bodyText }) => bodyText.includes(question));
      return request.headers['authorization'];
    };
    deepStrictEqual(await ask('first question'), `Bearer ${relay.keys.good}`);
    await editor.page.bringToFront();
    await connectByCommand(started, relay.keys.balanceTooLow);
    deepStrictEqual(await ask('second question'), `Bearer ${relay.keys.balanceTooLow}`);
  });
});
