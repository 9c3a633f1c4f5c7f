import { deepStrictEqual } from 'node:assert/strict';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { runGit } from './harness/git.ts';
import { openRelayEditor, type RelayEditor } from './harness/relayEditor.ts';
import { waitUntil } from './harness/waitUntil.ts';
import { readCommitBox, typeIntoCommitBox } from './harness/workbench/commitBox.ts';

describe('the messages of commits in two repositories', () => {
  let started: RelayEditor;
  const row = (name: string) => started.editor.page.locator('.scm-provider', { hasText: name });
  /** In the order of their names. */
  const box = (place: number): Locator => started.editor.page.locator('.scm-editor').nth(place);
  const questions = () => started.relay.requests.filter(({ path }) => path === '/v1/messages');

  before(async () => {
    started = await openRelayEditor({
      connectByEnvironment: true,
      files: { 'alpha/a.ts': 'export const a = 1;\n', 'beta/b.ts': 'export const b = 1;\n' },
      prepare: (folder) => {
        for (const name of ['alpha', 'beta'])
          runGit(join(folder, name), 'init', '--initial-branch', `of-${name}`);
      },
      settings: { 'git.enabled': true, '[scminput]': { 'editor.wordWrap': 'off' } },
    });
    await started.editor.openViewContainer('Source Control');
    await box(1).waitFor();
    await started.editor.page.mouse.move(0, 0);
  });
  after(() => started?.close());

  const grows = (place: number) =>
    waitUntil('the message to grow', async () =>
      (await readCommitBox(box(place))).startsWith('feat: greet') ? true : undefined,
    );

  it('are written side by side, and stopped one by one', async () => {
    const { editor } = started;
    for (const place of [0, 1]) await typeIntoCommitBox(box(place), 'stall');
    // Of no file in the editor, and not the only one: the person is asked.
    await editor.runCommand('Model Relay: Write Commit Message');
    await editor.quickInput.waitFor('Write the commit message of which repository?');
    await editor.quickInput.pick('beta');
    await grows(1);
    await editor.openFile('alpha/a.ts');
    await editor.runCommand('Model Relay: Write Commit Message');
    await grows(0);
    await row('beta').hover();
    await row('beta').locator('.action-label[aria-label^="Stop Writing"]').click();
    await waitUntil('the draft', async () => ((await readCommitBox(box(1))) === 'stall' ? true : undefined));
    await row('beta').hover();
    await row('beta').locator('.action-label[aria-label^="Write Commit Message"]').waitFor();
    await row('alpha').hover();
    await row('alpha').locator('.action-label[aria-label^="Stop Writing"]').waitFor();
    await waitUntil('the socket to be closed', async () =>
      questions()[0]?.outcome === 'closedByClient' ? true : undefined,
    );
    deepStrictEqual(
      questions().map(({ bodyText, outcome }) => [
        ['Repository: alpha', 'Repository: beta'].filter((words) => bodyText.includes(words)),
        outcome,
      ]),
      [
        [['Repository: beta'], 'closedByClient'],
        [['Repository: alpha'], 'running'],
      ],
    );
    await editor.runCommand('Model Relay: Stop Writing the Commit Message');
    await waitUntil('the draft', async () => ((await readCommitBox(box(0))) === 'stall' ? true : undefined));
  });
});
