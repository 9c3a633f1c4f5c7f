import { deepStrictEqual } from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { openChat, openRelayEditor, type RelayEditor, turnAt } from './harness/relayEditor.ts';

/** Which path serves a model, as the relay's list or the person says. */
const models = [
  ['msg-sonnet-4-6', '/v1/messages'],
  ['oa-mini', '/v1/chat/completions'],
  ['deep-reasoner', '/v1/chat/completions'],
  ['gx-2.5-flash', '/v1beta/models/gx-2.5-flash:streamGenerateContent'],
  ['dual-large', '/v1/messages'],
] as const;

describe('a relay that the environment names', () => {
  let started: RelayEditor;
  let chat: Frame;
  before(async () => {
    started = await openRelayEditor({
      connectByEnvironment: true,
      settings: { 'modelRelay.chat.protocols': { 'dual-*': 'messages' } },
    });
    chat = await openChat(started.editor);
  });
  after(() => started?.close());

  it('is connected with nothing typed, and the chat says where address and key come from', async () => {
    const { editor } = started;
    await editor.statusBarItem('msg-sonnet').waitFor();
    await chat.getByText('environment’s variables').waitFor();
    await editor.screenshot('connected-by-environment');
  });

  for (const [index, [model, path]] of models.entries()) {
    it(`is asked in every protocol: ${model}, ${path}`, async () => {
      const { editor, relay } = started;
      await editor.runCommand('Model Relay: Select Model…');
      await editor.quickInput.waitFor('Models of');
      await editor.quickInput.choose(model);
      await chat.locator('.model-button', { hasText: model }).waitFor();
      await chat.locator('textarea').fill('table thinking');
      await chat.locator('textarea').press('Enter');
      const turn = turnAt(chat, index);
      await turn.locator('.markdown table').waitFor();
      deepStrictEqual(await turn.locator('.failure, .note').count(), 0);
      const asked = relay.requests.filter(({ method }) => method === 'POST');
      deepStrictEqual(asked.map((request) => request.path).at(-1), path);
      deepStrictEqual(asked.length, index + 1);
      if (model === 'gx-2.5-flash') await editor.screenshot('chat-protocols');
    });
  }
});
