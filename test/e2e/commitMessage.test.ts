import { deepStrictEqual } from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { runGit } from './harness/git.ts';
import { openRelayEditor, type RelayEditor } from './harness/relayEditor.ts';
import { waitUntil } from './harness/waitUntil.ts';
import { readCommitBox, typeIntoCommitBox } from './harness/workbench/commitBox.ts';

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
const key = 'sk-proj-Zr81LqPw0XbTn5Vd7KcMh2Ys';

describe('the message of a commit', () => {
  let started: RelayEditor;
  let box: Locator;
  const git = (...args: readonly string[]) => runGit(started.editor.workspaceFolder, ...args);
  const write = (path: string, text: string) => writeFile(join(started.editor.workspaceFolder, path), text);
  const questions = () => started.relay.requests.filter(({ path }) => path === '/v1/messages');

  function lastQuestion() {
    const { system, messages } = JSON.parse(questions().at(-1)?.bodyText ?? '{}');
    return { system: JSON.stringify(system), content: JSON.stringify(messages) };
  }

  function sends(...texts: readonly string[]): readonly boolean[] {
    const { content } = lastQuestion();
    return texts.map((text) => content.includes(JSON.stringify(text).slice(1, -1)));
  }

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

  const isOver = () =>
    waitUntil('the last question to be over', async () => {
      const last = questions().at(-1);
      return last && last.outcome !== 'running' ? last.outcome : undefined;
    });

  before(async () => {
    started = await openRelayEditor({
      connectByEnvironment: true,
      files: { 'greet.ts': oldCode },
      prepare: (folder) => {
        runGit(folder, 'init', '--initial-branch', 'greetings');
        runGit(folder, 'add', '.');
        runGit(folder, 'commit', '--message', 'feat: say hello');
      },
      settings: {
        'git.enabled': true,
        'scm.inputMaxLineCount': 30,
        '[scminput]': { 'editor.wordWrap': 'off' },
      },
    });
    await started.editor.openViewContainer('Source Control');
    box = started.editor.page.locator('.scm-editor');
    await box.waitFor();
  });
  after(() => started?.close());
  afterEach(() => started.editor.runCommand('notifications.clearAll'));

  it('is written by a click in the title bar from what is staged, and one undo takes it away', async () => {
    await write('greet.ts', `${newCode}const apiKey = '${key}';\n`);
    git('add', '.');
    await write('greet.ts', `${newCode}const notStaged = 1;\n`);
    await pressInTitle('Write Commit Message');
    await holds(message);
    await started.editor.screenshot('commit-message');
    deepStrictEqual(
      sends('greetings', 'feat: say hello', '=== greet.ts (modified, +3 -2)', '[masked]', key, 'notStaged'),
      [true, true, true, true, false, false],
    );
    await box.click();
    await started.editor.page.keyboard.press('ControlOrMeta+Z');
    await holds('');
  });

  it('is written by the keyboard alone', async () => {
    const { keyboard } = started.editor.page;
    await draft('');
    const focused = started.editor.page.locator('.pane-header .action-label:focus');
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

  it('is another one where the last one is still in the box', async () => {
    await started.editor.runCommand('Model Relay: Write Commit Message');
    await started.editor.notification('The commit message was written over yours.').waitFor();
    deepStrictEqual(sends('write a different one', 'The person began'), [true, false]);
  });

  it('keeps what the person began with: it goes along, and comes back by undo or by a button', async () => {
    await draft('greet people');
    await started.editor.runCommand('Model Relay: Write Commit Message');
    await holds(message);
    deepStrictEqual(sends('The person began with this, so keep what it says: greet people'), [true]);
    await box.click();
    await started.editor.page.keyboard.press('ControlOrMeta+Z');
    await holds('greet people');
    await started.editor.page.keyboard.press('ControlOrMeta+Shift+Z');
    await holds(message);
    await started.editor.notificationButton('The commit message was written over yours.', 'Undo').click();
    await holds('greet people');
  });

  it('is shown as it comes, and stopped by the same button, which brings the draft back', async () => {
    await draft('stall');
    await pressInTitle('Write Commit Message');
    await grows();
    await started.editor.statusBarItem('Writing the commit message for the staged changes').waitFor();
    await pressInTitle('Stop Writing the Commit Message');
    await holds('stall');
    deepStrictEqual(await isOver(), 'closedByClient');
  });

  it('is left to the person who writes in the box meanwhile', async () => {
    await draft('stall');
    await started.editor.runCommand('Model Relay: Write Commit Message');
    await grows();
    await box.click();
    await started.editor.page.keyboard.type('§');
    deepStrictEqual(await isOver(), 'closedByClient');
    await started.editor.statusBarItem('You wrote in the box').waitFor();
    // Had a piece of the message been on its way, it is taken back.
    await waitUntil('what was typed', async () => ((await boxText()).includes('§') ? true : undefined));
    await draft('mine');
  });

  for (const accident of ['server error', 'cut', 'max tokens', 'refuse'])
    it(`gives the draft back where it fails: ${accident}`, async () => {
      await draft(accident);
      const asked = questions().length;
      await started.editor.runCommand('Model Relay: Write Commit Message');
      await started.editor.page.locator('.notification-list-item', { hasText: 'Try Again' }).waitFor();
      await holds(accident);
      deepStrictEqual(questions().length, asked + 1);
    });

  it('is written from all changes where nothing is staged, and says so', async () => {
    git('reset');
    await write('new.ts', 'export const brandNew = 1;\n');
    await draft('stall');
    await started.editor.runCommand('Model Relay: Write Commit Message');
    await started.editor.statusBarItem('Nothing is staged').waitFor();
    await pressInTitle('Stop Writing the Commit Message');
    await holds('stall');
    deepStrictEqual(sends('notStaged', '=== new.ts (added, +1 -0)', '+export const brandNew = 1;'), [
      true,
      true,
      true,
    ]);
  });

  it('keeps what git has written for a merge', async () => {
    git('stash', '--include-untracked');
    git('checkout', '-b', 'other');
    await write('other.ts', 'export const other = 1;\n');
    git('add', '.');
    git('commit', '--message', 'feat: other');
    git('checkout', 'greetings');
    await draft('');
    git('merge', '--no-commit', '--no-ff', 'other');
    await started.editor.runCommand('Git: Refresh');
    await holds("Merge branch 'other' into greetings");
    const asked = questions().length;
    await started.editor.runCommand('Model Relay: Write Commit Message');
    await started.editor.notification('Git has written the message').waitFor();
    await holds("Merge branch 'other' into greetings");
    deepStrictEqual(questions().length, asked);
  });

  it('has nothing to say of no changes', async () => {
    git('merge', '--abort');
    const asked = questions().length;
    await draft('');
    await started.editor.runCommand('Model Relay: Write Commit Message');
    await started.editor.notification('Nothing has changed since the last commit.').waitFor();
    deepStrictEqual(questions().length, asked);
  });

  it('says so where there is no repository', async () => {
    await rm(join(started.editor.workspaceFolder, '.git'), { recursive: true });
    await started.editor.reload();
    await started.editor.runCommand('Model Relay: Write Commit Message');
    await started.editor.notification('There is no git repository here.').waitFor();
  });
});
