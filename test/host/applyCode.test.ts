import { deepStrictEqual } from 'node:assert/strict';
import { mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { applyCode } from '../../src/chat/code/apply/applyCode.ts';
import { findNewFile } from '../../src/chat/code/apply/chooseFile.ts';
import { createProposals } from '../../src/chat/code/apply/proposals.ts';
import { describeCode } from '../../src/chat/code/describeCode.ts';
import { createLastEditor, type LastEditor } from '../../src/chat/code/lastEditor.ts';
import { attendMessages } from './person.ts';
import { closeEditors, untilSettled } from './until.ts';
import { useWorkspaceFolder, workspaceRoot } from './workspaceFolder.ts';

describe('code that names a file which is not there', () => {
  const made = useWorkspaceFolder('made', { 'there.ts': 'there\n' });
  let outside: string;
  let lastEditor: LastEditor;
  let proposals: ReturnType<typeof createProposals>;

  before(async () => {
    outside = await mkdtemp(join(tmpdir(), 'model-relay-apply-'));
    lastEditor = createLastEditor();
    proposals = createProposals(lastEditor);
    const link = (target: string, name: string) => symlink(target, made.uriOf(name).fsPath);
    await link(outside, 'away');
    await writeFile(join(outside, 'target.ts'), 'target\n');
    await link(join(outside, 'target.ts'), 'linked.ts');
    await link(join(outside, 'nothing'), 'dangling.ts');
  });
  after(async () => {
    proposals.dispose();
    lastEditor.dispose();
    await rm(outside, { recursive: true, force: true });
  });
  afterEach(async () => {
    await closeEditors();
  });

  /** Applies code, and takes what stands first in the list as soon as something does. */
  async function applyToFirst(
    info: string,
    code: string,
    mayFollow: (name: string, target: string) => Promise<boolean> = async () => true,
  ): Promise<unknown> {
    const applied = applyCode(code, describeCode(info, code), { lastEditor, proposals, mayFollow });
    await untilSettled(applied, 'workbench.action.acceptSelectedQuickOpenItem');
    return await applied;
  }
  const shown = () => {
    const { document } = vscode.window.activeTextEditor ?? {};
    return document && [document.uri.scheme, document.uri.path, document.getText()];
  };
  const pathOf = (path: string) => vscode.Uri.joinPath(workspaceRoot(), path).path;

  it('is that file, which is there once it is saved', async () => {
    const code = 'export const a = 1;';
    deepStrictEqual(await applyToFirst('ts made/new/first.ts', code), true);
    deepStrictEqual(shown(), ['untitled', pathOf('made/new/first.ts'), `${code}\n`]);
    await vscode.commands.executeCommand('undo');
    deepStrictEqual(shown()?.[2], '');
    await vscode.commands.executeCommand('redo');
    await vscode.commands.executeCommand('workbench.action.files.save');
    deepStrictEqual(shown(), ['file', pathOf('made/new/first.ts'), `${code}\n`]);
  });

  it('is what a diff of additions makes', async () => {
    const diff = '--- /dev/null\n+++ b/made/second.ts\n@@ -0,0 +1,2 @@\n+one\n+two';
    deepStrictEqual(await applyToFirst('diff', diff), true);
    deepStrictEqual(shown(), ['untitled', pathOf('made/second.ts'), 'one\ntwo\n']);
  });

  it('is changed through a link only when the person agrees, who is told where it leads', async () => {
    const asked: string[][] = [];
    const mayFollow = async (...names: string[]) => {
      asked.push(names);
      return false;
    };
    const applied = [
      await applyToFirst('ts made/linked.ts', 'changed', mayFollow),
      await applyToFirst('ts made/away/target.ts', 'changed', mayFollow),
    ];
    const target = join(await realpath(outside), 'target.ts');
    deepStrictEqual(
      [applied, asked],
      [
        [false, false],
        [
          ['made/linked.ts', target],
          ['made/away/target.ts', target],
        ],
      ],
    );
  });

  it('is left alone where VS Code is told to open it read-only, which is said', async () => {
    const files = () => vscode.workspace.getConfiguration('files');
    const target = vscode.ConfigurationTarget.Global;
    await files().update('readonlyInclude', { 'made/there*': true }, target);
    const person = attendMessages();
    try {
      deepStrictEqual(
        [await applyToFirst('ts made/there.ts', 'changed'), person.takeTold(), shown()],
        [false, [{ text: 'made/there.ts is read-only and can’t be changed.' }], undefined],
      );
    } finally {
      person.leave();
      await files().update('readonlyInclude', undefined, target);
    }
  });

  it('is inside of the workspace, wherever links lead', async () => {
    const find = async (...paths: readonly string[]) => (await findNewFile(paths, undefined))?.path;
    const refused = [
      'made/there.ts',
      'made/away/new.ts',
      'made/away/deep/new.ts',
      'made/dangling.ts',
      'made/dangling.ts/new.ts',
      'made/there.ts/new.ts',
      '../new.ts',
      `${outside}/new.ts`,
    ];
    deepStrictEqual(
      await Promise.all(refused.map((path) => find(path))),
      refused.map(() => undefined),
    );
    deepStrictEqual(await find(...refused, 'made/away.ts'), 'made/away.ts');
  });
});
