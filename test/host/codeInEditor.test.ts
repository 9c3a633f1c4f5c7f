import { deepStrictEqual, ok } from 'node:assert/strict';
import * as vscode from 'vscode';
import { findCode, problemsOf, toAttachments } from '../../src/editing/prompts/codeInEditor.ts';
import { findEnclosingSymbol } from '../../src/editing/prompts/enclosingSymbol.ts';
import { findPart, widenPart } from '../../src/editing/rewrite/documentPlace.ts';
import { closeEditors, openUnsaved, until } from './until.ts';

const language = 'plaintext';

/** What the commands would send for the active editor, or why not. */
async function describeCode(place?: vscode.Location) {
  const code = await findCode(place);
  return typeof code === 'string' ? code : toAttachments(code);
}

/** A provider that knows one function around lines 1 to 3, in a class around all. */
function provideSymbols(): vscode.Disposable {
  const symbol = (kind: vscode.SymbolKind, first: number, last: number) => {
    const range = new vscode.Range(first, first === 0 ? 0 : 2, last, 2);
    return new vscode.DocumentSymbol('x', '', kind, range, range);
  };
  return vscode.languages.registerDocumentSymbolProvider(language, {
    provideDocumentSymbols() {
      const outer = symbol(vscode.SymbolKind.Class, 0, 4);
      const inner = symbol(vscode.SymbolKind.Method, 1, 3);
      inner.children.push(symbol(vscode.SymbolKind.Variable, 2, 2));
      outer.children.push(inner);
      return [outer];
    },
  });
}

describe('the code that a prompt is about', () => {
  const disposables: vscode.Disposable[] = [];
  afterEach(async () => {
    for (const each of disposables.splice(0)) each.dispose();
    await closeEditors();
  });

  /** Right after others were closed, a shown editor becomes the active one only a moment later. */
  async function show(document: vscode.TextDocument): Promise<vscode.TextEditor> {
    const editor = await vscode.window.showTextDocument(document);
    await until(() => vscode.window.activeTextEditor?.document === document);
    return editor;
  }
  async function open(content: string, ...selections: vscode.Selection[]): Promise<vscode.TextEditor> {
    const document = await openUnsaved(content, language);
    const editor = await show(document);
    if (selections.length > 0) editor.selections = selections;
    return editor;
  }
  /** A virtual document, as remote repositories and the old side of a diff have. */
  async function openVirtual(content: string, ...selections: vscode.Selection[]): Promise<void> {
    disposables.push(
      vscode.workspace.registerTextDocumentContentProvider('far', {
        provideTextDocumentContent: () => content,
      }),
    );
    const address = vscode.Uri.parse(`far:/repository/${content.length}.txt`);
    const editor = await show(await vscode.workspace.openTextDocument(address));
    editor.selections = selections;
  }
  const nameOf = (editor: vscode.TextEditor) => editor.document.uri.path.slice(1);
  const part = (editor: vscode.TextEditor, lines: string, text: string) => ({
    kind: 'selection',
    name: `${nameOf(editor)}${lines}`,
    text,
    language,
  });
  const lines = 'class {\n  one() {\n    two;\n }\n}\nrest';

  it('is everything that is selected, in document order', async () => {
    const editor = await open(
      lines,
      new vscode.Selection(4, 0, 3, 0),
      new vscode.Selection(0, 0, 0, 5),
      new vscode.Selection(5, 2, 5, 2),
    );
    deepStrictEqual(await describeCode(), [part(editor, ':1', 'class'), part(editor, ':4', ' }\n')]);
  });

  it('is the smallest function or class around the cursor when nothing is selected', async () => {
    disposables.push(provideSymbols());
    const editor = await open(lines, new vscode.Selection(2, 4, 2, 4));
    const method = '  one() {\n    two;\n }';
    deepStrictEqual(await describeCode(), [part(editor, ':2-4', method)]);
    // A light bulb in a file that isn't the active one.
    const place = new vscode.Location(editor.document.uri, new vscode.Range(2, 4, 2, 7));
    await open('another');
    deepStrictEqual(await describeCode(place), [part(editor, ':2-4', method)]);
  });

  it('is, in TypeScript, a named function in whole lines, with its doc comment if the cursor is in that, and never a callback', async () => {
    const total = `export function totalCents(items: { cents: number }[]): number {
  return items.reduce((sum, item) => {
    return sum + item.cents;
  }, 0);
}`;
    const app = 'const App = () => {\n  return run(() => {\n    go();\n  });\n};';
    const price = `/**
 * What an item costs.
 */
function price(cents: number): number {
  // In cents.
  const all = cents * 2;
  return all;
}`;
    const queue = `class Queue {
  #count = 0;
  #add(item: string) {
    const later = () => {
      return item;
    };
    return later;
  }
}`;
    const shop = '/** What is sold. */\n@sealed\nclass Shop {\n  open() {}\n}';
    // All in one document: for another untitled one, the language server may still have the first one's text.
    const content = `${[`${total}\n${app}`, price, queue, shop].join('\n\n')}\n`;
    const document = await openUnsaved(content, 'typescript');
    const editor = await show(document);
    const inCallback = (line: number) => {
      editor.selection = new vscode.Selection(line, 2, line, 2);
      return describeCode();
    };
    const typescript = (lines: string, text: string) => [
      { ...part(editor, lines, text), language: 'typescript' },
    ];
    deepStrictEqual(
      [await inCallback(2), await inCallback(7)],
      [typescript(':1-5', total), typescript(':6-10', app)],
    );
    const body = price.slice(price.indexOf('function'));
    // In the doc comment, which belongs to its function; in a comment inside; in a function.
    deepStrictEqual(
      [await inCallback(11), await inCallback(12), await inCallback(15)],
      [typescript(':12-19', price), typescript(':12-19', price), typescript(':15-19', body)],
    );
    const method = queue.slice(queue.indexOf('  #add'), queue.lastIndexOf('\n'));
    // A private name is not a # comment; a decorated class has its comment.
    deepStrictEqual(
      [await inCallback(21), await inCallback(22), await inCallback(30)],
      [typescript(':21-29', queue), typescript(':23-28', method), typescript(':31-35', shop)],
    );
    await inCallback(7);
    const found = await findPart();
    deepStrictEqual(found?.range, new vscode.Range(7, 0, 7, 9));
    deepStrictEqual((await widenPart(found)).range, new vscode.Range(5, 0, 9, 2));
  });

  it('to rewrite is what is selected in prose, and its lines in code', async () => {
    const found = [];
    for (const kind of [language, 'go']) {
      const editor = await show(await openUnsaved('  one two\nthree four\n', kind));
      for (const [from, line, to] of [
        [5, 1, 6],
        [2, 1, 0],
        [3, 0, 8],
      ] as const) {
        editor.selection = new vscode.Selection(0, from, line, to);
        const part = await findPart();
        found.push(part && editor.document.getText(part.range));
      }
    }
    const [line, all] = ['  one two', '  one two\nthree four'];
    deepStrictEqual(found, ['two\nthree', line, 'ne tw', all, line, line]);
  });

  it('is the function at its new position when the text is edited while VS Code looks for symbols', async () => {
    const editor = await open('one {\n  two;\n}', new vscode.Selection(1, 2, 1, 2));
    // Edit only once, although breadcrumbs ask for symbols, too.
    let edited: Thenable<boolean> | undefined;
    disposables.push(
      vscode.languages.registerDocumentSymbolProvider(language, {
        async provideDocumentSymbols({ lineCount }) {
          const range = new vscode.Range(lineCount - 3, 0, lineCount - 1, 1);
          edited ??= editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'zero\nzero\n'));
          await edited;
          return [new vscode.DocumentSymbol('one', '', vscode.SymbolKind.Function, range, range)];
        },
      }),
    );
    const range = await findEnclosingSymbol(editor.document, () => editor.selection);
    deepStrictEqual(
      { range, cursor: editor.selection.active.line, text: editor.document.getText() },
      { range: new vscode.Range(2, 0, 4, 1), cursor: 3, text: 'zero\nzero\none {\n  two;\n}' },
    );
  });

  it('is otherwise the whole file, if it is small', async () => {
    const editor = await open(lines, new vscode.Selection(5, 0, 5, 0));
    deepStrictEqual(await describeCode(), [part(editor, '', lines)]);
    await open(lines.repeat(2000));
    deepStrictEqual(
      await describeCode(),
      'This file is too long to attach as a whole. Select the relevant code.',
    );
  });

  it('can be in a virtual document', async () => {
    await openVirtual('one\ntwo\n', new vscode.Selection(1, 0, 1, 3));
    deepStrictEqual(await describeCode(), [
      { kind: 'selection', name: '/repository/8.txt:2', text: 'two', language },
    ]);
  });

  it('is missing without an editor, in an empty file, or when far too much is selected', async () => {
    deepStrictEqual(await describeCode(), 'Open a file, and select the code for your prompt.');
    await openVirtual(' \n\n', new vscode.Selection(0, 0, 1, 0));
    deepStrictEqual(await describeCode(), 'This file is empty.');
    await openVirtual('x\n'.repeat(250_000), new vscode.Selection(0, 0, 250_000, 0));
    deepStrictEqual(await describeCode(), 'The selected code is too long to attach. Select less.');
  });

  it('comes with the problems in its range, and no others', async () => {
    const editor = await open(lines, new vscode.Selection(1, 0, 3, 2));
    const collection = vscode.languages.createDiagnosticCollection('test');
    disposables.push(collection);
    const diagnostic = (line: number, message: string, severity: vscode.DiagnosticSeverity) =>
      new vscode.Diagnostic(new vscode.Range(line, 0, line, 3), message, severity);
    const coded = diagnostic(2, 'Wrong\n[x](command:y)', vscode.DiagnosticSeverity.Error);
    coded.source = 'checker';
    coded.code = { value: 17, target: vscode.Uri.parse('https://x.example') };
    const hints = Array.from({ length: 60 }, () => diagnostic(3, 'Hint', vscode.DiagnosticSeverity.Hint));
    collection.set(editor.document.uri, [
      ...hints,
      diagnostic(1, 'Careful', vscode.DiagnosticSeverity.Warning),
      coded,
      diagnostic(1, `${'x'.repeat(3000)}`, vscode.DiagnosticSeverity.Error),
      diagnostic(5, 'Elsewhere', vscode.DiagnosticSeverity.Error),
    ]);
    const code = await findCode();
    ok(typeof code !== 'string');
    deepStrictEqual(problemsOf(code), [
      {
        kind: 'problems',
        name: `${nameOf(editor)}:2-4`,
        text: [
          `Line 2: error: ${'x'.repeat(2000)}`,
          'Line 3: error: Wrong [x](command:y) (checker 17)',
          'Line 2: warning: Careful',
          ...Array.from({ length: 47 }, () => 'Line 4: hint: Hint'),
          'And 13 more.',
        ].join('\n'),
        language: '',
      },
    ]);
    collection.clear();
    deepStrictEqual(problemsOf(code), []);
  });

  it('can be in a notebook cell', async () => {
    const cell = (text: string) => new vscode.NotebookCellData(vscode.NotebookCellKind.Code, text, language);
    const data = new vscode.NotebookData([cell('one'), cell('two')]);
    const notebook = await vscode.workspace.openNotebookDocument('jupyter-notebook', data);
    await vscode.window.showNotebookDocument(notebook);
    const { document } = notebook.cellAt(1);
    const place = new vscode.Location(document.uri, new vscode.Range(0, 0, 0, 0));
    deepStrictEqual(await describeCode(place), [
      { kind: 'selection', name: `${notebook.uri.path}, cell 2`, text: 'two', language },
    ]);
  });
});
