import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { driveChat } from '../harness/drivers/chatDriver.ts';
import { openChat, type UsedEditor } from '../harness/relayEditor.ts';
import { waitUntil } from '../harness/waitUntil.ts';

const greeting = `export function greet(name: string): string {
  return \`Hello, \${name}!\`;
}

export const other = 1;
`;
const inserted = `export function greet(name: string): string {
\t\t\treturn \`Good morning, \${name}!\`;
\t\t}`;
const place = 'function outer() {\n\tif (true) {\n\t\tHERE\n\t}\n}\n';

export const changedFiles = {
  'src/greet.ts': greeting,
  'src/deep/greet.ts': '// another\n',
  'place.ts': place,
};

/** What can be done with code of a response. */
export function describeCodeBlocks({ editor }: UsedEditor): void {
  let chat: Frame;
  before(async () => {
    chat = await openChat(editor);
    await driveChat(chat).send('edits');
    await driveChat(chat).waitUntilEnded(1);
  });

  const button = (name: string) => chat.getByRole('button', { name });
  const save = () => editor.page.keyboard.press('ControlOrMeta+S');
  const undo = () => editor.page.keyboard.press('ControlOrMeta+Z');
  const saved = (path: string, text: string) =>
    waitUntil(
      `${path} is saved as wanted`,
      async () => (await readFile(join(editor.workspaceFolder, path), 'utf8')) === text,
    );
  /** Waits until the editor has the focus, which it gets a moment after its tab. */
  const editorFocused = () =>
    editor.page.waitForFunction(() => document.activeElement?.closest('.monaco-editor') !== null);

  it('is inserted at the cursor with the indentation there, and undone in one step', async () => {
    await editor.openFile('place.ts');
    await editor.selectText('HERE');
    await button('Insert at cursor: ts').click();
    await editorFocused();
    await editor.page.locator('.view-line', { hasText: 'Good morning' }).waitFor();
    await save();
    await saved(
      'place.ts',
      place.replace('HERE', () => inserted),
    );
    await undo();
    await save();
    await saved('place.ts', place);
  });

  it('opens as a new file in its language, and runs in a terminal only after the command was shown', async () => {
    await button('More actions: sh').click();
    await editor.quickInput.waitFor('Select an action');
    deepStrictEqual(
      (await editor.quickInput.rows()).map(({ label }) => label),
      ['Run in Terminal…', 'Replace selection', 'Apply to File…', 'New File', 'Copy'],
    );
    await editor.quickInput.pick('New File');
    await editor.page.locator('.tab.active', { hasText: 'Untitled-1' }).waitFor();
    await editor.statusBarItem('Shell Script').waitFor();
    await undo();
    await editor.runCommand('View: Revert and Close Editor');

    const run = async () => {
      await button('More actions: sh').click();
      await editor.quickInput.waitFor('Select an action');
      await editor.quickInput.pick('Run in Terminal…');
      await editor.dialog('Run this command in the terminal?').waitFor();
    };
    await run();
    match(await editor.dialog('Run this command').innerText(), /echo relay-\$\u200b?\(\(40 \+ 2\)\)/);
    await editor.dialog('Run this command').getByRole('button', { name: 'Cancel' }).click();
    strictEqual(await editor.page.locator('.terminal-wrapper').count(), 0);
    await run();
    await editor.dialog('Run this command').getByRole('button', { name: 'Run' }).click();
    await editor.page.locator('.terminal-wrapper').first().waitFor();
    await editor.page.locator('.xterm-rows', { hasText: /relay-42/ }).waitFor();
  });

  it('is applied by one click to the file that it names, after a diff that follows edits of the file', async () => {
    await editor.openFile('src/greet.ts');
    await button('Apply to file: ts').click();
    const proposed = editor.page.locator('.tab', { hasText: '(proposed)' });
    await proposed.waitFor();
    await editor.page.locator('.monaco-diff-editor .view-line', { hasText: 'Good morning' }).waitFor();
    await saved('src/greet.ts', greeting);
    await editor.page.getByRole('button', { name: 'Keep All' }).click();
    await proposed.waitFor({ state: 'detached' });
    await editor.page.locator('.tab.active[data-resource-name="greet.ts"]').waitFor();
    await editorFocused();
    await save();
    await saved('src/greet.ts', greeting.replace('Hello', 'Good morning'));
    await undo();
    await save();
    await saved('src/greet.ts', greeting);

    await button('Apply to file: diff').click();
    await proposed.waitFor();
    await editor.openFile('src/greet.ts');
    await editor.page.keyboard.press('ControlOrMeta+Home');
    await editor.page.keyboard.insertText('export let added;\n');
    await proposed.click();
    await editor.page.locator('.monaco-diff-editor .view-line', { hasText: 'Good evening' }).waitFor();
    await editor.page.getByRole('button', { name: 'Keep', exact: true }).click();
    await proposed.waitFor({ state: 'detached' });
    await editor.page.locator('.tab.active[data-resource-name="greet.ts"]').waitFor();
    await editorFocused();
    await save();
    await saved('src/greet.ts', `export let added;\n${greeting.replace('Hello', 'Good evening')}`);
  });

  it('comes with links to workspace files, and to web pages exactly as shown', async () => {
    await chat.getByRole('link', { name: 'greet.ts' }).click();
    await editor.page.locator('.tab.active[data-resource-name="greet.ts"]').waitFor();
    await editor.statusBarItem(/Ln 2/).waitFor();
    await chat.getByRole('link', { name: 'a file' }).click();
    await editor.notification('File src/gone.ts does not exist in this workspace.').waitFor();
    await chat.getByRole('link', { name: 'a page' }).hover();
    strictEqual(await chat.locator('.link-address').textContent(), 'https://relay.example/a%26b?c=%2F');
    await chat.getByRole('link', { name: 'a page' }).click();
    const dialog = editor.dialog('open the external website');
    await dialog.waitFor();
    ok((await dialog.innerText()).includes('https://relay.example/a%26b?c=%2F'));
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });
}
