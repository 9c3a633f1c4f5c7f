import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { createDocumentPlace } from '../../src/editing/rewrite/documentPlace.ts';
import { commands, rewriteScheme } from '../../src/manifest.ts';
import { usePerson } from './person.ts';
import { failNext, readJournal } from './relayJournal.ts';
import { closeEditors, openUnsaved, until } from './until.ts';
import { useWorkspaceFolder } from './workspaceFolder.ts';

const path = '/v1/messages';
const secret = 'sk-proj-Zr81LqPw0XbTn5Vd7KcMh2Ys';
/** A comment that makes the scripted model give this response. */
const wish = (answer: string, mark = '//') => `${mark} answer ${JSON.stringify(answer)}\n`;
const fenced = (code: string) => `\`\`\`\n${code}\n\`\`\``;

describe('a rewrite', () => {
  // In a language without a language server, which would start for each file.
  const { uriOf, write } = useWorkspaceFolder('rewritten');
  const person = usePerson();
  afterEach(closeEditors);

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

  /** The proposed document of the rewrite in front. */
  function shown(): vscode.Uri | undefined {
    const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
    const isRewrite = input instanceof vscode.TabInputTextDiff && input.modified.scheme === rewriteScheme;
    return isRewrite ? input.modified : undefined;
  }
  /** Resolves once the rewrite is complete and in front. */
  const documentIt = () => vscode.commands.executeCommand(commands.writeDocComments);
  const accept = async () => {
    ok(shown(), 'a rewrite is in front');
    await vscode.commands.executeCommand(commands.acceptRewrite);
    await until(() => shown() === undefined);
  };

  it('changes the code only when it is accepted, and one undo restores the code', async () => {
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
    it(`that is discarded ${manner} while it streams leaves the code as it was and ends the request`, async () => {
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

  it('can be retried at once if its command needed no input', async () => {
    const { document } = await open('again.go', `${wish(fenced('const a = 2;'))}const a = 1;\n`);
    const count = (await questions()).length;
    await failNext(path, { kind: 'reply', status: 401, body: '{}' });
    person.willPress('Try Again');
    await documentIt();
    strictEqual(person.takeTold().length, 1);
    await accept();
    deepStrictEqual([document.getText(), (await questions()).length], ['const a = 2;\n', count + 2]);
  });

  it('restores the secrets that the model did not see', async () => {
    const answer = fenced("const port = 81;\nconst token = 'MASKED_SECRET_1_';");
    // The mask's name must not occur in the file, so the wish spells it differently.
    const asked = wish(answer).replace('MASKED_', 'MASKED\\u005f');
    const { document } = await open('secret.go', `${asked}const port = 80;\nconst token = '${secret}';\n`);
    await documentIt();
    await accept();
    strictEqual(document.getText(), `const port = 81;\nconst token = '${secret}';\n`);
    ok(!(await questions()).at(-1)?.bodyText.includes(secret));
  });

  it('keeps line endings and tabs', async () => {
    const answer = fenced('if (a) {\n    c();\n    d();\n}');
    const before = `${wish(answer)}if (a) {\n\tb();\n}\n`;
    const { document } = await open('windows.go', before.replaceAll('\n', '\r\n'));
    await documentIt();
    await accept();
    strictEqual(document.getText(), 'if (a) {\r\n\tc();\r\n\td();\r\n}\r\n');
  });

  it('covers in prose what is selected, and no more', async () => {
    const first = wish(fenced('slow'));
    const { document, editor } = await open('prose.txt', `${first}A quick fox.\n`);
    editor.selection = new vscode.Selection(1, 2, 1, 8);
    await documentIt();
    await accept();
    strictEqual(document.getText(), `${first}A slow fox.\n`);
  });

  it('covers a line with the comment above it', async () => {
    const answer = fenced('# Adds two numbers.\ndef add(one, two=0):');
    const text = `${wish(answer, '#')}def add(one, two):\n\treturn one + two\n`;
    const { editor, document } = await open('line.py', text, 'nothing');
    editor.selection = new vscode.Selection(1, 3, 1, 3);
    await documentIt();
    await accept();
    strictEqual(document.getText(), '# Adds two numbers.\ndef add(one, two=0):\n\treturn one + two\n');
  });

  it('fixes the code that has a problem, and sends the problem', async () => {
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

  it('extends an existing test file', async () => {
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

  it('adds tests behind the last line of a long test file', async () => {
    const long = `${'old();\n'.repeat(3_000)}old();`;
    await write('long_test.go', long);
    await open('long.go', `${wish(fenced('long();'))}func long() {}\n`);
    await vscode.commands.executeCommand(commands.writeTests);
    await accept();
    strictEqual(vscode.window.activeTextEditor?.document.getText(), `${long}\n\nlong();`);
  });

  it('works in an untitled document, with undo', async () => {
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

  it('works in a notebook cell', async () => {
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

  describe('of read-only code', () => {
    const files = () => vscode.workspace.getConfiguration('files');
    const setReadOnly = (patterns: object | undefined) =>
      files().update('readonlyInclude', patterns, vscode.ConfigurationTarget.Global);
    before(() => setReadOnly({ 'rewritten/kept*': true }));
    after(() => setReadOnly(undefined));

    async function isLeftAlone(name: string): Promise<void> {
      const count = (await questions()).length;
      await documentIt();
      deepStrictEqual(
        [person.takeTold(), shown(), (await questions()).length],
        [[{ text: `rewritten/${name} is read-only and can’t be changed.` }], undefined, count],
      );
    }

    for (const [manner, name] of [
      ['its file is write-protected', 'locked.go'],
      ['the settings make its file read-only', 'kept.go'],
    ] as const)
      it(`is not requested, and the person is told why: ${manner}`, async () => {
        await open(name, 'locked();\n');
        if (name === 'locked.go') await chmod(uriOf(name).fsPath, 0o444);
        await isLeftAlone(name);
      });

    it('is not requested in a read-only notebook', async () => {
      const cells = [{ cell_type: 'code', source: ['locked()'], metadata: {}, outputs: [] }];
      const content = JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 2 });
      await editCell(await vscode.workspace.openNotebookDocument(await write('kept.ipynb', content)));
      await isLeftAlone('kept.ipynb, cell 1');
    });
  });

  describe('whose code changes while the model writes', () => {
    const part = 'second();';
    const file = `first();\n${part}\nlast();\n`;
    async function placeIn(name: string) {
      const { document } = await open(name, file);
      const range = new vscode.Range(1, 0, 1, part.length);
      return { document, place: createDocumentPlace({ document, range, isSelected: false }) };
    }
    /** Writes as another program does; VS Code reports that as one edit from the first to the last change. */
    async function writeOutside(document: vscode.TextDocument, text: string): Promise<void> {
      await writeFile(document.uri.fsPath, text);
      await until(() => document.getText() === text);
    }

    it('is written after another program changed the file around its code', async () => {
      const { document, place } = await placeIn('outside.go');
      await writeOutside(document, file.replace('first', 'foremost').replace('last', 'hindmost'));
      strictEqual(await place.write('other();'), undefined);
      strictEqual(document.getText(), 'foremost();\nother();\nhindmost();\n');
      place.dispose();
    });

    it('is not touched by another one that adds lines like its own', async () => {
      const [one, two] = ['@test\ndef one():\n    pass', '@test\ndef two():\n    return 2'];
      const { document } = await open('adjacent.go', `${one}\n\n${two}\n`);
      const [first, second] = [0, 4].map((line) =>
        createDocumentPlace({ document, range: new vscode.Range(line, 0, line + 2, 99), isSelected: false }),
      );
      const added = '@test\ndef three():\n    return 3';
      strictEqual(await first?.write(`${one}\n\n${added}`), undefined);
      deepStrictEqual(
        [document.getText(), first?.text().old, second?.text().old, second?.isTouched],
        [`${one}\n\n${added}\n\n${two}\n`, `${one}\n\n${added}`, two, false],
      );
      first?.dispose();
      second?.dispose();
    });

    it('is not written once another program has removed its code', async () => {
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
