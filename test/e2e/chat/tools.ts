import { deepStrictEqual, match } from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame, Locator } from 'playwright-core';
import { tools } from '../../../src/manifest.ts';
import { driveChat } from '../harness/drivers/chatDriver.ts';
import { readingToolNames } from '../harness/readingTools.ts';
import { openChat, openNewChat, type UsedEditor } from '../harness/relayEditor.ts';

/** Our own tools are offered to the model from the start. */
const ownTools = Object.values(tools).sort();

/** Tools of another extension: `testExtension/`. */
export function describeTools({ editor, relay }: UsedEditor): void {
  let chat: Frame;
  before(async () => {
    chat = await openChat(editor);
  });

  const driver = () => driveChat(chat);
  const calls = () => chat.locator('.tool-call');
  const asking = () => chat.locator('.tool-call[data-status="asking"]');

  const newChat = () => openNewChat(editor);

  async function choose(...names: readonly string[]): Promise<void> {
    const { quickInput, runCommand } = editor;
    await runCommand('Model Relay: Configure Tools…');
    await quickInput.waitFor('Configure Tools');
    for (const name of names) {
      await quickInput.type(name);
      await quickInput.widget.locator('.monaco-list-row', { hasText: name }).first().click();
    }
    await quickInput.enter('');
    await quickInput.waitUntilClosed();
    await driver().waitUntilFocused();
  }

  /** The tools and the tool results in the last request. */
  function lastRequest() {
    const { bodyText = '{}' } = relay.requests.findLast(({ path }) => path === '/v1/messages') ?? {};
    const { tools = [], messages } = JSON.parse(bodyText);
    const results = messages.flatMap(({ content }: { content: string | { type: string }[] }) =>
      typeof content === 'string' ? [] : content.filter(({ type }) => type === 'tool_result'),
    );
    return { names: tools.map(({ name }: { name: string }) => name), results };
  }

  async function decide(call: Locator, words: string): Promise<void> {
    await call.waitFor();
    const button = call.locator('vscode-button', { hasText: words }).first();
    if (await button.isVisible()) return button.click();
    await call.getByRole('button', { name: 'More actions' }).click();
    await call.getByRole('menuitem', { name: words }).click();
  }

  const resultText = () => {
    const [last] = lastRequest().results.slice(-1);
    return typeof last?.content === 'string' ? last.content : JSON.stringify(last?.content);
  };

  it('are offered once they are chosen, need approval, and send results to the model in several rounds', async () => {
    await driver().ask('Hello');
    await driver().waitUntilEnded();
    deepStrictEqual(lastRequest().names, ownTools);
    await choose('Echo', 'Wait', 'Draw', 'Broken', 'Chat Only');
    await driver().ask('Hello again');
    await driver().waitUntilEnded();
    deepStrictEqual(lastRequest().names, [
      'demo_broken',
      'demo_chatOnly',
      'demo_draw',
      'demo_echo',
      'demo_wait',
      ...ownTools,
    ]);
    await newChat();
    await driver().ask('call demo_echo {"text":"one"}\nthen call demo_echo {"text":"two"}');
    await asking().waitFor();
    match(await asking().innerText(), /Echo/);
    match(await asking().innerText(), /From End-to-End Tests: Says it again\./);
    match(await asking().innerText(), /text:\s+one/);
    await decide(asking(), 'Allow in This Chat');
    await driver().waitUntilEnded();
    deepStrictEqual(await calls().count(), 2);
    match(resultText(), /Echo: two/);
  });

  it('of ours find and read a file and run an allowed command, but none runs commands in Ask mode', async () => {
    await newChat();
    const steps = [
      ['searchText', { query: 'hello' }],
      ['readFile', { path: 'a.txt' }],
      ['runCommand', { command: 'cat a.txt; (exit 3)' }],
    ] as const;
    const lines = steps.map(([name, input]) => `then call ${tools[name]} ${JSON.stringify(input)}`);
    await driver().ask(lines.join('\n').replace('then ', ''));
    await asking().waitFor();
    deepStrictEqual(await asking().locator('.tool-input code').innerText(), 'cat a.txt; (exit 3)');
    await decide(asking(), 'Allow Once');
    await driver().waitUntilEnded();
    match(
      JSON.stringify(lastRequest().results),
      /a\.txt:1: Hello\..*lines 1 to 1 of 1.*exit code 3.*Hello\./s,
    );
    deepStrictEqual(await calls().locator('.tool-summary').allInnerTexts(), [
      '1 match',
      '1 line',
      'Exit code 3',
    ]);
    await chat.locator('.bar-button.mode').click();
    await chat.locator('.bar-button.mode', { hasText: 'Switch to Agent' }).waitFor();
    await driver().ask('Hello');
    await driver().waitUntilEnded(2);
    deepStrictEqual(lastRequest().names, readingToolNames);
    await editor.runCommand('Model Relay: Switch Between Ask and Agent');
    await chat.locator('.bar-button.mode', { hasText: 'Switch to Ask' }).waitFor();
  });

  it('of ours fix a bug among ten files: one edit is approved, others are written, tests run, and one file is undone', async () => {
    const shop = join(editor.workspaceFolder, 'shop');
    const files: Readonly<Record<string, string>> = {
      'total.ts': 'export const total = (net: number, tax: number) => net - tax;\n',
      'notes.md': '# Shop\n\nThe total is without tax.\n',
      'price.ts': 'export const price = 1;\n',
      'check.sh': 'cd "$(dirname "$0")" && grep -q "net + tax" total.ts && echo passed\n',
      ...Object.fromEntries(
        Array.from({ length: 6 }, (_, index) => [
          `part${index}.ts`,
          `export const part${index} = ${index};\n`,
        ]),
      ),
    };
    await mkdir(shop);
    for (const [name, text] of Object.entries(files)) await writeFile(join(shop, name), text);
    const onDisk = (name: string) => readFile(join(shop, name), 'utf8');
    const replace = (path: string, oldText: string, newText: string) =>
      ['editFile', { path, edits: [{ oldText, newText }] }] as const;
    const steps = [
      ['searchText', { query: 'net - tax' }],
      ['readFile', { path: 'shop/total.ts' }],
      replace('shop/total.ts', 'net - tax', 'net + tax'),
      replace('shop/notes.md', 'without tax', 'with tax'),
      replace('shop/price.ts', 'price = 1', 'price = 2'),
      ['runCommand', { command: 'sh shop/check.sh' }],
    ] as const;
    await newChat();
    await driver().ask(
      steps.map(([name, input]) => `call ${tools[name]} ${JSON.stringify(input)}`).join('\nthen '),
    );
    const changed = chat.locator('.changed-files');
    const names = () => changed.locator('.changed-file-name').allInnerTexts();
    await changed.locator('.changed-file-name').waitFor();
    deepStrictEqual([await names(), await onDisk('total.ts')], [['total.ts'], files['total.ts']]);
    await changed.getByRole('button', { name: 'Allow in This Chat' }).press('Enter');
    await asking().waitFor();
    deepStrictEqual(await asking().locator('.tool-input code').innerText(), 'sh shop/check.sh');
    await decide(asking(), 'Allow Once');
    await driver().waitUntilEnded();
    match(resultText(), /exit code 0.*passed/s);
    deepStrictEqual((await names()).toSorted(), ['notes.md', 'price.ts', 'total.ts']);
    deepStrictEqual(await onDisk('notes.md'), '# Shop\n\nThe total is with tax.\n');
    await changed.getByRole('button', { name: 'Undo shop/notes.md' }).press('Enter');
    await changed.locator('.changed-file-name', { hasText: 'notes.md' }).waitFor({ state: 'detached' });
    deepStrictEqual(
      [await onDisk('notes.md'), await onDisk('total.ts'), await onDisk('price.ts')],
      [files['notes.md'], files['total.ts']?.replace('-', '+'), 'export const price = 2;\n'],
    );
    await changed.getByRole('button', { name: 'Keep All' }).press('Enter');
    await changed.waitFor({ state: 'detached' });
    await driver().waitUntilFocused();
    await editor.runCommand('View: Close All Editors');
    await rm(shop, { recursive: true });
  });

  it('that need approval while the chat is hidden show a notification, which leads to the question', async () => {
    await newChat();
    await driver().ask('call demo_echo {"text":"five"}\nslow');
    await editor.openViewContainer('Explorer');
    await editor.notificationButton('The model wants to use “Echo”.', 'Show').click();
    chat = await editor.webviewFrame('relay-chat textarea');
    await asking().waitFor();
    await decide(asking(), 'Allow Once');
    await driver().waitUntilEnded();
    match(resultText(), /Echo: five/);
  });

  it('report their images, failures and stopped calls to the model', async () => {
    await newChat();
    await driver().ask('call demo_draw');
    await decide(asking(), 'Allow Once');
    await driver().waitUntilEnded();
    await chat.locator('.tool-call summary').click();
    await chat.locator('.tool-call img').waitFor();
    match(resultText(), /A red dot\..*"image\/png"/s);

    await driver().ask('call demo_wait\nthen call demo_broken\nthen call demo_chatOnly');
    await decide(asking(), 'Always Allow');
    await chat.locator('.tool-call[data-status="running"]').waitFor();
    await chat.locator('.cancel-tool').click();
    for (const name of ['Broken', 'Chat Only'])
      await decide(asking().filter({ hasText: name }), 'Allow Once');
    await driver().waitUntilEnded();
    match(
      JSON.stringify(lastRequest().results),
      /cancelled this call.*The demo is broken\..*works only in VS Code’s own chat/s,
    );
    deepStrictEqual(lastRequest().names.includes('demo_chatOnly'), false);

    await driver().ask('call demo_wait');
    await chat.locator('.tool-call[data-status="running"]').waitFor();
    await chat.locator('.send-button.stop').click();
    await driver().waitUntilEnded();
    await chat.locator('.tool-call[data-status="cancelled"]').last().waitFor();
    // The stopped call has a result, or the service would reject all later requests.
    await driver().ask('Hello');
    await driver().waitUntilEnded();
    match(JSON.stringify(lastRequest().results.at(-1)), /stopped the answer/);
  });

  it('with a confirmation by VS Code can be refused in its dialog, which is the only question for runTests', async () => {
    await choose('Careful');
    await newChat();
    await driver().ask('call demo_careful');
    // Names are shown as plain text.
    match(await asking().innerText(), /Careful \$\(flame\) \[link\]\(command:workbench\.action\.quit\)/);
    await decide(asking(), 'Allow Once');
    const dialog = editor.dialog('Really?');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await driver().waitUntilEnded();
    match(resultText(), /did not allow this call/);

    // Where VS Code asks in any case, we don't ask before it.
    await choose('runTests');
    await newChat();
    await driver().ask('call runTests');
    await editor.dialog('Allow test run?').getByRole('button', { name: 'Cancel' }).click();
    await driver().waitUntilEnded();
    match(resultText(), /did not allow this call/);
  });

  it('need approval again once a permanent approval is revoked', async () => {
    const { quickInput } = editor;
    await editor.runCommand('Model Relay: Configure Tools…');
    await quickInput.waitFor('Configure Tools');
    await quickInput.button('Review Tool Approvals').click();
    await quickInput.waitFor('Tool Approvals');
    await quickInput.pick('Wait');
    await quickInput.row('None yet. Each use requires approval.').waitFor();
    await quickInput.dismiss();
    await newChat();
    await driver().ask('call demo_wait');
    await asking().waitFor();
    await chat.locator('.send-button.stop').click();
    await driver().waitUntilEnded();
  });
}
