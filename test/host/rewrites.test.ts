import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { createDocumentPlace } from '../../src/editing/rewrite/documentPlace.ts';
import { commands, rewriteScheme } from '../../src/manifest.ts';
import { attendMessages } from './person.ts';
import { failNext, readJournal } from './relayJournal.ts';
import { closeEditors, openUnsaved, until } from './until.ts';
import { useWorkspaceFolder } from './workspaceFolder.ts';

const path = '/v1/messages';
const secret = 'sk-proj-Zr81LqPw0XbTn5Vd7KcMh2Ys';
/** A comment that makes the scripted model respond so. */
const wish = (answer: string, mark = '//') => `${mark} answer ${JSON.stringify(answer)}\n`;
const fenced = (code: string) => `\`\`\`\n${code}\n\`\`\``;

describe('code that is rewritten', () => {
  // In a language without a server of its own, which would start for each file.
  const { uriOf, write } = useWorkspaceFolder('rewritten');
  afterEach(async () => {
    await vscode.commands.executeCommand('notifications.clearAll');
    await closeEditors();
  });

  const read = (name: string) => readFile(uriOf(name).fsPath, 'utf8');
  const questions = async () => (await readJournal()).filter((entry) => entry.path === path);

  const lastOutcome = async () => (await questions()).at(-1)?.outcome;

  /** Opens a file with this text, with all of it selected, or nothing. */
  async function open(name: string, text: string, selects: 'all' | 'nothing' = 'all') {
    const editor = await vscode.window.showTextDocument(await write(name, text), { preview: false });
    const { document } = editor;
    const all = new vscode.Selection(new vscode.Position(0, 0), document.positionAt(text.length));
    if (selects === 'all') editor.selection = all;
    return { editor, document };
  }

  /** Opens the editor of a notebook's first cell. */
  async function editCell(notebook: vscode.NotebookDocument): Promise<vscode.TextEditor> {
    await vscode.window.showNotebookDocument(notebook);
    await vscode.commands.executeCommand('notebook.cell.edit');
    const isShown = () => vscode.window.activeTextEditor?.document === notebook.cellAt(0).document;
    await until(isShown, undefined, 'the cell has the focus');
    const { activeTextEditor: editor } = vscode.window;
    ok(editor);
    return editor;
  }

  /** The text beside the file, of the rewrite in front. */
  function shown(): vscode.Uri | undefined {
    const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
    const isRewrite = input instanceof vscode.TabInputTextDiff && input.modified.scheme === rewriteScheme;
    return isRewrite ? input.modified : undefined;
  }
  /** Comes back once the rewrite is whole and in front. */
  const documentIt = () => vscode.commands.executeCommand(commands.writeDocComments);
  const accept = async () => {
    ok(shown(), 'a rewrite is in front');
    await vscode.commands.executeCommand(commands.acceptRewrite);
    await until(() => shown() === undefined);
  };

  it('is changed when that is accepted and not before, and is as it was after one undo', async () => {
    const before = `${wish(fenced('const a = 2;\nconst c = 3;'))}const a = 1;\nconst c = 3;\n`;
    const { document } = await open('accepted.go', before);
    await documentIt();
    const beside = shown();
    ok(beside);
    const proposed = await vscode.workspace.openTextDocument(beside);
    await until(() => proposed.getText() === 'const a = 2;\nconst c = 3;\n');
    strictEqual(document.getText(), before);
    await accept();
    deepStrictEqual(
      [vscode.window.activeTextEditor?.document.uri.path, document.getText(), await read('accepted.go')],
      [uriOf('accepted.go').path, 'const a = 2;\nconst c = 3;\n', before],
    );
    await vscode.commands.executeCommand('undo');
    strictEqual(document.getText(), before);
  });

  for (const [manner, discard] of [
    ['by its command', () => vscode.commands.executeCommand(commands.discardRewrite)],
    ['by closing its tab', () => vscode.commands.executeCommand('workbench.action.closeActiveEditor')],
  ] as const)
    it(`is as it was when the rewrite is discarded ${manner} while it comes, which ends the request`, async () => {
      const before = 'const a = 1;\n';
      const { document } = await open('discarded.go', before);
      // No reply comes before the socket is closed.
      await failNext(path, { kind: 'stallBeforeHeaders' });
      const rewritten = documentIt();
      await until(async () => shown() !== undefined && (await lastOutcome()) === 'running');
      await discard();
      await rewritten;
      await until(async () => (await lastOutcome()) === 'closedByClient');
      await until(() => shown() === undefined);
      strictEqual(document.getText(), before);
    });

  it('is asked for again at once where its command asked nothing of the person', async () => {
    const { document } = await open('again.go', `${wish(fenced('const a = 2;'))}const a = 1;\n`);
    const count = (await questions()).length;
    await failNext(path, { kind: 'reply', status: 401, body: '{}' });
    const person = attendMessages();
    try {
      person.willPress('Try Again');
      await documentIt();
      strictEqual(person.takeTold().length, 1);
    } finally {
      person.leave();
    }
    await accept();
    deepStrictEqual([document.getText(), (await questions()).length], ['const a = 2;\n', count + 2]);
  });

  it('has its secrets back that the model did not see', async () => {
    const answer = fenced("const port = 81;\nconst token = 'MASKED_SECRET_1_';");
    // The name is chosen so that it stands nowhere in the file, and so the wish must spell it otherwise.
    const asked = wish(answer).replace('MASKED_', 'MASKED\\u005f');
    const { document } = await open('secret.go', `${asked}const port = 80;\nconst token = '${secret}';\n`);
    await documentIt();
    await accept();
    strictEqual(document.getText(), `const port = 81;\nconst token = '${secret}';\n`);
    ok(!(await questions()).at(-1)?.bodyText.includes(secret));
  });

  it('has its line ends and tabs kept', async () => {
    const answer = fenced('if (a) {\n    c();\n    d();\n}');
    const { editor, document } = await open(
      'windows.go',
      `${wish(answer)}if (a) {\n\tb();\n}\n`.replaceAll('\n', '\r\n'),
    );
    strictEqual(editor.options.insertSpaces, false);
    await documentIt();
    await accept();
    strictEqual(document.getText(), 'if (a) {\r\n\tc();\r\n\td();\r\n}\r\n');
  });

  it('is a line, with the comment above that belongs to it', async () => {
    const answer = fenced('# Adds two numbers.\ndef add(one, two=0):');
    const text = `${wish(answer, '#')}def add(one, two):\n\treturn one + two\n`;
    const { editor, document } = await open('line.py', text, 'nothing');
    editor.selection = new vscode.Selection(1, 3, 1, 3);
    await documentIt();
    await accept();
    strictEqual(document.getText(), '# Adds two numbers.\ndef add(one, two=0):\n\treturn one + two\n');
  });

  it('is what a problem is reported for, with the problem', async () => {
    const text = `${wish(fenced('const right = Number(text);'))}const wrong = text;\n`;
    const { document } = await open('wrong.go', text);
    const problems = vscode.languages.createDiagnosticCollection('test');
    const range = new vscode.Range(1, 6, 1, 11);
    problems.set(document.uri, [new vscode.Diagnostic(range, 'It is wrong.')]);
    try {
      const offered = await vscode.commands.executeCommand<vscode.CodeAction[]>(
        'vscode.executeCodeActionProvider',
        document.uri,
        range,
        vscode.CodeActionKind.QuickFix.value,
      );
      const [fix] = offered.filter(({ title }) => title === 'Fix with Model Relay');
      ok(fix?.command);
      deepStrictEqual(fix.command.command, commands.fixProblems);
      await vscode.commands.executeCommand(commands.fixProblems);
    } finally {
      problems.dispose();
    }
    await accept();
    strictEqual(document.getText(), 'const right = Number(text);\n');
    ok((await questions()).at(-1)?.bodyText.includes('Line 2: error: It is wrong.'));
  });

  it('is a file of tests that is there', async () => {
    await write('coin_test.go', 'old();\n');
    const answer = fenced('package coin\n\nold();\ncoin();');
    await open('coin.go', `${wish(answer)}func coin() {}\n`);
    await vscode.commands.executeCommand(commands.writeTests);
    await accept();
    const { document } = vscode.window.activeTextEditor ?? {};
    deepStrictEqual(
      [document?.uri.path, document?.getText()],
      [uriOf('coin_test.go').path, 'package coin\n\nold();\ncoin();\n'],
    );
  });

  it('is a document without a file, with its undo', async () => {
    const content = `${wish(fenced('other text'))}some text`;
    const document = await openUnsaved(content);
    const editor = await vscode.window.showTextDocument(document);
    editor.selection = new vscode.Selection(0, 0, 1, 9);
    await documentIt();
    await accept();
    strictEqual(document.getText(), 'other text');
    await vscode.commands.executeCommand('undo');
    strictEqual(document.getText(), content);
  });

  it('is a cell of a notebook', async () => {
    const notebook = await vscode.workspace.openNotebookDocument(
      'jupyter-notebook',
      new vscode.NotebookData([
        new vscode.NotebookCellData(
          vscode.NotebookCellKind.Code,
          `${wish(fenced('two = 22'), '#')}two = 2`,
          'python',
        ),
      ]),
    );
    const editor = await editCell(notebook);
    const cell = editor.document;
    editor.selection = new vscode.Selection(0, 0, 1, 7);
    await documentIt();
    await accept();
    strictEqual(cell.getText(), 'two = 22');
  });

  it('is put in after a question where it is not clear what of the response is code, or not at all', async () => {
    const blocks = ['const a = 2;', 'const a = 3;'].map(fenced);
    const before = `${wish(`One way:\n${blocks.join('\nAnother one:\n')}`)}const a = 1;\n`;
    const { document } = await open('unclear.go', before);
    const count = (await questions()).length;
    const person = attendMessages();
    try {
      await documentIt();
      const unclear = 'It is unclear which part of the response is the code.';
      deepStrictEqual(person.takeTold(), [{ text: `${unclear} Review the diff before you accept it.` }]);
      const question = {
        text: 'This rewrite may cover more or less than the selected code. Apply it anyway?',
        detail: unclear,
      };
      const beside = shown();
      ok(beside, 'the rewrite is in front');
      await vscode.commands.executeCommand(commands.acceptRewrite);
      deepStrictEqual(
        [person.takeTold(), shown()?.toString(), document.getText()],
        [[question], beside.toString(), before],
      );
      person.willPress('Apply Anyway');
      await accept();
      deepStrictEqual([person.takeTold(), document.getText()], [[question], 'const a = 2;\n']);
      deepStrictEqual((await questions()).length, count + 1);
    } finally {
      person.leave();
    }
  });

  describe('where it can’t be changed', () => {
    const files = () => vscode.workspace.getConfiguration('files');
    const setReadOnly = (patterns: object | undefined) =>
      files().update('readonlyInclude', patterns, vscode.ConfigurationTarget.Global);
    before(() => setReadOnly({ 'rewritten/kept*': true }));
    after(() => setReadOnly(undefined));

    async function isLeftAlone(name: string): Promise<void> {
      const count = (await questions()).length;
      const person = attendMessages();
      try {
        await documentIt();
        deepStrictEqual(
          [person.takeTold(), shown(), (await questions()).length],
          [[{ text: `rewritten/${name} is read-only and can’t be changed.` }], undefined, count],
        );
      } finally {
        person.leave();
      }
    }

    for (const [manner, name] of [
      ['its file takes no changes', 'locked.go'],
      ['VS Code is told to open it read-only', 'kept.go'],
    ] as const)
      it(`is left alone, which is said, and no model hears of it: ${manner}`, async () => {
        await open(name, 'locked();\n');
        if (name === 'locked.go') await chmod(uriOf(name).fsPath, 0o444);
        await isLeftAlone(name);
      });

    it('is left alone in a cell of such a notebook', async () => {
      const cells = [{ cell_type: 'code', source: ['locked()'], metadata: {}, outputs: [] }];
      const content = JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 2 });
      await editCell(await vscode.workspace.openNotebookDocument(await write('kept.ipynb', content)));
      await isLeftAlone('kept.ipynb, cell 1');
    });
  });

  describe('and was changed while the model wrote', () => {
    const part = 'second();';
    const file = `first();\n${part}\nlast();\n`;
    async function placeIn(name: string) {
      const { document } = await open(name, file);
      const range = new vscode.Range(1, 0, 1, part.length);
      return { document, place: createDocumentPlace({ document, range, isSelected: false }) };
    }
    const edit = async (uri: vscode.Uri, range: vscode.Range, text: string) => {
      const edits = new vscode.WorkspaceEdit();
      edits.replace(uri, range, text);
      ok(await vscode.workspace.applyEdit(edits));
    };

    it('is found where it is by then, untouched', async () => {
      const { document, place } = await placeIn('moved.go');
      await edit(document.uri, new vscode.Range(0, 0, 0, 0), 'added();\n');
      strictEqual(place.isTouched, false);
      strictEqual(await place.write('other();'), undefined);
      strictEqual(document.getText(), 'added();\nfirst();\nother();\nlast();\n');
      place.dispose();
    });

    it('is known to be touched where the change is within it', async () => {
      const { document, place } = await placeIn('touched.go');
      await edit(document.uri, new vscode.Range(1, 0, 1, 6), 'third');
      deepStrictEqual([place.isTouched, place.text().old], [true, 'third();']);
      place.dispose();
    });

    /** As another program does; VS Code takes it as one edit of all that is between the first and the last change. */
    async function writeOutside(document: vscode.TextDocument, text: string): Promise<void> {
      await writeFile(document.uri.fsPath, text);
      await until(() => document.getText() === text);
    }

    it('is found after another program changed its file', async () => {
      const { document, place } = await placeIn('outside.go');
      await writeOutside(document, file.replace('first', 'foremost').replace('last', 'hindmost'));
      strictEqual(await place.write('other();'), undefined);
      strictEqual(document.getText(), 'foremost();\nother();\nhindmost();\n');
      place.dispose();
    });

    it('is not put anywhere once another program took it away', async () => {
      const { document, place } = await placeIn('taken.go');
      await writeOutside(document, 'nothing();\n');
      strictEqual(
        await place.write('more();'),
        'The code to rewrite is no longer in rewritten/taken.go. Nothing was changed.',
      );
      strictEqual(document.getText(), 'nothing();\n');
      place.dispose();
    });
  });
});
