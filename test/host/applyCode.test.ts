import { deepStrictEqual } from 'node:assert/strict';
import { mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { applyCode } from '../../src/chat/code/apply/applyCode.ts';
import { findNewFile } from '../../src/chat/code/apply/chooseFile.ts';
import { createFileChanges, type FileChanges } from '../../src/chat/code/fileChanges.ts';
import type { AskedChatModel } from '../../src/platform/askModel.ts';
import { fileTypeOf } from '../../src/platform/fileType.ts';
import { createLastEditor, type LastEditor } from '../../src/platform/lastEditor.ts';
import { describeCode } from '../../src/text/describeCode.ts';
import { usePerson } from './person.ts';
import { closeEditors, untilSettled } from './until.ts';
import { useWorkspaceFolder } from './workspaceFolder.ts';

const mergeModel: AskedChatModel = {
  ask() {
    throw new Error('no model is asked');
  },
  describeFailure: () => ({ words: 'failed' }),
};

describe('code that names a file', () => {
  const made = useWorkspaceFolder('made', { 'there.ts': 'there\n' });
  const person = usePerson();
  let outside: string;
  let lastEditor: LastEditor;
  let changes: FileChanges;

  before(async () => {
    outside = await mkdtemp(join(tmpdir(), 'model-relay-apply-'));
    lastEditor = createLastEditor();
    changes = createFileChanges();
    const link = (target: string, name: string) => symlink(target, made.uriOf(name).fsPath);
    await link(outside, 'away');
    await writeFile(join(outside, 'target.ts'), 'target\n');
    await link(join(outside, 'target.ts'), 'linked.ts');
    await link(join(outside, 'nothing'), 'dangling.ts');
  });
  after(async () => {
    changes.dispose();
    lastEditor.dispose();
    await rm(outside, { recursive: true, force: true });
  });
  afterEach(async () => {
    await closeEditors();
  });

  function apply(info: string, code: string): Promise<boolean> {
    return applyCode(code, describeCode(info, code), { lastEditor, changes, mergeModel });
  }
  const shown = () => vscode.window.activeTextEditor?.document.getText();

  const diff = '--- /dev/null\n+++ b/made/second.ts\n@@ -0,0 +1,2 @@\n+one\n+two';
  for (const [what, info, code, name, text] of [
    ['code', 'ts made/new/first.ts', 'export const a = 1;', 'new/first.ts', 'export const a = 1;\n'],
    ['a diff that only adds lines', 'diff', diff, 'second.ts', 'one\ntwo\n'],
  ] as const)
    it(`is proposed as a new file, which exists once it is kept: ${what}`, async () => {
      deepStrictEqual(
        [await apply(info, code), shown(), await fileTypeOf(made.uriOf(name))],
        [true, text, undefined],
      );
      await changes.keepShown();
      deepStrictEqual(
        [shown(), vscode.window.activeTextEditor?.document.uri.path],
        [text, made.uriOf(name).path],
      );
    });

  it('changes a file through a symbolic link only if the person agrees, who is told the target', async () => {
    const names = ['made/linked.ts', 'made/away/target.ts'];
    const applied: boolean[] = [];
    for (const name of names) applied.push(await apply(`ts ${name}`, 'changed'));
    const detail = join(await realpath(outside), 'target.ts');
    const asked = names.map((name) => ({
      text: `${name} is a symbolic link. Change the file that it points to?`,
      detail,
    }));
    deepStrictEqual([applied, person.takeTold()], [[false, false], asked]);
  });

  it('does not change a file that VS Code’s settings make read-only, and the person is told', async () => {
    const files = () => vscode.workspace.getConfiguration('files');
    const target = vscode.ConfigurationTarget.Global;
    await files().update('readonlyInclude', { 'made/there*': true }, target);
    try {
      deepStrictEqual(
        [await apply('ts made/there.ts', 'changed'), person.takeTold(), shown()],
        [false, [{ text: 'made/there.ts is read-only and can’t be changed.' }], undefined],
      );
    } finally {
      await files().update('readonlyInclude', undefined, target);
    }
  });

  it('creates files only inside the workspace, wherever links lead', async () => {
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

describe('code that names no file', () => {
  const text = `import './other';

export function first() {
  return 1;
}

export function middle() {
  return 2;
}

export function last() {
  return 3;
}
`;
  const code = `export function first() {
  return 10;
}

export function last() {
  return 30;
}`;
  const person = usePerson();
  const folder = useWorkspaceFolder('merged', { 'other.ts': 'export const other = 1;\n' });
  /** A new file for each test: VS Code may reopen a file with its unsaved changes. */
  let name = '';
  let tests = 0;
  let lastEditor: LastEditor;
  let changes: FileChanges;

  beforeEach(async () => {
    tests += 1;
    name = `shape${tests}.ts`;
    await folder.write(name, text);
    lastEditor = createLastEditor();
    changes = createFileChanges();
  });
  afterEach(async () => {
    await closeEditors();
    changes.dispose();
    lastEditor.dispose();
  });

  const open = async (opened = name) =>
    vscode.window.showTextDocument(await vscode.workspace.openTextDocument(folder.uriOf(opened)), {
      preview: false,
    });
  const apply = (applied: string, model = mergeModel) =>
    applyCode(applied, describeCode('ts', applied), { lastEditor, changes, mergeModel: model });
  const textOf = async () => (await vscode.workspace.openTextDocument(folder.uriOf(name))).getText();
  const proposed = () => vscode.window.activeTextEditor?.document.getText();
  const changed = (from: string, ...pairs: readonly (readonly [string, string])[]) =>
    pairs.reduce((result, [old, fresh]) => result.replace(old, fresh), from);
  const [ten, thirty] = [['return 1;', 'return 10;'] as const, ['return 3;', 'return 30;'] as const];

  const all = () => changes.view().files.map(({ id }) => id);

  it('is matched to the active file by its declarations, and changes nothing until it is kept', async () => {
    await open();
    deepStrictEqual(await apply(code), true);
    deepStrictEqual(
      [proposed(), await textOf(), changes.view().files],
      [
        changed(text, ten, thirty),
        text,
        [{ id: '1', path: `merged/${name}`, added: 2, removed: 2, isProposed: true, isNew: false }],
      ],
    );
    await changes.act('keep', all());
    deepStrictEqual([await textOf(), changes.view().files], [changed(text, ten, thirty), []]);
    await vscode.commands.executeCommand('undo');
    deepStrictEqual(await textOf(), text);
  });

  it('is matched to an open file that is not active', async () => {
    await open();
    await open('other.ts');
    await apply(code);
    deepStrictEqual(
      changes.view().files.map(({ path }) => path),
      [`merged/${name}`],
    );
  });

  it('is matched to the closed file that declares it, if VS Code knows that', async () => {
    const uri = await folder.write('closed.ts', 'export function onlyHere() {\n  return 1;\n}\n');
    const place = new vscode.Location(uri, new vscode.Position(0, 16));
    const symbol = new vscode.SymbolInformation('onlyHere()', vscode.SymbolKind.Function, '', place);
    const provided = vscode.languages.registerWorkspaceSymbolProvider({
      provideWorkspaceSymbols: () => [symbol],
    });
    await open();
    await apply('export function onlyHere() {\n  return 2;\n}');
    provided.dispose();
    deepStrictEqual(
      [proposed(), changes.view().files.map(({ path }) => path)],
      ['export function onlyHere() {\n  return 2;\n}\n', ['merged/closed.ts']],
    );
  });

  it('is applied to the file that the person chooses, if it could mean several', async () => {
    for (const path of ['one/same.ts', 'two/same.ts']) await folder.write(path, 'a();\nb();\n');
    await open();
    const applied = apply('// same.ts\na();\nc();\nb();');
    await untilSettled(applied, 'workbench.action.acceptSelectedQuickOpenItem');
    deepStrictEqual(
      [await applied, proposed(), changes.view().files.map(({ path }) => path)],
      [true, 'a();\nc();\nb();\n', ['merged/one/same.ts']],
    );
  });

  it('can be kept and undone hunk by hunk', async () => {
    await open();
    await apply(code);
    const editor = vscode.window.activeTextEditor;
    if (editor) editor.selection = new vscode.Selection(11, 0, 11, 0);
    await changes.keepHunk();
    deepStrictEqual(
      [await textOf(), changes.view().files.map(({ added }) => added)],
      [changed(text, thirty), [1]],
    );
    await changes.undoHunk();
    deepStrictEqual([await textOf(), changes.view().files], [changed(text, thirty), []]);
  });

  it('merges with edits elsewhere in the file, but does not overwrite edits to the same lines', async () => {
    const editor = await open();
    await apply(code);
    const replace = async (range: vscode.Range, fresh: string) => {
      const edit = new vscode.WorkspaceEdit();
      edit.replace(editor.document.uri, range, fresh);
      await vscode.workspace.applyEdit(edit);
    };
    await replace(new vscode.Range(0, 0, 0, 0), '// new\n');
    await replace(new vscode.Range(4, 2, 4, 11), 'return 5;');
    await changes.act('keep', all());
    deepStrictEqual(
      [await textOf(), person.takeTold().map((told) => told.text), changes.view().files.length],
      [
        `// new\n${changed(text, ['return 1;', 'return 5;'])}`,
        [`The same lines of merged/${name} have changed. Undo this proposal, then apply the code again.`],
        1,
      ],
    );
    await replace(new vscode.Range(4, 2, 4, 11), 'return 1;');
    await changes.act('keep', all());
    deepStrictEqual(await textOf(), `// new\n${changed(text, ten, thirty)}`);
  });
  it('is not written to a deleted file, and the person is told', async () => {
    await open();
    await apply(code);
    await vscode.workspace.fs.delete(folder.uriOf(name));
    await changes.act('keep', all());
    deepStrictEqual(
      [person.takeTold(), changes.view().files.length],
      [[{ text: `merged/${name} no longer exists. Nothing was changed.` }], 1],
    );
  });

  const unclear = 'export function first(a: number) {\n  // ... existing code ...\n}';
  /** Applies code whose place is unclear, and chooses the first way: the model, which answers this. */
  async function applyUnclear(answer: string) {
    await open();
    let asked = 0;
    const model: AskedChatModel = {
      ...mergeModel,
      async *ask() {
        asked += 1;
        yield answer;
      },
    };
    const applied = apply(unclear, model);
    await untilSettled(applied, 'workbench.action.acceptSelectedQuickOpenItem');
    return [await applied, asked];
  }

  it('is merged by the model when its position is unclear and the person chooses that', async () => {
    const done = await applyUnclear(
      '<<<<<<< SEARCH\nexport function first() {\n=======\nexport function first(a: number) {\n>>>>>>> REPLACE',
    );
    deepStrictEqual([...done, proposed()], [true, 1, text.replace('first()', 'first(a: number)')]);
  });

  it('changes nothing when the model’s merge does not match the file', async () => {
    const done = await applyUnclear('<<<<<<< SEARCH\nnowhere\n=======\nx\n>>>>>>> REPLACE');
    deepStrictEqual([...done, changes.view().files, person.takeTold().length], [false, 1, [], 1]);
  });
});
