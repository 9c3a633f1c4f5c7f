import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { runGit } from '../harness/git.ts';
import type { RelayEditor } from '../harness/relayEditor.ts';
import { waitUntil } from '../harness/waitUntil.ts';
import { readCommitBox, typeIntoCommitBox } from '../harness/workbench/commitBox.ts';

const oldCode = `export function greet() {
  return 'Hello';
}
`;
const newCode = `export function greet(name = 'you') {
  return \`Hello, \${name}\`;
}
`;
/** What the reference relay's model writes when it is asked for one, without the words and the fence around it. */
const message = `feat: greet whoever is named

The greeting took no name, so that everybody was greeted alike. Now it
takes one, and says what it said before where there is none.

- \`greet\` has a parameter
- its callers hand the name in`;

export const committedFiles = { 'hail.ts': oldCode };

export const commitSettings = {
  'git.enabled': true,
  'scm.inputMaxLineCount': 30,
  '[scminput]': { 'editor.wordWrap': 'off' },
};

/** Everything in the folder is in its first commit. */
export function commitAll(folder: string): void {
  runGit(folder, 'init', '--initial-branch', 'greetings');
  runGit(folder, 'add', '.');
  runGit(folder, 'commit', '--message', 'feat: say hello');
}

/** The message of a commit. */
export function describeCommitMessages(started: RelayEditor): void {
  let box: Locator;
  const lastQuestion = () => started.relay.requests.filter(({ path }) => path === '/v1/messages').at(-1);

  /** The buttons of the title bar are there while the mouse is on it. */
  async function pressInTitle(name: string): Promise<void> {
    const { page } = started.editor;
    await page.locator('.pane-header', { hasText: 'Changes' }).first().hover();
    await page.locator(`.pane-header .action-label[aria-label^="${name}"]`).click();
  }

  const boxText = () => readCommitBox(box);
  const holds = (text: string) =>
    waitUntil(`the box to hold “${text}”`, async () => ((await boxText()) === text ? true : undefined));

  /** The beginning of the message is there, and not all of it. */
  const grows = () =>
    waitUntil('the message to grow', async () => {
      const text = await boxText();
      return text.length > 20 && text !== message && message.startsWith(text) ? text : undefined;
    });

  const draft = (text: string) => typeIntoCommitBox(box, text);

  const isClosed = () =>
    waitUntil('the socket to be closed', async () =>
      lastQuestion()?.outcome === 'closedByClient' ? true : undefined,
    );

  before(async () => {
    await writeFile(join(started.editor.workspaceFolder, 'hail.ts'), newCode);
    runGit(started.editor.workspaceFolder, 'add', 'hail.ts');
    await started.editor.openViewContainer('Source Control');
    box = started.editor.page.locator('.scm-editor');
    await box.waitFor();
  });

  it('is written by a click in the title bar or by the keyboard alone, and one undo takes it away', async () => {
    const { page } = started.editor;
    const { keyboard } = page;
    await pressInTitle('Write Commit Message');
    await holds(message);
    await box.click();
    await keyboard.press('ControlOrMeta+Z');
    await holds('');

    const focused = page.locator('.pane-header .action-label:focus');
    await waitUntil('the title bar to have the focus', async () => {
      if ((await focused.count()) > 0) return true;
      await keyboard.press('Shift+Tab');
      return undefined;
    });
    await waitUntil('the button to have the focus', async () => {
      if ((await focused.getAttribute('aria-label'))?.startsWith('Write Commit Message')) return true;
      await keyboard.press('ArrowRight');
      return undefined;
    });
    await keyboard.press('Enter');
    await holds(message);
  });

  it('keeps what the person began with, is shown as it comes, and stopped by its button or by who writes in the box', async () => {
    const { editor } = started;
    await draft('greet people');
    await editor.runCommand('Model Relay: Write Commit Message');
    await holds(message);
    await box.click();
    await editor.page.keyboard.press('ControlOrMeta+Z');
    await holds('greet people');
    await editor.page.keyboard.press('ControlOrMeta+Shift+Z');
    await holds(message);
    await editor.notificationButton('Your commit message was replaced.', 'Undo').click();
    await holds('greet people');

    await draft('stall');
    await pressInTitle('Write Commit Message');
    await grows();
    await editor.statusBarItem('Writing the commit message for the staged changes').waitFor();
    await pressInTitle('Stop Writing Commit Message');
    await holds('stall');
    await isClosed();

    await pressInTitle('Write Commit Message');
    await grows();
    await box.click();
    await editor.page.keyboard.type('§');
    await isClosed();
    await editor.statusBarItem('You edited the commit message').waitFor();
    // Had a piece of the message been on its way, it is taken back.
    await waitUntil('what was typed', async () => ((await boxText()).includes('§') ? true : undefined));
  });
}
