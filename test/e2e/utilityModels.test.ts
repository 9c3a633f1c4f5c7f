import { deepStrictEqual } from 'node:assert/strict';
import type { ReferenceRelay } from '../relay/referenceRelay.ts';
import { type AgentDriver, startBuiltInChat } from './harness/drivers/agentDriver.ts';
import type { Editor } from './harness/editor.ts';
import { openRelayEditor, type RelayEditor } from './harness/relayEditor.ts';
import { waitUntil } from './harness/waitUntil.ts';

const command = 'Model Relay: Use a Relay Model for Titles and Other Small Work…';
const picker = 'Model for Titles and Other Small Work';
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

/** Asks in a new chat, and waits for the request in which VS Code wants a title for it. */
async function askForTitle(relay: ReferenceRelay, agent: AgentDriver, text: string): Promise<unknown> {
  await agent.newChat();
  await agent.ask(text);
  const { bodyText } = await relay.waitForRequest(
    ({ bodyText: body }) => body.includes('brief title') && body.includes(text),
  );
  return JSON.parse(bodyText).model;
}

describe('a model for VS Code’s small work', () => {
  let started: RelayEditor | undefined;
  afterEach(() => started?.close());

  async function start() {
    const relayEditor = await openRelayEditor({
      connectByEnvironment: true,
      files: { 'a.txt': 'Some text.\n' },
    });
    started = relayEditor;
    const { relay, editor } = relayEditor;
    const agent = await startBuiltInChat(editor);
    await agent.chooseModel('msg-sonnet-4-6');
    return { relay, editor, agent };
  }

  it('is asked about by VS Code alone, which a command answers', async () => {
    const { relay, editor, agent } = await start();
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
    deepStrictEqual(await rowsInUse(editor), ['VS Code’s Default']);
    await quickInput.pick('msg-haiku-4-5-20251001');
    await waitForSettings(editor, 'model-relay/msg-haiku-4-5-20251001');
    await hint.waitFor({ state: 'hidden' });
    deepStrictEqual(await askForTitle(relay, agent, 'Where is the harbour?'), 'msg-haiku-4-5-20251001');
  });

  it('is chosen, with a way back', async () => {
    const { relay, editor, agent } = await start();
    const { quickInput } = editor;
    await editor.runCommand(command);
    await quickInput.waitFor(picker);
    await quickInput.pick('oa-mini');
    await waitForSettings(editor, 'model-relay/oa-mini');
    await editor
      .notificationButton('Chat titles and other small work in VS Code now come from', 'Undo')
      .click();
    await waitForSettings(editor, undefined);

    await editor.runCommand(command);
    await quickInput.waitFor(picker);
    await quickInput.pick('oa-mini');
    await waitForSettings(editor, 'model-relay/oa-mini');
    deepStrictEqual(await askForTitle(relay, agent, 'Where is the lighthouse?'), 'oa-mini');

    await editor.runCommand(command);
    await quickInput.waitFor(picker);
    deepStrictEqual(await rowsInUse(editor), ['oa-mini']);
    await quickInput.pick('VS Code’s Default');
    await waitForSettings(editor, undefined);
  });
});
