import { deepStrictEqual } from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { createImplicitContext, type ImplicitContext } from '../../src/chat/context/implicitContext.ts';
import { createLastEditor } from '../../src/platform/lastEditor.ts';
import { silentLogger } from '../../src/relay/logger.ts';
import { until } from './until.ts';
import { workspaceRoot } from './workspaceFolder.ts';

const setting = 'modelRelay.chat.implicitContext';

describe('the active file or selection', () => {
  let folder: string;
  let lastEditor: ReturnType<typeof createLastEditor>;
  let implicit: ImplicitContext;
  let attached: string[];
  let conversation: object;

  const configure = (value: string | undefined) =>
    vscode.workspace.getConfiguration().update(setting, value, vscode.ConfigurationTarget.Global);

  beforeEach(async () => {
    folder = await mkdtemp(join(workspaceRoot().fsPath, 'implicit-'));
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    attached = [];
    conversation = {};
    lastEditor = createLastEditor();
    implicit = createImplicitContext({
      lastEditor,
      attachments: {
        has: (source) => attached.includes(source),
        attachAddresses: async (addresses) => void attached.push(...addresses),
        attachSelection: async () => attached.push('selection') > 0,
        attachProblemsOf: async (uri) => void attached.push(`problems of ${uri?.path.replace(/^.*\//, '')}`),
      },
      conversation: async () => conversation,
      logger: silentLogger,
      onChange() {},
    });
  });
  afterEach(async () => {
    implicit.dispose();
    lastEditor.dispose();
    await configure(undefined);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(folder, { recursive: true });
  });

  async function open(name: string, text: string): Promise<vscode.TextEditor> {
    await writeFile(join(folder, name), text);
    return vscode.window.showTextDocument(vscode.Uri.file(join(folder, name)), { preview: false });
  }

  const shown = () => implicit.view()?.name.replace(/^.*\//, '');
  const untilShown = (name: string | undefined) =>
    until(() => shown() === name, undefined, `${name} is suggested`);

  it('is suggested, and attached on request', async () => {
    const editor = await open('a.ts', 'const a = 1;\nconst b = 2;\n');
    await untilShown('a.ts');
    editor.selection = new vscode.Selection(0, 0, 1, 5);
    await untilShown('a.ts:1-2');
    await implicit.toggle();
    editor.selection = new vscode.Selection(0, 0, 0, 0);
    await untilShown('a.ts');
    await implicit.toggle();
    deepStrictEqual(
      [attached, implicit.view()],
      [['selection', vscode.Uri.file(join(folder, 'a.ts')).toString()], undefined],
    );
  });

  it('is not suggested if it is ignored, empty or contains what looks like a secret', async () => {
    await writeFile(join(folder, '.gitignore'), 'ignored.ts\n');
    const secret = ['sk', 'f3Kq9Zt2Lw8Xv5Rb1Ny7Hd4Gs6Jm0PcA'].join('-');
    for (const [name, text] of [
      ['ignored.ts', 'const a = 1;'],
      ['empty.ts', '\n'],
      ['key.ts', `const key = '${secret}';`],
    ] as const) {
      await open('a.ts', 'const a = 1;');
      await untilShown('a.ts');
      await open(name, text);
      await untilShown(undefined);
    }
  });

  it('is always sent if set so: once in a conversation until it changes, and not when it is excluded', async () => {
    await configure('always');
    const editor = await open('a.ts', 'const a = 1;');
    await untilShown('a.ts');
    const source = editor.document.uri.toString();
    const send = async () => {
      await implicit.addToMessage();
      return attached.splice(0);
    };
    const sent = [implicit.view()?.isIncluded, await send(), await send()];
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '// '));
    sent.push(await send());
    conversation = {};
    await implicit.toggle();
    sent.push(implicit.view()?.isIncluded, await send());
    await implicit.toggle();
    sent.push(await send());
    deepStrictEqual(sent, [true, [source], [], [source], false, [], [source]]);
    await vscode.commands.executeCommand('workbench.action.files.save');
  });

  it('is added for a starter prompt, with its problems if the prompt is about them', async () => {
    const editor = await open('a.ts', 'const a = 1;\n');
    await untilShown('a.ts');
    const source = editor.document.uri.toString();
    const found = vscode.languages.createDiagnosticCollection('starters');
    const range = new vscode.Range(0, 0, 0, 5);
    found.set(editor.document.uri, [
      new vscode.Diagnostic(range, 'wrong', vscode.DiagnosticSeverity.Error),
      new vscode.Diagnostic(range, 'unused', vscode.DiagnosticSeverity.Hint),
    ]);
    await until(() => implicit.view()?.problems === 1, undefined, 'one problem');
    await implicit.addWith(true);
    const withProblems = attached.splice(0);
    await implicit.addWith(false);
    const plain = attached.splice(0);
    found.dispose();
    await until(() => implicit.view()?.problems === undefined, undefined, 'no problem');
    await configure('always');
    await until(() => implicit.view()?.isIncluded === true, undefined, 'it goes along');
    await implicit.addWith(false);
    await open('notes.md', '# Notes');
    await untilShown('notes.md');
    deepStrictEqual(
      [withProblems, plain, attached, implicit.view()?.isProse],
      [[source, 'problems of a.ts'], [source], [], true],
    );
  });

  it('is not suggested when the setting is off', async () => {
    await open('a.ts', 'const a = 1;');
    await untilShown('a.ts');
    await configure('off');
    await untilShown(undefined);
  });
});
