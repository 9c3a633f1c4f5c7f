import { deepStrictEqual } from 'node:assert/strict';
import { type AgentDriver, startBuiltInChat } from './harness/drivers/agentDriver.ts';
import type { Editor } from './harness/editor.ts';
import { openRelayEditor, type RelayEditor } from './harness/relayEditor.ts';
import { waitUntil } from './harness/waitUntil.ts';

const command = 'Model Relay: Select Utility Model…';
const picker = 'Utility Model';
const names = ['chat.utilitySmallModel', 'chat.utilityModel'];

const utilitySettings = async (editor: Editor) => {
  const settings = await editor.readSettings();
  return names.map((name) => settings[name]);
};

const waitForSettings = (editor: Editor, expected: string | undefined) =>
  waitUntil(`both settings to be ${expected}`, async () =>
    (await utilitySettings(editor)).every((value) => value === expected) ? true : undefined,
  );

const rowsInUse = async ({ quickInput }: Editor) => {
  const rows = await quickInput.rows();
  return rows.filter(({ description }) => description.includes('in use')).map(({ label }) => label);
};

describe('a model for VS Code’s small work', () => {
  let started: RelayEditor;
  let agent: AgentDriver;
  before(async () => {
    started = await openRelayEditor({ connectByEnvironment: true });
    agent = await startBuiltInChat(started.editor);
    await agent.chooseModel('msg-sonnet-4-6');
  });
  after(() => started?.close());

  it('is asked about by VS Code alone, which a command answers, with a way back', async () => {
    const { relay, editor } = started;
    const { quickInput } = editor;
    const hint = editor.page.locator('.chat-input-notification-title', {
      hasText: 'Set BYOK utility models',
    });
    await hint.waitFor();
    await agent.ask('Say something.');
    deepStrictEqual(await editor.page.locator('.notification-toast').count(), 0);
    await editor.screenshot('utility-model-hint');

    await editor.runCommand(command);
    await quickInput.waitFor(picker);
    deepStrictEqual(await rowsInUse(editor), ['VS Code Default']);
    await quickInput.pick('msg-haiku-4-5-20251001');
    await waitForSettings(editor, 'model-relay/msg-haiku-4-5-20251001');
    await hint.waitFor({ state: 'hidden' });
    await agent.newChat();
    await agent.ask('Where is the harbour?');
    const title = await relay.waitForRequest(({ bodyText }) =>
      ['brief title', 'Where is the harbour?'].every((words) => bodyText.includes(words)),
    );
    deepStrictEqual(JSON.parse(title.bodyText).model, 'msg-haiku-4-5-20251001');
    await editor.notificationButton('VS Code now uses', 'Undo').click();
    await waitForSettings(editor, undefined);
  });
});
